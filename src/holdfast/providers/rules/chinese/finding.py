"""Findings: what the frames make of the clauses of a message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.providers.rules.chinese.checks import CHECKS
from holdfast.providers.rules.chinese.frames import Frame, frames
from holdfast.providers.rules.chinese.lexicon import classes_in
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import Scene, called
from holdfast.providers.rules.chinese.subject import YOU
from holdfast.providers.rules.chinese.values import place_run, trimmed
from holdfast.text.chinese import tag


@dataclass(slots=True)
class Finding:
    """Something claimed in a clause; `start` and `end` are places in the clause."""

    scene: Scene
    topic: str
    start: int
    end: int
    about: str
    sub: str = ""
    was: str = ""
    corrects: bool = False
    ends: bool = False

    @property
    def value(self) -> str:
        return self.scene.clause.text[self.start : self.end]


def findings(scenes: list[Scene], me: str) -> list[Finding]:
    """What is claimed in a message, clause by clause; each place claims one thing."""
    found: list[Finding] = []
    seen: set[tuple[str, str, str]] = set()
    for scene in scenes:
        for each in [*_framed(scene), *_mentions(scene, me)]:
            key = (each.about, each.topic, each.value)
            if key not in seen and not _known(each, found):
                seen.add(key)
                found.append(each)
    return found


def _known(one: Finding, found: list[Finding]) -> bool:
    """Whether a person of this relation was told of before."""
    return one.topic in ("family", "friend", "partner") and any(
        one.topic == other.topic and one.about == other.about and (one.sub == other.sub != "" or one.value in other.value)
        for other in found
    )


def _framed(scene: Scene) -> Iterator[Finding]:
    taken: list[tuple[int, int]] = []
    present = classes_in(scene.clause.plain)
    for frame in frames():
        if not _applies(frame, scene):
            continue
        for start, end in _matches(frame, scene, present):
            if any(start < stop and end > begin for begin, stop in taken):
                continue
            taken.append((start, end))
            yield Finding(scene, frame.topic, start, end, scene.about, frame.sub)
            break


def _applies(frame: Frame, scene: Scene) -> bool:
    if frame.asked:
        return scene.mood in (Mood.REAL, Mood.ASKED)
    if scene.mood is not Mood.REAL or scene.head.kind == YOU and frame.topic not in ("nickname",):
        return False
    if frame.who == "explicit":
        return scene.explicit
    return frame.who == "any" or scene.mine == (frame.who == "me")


def _matches(frame: Frame, scene: Scene, present: frozenset[str]) -> Iterator[tuple[int, int]]:
    """The places of values that a frame finds in a clause."""
    plain = scene.clause.plain
    for form in frame.forms:
        if form.needs and not form.needs & present:
            continue
        pattern = form.pattern
        if frame.at == "any":
            match = pattern.search(plain, 0)
        else:
            match = pattern.match(plain, scene.head.core if frame.at == "core" else scene.head.rest)
            if match is None and frame.at == "core" and scene.head.rest != scene.head.core:
                match = pattern.match(plain, scene.head.rest)
        if match is None:
            continue
        start, end = _span(frame, scene, match.span("v") if "v" in pattern.groupindex else match.span())
        if form.is_open and frame.check.startswith("place"):
            end = start + place_run(tag(plain[start:]))
        start, end = trimmed(plain, start, end)
        if start < end and CHECKS[frame.check](plain[start:end], scene):
            yield start, end


def _span(frame: Frame, scene: Scene, span: tuple[int, int]) -> tuple[int, int]:
    end = len(scene.clause.plain)
    if frame.whole == "core":
        return scene.head.core, end
    if frame.whole in ("rest", "clause"):
        return scene.head.rest, end
    return span


def _mentions(scene: Scene, me: str) -> Iterator[Finding]:
    """The people who are brought up as somebody's own."""
    if scene.mood not in (Mood.REAL, Mood.TOLD):
        return
    for person in scene.people:
        named = person.name[1] > person.name[0]
        if not (person.mention or named and (person.topic != "friend" or person.owned)):
            continue
        if person.of:
            continue
        relation = scene.clause.text[slice(*person.relation)]
        yield Finding(scene, person.topic, person.relation[0], max(person.relation[1], person.name[1]), me, relation)


__all__ = ["Finding", "called", "findings"]
