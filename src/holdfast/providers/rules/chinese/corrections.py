"""Corrections: what a message says to be wrong, and what is right instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from holdfast.providers.rules.chinese.finding import Finding
from holdfast.providers.rules.chinese.lexicon import any_of, classes_in, data_of, listed
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import Scene
from holdfast.providers.rules.chinese.spelling import spelled
from holdfast.providers.rules.chinese.values import trimmed

Known = tuple[Finding, str]
"""A finding with its value, which may stand in another message."""

_BARE = frozenset(["family", "friend", "partner"])
"""Topics whose value may be a mere relation, which nothing corrects."""

_HANDLE = re.compile(r"[a-z0-9@_.+\-]{4,}")


@cache
def _instead() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(each) for each in data_of("corrections")["instead"])


@cache
def _now() -> re.Pattern[str]:
    return re.compile(data_of("corrections")["now"])


def is_correction(text: str) -> bool:
    """Whether a message may put something right."""
    plain = spelled(text)
    return "不是" in plain or any_of("corrections", "wrong").search(plain) is not None


def corrected(
    scenes: list[Scene], found: list[Finding], prior: Sequence[Known], text: str
) -> list[Finding]:
    """The findings of a message after what it corrects.

    `prior` are those of messages before it, newest last.
    """
    plain = spelled(text)
    here = [(each, text[each.start : each.end]) for each in found]
    for pattern in _instead():
        match = pattern.search(plain)
        if match is None:
            continue
        said = [each for each in here if each[0].end <= match.end("old")]
        wrong = _meant(match["old"], [*prior, *said])
        if wrong is not None:
            return _replaced(found, wrong, match, scenes, text)
        topic = _topic_of(match["old"])
        if topic and not _POINTING.match(match["now"]) and not _REASON.match(match["now"]):
            return _told_anew(found, topic, match, scenes, text)
        if _HANDLE.fullmatch(match["now"]) and any_of("corrections", "contact").search(plain):
            return _contact(found, match, scenes, text)
    cue = any_of("corrections", "wrong").search(plain)
    return found if cue is None else _after(cue, found, [*prior, *here], scenes, text)


def _topic_of(old: str) -> str:
    """What is put right by the verb that stands in the wrong words: 不是学金融的."""
    rows: dict[str, str] = data_of("corrections")["verbs"]
    for topic, verbs in rows.items():
        if len(old) > 1 and old.startswith(tuple(listed(verbs))):
            return topic
    return ""


_REASON = re.compile(
    r"因为|为了|怕|想|觉得|真|太|很|来|说|不|没|被|让|给|故意|随便|开玩笑|看|听|帮|替"
)
"""What goes on after a denial, and puts nothing in its place."""


def _told_anew(
    found: list[Finding], topic: str, match: re.Match[str], scenes: list[Scene], text: str
) -> list[Finding]:
    """The findings with what is right, where nothing was known of the wrong."""
    start, end = trimmed(match.string, *match.span("now"))
    scene = _scene_at(start, scenes)
    if scene is None or start >= end or scene.mood is not Mood.REAL:
        return found
    lead = _SAME_VERB.match(match.string, start, end)
    start = lead.end() if lead and lead.end() < end else start
    kept = [each for each in found if not (each.start < end and each.end > start)]
    was = text[slice(*match.span("old"))]
    return [*kept, Finding(scene, topic, start, end, scene.about, was=was, corrects=True)]


_SAME_VERB = re.compile(r"(?:学|念|读|做|搞|干|教|当|住在?|在|叫|姓|属(?=.$))")


def _after(
    cue: re.Match[str], found: list[Finding], said: list[Known], scenes: list[Scene], text: str
) -> list[Finding]:
    """The findings, where a word says that something before it is wrong, but not what."""
    told = [each for each in found if each.start >= cue.start()]
    known = [
        (each, value)
        for each, value in said
        if (each not in found or each.end <= cue.start())
        and (each.topic not in _BARE or value != each.sub)
    ]
    for old, value in reversed(known):
        if any(_is_alike(new, old) for new in told):
            return [
                replace(each, was=value, corrects=True) if _is_alike(each, old) else each
                for each in found
                if each is not old
            ]
    for old, value in reversed(known):
        theirs = [new for new in told if new.topic == old.topic and not new.scene.explicit]
        if theirs and theirs[0].scene.mine and old not in found:
            new = replace(theirs[0], about=old.about, was=value, corrects=True)
            return [new if each is theirs[0] else each for each in found]
    plain = spelled(text)
    if not known or (known[-1][0] in found and cue.start() - known[-1][0].end > _NEAR):
        return found
    at_once = _now().match(plain, cue.start())
    for now in [*([at_once] if at_once else []), *_now().finditer(plain, cue.end())]:
        if now.start() - cue.end() > _SOON:
            break
        if _fits(*known[-1], now["now"]):
            return _replaced(found, known[-1], now, scenes, text)
    return found


_NEAR = 30
"""How far before that word the wrong one stands, at most."""

_SOON = 12
"""How many signs behind the word that something is wrong the right one follows."""

_FOOD = 5
"""So many signs at most name what somebody is allergic to."""

_POINTING = re.compile(r"[我你他她它这那]")
_NUMBERED = re.compile(r"[0-9一二三四五六七八九十廿]")


def _fits(finding: Finding, was: str, value: str) -> bool:
    """Whether a value can take the place of another: a day for a day, never a mere pronoun."""
    if _POINTING.match(value):
        return False
    if finding.topic == "plan":
        return False  # another time for it, which says nothing of what is planned
    if (
        finding.topic == "health"
        and ("过敏" not in was or len(value) > _FOOD)
        and not classes_in(value) & {"illness", "medicine"}
    ):
        return "过敏" in value
    if finding.topic == "study":
        return bool(classes_in(value) & {"school", "grade", "subject", "language"})
    return finding.topic not in ("birthday", "age") or _NUMBERED.search(value) is not None


_WHOLE_DATE = re.compile(
    r"[，,、 ]+(?P<date>[^，,。]{0,3}[0-9一二三四五六七八九十冬腊正]+月[^，,。]{1,6})"
)


def _fuller(match: re.Match[str]) -> tuple[int, int]:
    """The place of the right value; of a day that is told twice, where its month is told."""
    again = _WHOLE_DATE.match(match.string, match.end("now"))
    if again and re.fullmatch(r"[^月]*[号日]", match["now"]):
        return again.span("date")
    return match.span("now")


def _is_alike(one: Finding, other: Finding) -> bool:
    return one.topic == other.topic and one.about == other.about


def _meant(old: str, known: Sequence[Known]) -> Known | None:
    """The finding that says what is said to be wrong, the newest first."""
    for finding, value in reversed(known):
        plain = spelled(value)
        alike = len(old) >= 2 and len(set(old) & set(plain)) * 2 >= len(set(old))
        if old in plain or plain in old or alike:
            return finding, value
    return None


def _replaced(
    found: list[Finding], wrong: Known, match: re.Match[str], scenes: list[Scene], text: str
) -> list[Finding]:
    """The findings with the right value in place of the wrong one."""
    start, end = trimmed(match.string, *_fuller(match))
    scene = _scene_at(start, scenes)
    if scene is None or start >= end:
        return found
    finding, value = wrong
    old = match.groupdict().get("old") or ""
    kept = [
        each
        for each in found
        if each is not finding
        and not (each.start < end and each.end > start)
        and not (old and each.start >= match.start() and old in match.string[each.start : each.end])
    ]
    if finding.topic == "birthday" and match.string[start:end].endswith("岁"):
        finding = replace(finding, topic="age")
    was = text[slice(*match.span("old"))] if old and finding in found else value
    return [*kept, replace(finding, scene=scene, start=start, end=end, was=was, corrects=True)]


def _contact(
    found: list[Finding], match: re.Match[str], scenes: list[Scene], text: str
) -> list[Finding]:
    """The findings with a number or an address put right that was not told here."""
    scene = _scene_at(match.start("now"), scenes)
    if scene is None:
        return found
    was = text[slice(*match.span("old"))]
    right = Finding(scene, "contact", *match.span("now"), scene.about, was=was, corrects=True)
    return [*(each for each in found if each.topic != "contact"), right]


def _scene_at(place: int, scenes: list[Scene]) -> Scene | None:
    for scene in scenes:
        if scene.clause.start <= place <= scene.clause.start + len(scene.clause.text):
            return scene
    return None
