"""Frames: what a clause that was read claims, by the patterns of frames.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from holdfast.providers.rules.english.candidate import Candidate
from holdfast.providers.rules.english.checks import CHECKS
from holdfast.providers.rules.english.lexicon import data_of, is_a, one_of, phrases, small, words
from holdfast.providers.rules.english.people import name_at
from holdfast.providers.rules.english.phrase import head_of, parts, trimmed
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.times import FUTURE, OFTEN, PAST

_MACROS = {
    "np": r"(?P<v>.+)",
    "place": r"(?:the )?(?P<v>[^\s(][^(]*)",
    "name": r"(?P<v>[^\s,]+(?: [^\s,]+){0,2})",
    "num": r"\d{1,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)",
}
_CLASSES = ("illness_word", "medicine", "diet", "appointment")
_KEEPS_TAIL = frozenset(["instruction", "habit", "plan", "event", "goal"])
_DAILY = frozenset("eat drink have go walk run cycle take wake sleep read listen watch cook bake drive commute wear carry buy shop work train swim sing pray nap play write".split())
"""What one does day by day: with "always" it is a habit."""


@dataclass(frozen=True, slots=True)
class Found:
    """A claim to be: what, of what, and where it stands in its clause."""

    topic: str
    start: int
    stop: int
    sub: str = ""
    ends: bool = False
    change: bool = False
    listed: bool = False
    mine: bool = False
    """It is about the speaker, whatever the subject."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A row of frames.toml, ready to use."""

    topic: str
    rest: re.Pattern[str]
    thing: re.Pattern[str] | None
    modes: frozenset[str]
    denied: object
    row: Mapping[str, Any]
    checks: tuple[str, ...]


def _filled(pattern: str) -> str:
    for name, text in _MACROS.items():
        pattern = pattern.replace(f"{{{name}}}", text)
    for name in _CLASSES:
        if f"{{{name}}}" in pattern:
            plural = "s?" if name == "appointment" else ""
            lead = r"(?:[\w'-]+ ){0,3}?" if name == "appointment" else ""
            pattern = pattern.replace(f"{{{name}}}", rf"{lead}(?:{one_of(words(name))}){plural}")
    return pattern


@cache
def frames() -> Mapping[str, tuple[Frame, ...]]:
    """All frames by their verbs; those of any verb under "*"."""
    found: dict[str, list[Frame]] = {}
    for row in data_of("frames")["frame"]:
        named = [name for name in row if name in CHECKS]
        if row.get("isname"):
            named.append("loose_name" if row["isname"] == "loose" else "name")
        thing = re.compile(_filled(row["thing"])) if "thing" in row else None
        frame = Frame(
            row["topic"],
            re.compile(_filled(row["rest"])),
            thing,
            frozenset(row.get("mode", "present perfect doing").split()),
            row.get("denied", False),
            row,
            tuple(named),
        )
        for verb in row["verb"].split():
            found.setdefault(verb, []).append(frame)
    return {verb: tuple(rows) for verb, rows in found.items()}


def claims_of(reading: Reading) -> Iterator[Found]:
    """What a reading claims, each thing under its best topic only."""
    taken: list[tuple[int, int]] = []
    topics: set[str] = set()
    table = frames()
    for frame in (*table.get(reading.verb or "be", ()), *table.get("*", ())):
        if frame.topic in topics:
            continue
        for found in _matched(frame, reading):
            if any(found.start < stop and start < found.stop for start, stop in taken):
                continue
            taken.append((found.start, found.stop))
            topics.add(frame.topic)
            yield found


def _matched(frame: Frame, reading: Reading) -> Iterator[Found]:
    if reading.mode not in frame.modes or not _fits(frame, reading):
        return
    low = reading.low
    at = reading.rest
    while at < len(low) and low[at] == " ":
        at += 1
    match = frame.rest.match(low, at)
    if match is None:
        return
    start, stop = match.span("v")
    if start < 0:
        start = stop = len(low)
    yield from _values(frame, reading, start, stop)


def _fits(frame: Frame, reading: Reading) -> bool:
    row = frame.row
    if row.get("after") and not _follows(reading, row["after"]):
        return False
    if row.get("about") == "user":
        return reading.denied is False
    if frame.thing is not None:
        if not reading.thing or not (reading.owned or row.get("unowned")) or not frame.thing.fullmatch(reading.thing):
            return False
    elif reading.thing:
        return False
    if frame.denied is True and not reading.denied or frame.denied is False and reading.denied:
        return False
    who = row.get("who")
    if who == "user" and (reading.who is None or reading.who.kind != "self"):
        return False
    if who == "other" and (reading.who is None or reading.who.kind == "self"):
        return False
    if row.get("often") is True and not _often(reading):
        return False
    if row.get("often") == "bare" and not (_is_bare_habit(reading)):
        return False
    if row.get("often") == "no" and _often(reading):
        return False
    if "adverb" in row and not reading.adverbs & set(row["adverb"].split()):
        return False
    return _timely(row.get("time"), reading)


def _follows(reading: Reading, after: str) -> bool:
    """Whether a fragment goes on about somebody: "I'm Ann, 34"."""
    last = reading.after
    return last is not None and last.clause.sentence == reading.clause.sentence and last.verb in ("be", "" if after == "any" else "be") and last.who is reading.who and reading.clause.joint in (",", "and")


def _is_bare_habit(reading: Reading) -> bool:
    found = OFTEN.search(reading.low)
    return found is not None and found.start() > 3 and len(reading.low.split()) <= 8


def _often(reading: Reading) -> bool:
    if not reading.low[reading.rest :].strip():
        return False
    if re.match(r"\s*(?:it|them|that|this|so)?\b\s*(?:every|daily|each|most|once|twice|$)", reading.low[reading.rest :]) and not reading.low[reading.rest :].strip().startswith(("every", "daily", "twice", "once")):
        return False
    if OFTEN.search(reading.low):
        return reading.verb not in ("be", "get-no") or reading.mode == "perfect"
    often = reading.adverbs & (small("often") - {"never", "mostly", "sometimes"})
    return bool(often) and reading.verb in _DAILY and reading.mode == "present"


def _timely(time: str | None, reading: Reading) -> bool:
    low = reading.low
    if time == "future":
        return FUTURE.search(low) is not None and not OFTEN.search(low) and not re.search(r"\b(?:yesterday|last|ago|since|every|each|always|usually|often|normally)\b", low)
    if time == "no future":
        return FUTURE.search(low) is None
    return time != "past" or PAST.search(low) is not None


def _values(frame: Frame, reading: Reading, start: int, stop: int) -> Iterator[Found]:
    row, low = frame.row, reading.low
    kind = row.get("value")
    whole = frame.topic in _KEEPS_TAIL
    a, b = trimmed(low[start:stop], light=not whole and not row.get("isname"))
    value_at, value_to = start + a, start + b
    if whole:
        value_at, value_to = start, _vp_end(low, start, stop)
    if frame.topic in ("work", "study", "health", "trait", "pet", "possession"):
        ends = re.search(r"\s+(?:who|that|which|the way)\b", low[value_at:value_to])
        value_to = value_at + ends.start() if ends else value_to
    if row.get("cut") == "head" and not row.get("list"):
        value_to = value_at + _head_end(low[value_at:value_to])
    if "{place}" in row["rest"] and (row.get("proper") or reading.clause.text[value_at : value_at + 1].isupper()):
        value_to = _place_end(reading, value_at, value_to)
    if row.get("isdate"):
        place = re.search(r" (?:in|at|near) (?=[A-ZÀ-Þ])(?!(?:January|February|March|April|May|June|July|August|September|October|November|December))", reading.clause.text[value_at:value_to])
        value_to = value_at + place.start() if place else value_to
    if row.get("isname"):
        value_to = _name_end(reading, value_at, value_to)
    pieces = [(value_at, value_to)]
    if row.get("list") and kind != "denied":
        pieces = [
            (value_at + x + c, value_at + x + d)
            for x, y in parts(low[value_at:value_to])
            for c, d in [trimmed(low[value_at + x : value_at + y], light=True)]
        ]
        if row.get("cut") == "head":
            pieces = [(x, x + _head_end(low[x:y])) for x, y in pieces]
    for number, (x, y) in enumerate(pieces):
        if not _accepted(frame, reading, x, y):
            if number:
                continue
            return
        span = _span(kind, reading, x, y) if number == 0 else (x, y)
        if span[0] < span[1]:
            yield Found(frame.topic, *span, _sub(row, reading), bool(row.get("ends")), bool(row.get("change")), bool(row.get("list")), row.get("about") == "user")


_ASIDE = re.compile(
    r"(?<=\w)\s+(?:(?:after|before|when|while|until|till|as|if|since|where|even|just|but|so|instead|thanks to|except|despite|although|hopefully|sadly|finally|apparently|again|too|as well|though|for the first time|and (?:now|then|also|never|still|so)|with (?:a|an|the|no|zero|my own)\b|to (?:make sure|help|keep|get|avoid)|out of|off)\b)"
)


def _name_end(reading: Reading, start: int, stop: int) -> int:
    """A name ends where capitals do, and only a few words may follow it."""
    found = name_at(reading.clause.text, start)
    if found is None:
        return stop
    follow = reading.low[found.end() :].lstrip()
    if follow and not re.match(r"(?:and|but|from|by|with|on|for|to|here|at|please|if|is|or|because|not|rather|instead|btw|lol|in|,|\(|now|though|when|who|was)(?![\w])|\W", follow):
        return start
    return found.end()


def _head_end(low: str) -> int:
    """The end of a noun with its name: "a tortoise called Governor"."""
    named = re.match(r".*? (?:called|named) \S+", low)
    return named.end() if named else len(head_of(low)) or len(low)


def _place_end(reading: Reading, start: int, stop: int) -> int:
    """A place ends where its capitals do."""
    if reading.lower:
        cut = re.search(r" (?:for|with|and|but|to|after|before|over|as|on|near|by|is|was|at|from|in|of my)\b", reading.low[start:stop])
        return start + cut.start() if cut else stop
    found = None
    for found in re.finditer(r"[A-ZÀ-Þ\u4e00-\u9fff][\w'’.-]*", reading.clause.text[start:stop]):
        pass
    if found is None:
        return stop
    first = re.search(r"[A-ZÀ-Þ\u4e00-\u9fff]", reading.clause.text[start:stop])
    assert first is not None
    run = re.match(r"(?:[A-ZÀ-Þ\u4e00-\u9fff][\w'’.-]*(?:,? (?:of |the |de |la |upon |and the |del |am )?(?=[A-ZÀ-Þ]))?)+", reading.clause.text[start + first.start() : stop])
    return start + first.start() + (run.end() if run else 0)


def _vp_end(low: str, start: int, stop: int) -> int:
    cut = re.search(r"\s+(?:because|cause|cos|so that|which|who|though|although|whereas|and (?:i|my|it|we|he|she|they)\b|lol\b|haha\b|tbh\b|btw\b|ok\b|thanks\b|and (?:that|honestly)\b).*$", low[start:stop])
    end = start + cut.start() if cut else stop
    aside = _ASIDE.search(low, start, end)
    if aside and not OFTEN.search(low, aside.start(), end):
        end = aside.start()
    while end > start and low[end - 1] in " ,.;:!?)\"'":
        end -= 1
    return end


def _accepted(frame: Frame, reading: Reading, start: int, stop: int) -> bool:
    low = reading.low[start:stop]
    it = Candidate(reading, reading.clause.text[start:stop], low)
    row = frame.row
    if not low and row.get("value") not in ("denied", "all", "subject"):
        return False
    head = head_of(low)
    if "is" in row and not any(is_a(head, each) for each in row["is"].split()):
        return False
    if "isnt" in row and any(is_a(head, each) for each in row["isnt"].split()):
        return False
    return all(CHECKS[check](it) for check in frame.checks)


def _span(kind: str | None, reading: Reading, start: int, stop: int) -> tuple[int, int]:
    if kind == "all":
        return reading.at, max(stop, reading.rest)
    if kind == "denied":
        return reading.chain, max(stop, reading.rest)
    if kind == "subject":
        at = reading.low.find(reading.thing)
        return max(at, 0), max(at, 0) + len(reading.thing)
    if kind == "rest":
        return reading.rest + (reading.low[reading.rest : reading.rest + 1] == " "), stop
    if kind == "clause":
        return reading.head, len(reading.low)
    if kind == "thing":
        at = reading.low.find(reading.thing)
        return max(at, 0), len(reading.low)
    if kind == "only":
        at = re.search(r"\b(?:only|mostly|mainly)\b", reading.low)
        return (at.start() if at else start), stop
    if kind == "work":
        lead = re.match(r"(?:at|for|with|as|in|on|from|out of)\s+(?:an?\s+|the\s+)?", reading.low[start:stop])
        return start + (lead.end() if lead else 0), stop
    return start, stop


def _sub(row: Mapping[str, Any], reading: Reading) -> str:
    if row.get("favourite"):
        found = re.search(r"favou?rite (.+)", reading.thing)
        return found[1] if found else ""
    return str(row.get("sub", ""))
