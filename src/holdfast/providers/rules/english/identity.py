"""Identity: what may be said of who somebody is, and where."""

from __future__ import annotations

import re

from holdfast.providers.rules.english.candidate import Candidate, has_capital
from holdfast.providers.rules.english.lexicon import is_a, pattern, small, verbs, words
from holdfast.providers.rules.english.names import name_at
from holdfast.providers.rules.english.phrase import head_of

_NO_NAMES = ("trade", "fanciful", "nation", "illness", "illness_word", "diet", "trait", "marital")
_HOUR = re.compile(r"\d+(?::\d\d)? ?(?:am|pm)\b")
_NAMED = re.compile(r"\s[A-ZÀ-Þ][\w'-]+$")
_IS = re.compile(r" (?:is|was|are|were) ")
"""It has a verb, though too far behind to be read: "the teacher of my first year was good"."""
_FEW = 3
_OLDEST = 103
_LONGEST = 11


def proper(it: Candidate) -> bool:
    """A name: in capitals, where the message has any."""
    if is_a(it.low, "trait") or is_a(it.low, "month"):
        return False
    if pattern("no_proper").match(it.low):
        return has_capital(it.text[4:])
    return has_capital(it.text) or (it.reading.lower and len(it.low) > 2 and not _is_common(it.low))


def _is_common(low: str) -> bool:
    first = low.split()[0]
    return first in words("trait") or first in verbs() or first in small("not_places")


def name(it: Candidate) -> bool:
    """Somebody's name, and nothing that only looks like one."""
    if it.reading.low.startswith(("we ", "we're ", "we've "), it.reading.head):
        return False  # we're Dresdeners
    if not name_at(it.text, 0):
        plain = it.low.isalpha() and not _is_common(it.low)
        return it.reading.lower and bool(it.reading.thing) and plain
    if it.low in words("famous") or any(is_a(it.low, each) for each in _NO_NAMES):
        return False
    return (
        not it.low.startswith(("the ", "a "))
        and not it.low.endswith("-born")
        and len(it.low.split()) <= 3
    )


def loose_name(it: Candidate) -> bool:
    """What somebody wants to be called: small letters will do."""
    return is_nickname(it.low)


def is_nickname(low: str) -> bool:
    """Whether somebody may want to be called so."""
    if low in words("famous") or is_a(low, "trait") or low.split()[0] in small("no_nickname"):
        return False
    return len(low.split()) <= 3


def date(it: Candidate) -> bool:
    """A day, or what tells one."""
    return pattern("date").search(it.low) is not None


def nation(it: Candidate) -> bool:
    """A nation is named."""
    return any(is_a(word.strip(","), "nation") for word in re.split(r"[\s-]", it.low))


def number(it: Candidate) -> bool:
    """An age that somebody may have; who speaks for themselves is no small child."""
    figure = re.search(r"\d+", it.low)
    if figure is None:
        return not it.reading.mine or it.low.split("-")[0].split()[0] in small("grown")
    return (5 if it.reading.mine else 0) < int(figure[0]) < _OLDEST


def greeting(it: Candidate) -> bool:
    """ "It's Ann" tells a name behind a greeting only."""
    reading, last = it.reading, it.reading.after
    begins = [reading.low, last.low] if last and reading.follows(last) else [reading.low]
    first = reading.clause.sentence <= 1 and any(map(pattern("greeting").match, begins))
    named = last is not None and pattern("misnamed").search(last.low) is not None
    return reading.thing != "it" or first or named


def introduced(it: Candidate) -> bool:
    """One person, called by a relation only so far: my roommate is Mei."""
    who, clause = it.reading.who, it.reading.clause
    if who is None or who.kind == "pet" or who.name or has_small(it.text):
        return False
    return clause.start <= who.start < clause.stop


def has_small(text: str) -> bool:
    """Whether a word of it begins with a small letter."""
    return any(word[:1].islower() for word in text.split())


def first_said(it: Candidate) -> bool:
    """At the beginning of a message: "Ann here"."""
    last = it.reading.after
    greeted = last is None or pattern("greeting").fullmatch(last.low) is not None
    return it.reading.clause.sentence <= 1 and greeted


def capital(it: Candidate) -> bool:
    """Begins with a capital."""
    return it.text[:1].isupper()


def named(it: Candidate) -> bool:
    """The subject itself is a name."""
    at = it.reading.low.find(it.reading.thing)
    return has_capital(it.reading.clause.text[at : at + 1])


def home(it: Candidate) -> bool:
    """A place to live in: no state of mind, nobody's walls."""
    return not pattern("no_home").match(it.low)


def fragment(it: Candidate) -> bool:
    """What a fragment must be, to stand for "I am": no apposition, nobody called."""
    if pattern("school").search(it.low) and not pattern("school_first").match(it.low):
        worker = it.reading.mode != "bare" and is_a(head_of(it.low), "trade")
        return bool(worker) or pattern("student").search(it.low) is not None
    if it.reading.mode != "bare":
        return True
    begins = it.reading.low[it.reading.head :]
    if pattern("called_out").match(begins):
        return False
    told = pattern("no_fragment").match(begins) or _IS.search(begins)
    if told or begins.endswith("especially"):
        return False
    if _HOUR.match(it.low):
        return False
    last = it.reading.after
    apposed = pattern("an_apposition").match(begins) and last and it.reading.follows(last)
    if apposed and last and last.verb not in ("be", "", "call", "go", "live", "name"):
        return False  # "I met Ann, a nurse"
    if apposed and last and _NAMED.search(last.clause.text) and len(last.behind.split()) > _FEW:
        return False  # "I'm glad that Ann, a nurse, came"
    nation = is_a(head_of(it.low), "nation")
    if nation and last and it.reading.follows(last) and last.verb not in ("be", ""):
        return False  # "I love curry, Thai"
    if nation and " and " in it.low:
        return False
    moving = re.search(r"\b(?:going|doing|getting|gone)\b", it.reading.low)
    return len(it.reading.low.split()) <= _LONGEST and not moving


def own_gender(it: Candidate) -> bool:
    """In a fragment only of the speaker, and no mere call: "Mum!" """
    reading = it.reading
    if reading.mode != "bare":
        return True
    last = reading.after
    follows = last is not None and reading.follows(last) and last.verb == "be"
    several = len(reading.low[reading.head :].split()) > 1
    return reading.mine and (follows or several) and fragment(it)
