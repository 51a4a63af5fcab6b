"""Corrections: what a message says to be wrong, and what is right instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from holdfast.providers.rules.chinese.finding import Finding
from holdfast.providers.rules.chinese.scene import Scene
from holdfast.providers.rules.chinese.spelling import spelled
from holdfast.providers.rules.chinese.values import trimmed

_WRONG = re.compile(
    r"不对|[打说写记搞弄给听发]错了?|口误|手滑|手误|更正|纠正|哦不|啊不|呃不|哎不是|噢不|诶不|等等|识别|严格说|准确说|改了|改成|改到|改为|推迟到|提前到|延到|换成|换到|改去|应该是|不是了|没有?啦|早不|重新测|更新"
)
_X, _Y = r"(?P<old>[^，,。；;！!\s]{1,12}?)", r"(?P<now>[^，,。；;！!啊啦呀哦]{1,14})"
_INSTEAD = (
    re.compile(
        rf"不是(?:在|叫)?{_X}(?:啊|啦|了|呀|大哥|喔)?[，,。 ]*(?:而)?(?:我手滑，)?(?:应该)?(?:我|他|她)?(?:其实)?(?:是|爱的是|叫)(?:在|叫)?{_Y}"
    ),
    re.compile(
        r"(?:是|叫|在)(?:在)?(?P<now>[^，,。；;！!啊啦呀哦是]{1,14}?)[，, ]*(?:而)?不是(?:在|叫)?(?P<old>[^，,。；;！!\s]{1,12})"
    ),
)
_BARE = frozenset(["family", "friend", "partner"])
"""Topics whose value may be a mere relation, which nothing corrects."""

_HANDLE = re.compile(r"[a-z0-9@_.+\-]{4,}")
_CONTACT = re.compile(r"微信|电话|手机|邮箱|qq|号|账号|wechat|line|mail")
_NOW = re.compile(
    r"(?:现在|应该|其实|准确说|严格说|实际)?(?:改成了?|改到了?|改为|推迟到了?|提前到了?|延到|换成了?|换到了?|是在|现在在|应该是|其实是|说是|是|吃的是|叫|在|改)(?P<now>[^，,。；;！!？?]{1,14})"
)


def is_correction(text: str) -> bool:
    """Whether a message may put something right."""
    plain = spelled(text)
    return _WRONG.search(plain) is not None or "不是" in plain


def corrected(
    scenes: list[Scene], found: list[Finding], prior: Sequence[tuple[Finding, str]], text: str
) -> list[Finding]:
    """The findings of a message after what it corrects.

    `prior` are those of messages before it, each with its value, newest last.
    """
    plain = spelled(text)
    here = [(each, text[each.start : each.end]) for each in found]
    for pattern in _INSTEAD:
        match = pattern.search(plain)
        if match:
            wrong = _meant(
                match["old"], [*prior, *[each for each in here if each[0].end <= match.end("old")]]
            )
            if wrong is not None:
                return _replaced(
                    found, wrong, match.span("now"), scenes, text, match["old"], match.start()
                )
            if _HANDLE.fullmatch(match["now"]) and _CONTACT.search(plain):
                scene = next(
                    (
                        each
                        for each in scenes
                        if each.clause.start
                        <= match.start("now")
                        <= each.clause.start + len(each.clause.text)
                    ),
                    None,
                )
                if scene is not None:
                    new = Finding(
                        scene,
                        "contact",
                        *match.span("now"),
                        scene.about,
                        was=text[slice(*match.span("old"))],
                        corrects=True,
                    )
                    return [each for each in found if each.topic != "contact"] + [new]
    cue = _WRONG.search(plain)
    if cue is None:
        return found
    known = [each for each in [*prior, *here] if each in prior or each[0].end <= cue.start()]
    known = [each for each in known if each[0].topic not in _BARE or each[1] != each[0].sub]
    told = [each for each in found if each.start >= cue.start()]
    same = next(
        (
            old
            for old in reversed(known)
            for new in told
            if new.topic == old[0].topic and new.about == old[0].about
        ),
        None,
    )
    if same is not None:
        return [
            replace(each, was=same[1], corrects=True)
            if each in told and each.topic == same[0].topic and each.about == same[0].about
            else each
            for each in found
            if each is not same[0]
        ]
    now = _NOW.search(plain, cue.end()) or _NOW.search(plain, cue.start())
    if now is None or not known:
        return found
    return _replaced(found, known[-1], now.span("now"), scenes, text, "", cue.start())


def _meant(old: str, known: Sequence[tuple[Finding, str]]) -> tuple[Finding, str] | None:
    """The finding that says what is said to be wrong, the newest first."""
    for finding, value in reversed(known):
        plain = spelled(value)
        if (
            old in plain
            or plain in old
            or (len(old) >= 2 and len(set(old) & set(plain)) * 2 >= len(set(old)))
        ):
            return finding, value
    return None


def _replaced(
    found: list[Finding],
    wrong: tuple[Finding, str],
    now: tuple[int, int],
    scenes: list[Scene],
    text: str,
    old: str,
    since: int,
) -> list[Finding]:
    """The findings with the right value in place of the wrong one."""
    start, end = trimmed(spelled(text), *now)
    scene = next(
        (
            each
            for each in scenes
            if each.clause.start <= start <= each.clause.start + len(each.clause.text)
        ),
        None,
    )
    if scene is None or start >= end:
        return found
    finding, value = wrong
    right = replace(
        finding,
        scene=scene,
        start=start,
        end=end,
        was=text[old and text.find(old) : text.find(old) + len(old)]
        if old and old in text
        else value,
        corrects=True,
    )
    kept = [
        each
        for each in found
        if each is not finding
        and not (each.start < end and each.end > start)
        and not (old and each.start >= since and old in spelled(text[each.start : each.end]))
    ]
    return [*kept, right]
