"""Nothing: what a worker holds before any store is loaded."""

from __future__ import annotations

from pathlib import Path

from bench.beside.kept import Kept


class Store:
    """Keeps nothing and finds nothing."""

    def __init__(self, folder: Path, kept: Kept) -> None:
        """Open nothing."""

    def close(self) -> None:
        """Close nothing."""
