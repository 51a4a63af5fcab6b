"""Two short talks with a user, the right answers about them, and one who finds claims without a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Extraction, Extractor, Said
from tests.unit.providers.by_model.lines import SAID_AT

ASSISTANT, TOOL = "assistant", ""


def talk(*texts: str, begins: datetime = SAID_AT, known: int = 0) -> list[Said]:
    """Messages from "who: what was said", with ids a, b, c and so on; the first few `known`.

    Who is a name, user, assistant or tool.
    """
    said = []
    for at, text in enumerate(texts):
        who, _, words = text.partition(": ")
        me = TOOL if who == "tool" else who
        when = begins + timedelta(minutes=at)
        said.append(Said(id=chr(97 + at), text=words, me=me, said_at=when, known=at < known))
    return said


TALK = talk(
    "user: I moved to Hangzhou in March.",
    "assistant: Welcome! Oolong is famous there. Do you like it?",
    "user: I love jasmine tea. My sister Lily visits me tomorrow.",
    "tool: Weather in Paris: 31 degrees.",
    "Tom: I have two cats.",
)
TALK_ZH = talk(
    "user: 我三月搬到了杭州。",
    "assistant: 欢迎！那里的龙井很有名，你喜欢吗？",
    "user: 我喜欢茉莉花茶。妹妹李华明天来看我。",
    "tool: 巴黎天气：31度。",
    "小红: 我养了两只猫。",
)


def claim(
    lines: object, topic: str, value: object, about: object = USER, **more: object
) -> dict[str, Any]:
    """A claim as a model gives it."""
    return {"lines": lines, "topic": topic, "value": value, "about": about, **more}


CLAIMS = [
    claim([1], "home", "Hangzhou", since="2026-03-01"),
    claim([2], "like", "jasmine tea"),
    claim([2], "plan", "Lily visits", since="2026-05-02"),
    claim([3], "pet", "two cats", "Tom"),
]
CLAIMS_ZH = [
    claim([1], "home", "杭州", since="2026-03-01"),
    claim([2], "like", "茉莉花茶"),
    claim([2], "plan", "李华明天来看我", since="2026-05-02"),
    claim([3], "pet", "两只猫", "小红"),
]
VALUES = tuple(each["value"] for each in CLAIMS)
ANSWER = {
    "claims": CLAIMS,
    "gists": ["The user moved to Hangzhou in March 2026."],
    "emotions": ["happy"],
    "keywords": ["jasmine tea", "Hangzhou"],
}


def answer(*claims: object, **fields: object) -> str:
    """A whole answer with some claims."""
    return json.dumps({"claims": claims, **fields}, ensure_ascii=False)


class SaysLikes(Extractor):
    """A stand-in for rules: every new line of a person is liked."""

    identity = "says-likes:1"

    def extract(self, said: Sequence[Said]) -> Extraction:
        new = [each for each in said if not each.known and each.me not in (ASSISTANT, TOOL)]
        claims = [
            Claim(topic="like", value=each.text, text=each.text, sources=(each.id,), about=each.me)
            for each in new
        ]
        return Extraction(claims=tuple(claims), by=self.identity)
