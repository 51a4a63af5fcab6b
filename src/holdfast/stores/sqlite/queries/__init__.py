"""Named queries, kept as SQL in the files of this folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


def load_all() -> None:
    """Read every file of this folder, so that none has to be read later."""
    for path in FOLDER.glob("*.sql"):
        queries(path.stem)


@cache
def queries(name: str, folder: Path = FOLDER) -> dict[str, str]:
    """The queries of ``name.sql``, by the name in each one's ``-- name:`` line."""
    text = (folder / f"{name}.sql").read_text(encoding="utf-8")
    found = {}
    for block in text.split("-- name:")[1:]:
        title, _, body = block.partition("\n")
        lines = (line for line in body.splitlines() if not line.startswith("--"))
        found[title.strip()] = "\n".join(lines).strip().removesuffix(";")
    return found
