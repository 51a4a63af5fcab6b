"""Tips: an event as lines, as clients read it."""

from __future__ import annotations

import re
from datetime import timedelta

from holdfast.domain.item import Item
from holdfast.domain.message import Message
from holdfast.entrypoints.memobase.blobs import SUMMARY, head_of
from holdfast.flow.extract.claims import HAND
from holdfast.memory import Memory

_DASH = re.compile(r"^[-*•]\s+")
_DAY = re.compile(r" \[\d{4}-\d\d-\d\d\]$")
_SAID = 3
"""Of a talk of which nothing can be told, so many of the user's messages stand for it."""

_LINES, _LONGEST = 20, 200
"""And of a summary so many of its lines, and of each so much."""


def line_of(memory: Memory, gist: Item) -> str:
    """A gist as a line: what is told, when it was told, and when it happened if that differs."""
    if gist.attributes.get("by") == HAND:
        return gist.text
    text = _DAY.sub("", gist.text)
    said = next(iter(gist.sources), None)
    message = memory.messages.get(gist.user, said) if said else None
    told = gist.known_from if message is None else message.said_at
    days = [f"mention {told:%Y/%m/%d}"]
    if text != gist.text or abs(gist.valid_from - told) > timedelta(days=1):
        days.append(f"happen {gist.valid_from:%Y/%m/%d}")
    return f"- {text} [{', '.join(days)}]"


def tip_of(memory: Memory, item: Item) -> str:
    """Its gists, a line each; where nobody could tell any, what was said or summed up."""
    event = memory.events.get(item.user, item.id)
    if event is not None and event.gists:
        gists = [memory.items.get(item.user, gist.id) for gist in event.gists]
        return "\n".join(line_of(memory, gist) for gist in gists if gist is not None)
    said = [memory.messages.get(item.user, source) for source in item.sources[:50]]
    told = [each for each in said if each is not None and stands(each)][:_SAID]
    return "\n".join(
        f"- {line} [mention {each.said_at:%Y/%m/%d}]" for each in told for line in _lines(each)
    )


def stands(message: Message) -> bool:
    """Whether it stands for a talk of which nothing can be told: so does what the user said, and a
    summary. A document is no talk."""
    if not message.text.strip():
        return False
    return message.role == "user" or head_of(message).get("type") == SUMMARY


def _lines(message: Message) -> list[str]:
    """What was said, in one line; of a summary, each of its lines by itself."""
    if message.role == "user":
        return [" ".join(message.text.split())[:_LONGEST]]
    found = (_DASH.sub("", " ".join(line.split())) for line in message.text.splitlines())
    return [line[:_LONGEST] for line in found if line][:_LINES]
