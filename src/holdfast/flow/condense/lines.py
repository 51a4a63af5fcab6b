"""Messages and summaries as lines to read."""

from __future__ import annotations

from holdfast.domain.item import Item
from holdfast.domain.message import Message
from holdfast.ports.summariser import Line


def line_of_message(message: Message) -> Line:
    """What was said, and by whom."""
    return Line(
        id=message.id,
        text=message.text,
        voice=message.voice,
        role=message.role,
        said_at=message.said_at,
    )


def line_of_item(item: Item) -> Line:
    """A summary: nobody says it."""
    return Line(id=item.id, text=item.text, said_at=item.valid_from)
