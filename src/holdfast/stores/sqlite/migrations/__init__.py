"""Migrations: numbered SQL files, applied in order, all of them in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    number: int
    title: str
    script: str


def migrations(folder: Path = FOLDER) -> list[Migration]:
    """The steps in `folder`, in order."""
    found = []
    for path in sorted(folder.glob("[0-9]*.sql")):
        number, _, title = path.stem.partition("_")
        found.append(Migration(int(number), title, path.read_text(encoding="utf-8")))
    return found
