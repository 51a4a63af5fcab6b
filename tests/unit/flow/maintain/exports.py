"""Exports made by hand: whatever lines are given, under a header and a footer that is right."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

HEADER = '{"kind":"holdfast","format":1,"exported_at":"2024-05-01T09:30:00+00:00"}\n'
AT = "2024-05-01T09:30:00+00:00"


def sealed(rows: Iterable[dict[str, Any] | str], every: int | None = None) -> list[str]:
    """An export of these rows, with a seal after so many; a row that is text is taken as it is."""
    digest, count, lines = hashlib.sha256(), 0, [HEADER]
    for row in rows:
        line = row if isinstance(row, str) else written(row)
        digest.update(line.encode("utf-8", "surrogatepass"))
        count += 1
        lines.append(line)
        if every and count % every == 0:
            lines.append(written(_seal("seal", count, digest.hexdigest())))
    return [*lines, written(_seal("end", count, digest.hexdigest()))]


def _seal(kind: str, lines: int, digest: str) -> dict[str, Any]:
    return {"kind": kind, "lines": lines, "sha256": digest}


def written(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def message_row(id_: str = "m1", **fields: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "kind": "message",
        "id": id_,
        "user": "wang",
        "session": "default",
        "agent": "default",
        "number": 1,
        "version": 1,
        "role": "user",
        "text": "hello",
        "said_at": AT,
        "stored_at": AT,
    }
    return row | fields


def session_row(**fields: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "kind": "session",
        "user": "wang",
        "name": "default",
        "state": "active",
        "last_number": 1,
        "opened_at": AT,
        "last_at": AT,
    }
    return row | fields


def item_row(**fields: Any) -> dict[str, Any]:
    moments = ("valid_from", "valid_to", "known_from", "superseded_at", "expires_at")
    row: dict[str, Any] = {
        "kind": "item",
        "item_kind": "fact",
        "id": "i1",
        "user": "wang",
        "text": "likes tea",
        "attributes": {},
        "importance": 0.5,
        "confidence": 1.0,
        "trust": "user",
        "uses": 0,
        "sources": ["m1"],
        **dict.fromkeys(moments, AT),
    }
    return row | fields
