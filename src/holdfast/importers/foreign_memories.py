"""Foreign memories: exports of other memory systems, read for an audit. Nothing here trusts a file.

A line or an entry that cannot be read is named and left out; whatever a file holds, reading it
raises nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from holdfast.domain.audit import AuditEntry

MOST_ENTRIES = 200_000
LONGEST = 100_000
"""Of a longer text only the beginning is kept."""


class Form(StrEnum):
    """Whose export it is."""

    MEM0 = "mem0"
    MCP = "mcp"
    JSONL = "jsonl"


class Damage(NamedTuple):
    """A place that could not be read, and why."""

    place: str
    why: str


class Foreign(NamedTuple):
    """What a file holds. `guessed` says that nobody named its form."""

    form: Form
    guessed: bool
    entries: tuple[AuditEntry, ...]
    damaged: tuple[Damage, ...]


class _Row(NamedTuple):
    place: str
    value: Any
    why: str = ""


def read_memories(data: bytes, form: Form | None = None) -> Foreign:
    """The memories in a file. Without a form it is guessed from what stands in it."""
    rows = [*_rows(data.decode("utf-8-sig", "replace"))]
    chosen = form or _guessed(rows)
    entries: list[AuditEntry] = []
    damaged: list[Damage] = []
    for row in rows:
        if row.why:
            damaged.append(Damage(row.place, row.why))
            continue
        made = [*_READERS[chosen](row.value, row.place)]
        good = [each for each in made if isinstance(each, AuditEntry)]
        damaged += [Damage(row.place, each) for each in made if isinstance(each, str)]
        entries += good[: MOST_ENTRIES - len(entries)]
        if len(good) and len(entries) >= MOST_ENTRIES:
            damaged.append(Damage(row.place, f"only the first {MOST_ENTRIES:,} entries were read"))
            break
    return Foreign(chosen, form is None, tuple(_apart(entries)), tuple(damaged))


def _rows(text: str) -> Iterator[_Row]:
    """The entries of a document, or else the lines, each with where it stands."""
    whole = _parsed(text)
    if isinstance(whole, Mapping):
        whole = next((whole[key] for key in _LISTS if isinstance(whole.get(key), list)), whole)
        if not isinstance(whole, list):
            whole = [whole]
    if isinstance(whole, list):
        yield from (_Row(f"entry {number}", value) for number, value in enumerate(whole, 1))
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        value = _parsed(line)
        why = "this is no JSON" if value is _NOTHING else ""
        yield _Row(f"line {number}", value, why)


def _parsed(text: str) -> Any:
    """JSON as Python has it; `_NOTHING` where it is none, or nested or numbered beyond measure."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NOTHING


def _guessed(rows: list[_Row]) -> Form:
    found = [row.value for row in rows if isinstance(row.value, Mapping)]
    if any(value.get("type") in ("entity", "relation") for value in found):
        return Form.MCP
    if any("memory" in value for value in found):
        return Form.MEM0
    return Form.JSONL


def _from_mem0(value: Any, place: str) -> Iterator[AuditEntry | str]:
    """{"id", "memory", "created_at", "updated_at", "metadata", ...}"""
    if not isinstance(value, Mapping):
        yield "this is no object"
        return
    yield _entry(value, place, value.get("memory", value.get("text", value.get("data"))))


def _from_jsonl(value: Any, place: str) -> Iterator[AuditEntry | str]:
    """{"text", ...}, or under another usual name."""
    if isinstance(value, str):
        value = {"text": value}
    if not isinstance(value, Mapping):
        yield "this is no object"
        return
    text = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), None)
    yield _entry(value, place, text)


def _from_mcp(value: Any, place: str) -> Iterator[AuditEntry | str]:
    """{"type": "entity", "name", "observations": [...]} or {"type": "relation", "from", "to", ...}"""
    if not isinstance(value, Mapping):
        yield "this is no object"
    elif value.get("type") == "entity":
        yield from _observed(value, place)
    elif value.get("type") == "relation":
        parts = [value.get(key) for key in ("from", "relationType", "to")]
        if all(isinstance(part, str) and part.strip() for part in parts):
            yield _entry(value, place, " ".join(map(str, parts)).replace("_", " "))
        else:
            yield "a relation without its two ends and its type"
    else:
        yield "neither an entity nor a relation"


def _observed(value: Mapping[str, Any], place: str) -> Iterator[AuditEntry | str]:
    name, seen = value.get("name"), value.get("observations")
    if not isinstance(name, str) or not isinstance(seen, list):
        yield "an entity without a name or without observations"
        return
    about = "" if name.lower() in _USERS else _clean(name)
    for number, text in enumerate(seen, 1):
        where = f"{place}, observation {number} of {_clean(name)[:60]}"
        if isinstance(text, Mapping):
            text = text.get("text", text.get("content"))
        yield _entry({}, where, text, about)


def _entry(value: Mapping[str, Any], place: str, text: Any, about: str = "") -> AuditEntry | str:
    if not isinstance(text, str) or not text.strip():
        return "no text in it"
    id_ = value.get("id")
    return AuditEntry(
        id=_clean(str(id_))[:200] if isinstance(id_, str | int) and str(id_)[:200] else place,
        text=_clean(text)[:LONGEST],
        at=_first_time(value),
        sources=_sources(value),
        about=about,
        place=place,
    )


def _apart(entries: list[AuditEntry]) -> Iterator[AuditEntry]:
    """The entries with an id of their own each: where two share one, where it stands is added."""
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            entry = AuditEntry(
                id=f"{entry.id} ({entry.place})", text=entry.text, at=entry.at,
                sources=entry.sources, about=entry.about, place=entry.place,
            )  # fmt: skip
        seen.add(entry.id)
        yield entry


def _sources(value: Mapping[str, Any]) -> tuple[str, ...]:
    """What it says it comes from, under one of the usual names, at the top or in its metadata."""
    inner = value.get("metadata")
    for part in (value, inner if isinstance(inner, Mapping) else {}):
        for key in _SOURCES:
            given = part.get(key)
            listed = given if isinstance(given, list) else [given]
            found = tuple(_clean(each)[:200] for each in listed if isinstance(each, str) and each)
            if found:
                return found
    return ()


def _first_time(value: Mapping[str, Any]) -> datetime | None:
    return next((at for key in _TIMES if (at := _time(value.get(key)))), None)


def _time(given: Any) -> datetime | None:
    """A moment in ISO 8601 or in seconds; None where it is neither, or out of all calendars."""
    try:
        if isinstance(given, str):
            at = datetime.fromisoformat(given)
            return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
        if isinstance(given, int | float) and not isinstance(given, bool):
            return datetime.fromtimestamp(given / 1000 if given > _MILLIS else given, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def _clean(text: str) -> str:
    """The text without halves of characters, which nothing can write down again."""
    return text.encode("utf-8", "replace").decode("utf-8")


_NOTHING = object()
_LISTS = ("results", "memories", "data", "items")
_TEXTS = ("text", "memory", "content", "fact", "value", "data")
_TIMES = ("updated_at", "at", "created_at", "time", "timestamp", "date", "said_at")
_SOURCES = ("sources", "source", "message_ids", "message_id", "source_id", "episode_id", "run_id")
_USERS = frozenset(["default_user", "user", "the user", "me", "用户", "我"])
_MILLIS = 100_000_000_000
_READERS: dict[Form, Callable[[Any, str], Iterator[AuditEntry | str]]] = {
    Form.MEM0: _from_mem0,
    Form.MCP: _from_mcp,
    Form.JSONL: _from_jsonl,
}
