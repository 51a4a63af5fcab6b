"""Figures: one line for each harness, shown by `pytest -rA` and kept where a test fails."""

from __future__ import annotations

import sys


def figure(line: str) -> None:
    """Show a line on its own."""
    sys.stdout.write(f"\n{line}\n")
