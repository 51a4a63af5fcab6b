"""Values: the words of a clause that a frame claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from holdfast.providers.rules.english.candidate import Candidate
from holdfast.providers.rules.english.checks import CHECKS
from holdfast.providers.rules.english.frames import Frame, matches
from holdfast.providers.rules.english.lexicon import is_a, pattern
from holdfast.providers.rules.english.names import name_at
from holdfast.providers.rules.english.phrase import head_of, parts, trimmed
from holdfast.providers.rules.english.reading import Reading

_TOLD_WHOLE = frozenset(["habit", "plan", "event", "goal"])
"""Topics whose value is what is done, with all that belongs to it."""
_NOUNS = frozenset(["work", "study", "health", "trait", "pet", "possession"])
_CAPITALS = re.compile(
    r"(?:[A-ZÀ-Þ\u4e00-\u9fff][\w'’.-]*"
    r"(?:,? (?:of |the |de |la |upon |and the |del |am )?(?=[A-ZÀ-Þ]))?)+"
)
_AT_PLACE = re.compile(
    r" (?:in|at|near) (?=[A-ZÀ-Þ])(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))"
)
_LED = re.compile(r"(?:on|in|at|to|with|for|by|from|of|not)\b")
_OF_MINE = re.compile(r"\bmy \w+, $")
_HE = re.compile(r"(?:he|she|they|it|who)\b")
_HIS = re.compile(r"(?:his|her|their) \w")
_HER = re.compile(r"(?:her|him|them) (?:in|on|at|over|next|this|for|tomorrow|to)\b")
_ROLE = re.compile(r" as an? ")
_AS = re.compile(r"\bas an? ")
_FAVOURITE = re.compile(r"favou?rite (.+)")


@dataclass(frozen=True, slots=True)
class Found:
    """A claim to be: of which topic, and where its value stands in the clause."""

    topic: str
    start: int
    stop: int
    sub: str = ""
    ends: bool = False
    listed: bool = False
    """More of the same may follow."""
    kinds: str = ""
    """Of which classes more of the same must be; of any if empty."""
    mine: bool = False
    """It is about the speaker, whatever the subject."""


def claims_of(reading: Reading) -> Iterator[Found]:
    """What a reading claims, each thing under its best topic only."""
    taken: list[tuple[int, int]] = []
    topics: set[str] = set()
    for frame, start, stop in matches(reading):
        if frame.topic in topics:
            continue
        for each in _values(frame, reading, start, stop):
            found = _before(each, taken, reading.low)
            if not any(found.start < end and begin < found.stop for begin, end in taken):
                taken.append((found.start, found.stop))
                topics.add(frame.topic)
                yield found


def _before(found: Found, taken: Sequence[tuple[int, int]], low: str) -> Found:
    """A value without what was claimed of its end: the nurse of "a nurse living in Leeds"."""
    ends = [begin for begin, _ in taken if found.start < begin < found.stop]
    if found.topic not in _NOUNS - {"trait"} or not ends:
        return found
    lead = pattern("led_to").search(low, found.start, min(ends))
    return replace(found, stop=lead.start()) if lead else found


def _values(frame: Frame, reading: Reading, start: int, stop: int) -> Iterator[Found]:
    row = frame.row
    start, stop = _bounds(frame, reading, start, stop)
    several = bool(row.get("list")) and row.get("value") != "denied"
    pieces = _pieces(row, reading.low, start, stop) if several else [(start, stop)]
    for number, (x, y) in enumerate(pieces):
        if (number and _is_no_item(reading, x, y)) or not _accepted(frame, reading, x, y):
            if number == 0:
                return
            continue
        if number == 0:
            x, y = _span(row.get("value"), reading, x, y)
        if x < y:
            mine = row.get("about") == "user" or row.get("for") == "user"
            mine = mine or bool(row.get("named_in") and _is_named(reading, x))
            kinds = row.get("is", "") if row.get("list") == "class" else ""
            ends = bool(row.get("ends"))
            yield Found(frame.topic, x, y, _sub(row, reading), ends, several, kinds, mine)


def _bounds(frame: Frame, reading: Reading, start: int, stop: int) -> tuple[int, int]:
    """Where the value begins and ends, by what kind of words it is."""
    row, low = frame.row, reading.low
    if frame.topic in _TOLD_WHOLE:
        return start, _deed_end(low, start, stop)
    if frame.topic == "work" and (end := _role_end(low, start, stop)):
        return start, end
    a, b = trimmed(low[start:stop], light=not (row.get("isname") or row.get("whole")))
    start, stop = start + a, start + b
    stop = _noun_end(frame, low, start, stop)
    if "{place}" in row["rest"]:
        stop = _place_end(reading, start, stop, sure=bool(row.get("proper")))
    if row.get("isdate"):
        if place := _AT_PLACE.search(reading.clause.text, start, stop):
            stop = place.start()
        if day := pattern("day_of").search(low, start, stop):
            stop = day.end()
        else:
            stop = start
    if row.get("isname"):
        stop = _name_end(reading, start, stop)
    return start, stop


def _noun_end(frame: Frame, low: str, start: int, stop: int) -> int:
    """Where a thing ends, before what is told of it."""
    if frame.topic in _NOUNS and (cut := pattern("relative").search(low, start, stop)):
        stop = cut.start()
    if frame.topic == "possession" and (cut := pattern("bought_end").search(low, start, stop)):
        stop = cut.start()
    if frame.row.get("cut") == "head" and not frame.row.get("list"):
        stop = start + _head_end(low[start:stop])
    return stop


def _role_end(low: str, start: int, stop: int) -> int:
    """Where "at the hospital as a nurse" ends; 0 if it tells no trade."""
    role = _ROLE.search(low, start, stop)
    if role is None:
        return 0
    _, end = trimmed(low[role.end() : stop])
    trade = is_a(head_of(low[role.end() : role.end() + end]), "trade")
    return role.end() + end if trade else 0


def _pieces(row: Mapping[str, Any], low: str, start: int, stop: int) -> list[tuple[int, int]]:
    """The parts of a list, each without what is light."""
    found = []
    for x, y in _whole(low[start:stop]):
        a, b = trimmed(low[start + x : start + y], light=True)
        begin, end = start + x + a, start + x + b
        if row.get("cut") == "head":
            end = begin + _head_end(low[begin:end])
        found.append((begin, end))
    return found


def _whole(low: str) -> list[tuple[int, int]]:
    """The parts of a list. What hangs on something done is no part: "meeting friends or family"."""
    found: list[tuple[int, int]] = []
    for x, y in parts(low):
        before = low[found[-1][0] : found[-1][1]].split() if found else []
        hangs = len(before) > 1 and before[0].endswith("ing")
        if hangs and not low[x:y].split()[0].endswith("ing"):
            found[-1] = (found[-1][0], y)
        else:
            found.append((x, y))
    return found


def _name_end(reading: Reading, start: int, stop: int) -> int:
    """A name ends where capitals do, and only a few words may follow it."""
    found = name_at(reading.clause.text, start)
    if found is None:
        return stop
    follow = reading.low[found.end() :].lstrip()
    if follow and not pattern("after_name").match(follow):
        return start
    return found.end()


def _head_end(low: str) -> int:
    """The end of a noun with its name: "a tortoise called Governor"."""
    named = re.match(
        r".*? (?:called|named) \S+|(?:\w+ )*?\w+ full of \w+(?: \w+)?|(?:\w+ )*?(?:collection|pair|set) of \w+(?: \w+)?",
        low,
    )
    return named.end() if named else len(head_of(low)) or len(low)


def _place_end(reading: Reading, start: int, stop: int, *, sure: bool) -> int:
    """A place ends where its capitals do."""
    text = reading.clause.text
    if not sure and not text[start : start + 1].isupper():
        cut = pattern("lower_place_end").search(reading.low, start, stop) if reading.lower else None
        return cut.start() if cut else stop
    if reading.lower:
        cut = pattern("place_end").search(reading.low, start, stop)
        return cut.start() if cut else stop
    run = _CAPITALS.search(text, start, stop)
    return run.end() if run else stop


def _deed_end(low: str, start: int, stop: int) -> int:
    """What is done ends before reasons and asides."""
    cut = pattern("vp_end").search(low, start, stop)
    end = cut.start() if cut else stop
    aside = pattern("aside").search(low, start, end)
    if aside and not pattern("often").search(low, aside.start(), end):
        end = aside.start()
    while end > start and low[end - 1] in " ,.;:!?)\"'":
        end -= 1
    return end


def _accepted(frame: Frame, reading: Reading, start: int, stop: int) -> bool:
    """Whether a value is of the kind that the frame asks for."""
    it = Candidate(reading, reading.clause.text[start:stop], reading.low[start:stop])
    row = frame.row
    if not it.low and row.get("value") not in ("denied", "all", "subject", "clause"):
        return False
    if (
        pattern("points").search(it.low)
        and not it.text.startswith("IT ")
        and not row.get("isname")
        and not _is_theirs(frame, it)
    ):
        return False
    head = head_of(it.low)
    if "is" in row and not any(is_a(head, each) for each in row["is"].split()):
        return False
    if "isnt" in row and any(is_a(head, each) for each in row["isnt"].split()):
        return False
    return all(CHECKS[check](it) for check in frame.checks)


def _is_theirs(frame: Frame, it: Candidate) -> bool:
    """Sven lost his dog: it is told whose. I'm visiting her on Monday: with more behind it."""
    if frame.topic not in _TOLD_WHOLE:
        return False
    his = not it.reading.mine and it.reading.who is not None and _HIS.match(it.low)
    return bool(his) or _HER.match(it.low) is not None


def _is_named(reading: Reading, start: int) -> bool:
    """Whether a value says itself of whom it tells: what happens to mine, happens to me."""
    return not _HE.match(reading.low, reading.head) and start <= reading.head


def _is_no_item(reading: Reading, start: int, stop: int) -> bool:
    """Whether what follows in a list goes on otherwise: "three bikes and none of them run"."""
    low, told = reading.low, reading.clause.text[start:stop]
    called = told[:1].isupper() and _OF_MINE.search(low, 0, start)  # my boss, Marjorie
    return bool(_LED.match(low, start, stop) or pattern("no_item").match(low, start) or called)


def _span(kind: str | None, reading: Reading, start: int, stop: int) -> tuple[int, int]:
    """What of the clause is claimed, by the frame's `value`."""
    if kind in ("subject", "thing"):
        at = max(reading.low.find(reading.thing), 0)
        return at, at + len(reading.thing) if kind == "subject" else len(reading.low)
    if kind == "only":
        only = pattern("only").search(reading.low)
        return (only.start() if only else start), stop
    if kind == "work":
        lead = pattern("at_work").match(reading.low, start, stop)
        return (lead.end() if lead else start), stop
    begins = {
        "all": reading.at,
        "denied": reading.chain,
        "clause": reading.at if _HE.match(reading.low, reading.head) else reading.head,
        "rest": reading.rest + len(reading.behind) - len(reading.behind.lstrip()),
    }.get(kind or "", start)
    ends = {"all": max(stop, reading.rest), "denied": max(stop, reading.rest)}
    return begins, len(reading.low) if kind == "clause" else ends.get(kind or "", stop)


def _sub(row: Mapping[str, Any], reading: Reading) -> str:
    if row.get("sub") == "by preposition":
        return "position" if _AS.search(reading.behind) else "employer"
    if row.get("favourite"):
        found = _FAVOURITE.search(reading.thing)
        return found[1] if found else ""
    return str(row.get("sub", ""))
