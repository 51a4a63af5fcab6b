"""How the tables of expressions are written."""

from __future__ import annotations

from datetime import UTC, datetime

from holdfast.text.when import Window

ASKED = datetime(2025, 10, 20, 14, 30, tzinfo=UTC)


def rows(table: str) -> list[list[str]]:
    return [line.split(" | ") for line in table.strip().splitlines()]


def written(window: Window) -> str:
    """Both ends, short, after a tilde if they are vague."""
    ends = (
        moment.isoformat()[:16].removesuffix("T00:00") for moment in (window.begins, window.ends)
    )
    return ("" if window.exact else "~") + " ".join(ends)
