"""Sheets for an index in one line, and indexes of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from holdfast.flow.capture.marking import analysed
from holdfast.flow.capture.packing import packed
from holdfast.flow.recall.index import UserIndex
from holdfast.ports.marks import Sheet
from tests.unit.embedders import FakeEmbedder


@dataclass(frozen=True)
class Said:
    """One message of a sheet; `number` is its place unless given."""

    text: str
    session: str = "s"
    number: int | None = None
    agent: str = "a"
    role: str = "user"
    speaker: str | None = None
    said_at: int = 0
    version: int = 1
    embedded: bool = True


def sheet(said: Iterable[Said | str], first: int = 1) -> Sheet:
    """The messages as the store gives them, the first of them at this place of the log."""
    rows = []
    for seq, each in enumerate(said, first):
        m = Said(each) if isinstance(each, str) else each
        terms, traits = analysed(m.text)
        vector = packed(FakeEmbedder().embed([m.text]))[0] if m.embedded else None
        number = seq if m.number is None else m.number
        where = (m.version, m.session, number, m.agent, m.role, m.speaker, m.said_at)
        rows.append((seq, f"m{seq}", *where, traits, terms, vector))
    return Sheet(*zip(*rows, strict=True)) if rows else Sheet()


def part(whole: Sheet, begin: int, end: int) -> Sheet:
    """The rows of a sheet from `begin` to `end`."""
    return Sheet(*(getattr(whole, field.name)[begin:end] for field in fields(Sheet)))


def index(*said: Said | str) -> UserIndex:
    """An index of these messages."""
    made = UserIndex(7)
    made.feed(sheet(said))
    return made
