"""How messages and hits look to a person: one line that says whose and when, then the text."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.message import Message
from holdfast.domain.recall import Hit
from holdfast.entrypoints.cli.terminal import indented, one_line, when

INDENT = 6


def entry(head: Sequence[str], text: str) -> str:
    """A head line of short fields, and the text below it, indented."""
    return "  ".join(one_line(part) for part in head if part) + "\n" + indented(text, INDENT)


def hit_entry(hit: Hit) -> str:
    """Score, date, speaker, session and source, then the text."""
    voice = hit.speaker or hit.role
    head = (f"{hit.score:.2f}", when(hit.said_at), voice, f"[{hit.session}]", *hit.sources)
    return entry(head, hit.text)


def message_entry(message: Message) -> str:
    """Number, date, speaker and id, then the text; a corrected message says which version it is."""
    version = f"version {message.version}" if message.version > 1 else ""
    number = f"#{message.number}"
    return entry((number, when(message.said_at), message.voice, message.id, version), message.text)
