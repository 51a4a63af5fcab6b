"""Findings: what the frames make of the clauses of a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from holdfast.providers.rules.chinese.checks import passes
from holdfast.providers.rules.chinese.frames import Frame, frames
from holdfast.providers.rules.chinese.lexicon import classes_in
from holdfast.providers.rules.chinese.mentions import mentions
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import NOBODY, Scene
from holdfast.providers.rules.chinese.subject import YOU
from holdfast.providers.rules.chinese.values import place_run, trimmed
from holdfast.text.chinese import tag


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


_ADDRESSED = frozenset(["instruction", "nickname"])
"""What is said to the assistant and still is about the speaker."""

_JOINED = frozenset(["study", "work", "diet", "partner"])
"""Topics of which one thing is often told in several clauses."""

_CLIPPED = frozenset(["work", "study"])
_VERB = re.compile(r"(?:正在|在|那边|这边)?(?:当个?|做|干|任)(?![兵题饭菜梦])")


def findings(scenes: list[Scene], me: str) -> list[Finding]:
    """What is claimed in a message, clause by clause; each place claims one thing."""
    found: list[Finding] = []
    for scene in scenes:
        new = [*_framed(scene, me), *_mentioned(scene, me)]
        for each in new:
            if scene.doubtful and each.topic in _DOUBTFUL:
                continue
            if each.about != NOBODY and not _is_known(each, found):
                found.append(each)
    return _joined(_dropped(_renamed(_named_pets(found, scenes))))


_PET_NAME = re.compile(r"(?:它|他|她)?(?:一?[只条头])?(?:名字)?(?:叫|是只|是条|名叫)[^，]{1,16}")


def _named_pets(found: list[Finding], scenes: list[Scene]) -> list[Finding]:
    """Pets with what the clause behind them calls them."""
    for place, each in enumerate(found):
        number = next((i for i, scene in enumerate(scenes) if scene is each.scene), len(scenes))
        if each.topic == "pet" and number + 1 < len(scenes):
            clause = scenes[number + 1].clause
            if clause.start - each.end <= 3 and (match := _PET_NAME.fullmatch(clause.plain)):
                end = clause.start + match.end()
                for more in scenes[number + 2 :]:
                    if more.clause.start - end > 2 or not _PET_NAME.fullmatch(more.clause.plain):
                        break
                    end = more.clause.start + len(more.clause.plain)
                found[place] = replace(each, end=end)
                found = [
                    one
                    for one in found
                    if one.scene is not scenes[number + 1] or one.topic not in ("pet", "name")
                ]
    return found


def _renamed(found: list[Finding]) -> list[Finding]:
    """Somebody whose name is told later is called by it throughout, and introduced by it."""
    for name in [
        each for each in found if each.topic == "name" and each.sub == "" and not each.scene.mine
    ]:
        found.remove(name)
        value = _value(name)
        if value.startswith("姓"):
            continue
        for place, each in enumerate(found):
            if each.topic in ("family", "friend", "partner", "pet") and each.sub == name.about:
                found[place] = replace(each, scene=name.scene, start=name.start, end=name.end)
            elif each.about == name.about:
                found[place] = replace(each, about=value)
    return found


def _dropped(found: list[Finding]) -> list[Finding]:
    """Without instructions that only say once more what to call somebody."""
    if not any(each.topic == "nickname" for each in found):
        return found
    return [each for each in found if each.topic != "instruction" or not _CALL.search(_value(each))]


_CALL = re.compile(r"(?:叫|喊|称呼)我|这么[叫喊]")


def _mentioned(scene: Scene, me: str) -> Iterator[Finding]:
    for topic, sub, start, end in mentions(scene):
        place = scene.clause.start
        yield Finding(scene, topic, place + start, place + end, me, sub)


_ONCE = frozenset(["origin", "age", "gender", "name", "birthday"])
"""Topics of which a message tells one value of somebody."""

_DOUBTFUL = frozenset(["age", "study", "health", "name", "nickname", "gender", "birthday"])


def _is_known(one: Finding, found: list[Finding]) -> bool:
    """Whether the same, or a person of this relation, was told of before."""
    for other in found:
        if one.topic == other.topic and one.about == other.about:
            if one.topic in _ONCE and _value(one).endswith("族") == _value(other).endswith("族"):
                return True
            value, known = _value(one), _value(other)
            if value == known or (
                one.sub
                and one.sub == other.sub
                and one.topic in ("family", "friend", "partner", "pet")
            ):
                return True
            if one.topic in ("family", "friend", "partner") and value in known:
                return True
    return False


def _value(found: Finding) -> str:
    clause = found.scene.clause
    return clause.text[max(0, found.start - clause.start) : found.end - clause.start]


def _joined(found: list[Finding]) -> list[Finding]:
    """Findings of one topic in clauses that follow each other, as one."""
    kept: list[Finding] = []
    for one in found:
        last = next((each for each in reversed(kept) if each.topic == one.topic), None)
        if (
            last is not None
            and one.topic in _JOINED
            and last.about == one.about
            and _adjoin(last, one)
        ):
            kept[kept.index(last)] = replace(
                last, end=one.end, sub=last.sub if last.sub == one.sub else ""
            )
        else:
            kept.append(one)
    return kept


def _adjoin(last: Finding, one: Finding) -> bool:
    before, behind = last.scene.clause, one.scene.clause
    if (
        before is behind
        or behind.sentence != before.sentence
        or one.start - last.end > 8
        or one.start <= last.end
    ):
        return False
    return behind.start - before.start - len(before.text) <= 2


def _framed(scene: Scene, me: str) -> Iterator[Finding]:
    taken: list[tuple[int, int]] = []
    present = classes_in(scene.clause.plain)
    place = scene.clause.start
    for frame in frames():
        if not _applies(frame, scene):
            continue
        for start, end in _matches(frame, scene, present):
            start = _clipped(frame, scene, start, end, taken)
            if start >= end or any(start < stop and end > begin for begin, stop in taken):
                continue
            taken.append((start, end))
            about = me if _is_mine(frame, scene) else scene.about
            yield Finding(
                scene, frame.topic, place + start, place + end, about, frame.sub, ends=frame.ends
            )
            break


_CALL_ME = re.compile(r"[叫喊]我|称呼我|管我|这么[叫喊]|你也?[叫喊]")


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
                start = match.end() if match and match.end() < end else stop
    return start


def _applies(frame: Frame, scene: Scene) -> bool:
    if frame.asked:
        return scene.mood in (Mood.REAL, Mood.ASKED)
    if scene.mood is not Mood.REAL or (scene.head.kind == YOU and frame.topic not in _ADDRESSED):
        return False
    if frame.who == "explicit":
        return scene.explicit or not scene.mine
    return frame.who == "any" or scene.mine == (frame.who == "me")


def _matches(frame: Frame, scene: Scene, present: frozenset[str]) -> Iterator[tuple[int, int]]:
    """The places of values that a frame finds in a clause."""
    plain, head = scene.clause.plain, scene.head
    for form in frame.forms:
        if form.needs and not form.needs & present:
            continue
        pattern = form.pattern
        if frame.at == "any":
            match = pattern.search(plain)
        else:
            match = pattern.match(plain, head.core if frame.at == "core" else head.rest)
            if match is None and frame.at == "core" and head.rest != head.core:
                match = pattern.match(plain, head.rest)
        if match is None:
            continue
        start, end = _span(frame, scene, match)
        if start < head.rest < end:
            start = head.rest
        if form.is_open and frame.check.startswith(("place", "where")):
            end = start + place_run(tag(plain[start:]))
        start, end = trimmed(plain, start, end, frame.topic)
        if start < end and passes(frame.check, plain[start:end], scene):
            yield start, end


def _span(frame: Frame, scene: Scene, match: re.Match[str]) -> tuple[int, int]:
    end = len(scene.clause.plain)
    if frame.whole == "core":
        return scene.head.core, end
    if frame.whole == "rest":
        return scene.head.rest, end
    if frame.whole == "match":
        return match.start(), end
    return match.span("v")
