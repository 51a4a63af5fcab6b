"""Stretch: what was said, in the parts in which a model reads it, and as it is shown them.

People's lines have numbers, so that a claim can name them. The assistant's have none, nor have those
that were read before: they help to understand and can be the source of nothing. What tools and
documents say is not shown at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holdfast.ports.extractor import Said
from holdfast.providers.by_model.own_words import own_words
from holdfast.providers.by_model.prompting import one_line

MOST_PARTS = 3
"""A model is asked so often about a stretch, however long it is."""
PART_CHARS = 12_000
"""How much a model reads at once."""
_BEFORE_CHARS = 1_500
_BEFORE_LINES = 6
_LONGEST_ANSWER = 300
"""How much is shown of what the assistant says."""
_LONGEST_NAME = 40
_AROUND = 32
"""The number, the date and the name before a line."""
_ASSISTANT = "assistant"
_NO_NAME = str.maketrans(dict.fromkeys("[]():：\n", " "))


class Heard(NamedTuple):
    """A line as a model is shown it. `text` are a person's own words."""

    said: Said
    text: str

    @property
    def is_source(self) -> bool:
        """Whether a claim may come from it."""
        return bool(self.text) and not self.said.known and is_person(self.said)


class Part(NamedTuple):
    """What a model reads at once: lines to learn from, and some before them to understand them by."""

    before: tuple[Heard, ...]
    lines: tuple[Heard, ...]

    @property
    def sources(self) -> tuple[Heard, ...]:
        """The lines that claims may come from, in the order of their numbers."""
        return tuple(line for line in self.lines if line.is_source)


class Stretch(NamedTuple):
    """The parts of what was said, oldest first, and the lines that are too much for a model."""

    parts: tuple[Part, ...]
    left: tuple[Said, ...]


def is_person(said: Said) -> bool:
    """Whether somebody speaks whose word counts: not the assistant, not a tool or a document."""
    return said.me not in ("", _ASSISTANT)


def stretch_of(said: Sequence[Said]) -> Stretch:
    """What was said in at most so many parts, the newest lines first; the oldest may be left.

    A line that is longer than a part is left too: nobody tells that much of himself at once.
    """
    long = {each.id for each in said if is_person(each) and len(each.text) > PART_CHARS}
    heard = [_heard(each) for each in said if each.id not in long]
    shown = [line for line in heard if line.text]
    places = _places(shown)
    parts = [
        Part(_before(shown[:start]), tuple(shown[start:stop]))
        for start, stop in places
        if any(line.is_source for line in shown[start:stop])
    ]
    first = places[0][0] if places else 0
    early = {line.said.id for line in shown[:first]}
    left = (each for each in said if each.id in long or each.id in early)
    return Stretch(tuple(parts), tuple(each for each in left if not each.known and is_person(each)))


def transcript(part: Part) -> str:
    """The lines of a part, each on one line whatever it holds: none can pose as another."""
    shown = [f"[-] {_shown(line)}" for line in part.before]
    number = 0
    for line in part.lines:
        number += line.is_source
        shown.append(f"[{number if line.is_source else '-'}] {_shown(line)}")
    return "\n".join(shown)


def _heard(said: Said) -> Heard:
    if is_person(said):
        return Heard(said, one_line(own_words(said.text)).strip(" …"))
    if said.me != _ASSISTANT:
        return Heard(said, "")
    text = one_line(said.text[: _LONGEST_ANSWER * 2])
    return Heard(said, text if len(text) <= _LONGEST_ANSWER else f"{text[:_LONGEST_ANSWER]}…")


def _places(lines: Sequence[Heard]) -> list[tuple[int, int]]:
    """Where the parts begin and end, filled from the last one."""
    places: list[tuple[int, int]] = []
    stop = start = len(lines)
    room = PART_CHARS
    while start and len(places) < MOST_PARTS:
        size = len(lines[start - 1].text) + _AROUND
        if size > room and start < stop:
            places.insert(0, (start, stop))
            stop, room = start, PART_CHARS
            continue
        start, room = start - 1, room - size
    if start < stop and len(places) < MOST_PARTS:
        places.insert(0, (start, stop))
    return places


def _before(lines: Sequence[Heard]) -> tuple[Heard, ...]:
    """The last of some lines, as far as they are short."""
    taken: list[Heard] = []
    room = _BEFORE_CHARS
    for line in reversed(lines[-_BEFORE_LINES:]):
        room -= len(line.text)
        if room < 0:
            break
        taken.insert(0, line)
    return tuple(taken)


def _shown(line: Heard) -> str:
    who = one_line(line.said.me.translate(_NO_NAME))[:_LONGEST_NAME]
    return f"({line.said.said_at:%Y-%m-%d %a %H:%M}) {who}: {line.text}"
