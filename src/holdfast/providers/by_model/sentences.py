"""Sentences of a reply: without the marks of lists, put together again, and cut where they end."""

from __future__ import annotations

import re

from holdfast.text.scripts import HAN
from holdfast.text.sentences import sentences as divided

_WHOLE = re.compile(r"[.!?。！？…；;][”’」』）)\"']*$")
_DECORATION = re.compile(r"^(?:[#>*•·-]+\s+|\d{1,2}[.)、]\s+|\[\d+\]\s*)+|\*\*|__")
_HAN = re.compile(f"[{HAN}，。！？、：；”’」』）]")
_PAUSES = "。！？!?；;，,、 "


def sentences(text: str) -> list[str]:
    """The sentences of a text, without the marks of lists and headings."""
    plain = (_DECORATION.sub("", part).strip() for part in divided(text))
    return [part for part in plain if part]


def joined(parts: list[str]) -> str:
    """Sentences as one text; no space where Chinese goes on."""
    text = ""
    for part in parts:
        text += part if not text or _HAN.match(text[-1]) else f" {part}"
    return text


def is_whole(sentence: str) -> bool:
    """Whether a sentence has come to its end."""
    return _WHOLE.search(sentence) is not None


def cut(text: str, limit: int) -> str:
    """The text, or as many of its sentences from the beginning as fit into so many characters.

    Where not even the first fits, it ends at a pause, with an ellipsis.
    """
    if len(text) <= limit:
        return text
    kept: list[str] = []
    for sentence in sentences(text):
        if len(joined([*kept, sentence])) > limit:
            break
        kept.append(sentence)
    return joined(kept) if kept else _broken_off(text, limit)


def _broken_off(text: str, limit: int) -> str:
    room = max(limit - 1, 0)
    pause = max(text.rfind(sign, room // 2, room) for sign in _PAUSES)
    return (text[: pause if pause > 0 else room].rstrip(_PAUSES) + "…")[: max(limit, 0)]
