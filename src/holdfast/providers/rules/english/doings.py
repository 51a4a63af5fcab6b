"""Doings: what may be said of plans, wishes and what happened."""

from __future__ import annotations

import re

from holdfast.providers.rules.english.candidate import Candidate
from holdfast.providers.rules.english.lexicon import is_a, pattern, small
from holdfast.providers.rules.english.phrase import head_of

_BEGUN = frozenset(["started", "been"])
_DREAMS = frozenset(["dream", "aim", "long", "yearn"])
_SIGNS = frozenset(["sign", "register", "enter"])


def planned(it: Candidate) -> bool:
    """Signed up for, or booked."""
    wanted = "signed_up" if it.reading.verb in _SIGNS else "booked"
    behind = it.reading.clause.text[it.reading.rest :].strip()
    return pattern(wanted).match(behind) is not None


def goal(it: Candidate) -> bool:
    """A lasting wish, not a wish to know or to sleep."""
    reading = it.reading
    if pattern("for_you").search(it.low):
        return False
    if reading.verb == "decide" and pattern("past").search(reading.low[: reading.rest]):
        return False  # last year we decided to go to Tulum
    if reading.elided and reading.mode == "doing" and reading.clause.joint == ",":
        return False  # "I'd practise for hours, dreaming of fame"
    if reading.verb in _DREAMS:
        return not it.low.startswith(("that", "this", "it", "i ", "about", "you"))
    if not pattern("aims").match(it.low):
        return False
    if (
        reading.verb == "like"
        and it.low.startswith("see ")
        and not pattern("lasting").search(reading.low)
    ):
        return False  # "I'd like to see an example"
    lasting = pattern("lasting").search(reading.low) or pattern("aims_always").match(it.low)
    return reading.verb == "hope" or reading.mode != "present" or bool(lasting)


def someday(it: Candidate) -> bool:
    """Said for some far day: "one day I'm going to walk the Camino"."""
    return pattern("someday").search(it.reading.low) is not None


def goal_work(it: Candidate) -> bool:
    """What one saves, trains or tries for."""
    rest = it.reading.behind.strip()
    if it.reading.verb == "try" or pattern("trying").match(rest):
        return pattern("aims_tried").match(it.low) is not None or it.low in ("baby", "a baby")
    if it.reading.verb == "save" and pattern("saving_for").match(rest):
        return True
    return bool(pattern("aims").match(it.low) or pattern("aims_things").match(it.low))


def _points(it: Candidate) -> bool:
    """Whether what is done is done to "it"."""
    return re.match(r"(?:it|them|this|that)\b", it.reading.behind.strip()) is not None


def worth(it: Candidate) -> bool:
    """Worth remembering: no bus, no keys."""
    return not _points(it) and not pattern("trivial").search(
        " ".join(it.reading.behind.split()[:3])
    )


def passed(it: Candidate) -> bool:
    """What was decided on, one way or the other."""
    done = re.match(
        r"(?:accepted|approved|rejected|granted|denied|published|finali[sz]ed|turned)", it.low
    )
    return done is not None or it.reading.verb not in ("be", "get")


def appointment(it: Candidate) -> bool:
    """Something that has its time."""
    return bool(is_a(head_of(it.low), "appointment")) and not _points(it)


def ahead(it: Candidate) -> bool:
    """Something that will be done: no mood, no promise to the one spoken to."""
    if it.reading.verb in small("no_plan"):
        return False
    last = it.reading.after
    going = it.reading.elided and it.reading.mode == "doing" and last is not None
    joined = it.reading.clause.joint == "and" and last is not None and last.verb == "be"
    if going and last and it.reading.follows(last) and last.verb and not joined:
        return False  # "I did it, completing two courses"
    if it.reading.adverbs & _BEGUN or (going and it.reading.verb in ("have", "include")):
        return False
    if it.reading.verb == "work" and pattern("at_it").match(it.reading.behind.strip()):
        return False
    return not pattern("to_you").search(it.reading.low)


def far(it: Candidate) -> bool:
    """Long ago, and still worth telling: no mere thought, nothing that lasted."""
    reading = it.reading
    slight = reading.verb in small("no_event") or _points(it)
    return not slight and free(it) and (reading.mine or reading.who is not None)


def free(it: Candidate) -> bool:
    """Said for itself, not of a time when: "when I draw"."""
    if it.reading.clause.joint == "since" and it.reading.mode == "past":
        return False
    return it.reading.clause.joint not in (
        "when",
        "whenever",
        "while",
        "before",
        "until",
        "till",
        "once",
        "if",
        "where",
    )


def own_clause(it: Candidate) -> bool:
    """No participle that hangs on another: "a boat bought cheap and moored in Greece"."""
    return not (it.reading.elided and it.reading.clause.joint in ("and", "or"))


def spoken(it: Candidate) -> bool:
    """Has its subject, if it is said as going on."""
    if not it.reading.elided:
        return True
    once = pattern("beside_work").search(it.reading.low) and not it.reading.adverbs
    return it.reading.mode != "doing" and not once
