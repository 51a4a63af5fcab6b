"""Frames: what a clause that was read claims, by the patterns of frames.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from holdfast.providers.rules.english.checks import CHECKS
from holdfast.providers.rules.english.lexicon import data_of, one_of, pattern, small, words
from holdfast.providers.rules.english.reading import Reading, kinds_in

_CLASSES = ("subject", "illness_word", "medicine", "diet", "appointment", "language", "body")
_MODES = "present perfect doing"
_THIS_YEAR = re.compile(r"this (?:year|month)|\bsoon\b")
_FIGURE = re.compile(r"\d")
_HABIT_WORDS = 8
_SHORT = 6


@dataclass(frozen=True, slots=True)
class Frame:
    """A row of frames.toml, ready to use."""

    topic: str
    rest: re.Pattern[str]
    thing: re.Pattern[str] | None
    modes: frozenset[str]
    checks: tuple[str, ...]
    kinds: frozenset[str]
    """Of one of these classes the value must be; of any if empty."""
    row: Mapping[str, Any]


@cache
def frames() -> Mapping[str, tuple[Frame, ...]]:
    """All frames by their verbs; those of any verb under "*"."""
    found: dict[str, list[Frame]] = {}
    for row in data_of("frames")["frame"]:
        frame = _frame(row)
        for verb in row["verb"].split():
            found.setdefault(verb, []).append(frame)
    return {verb: tuple(rows) for verb, rows in found.items()}


def _frame(row: Mapping[str, Any]) -> Frame:
    checks = [name for name in row if name in CHECKS]
    if row.get("isname"):
        checks.append("loose_name" if row["isname"] == "loose" else "name")
    return Frame(
        row["topic"],
        re.compile(_filled(row["rest"])),
        re.compile(_filled(row["thing"])) if "thing" in row else None,
        frozenset(row.get("mode", _MODES).split()),
        tuple(checks),
        frozenset(row.get("is", "").split()),
        row,
    )


@cache
def _slots() -> dict[str, str]:
    """What the names in braces stand for."""
    found = {
        "{np}": r"(?P<v>.+)",
        "{place}": r"(?:the )?(?P<v>[^\s(][^(]*)",
        "{name}": r"(?P<v>[^\s,]+(?: [^\s,]+){0,2})",
        "{num}": pattern("number").pattern,
    }
    for name in _CLASSES:
        found[f"{{{name}}}"] = f"(?:{one_of(words(name))})"
    found["{illness_noun}"] = f"(?:{one_of(words('illness') - words('illness_vague'))})"
    found["{appointment}"] = rf"(?:[\w'-]+ ){{0,3}}?{found['{appointment}']}s?"
    return found


def _filled(written: str) -> str:
    for name, text in _slots().items():
        written = written.replace(name, text)
    return written


@lru_cache(maxsize=4096)
def _candidates(verb: str, mode: str, thing: bool, denied: bool) -> tuple[Frame, ...]:
    """The frames of a verb that a reading which stands so may fit, in their order."""
    table = frames()
    return tuple(
        frame
        for frame in (*table.get(verb, ()), *table.get("*", ()))
        if mode in frame.modes and _may_stand(frame, thing, denied)
    )


def _may_stand(frame: Frame, thing: bool, denied: bool) -> bool:
    if _is_about_user(frame):
        return not denied
    told = frame.row.get("denied")
    return (told == "any" or denied is bool(told)) and thing is (frame.thing is not None)


def _is_about_user(frame: Frame) -> bool:
    return frame.row.get("about") == "user" and "of" not in frame.row


def matches(reading: Reading) -> Iterator[tuple[Frame, int, int]]:
    """The frames that fit a reading, with the place of the value in its clause."""
    low, at = reading.low, reading.rest
    while at < len(low) and low[at] == " ":
        at += 1
    known = reading.verb if reading.verb in frames() else "" if reading.verb else "be"
    kinds = kinds_in(low)
    for frame in _candidates(known, reading.mode, bool(reading.thing), reading.denied):
        if frame.kinds and frame.kinds.isdisjoint(kinds):
            continue
        match = frame.rest.match(low, at)
        if match is not None and not _is_old(frame, reading) and _fits(frame, reading):
            start, stop = match.span("v")
            yield (frame, start, stop) if start >= 0 else (frame, len(low), len(low))


def _is_old(frame: Frame, reading: Reading) -> bool:
    """What one has been doing is no plan."""
    return frame.topic == "plan" and reading.mode == "doing" and "been" in reading.adverbs


def _fits(frame: Frame, reading: Reading) -> bool:
    """Whether a frame is about such a subject, at such a time."""
    row = frame.row
    if row.get("after") and not _goes_on(reading, row["after"]):
        return False
    if _is_about_user(frame):
        return True
    if not _has_subject(frame, reading):
        return False
    if row.get("elided") and not (reading.elided and reading.after is None):
        return False
    if row.get("leisure") and not pattern("leisure").search(reading.low):
        return False
    if row.get("passive") and reading.at <= reading.chain:
        return False
    if "adverb" in row and not reading.adverbs & set(row["adverb"].split()):
        return False
    return _is_habit(row.get("often"), reading) and _is_timely(row.get("time"), reading)


def _has_subject(frame: Frame, reading: Reading) -> bool:
    who, of = frame.row.get("who"), frame.row.get("of")
    if of is not None and (reading.who is None or reading.who.kind != of):
        return False
    if who is not None and reading.mine is not (who == "user"):
        return False
    if frame.thing is None or not reading.thing:
        return frame.thing is None and not reading.thing
    known = reading.owned or frame.row.get("unowned")
    return bool(known) and frame.thing.fullmatch(reading.thing) is not None


def _goes_on(reading: Reading, after: str) -> bool:
    """Whether a fragment goes on about somebody: "I'm Ann, 34"."""
    last = reading.after
    if reading.clause.joint == ":" and reading.who is not None and not reading.mine:
        return True
    if reading.clause.joint == ":" and last is not None and last.low in small("intros"):
        return True
    if last is None or not reading.follows(last) or last.who is not reading.who:
        return False
    short = len(last.behind.split()) <= _SHORT
    bare = after == "any" and not last.verb and len(last.low.split()) <= _SHORT
    bare = (
        bare
        and last.low not in small("openers")
        and not (_FIGURE.search(last.low) and _FIGURE.search(reading.low))
    )
    told = (last.verb == "be" and short and last.who is not None) or bare
    return told and reading.clause.joint in (",", "and")


def _is_habit(often: object, reading: Reading) -> bool:
    if often is None:
        return True
    if often == "at":  # I'm up at six every day
        return pattern("often").search(reading.low) is not None
    if often == "bare":
        found = pattern("often").search(reading.low)
        short = len(reading.low.split()) <= _HABIT_WORDS
        return (
            found is not None
            and found.start() > 3
            and short
            and not pattern("no_habit").search(reading.low)
        )
    return _is_often(reading) is (often is True)


def _is_often(reading: Reading) -> bool:
    """Whether something is done again and again, and it says what."""
    if pattern("said_before").match(reading.behind) or reading.verb in small("no_habit"):
        return False
    if pattern("often").search(reading.low):
        return reading.verb != "be" or reading.mode == "perfect"
    often = reading.adverbs & (small("often") - {"never", "mostly", "sometimes"})
    return bool(often) and reading.verb in small("daily") and reading.mode == "present"


def _is_timely(time: str | None, reading: Reading) -> bool:
    low = reading.low
    if time == "future":
        ahead = pattern("future").search(low) is not None and not pattern("often").search(low)
        told = low[: reading.head] + low[reading.at :]  # "my friend since school" is no time
        return ahead and not pattern("not_ahead").search(told)
    if time == "no future":
        return pattern("future").search(_THIS_YEAR.sub("", low)) is None
    return time != "past" or pattern("past").search(low) is not None
