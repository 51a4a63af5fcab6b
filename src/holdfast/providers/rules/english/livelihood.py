"""Livelihood: what may be said of work, study and skill."""

from __future__ import annotations

import re

from holdfast.providers.rules.english.candidate import Candidate, has_capital
from holdfast.providers.rules.english.lexicon import is_a, pattern, small, words
from holdfast.providers.rules.english.phrase import head_of

_FIELDS = (
    "ics",
    "ology",
    "ing",
    "ism",
    "istry",
    "phy",
    "law",
    "arts",
    "science",
    "studies",
    "ure",
)
_DOERS = re.compile(
    r"(?<=[a-z]{3})(?:[^aeiou]er|or|[ao]ist|[lnrtp]ist|ician|rian|woman|man)$|-?(?:keeper|maker|worker|driver|officer|engineer)$"
)
"""How words end that tell what somebody does."""
_FEW = 3
_FIRST = re.compile(r"[\w'&-]+")


def study(it: Candidate) -> bool:
    """A subject or a place to study at; no book, no exam."""
    reading = it.reading
    if it.low in small("no_study"):
        return False
    if pattern("no_study").match(it.low) or reading.behind.strip().startswith("for"):
        return False
    first = head_of(it.low)
    if is_a(first, "subject"):
        return True
    if reading.verb == "read" or reading.verb.startswith("special") or reading.elided:
        return False
    field = len(first.split()) <= 3 and not first.endswith("topics") and first.endswith(_FIELDS)
    return field or bool(pattern("at_school").search(f" {it.low} "))


def school(it: Candidate) -> bool:
    """A school by its name."""
    if any(word in words("school_name") for word in it.low.split()):
        return True
    return it.reading.verb != "attend" and has_capital(it.text)


def school_place(it: Candidate) -> bool:
    """A school, and nothing else that one may change to."""
    return any(word in words("school_name") for word in it.low.split()[:6])


def work(it: Candidate) -> bool:
    """A trade or a place to work at."""
    trade = bool(is_a(head_of(it.low), "trade"))
    return trade or has_capital(it.text) or bool(pattern("workplaces").search(it.low))


def trade_object(it: Candidate) -> bool:
    """Things, many of them, as they are made or mended for a living."""
    first = it.low.split()[0] if it.low else ""
    if it.reading.elided and it.reading.clause.joint:
        return False  # "to meet you and make some moves"
    if pattern("no_trade_object_where").search(it.reading.low):
        return False
    if is_a(first, "paper") or pattern("no_trade_first").match(it.low):
        return False
    head = head_of(it.low)
    if pattern("no_trade_object").search(head):
        return False
    return head.endswith("s") and len(head.split()) <= 4


def workplace(it: Candidate) -> bool:
    """Where or as what somebody works: not when, not on what."""
    if pattern("work_with").match(it.low) or (it.low == "from home" and it.reading.mode == "doing"):
        return False
    rest = re.sub(r"^(?:as|at|for|in|with)\s+(?:a |an |the )?", "", it.low)
    return not pattern("no_workplace").match(rest)


def like_trade(it: Candidate) -> bool:
    """By its shape the word for somebody who does something: a falconer, a lexicologist."""
    words_told = head_of(it.low).split()
    if not words_told or len(words_told) > _FEW:
        return False
    last = words_told[-1]
    if words_told[0] in small("no_doing"):
        return False
    known = any(is_a(head_of(it.low), each) for each in ("trait", "kin", "friend", "nation", "pet"))
    return _DOERS.search(last) is not None and not known and last not in small("no_doers")


def one(it: Candidate) -> bool:
    """One person is one nurse."""
    head = head_of(it.low)
    many = head.endswith("s") and not head.endswith("ss") and head.split()[-1] not in words("trade")
    we = it.reading.low[it.reading.head :].startswith("we") and it.reading.mode != "bare"
    return not many or we


def language(it: Candidate) -> bool:
    """A language, first of all."""
    first = _FIRST.match(it.low)
    return first is not None and first[0] in words("language")


def skill(it: Candidate) -> bool:
    """Something that not everybody can do."""
    if it.reading.verb in small("no_skill") or "only" in it.reading.adverbs:
        return False
    return not pattern("no_skill_object").match(it.reading.behind.strip())


def learned(it: Candidate) -> bool:
    """Something one learns to do, not to bear."""
    return not pattern("no_lesson").match(it.low)
