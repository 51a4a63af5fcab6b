"""Entries: the memories of an export as an audit takes them."""

from __future__ import annotations

from typing import Any

from holdfast.domain.audit import AuditEntry
from holdfast.importers.foreign.export import Export
from holdfast.importers.foreign.found import ELSEWHERE, LONGEST, SOURCES, Found, Known, clean

MOST_AUDITED = 200_000


def audited(export: Export) -> list[AuditEntry]:
    """The memories of an export as an audit takes them; what was said in so many words is none."""
    entries: dict[str, AuditEntry] = {}
    for thing in export.things[:MOST_AUDITED]:
        entry = _entry(thing)
        if entry is not None:
            id_ = entry.id if entry.id not in entries else f"{entry.id} ({entry.place})"
            entries[id_] = _renamed(entry, id_)
    return [*entries.values()]


def _entry(thing: object) -> AuditEntry | None:
    if isinstance(thing, Known):
        text = f"{thing.topic} {thing.sub}: {thing.value}"
        return AuditEntry(
            id=thing.id, text=text[:LONGEST], at=thing.at, sources=("profile",), place=thing.place
        )
    if not isinstance(thing, Found) or not thing.memory:
        return None
    told = thing.message
    text = told["content"].removeprefix(f"{thing.about}: ") if thing.about else told["content"]
    return AuditEntry(
        id=told["id"],
        text=text[:LONGEST],
        at=told.get("at"),
        sources=_sources(told),
        about=thing.about,
        place=thing.place,
    )


def _sources(value: dict[str, Any]) -> tuple[str, ...]:
    """What it says it comes from, under one of the usual names, at the top or in its metadata."""
    told = elsewhere(value)
    inner = told.get("metadata")
    for part in (told, inner if isinstance(inner, dict) else {}):
        for key in SOURCES:
            given = part.get(key)
            listed = given if isinstance(given, list) else [given]
            found = tuple(clean(each)[:200] for each in listed if isinstance(each, str) and each)
            if found:
                return found
    return ()


def elsewhere(message: dict[str, Any]) -> dict[str, Any]:
    """What the other system told of a message beside its words."""
    found = message.get(ELSEWHERE)
    return found if isinstance(found, dict) else {}


def _renamed(entry: AuditEntry, id_: str) -> AuditEntry:
    return entry if id_ == entry.id else AuditEntry(
        id=id_, text=entry.text, at=entry.at, sources=entry.sources, about=entry.about,
        place=entry.place,
    )  # fmt: skip
