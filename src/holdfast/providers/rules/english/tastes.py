"""Tastes: what may be said of tastes, traits, health and things."""

from __future__ import annotations

import re

from holdfast.providers.rules.english.candidate import Candidate
from holdfast.providers.rules.english.lexicon import is_a, nouns, pattern, small, verbs, words
from holdfast.providers.rules.english.phrase import head_of
from holdfast.providers.rules.english.reading import Reading

_BRAND_WORDS = 4
_A = re.compile(r"an? ")
"""Behind it stands what somebody is: "a Muslim", for longer than a mood."""
_DONE_TO = re.compile(r"\w+ing (?:me|us|him|her|you|them)\b")
_PLEASE = frozenset(["love", "like", "hate", "prefer"])


def fan(it: Candidate) -> bool:
    """What one can be a fan of; a cat person, but no morning person."""
    if pattern("fan_of_what").search(it.reading.behind):
        return any(is_a(it.low, each) for each in ("hobby", "pet", "food", "sport"))
    return not pattern("no_fan").match(it.low)


def taste(it: Candidate) -> bool:
    """Something that one may like for good: no "this", no "to know", no one's self."""
    reading = it.reading
    if reading.verb == "do" and pattern("did_a").match(reading.behind.strip()):
        return False
    if not it.low or any(f"{it.low} ".startswith(f"{each} ") for each in words("passing")):
        return it.low.startswith(("people who", "it when people", "people that"))
    if pattern("praised").match(it.low) and pattern("shown").search(reading.low):
        return False
    if (
        reading.elided
        and not reading.clause.joint
        and pattern("the_shown").match(reading.behind.strip())
    ):
        return False  # "Love the necklace"
    if pattern("the_shown").match(reading.behind.strip()) and _is_shown(reading):
        return False
    if _DONE_TO.match(it.low) or (reading.elided and _is_bare_verb(it.low)):
        return False
    if pattern("a_choice").match(it.low):
        return False
    if pattern("for_now").search(reading.behind if reading.owned else reading.low):
        return False
    if it.low.startswith(("to ", "being ")):
        return reading.verb in _PLEASE and not pattern("no_pleasure").match(it.low)
    return True


def _is_bare_verb(low: str) -> bool:
    """Does love exist?"""
    form = verbs().get(low)
    return form is not None and "b" in form.forms and low not in nouns() | words("hobby")


def allergic(it: Candidate) -> bool:
    """To something that one can be allergic to."""
    return not pattern("no_allergy").search(it.low)


def body(it: Candidate) -> bool:
    """A part of the body."""
    return any(word in words("body") for word in re.findall(r"[a-z]+", it.low)[:3])


def food(it: Candidate) -> bool:
    """Something to eat or drink."""
    return any(is_a(head_of(each.strip()), "food") for each in re.split(r",| and | or ", it.low))


def food_made(it: Candidate) -> bool:
    """Something that one cooks, and no mess."""
    return not pattern("not_made").search(it.low)


def trait(it: Candidate) -> bool:
    """How one is, not how one feels."""
    reading = it.reading
    lasting = _A.match(reading.behind.lstrip()) and it.low.split()[-1] not in small("states")
    moody = not lasting and pattern("moody").search(reading.behind)
    if moody or is_a(it.low, "gender"):
        return False
    if it.low in ("private", "kind", "kind of"):
        return False
    lasts = reading.adverbs & {"always", "naturally", "generally"}
    nature = pattern("by_nature").match(reading.behind.lstrip())
    return it.low.split()[-1] not in small("states") or bool(lasts) or nature is not None


def brand(it: Candidate) -> bool:
    """A thing by the name of who makes it: a Kia, an iPhone."""
    text = it.text
    named = text[:1].isupper() or (len(text) > 1 and text[0] == "i" and text[1].isupper())
    return named and len(text.split()) <= _BRAND_WORDS and not pattern("called").search(it.low)


def possess(it: Candidate) -> bool:
    """Something to keep: nothing that is eaten, no gift."""
    reading = it.reading
    head, rest = head_of(it.low), reading.behind.strip()
    if any(is_a(head, each) for each in ("consumed", "food", "pet")):
        return False
    if reading.verb == "treat":
        return rest.startswith("myself to")
    if reading.verb == "order" and reading.mode == "present":
        return False
    if reading.verb == "own" and rest.startswith("the "):
        return False  # I own the shoes
    return pattern("had").match(rest) is not None and len(head) > 2


def _is_shown(reading: Reading) -> bool:
    """Whether the sentences before it speak of a picture."""
    near: Reading | None = reading
    for _ in range(4):
        if near is None:
            return False
        if pattern("picture").search(near.low):
            return True
        near = near.after
    return False
