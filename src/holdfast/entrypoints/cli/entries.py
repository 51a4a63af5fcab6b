"""How messages, hits and items look to a person: one line that says whose and when, then the text."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Message
from holdfast.domain.recall import Hit
from holdfast.entrypoints.cli.terminal import indented, one_line, when

INDENT = 6
LAST_YEAR = 9999
"""What nothing has superseded says so with the last year there is."""


def entry(head: Sequence[str], text: str) -> str:
    """A head line of short fields, and the text below it, indented."""
    return "  ".join(one_line(part) for part in head if part) + "\n" + indented(text, INDENT)


def hit_entry(hit: Hit) -> str:
    """Score, date, speaker, session and source, then the text."""
    voice = hit.speaker or hit.role
    head = (f"{hit.score:.2f}", when(hit.said_at), voice, f"[{hit.session}]", *hit.sources)
    return entry(head, hit.text)


def message_entry(message: Message, *, placed: bool = False) -> str:
    """Number, date, speaker and id, then the text; a corrected message says which version it is.

    `placed`: with the session that the number counts in.
    """
    version = f"version {message.version}" if message.version > 1 else ""
    session = f"[{message.session}]" if placed else ""
    head = (f"#{message.number}", when(message.said_at), message.voice, session, message.id)
    return entry((*head, version), message.text)


def item_entry(item: Item) -> str:
    """Kind, date, conversation and id, then the text; and whether something else stands for it now."""
    kind = f"{item.kind} {item.level}" if item.kind is ItemKind.SUMMARY else str(item.kind)
    under = "superseded" if item.superseded_at.year < LAST_YEAR else ""
    session = f"[{item.session}]" if item.session else ""
    return entry((kind, when(item.valid_from), session, item.id, under), item.text)
