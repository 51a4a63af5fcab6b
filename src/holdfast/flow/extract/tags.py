"""Tags of an event: where the scheme names some, these and no others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from holdfast.domain.message import Message
from holdfast.domain.scheme import Scheme
from holdfast.flow.capture.buffers import TAGS
from holdfast.flow.extract.scheme import unified
from holdfast.ports.extractor import Extraction

_NOTICED = {
    "emotions": ("emotion", "emotions", "mood", "feeling", "情绪", "心情", "感受"),
    "intents": ("intent", "intention", "purpose", "意图", "目的"),
    "places": ("place", "places", "location", "city", "地点", "位置", "城市"),
    "keywords": ("keyword", "keywords", "topic", "topics", "关键词", "话题", "主题"),
    "times": ("time", "times", "date", "时间", "日期"),
}
"""By which names a scheme may ask for what is noticed anyway."""


def tags_of(made: Extraction, scheme: Scheme) -> tuple[tuple[str, str], ...]:
    """What the extractor tagged under a name of the scheme, and what was noticed that fits one.

    A scheme that names no tags leaves it to the extractor.
    """
    if not scheme.tags:
        return made.tags
    by_name = {unified(tag.name): tag.name for tag in scheme.tags}
    found = [(by_name[unified(n)], value) for n, value in made.tags if unified(n) in by_name]
    for kind, names in _NOTICED.items():
        for name in names:
            if name in by_name:
                found += [(by_name[name], value) for value in getattr(made.sense, kind)]
    return tuple(dict.fromkeys(found))


def tags_brought(messages: Iterable[Message]) -> tuple[tuple[str, str], ...]:
    """The tags that messages brought with them. They are the caller's, and no scheme's business."""
    found: dict[tuple[str, str], None] = {}
    for message in messages:
        brought = message.extra.get(TAGS)
        if isinstance(brought, Mapping):
            found |= {(str(name), str(value)): None for name, value in brought.items()}
    return tuple(found)
