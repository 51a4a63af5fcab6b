"""Findings: what the frames make of a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.providers.rules.chinese.checks import is_coming, is_foreign, is_past
from holdfast.providers.rules.chinese.fitting import passes
from holdfast.providers.rules.chinese.frames import Form, Frame, tried
from holdfast.providers.rules.chinese.lexicon import classes_in, words
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import Scene, called
from holdfast.providers.rules.chinese.subject import OMITTED, YOU
from holdfast.providers.rules.chinese.values import place_run, trimmed


@dataclass(frozen=True, slots=True)
class Finding:
    """Something claimed; `start` and `end` are the places of its value in the message."""

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
        """The words that carry it, as far as they stand in its own clause."""
        return self._cut(self.scene.clause.text)

    @property
    def plain(self) -> str:
        """The same in simplified characters and small letters, as patterns need it."""
        return self._cut(self.scene.clause.plain)

    def _cut(self, written: str) -> str:
        begin = self.scene.clause.start
        return written[max(0, self.start - begin) : self.end - begin]


_ADDRESSED = frozenset(["instruction", "nickname"])
"""What is said to the assistant and still is about the speaker."""

_STATES = frozenset(["work", "study", "home", "possession", "pet", "partner"])
"""What holds for a time: told of the past, it holds no longer."""

_WISHES = frozenset(["diet", "possession", "pet", "home"])
"""What a wish may go on with, and is not so yet."""

_SHORT = 3
"""Fewer signs than this say little without the time before them."""

_WITHIN = frozenset(["origin"])
"""What may be told in passing, within a habit that takes the clause: home every spring."""

_LED_BY_IS = frozenset(["plan", "pet"])
_CLIPPED = frozenset(["work", "study"])
_VERB = re.compile(r"(?:正在|在|那边|这边)?(?:当个?|做|干|任)(?![兵题饭菜梦])")


def framed(scene: Scene, me: str) -> Iterator[Finding]:
    """What the frames find in a clause. Each place claims one thing, by the first frame that fits."""
    taken: list[tuple[int, int]] = []
    inner: list[tuple[int, int]] = []
    signs = signs_of(scene.clause.plain)
    place = scene.clause.start
    for frame, forms in tried(signs):
        if not _applies(frame, scene):
            continue
        for begin, end, sub in _matches(frame, forms, scene):
            start = _clipped(frame, scene, begin, end, taken)
            used = [each for each in taken if start < each[1] and end > each[0]]
            if frame.topic == "habit":
                used = [each for each in used if each not in inner]
            if start >= end - (start > begin) or used:
                continue
            taken.append((start, end))
            if frame.topic in _WITHIN:
                inner.append((start, end))
            about = me if _is_mine(frame, scene) else _bearer(frame, scene, start)
            ends = frame.ends
            if frame.topic in _STATES and (past := is_past(scene, start)) is not None:
                start, ends = past, True
            yield Finding(scene, frame.topic, place + start, place + end, about, sub, ends=ends)
            break


def signs_of(plain: str) -> frozenset[str]:
    """The signs of a clause, and the classes of words that occur in it, as forms need them."""
    return frozenset(plain) | {f"{{{name}}}" for name in classes_in(plain)}


_HUMAN = frozenset(["work", "study", "contact", "goal", "plan"])
"""What is not told of a pet but in play."""

_BORNE = frozenset(["health", "age", "like", "dislike", "work", "study", "diet", "skill", "trait"])
_WITH = re.compile(r"(?:跟|和|同|与|给|对|被|让|为|陪|带|替|比|像|随|叫|把|找|约)着?$")


def _bearer(frame: Frame, scene: Scene, start: int) -> str:
    """Whom it is about: the subject, or somebody of the speaker's who stands right before it."""
    if frame.at != "any" or scene.head.kind != OMITTED or frame.topic not in _BORNE:
        return scene.about
    plain = scene.clause.plain
    for person in scene.people:
        near = person.owned and person.start > 0 and 0 <= start - person.end <= 2
        if near and not _WITH.search(plain[: person.start]):
            return called(person, scene.clause.text)
    return scene.about


_CALL_ME = re.compile(r"[叫喊]我|称呼我|管我|给我[起取]|这么[叫喊]|你也?[叫喊]")


def _is_mine(frame: Frame, scene: Scene) -> bool:
    """Whether it is about the speaker, whoever is the subject."""
    if frame.topic == "pet":
        return scene.head.person is not None and scene.head.person.kind == "pet"
    if frame.topic not in _ADDRESSED:
        return False
    return (
        frame.topic == "instruction"
        or scene.mine
        or _CALL_ME.search(scene.clause.plain) is not None
    )


def _clipped(frame: Frame, scene: Scene, start: int, end: int, taken: list[tuple[int, int]]) -> int:
    """Where a value begins behind words that another frame has taken from its beginning."""
    if frame.topic in _CLIPPED:
        for begin, stop in taken:
            if begin <= start + 1 and start < stop < end:
                match = _VERB.match(scene.clause.plain, stop)
                skips = match and match.end() + 1 < end and not _is_livelihood(match.string, stop)
                start = match.end() if match and skips else stop
    return start


def _is_livelihood(plain: str, place: int) -> bool:
    """Whether the verb belongs to what somebody does: to do business is no position."""
    return any(plain.startswith(word, place) for word in words("livelihood"))


_HEADING = ("：", ":")
"""Before these a trade is what is asked for: 翻译：."""

_DOINGS = frozenset(["pet", "skill", "possession", "health", "study"])
"""What a clause that begins with somebody else tells of them."""

_BIDS = re.compile(r"你|您|别|请|麻烦|记得|不要|不用|帮我|叫我")


def _applies(frame: Frame, scene: Scene) -> bool:
    if frame.topic in _HUMAN and scene.head.person and scene.head.person.kind == "pet":
        return False
    if frame.topic == "work" and scene.clause.sign[:1] in _HEADING:
        return False
    named = frame.topic == "pet" and "叫" in scene.clause.plain
    if frame.topic in _DOINGS and not named and is_foreign(scene):
        return False
    if frame.topic == "instruction" and not scene.mine and not _BIDS.search(scene.clause.plain):
        return False  # what somebody does for the speaker
    if frame.asked:
        return scene.mood in (Mood.REAL, Mood.ASKED)
    if scene.wished and not scene.explicit and frame.topic in _WISHES:
        return False
    if frame.topic in _STATES and is_coming(scene, frame.topic == "home"):
        return False
    if scene.mood is not Mood.REAL or (scene.head.kind == YOU and frame.topic not in _ADDRESSED):
        return False
    if frame.who == "explicit":
        return scene.explicit or not scene.mine
    return frame.who == "any" or scene.mine == (frame.who == "me")


def _matches(frame: Frame, forms: list[Form], scene: Scene) -> Iterator[tuple[int, int, str]]:
    """The places of values that a frame finds in a clause, each with its sub-topic."""
    plain, head = scene.clause.plain, scene.head
    for form in forms:
        match = _match(frame, form.pattern, scene)
        if match is None:
            continue
        start, end = _span(frame, scene, match)
        if start < head.rest < end and match.string is plain:
            start = head.rest
        if form.is_open and frame.check.startswith(("place", "where")):
            end = start + place_run(plain[start:])
            if plain.startswith("的一", end):
                continue  # a firm in a town
        start, end = trimmed(plain, start, end, frame.topic)
        start += frame.topic in _LED_BY_IS and plain.startswith("是", start)
        if start < end and passes(frame.check, plain[start:end], scene):
            yield start, end, match.groupdict().get("sub") or frame.sub


def _match(frame: Frame, pattern: re.Pattern[str], scene: Scene) -> re.Match[str] | None:
    """Where a wording of a frame stands in a clause."""
    plain, head = scene.clause.plain, scene.head
    if frame.at == "any":
        return pattern.search(plain)
    match = pattern.match(plain, head.core if frame.at == "core" else head.rest)
    if match is None and frame.at == "core" and head.rest != head.core:
        return pattern.match(plain, head.rest)
    if match is None and frame.topic == "habit" and head.lead[1] > head.lead[0]:
        return pattern.match(plain[slice(*head.lead)] + plain[head.rest :])
    if match is None and frame.topic == "habit" and head.rest != head.core:
        return pattern.match(plain, head.core)
    return match


_OWN_WORDS = re.compile(r"[我你您说讲]|以后|今后|因为|所以|记得|希望")


def _object(scene: Scene, start: int) -> int:
    """Where an instruction begins: with what it is about, if that stands before its verb."""
    before = scene.clause.plain[scene.head.rest : start]
    return scene.head.rest if 2 <= len(before) <= 10 and not _OWN_WORDS.search(before) else start


def _span(frame: Frame, scene: Scene, match: re.Match[str]) -> tuple[int, int]:
    end = len(scene.clause.plain)
    if frame.whole == "core":
        short = end - scene.head.core < _SHORT and scene.head.rest < scene.head.core
        return scene.head.rest if short else scene.head.core, end
    if frame.whole == "rest":
        ahead = match.string is not scene.clause.plain
        return scene.head.lead[0] if ahead else scene.head.rest, end
    if frame.whole == "match":
        return _object(scene, match.start()), end
    return match.span("v")
