"""Named queries, kept as SQL in the files of this folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def queries(name: str) -> dict[str, str]:
    """The queries of ``name.sql``, by the name in each one's ``-- name:`` line."""
    text = (Path(__file__).parent / f"{name}.sql").read_text(encoding="utf-8")
    found = {}
    for block in text.split("-- name:")[1:]:
        title, _, body = block.partition("\n")
        lines = (line for line in body.splitlines() if not line.startswith("--"))
        found[title.strip()] = "\n".join(lines).strip().removesuffix(";")
    return found
