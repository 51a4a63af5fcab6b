"""Two short conversations, and those who summarise and review them without a model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from holdfast.ports.reviewer import Action, Change, Review, Reviewer
from holdfast.ports.summariser import Line, Summariser, Summary

SAID_AT = datetime(2026, 5, 1, 14, 30, tzinfo=UTC)
"""A Friday."""


def spoken(*texts: str) -> list[Line]:
    """Lines from "Name: what was said", with ids a, b, c and so on."""
    lines = []
    for at, text in enumerate(texts):
        voice, _, said = text.partition(": ")
        lines.append(
            Line(id="abcdefghij"[at], text=said, voice=voice, role="user", said_at=SAID_AT)
        )
    return lines


ENGLISH = spoken(
    "Mei: I moved to Hangzhou in March.",
    "Tom: My sister Lily has two cats.",
    "Mei: See you tomorrow at 7pm, dinner is 1,200 yuan.",
)
CHINESE = spoken(
    "王小明: 我三月搬到了杭州。",
    "韩梅梅: 我妹妹李华养了两只猫。",
    "王小明: 明天晚上七点见，一共三万块。",
)
MEMO = spoken(
    "Mei: Mei lives in Beijing.",
    "Mei: Mei likes jasmine tea.",
    "Tom: Mei likes jasmine tea.",
    "Mei: Mei lives in Hangzhou now.",
)
MEMO_ZH = spoken(
    "小明: 小明住在北京。",
    "小明: 小明喜欢茉莉花茶。",
    "小红: 小明喜欢茉莉花茶。",
    "小明: 小明现在住在杭州。",
)


class FirstWords(Summariser):
    """A stand-in for rules: the beginnings of the lines."""

    identity = "first-words:1"

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        return Summary(" / ".join(line.text[:10] for line in lines)[:limit], by=self.identity)


class NoSecondLine(Reviewer):
    """A stand-in for rules: the second line goes."""

    identity = "no-second-line:1"

    def review(self, lines: Sequence[Line]) -> Review:
        change = Change(lines[1].id, Action.DROP, "it is the second")
        return Review((change,), by=self.identity)
