"""Where things are, for the tests that look at the source itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "holdfast"


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def modules() -> Iterator[Path]:
    """Every Python file of the package, in order."""
    yield from sorted(PACKAGE.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), filename=relative(path))
