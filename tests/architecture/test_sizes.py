"""No file and no function grows past the hard ends; most stay far below them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.source_tree import modules, parsed, relative

LINES_IN_A_FILE = 600
LINES_IN_A_FUNCTION = 80

# What may be longer, and why: "path" or "path::function". This list only ever shrinks.
EXCEPTIONS: dict[str, str] = {}


def functions(node: ast.AST, within: str) -> Iterator[tuple[str, int]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{within}.{child.name}" if within else child.name
            assert child.end_lineno is not None
            yield name, child.end_lineno - child.lineno + 1
            yield from functions(child, name)
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, f"{within}.{child.name}" if within else child.name)
        else:
            yield from functions(child, within)


def too_long() -> dict[str, int]:
    found = {}
    for path in modules():
        lines = len(path.read_text("utf-8").splitlines())
        if lines > LINES_IN_A_FILE:
            found[relative(path)] = lines
        for name, length in functions(parsed(path), within=""):
            if length > LINES_IN_A_FUNCTION:
                found[f"{relative(path)}::{name}"] = length
    return found


def test_nothing_is_too_long():
    assert {place: n for place, n in too_long().items() if place not in EXCEPTIONS} == {}


def test_no_exception_outlives_its_need():
    assert sorted(EXCEPTIONS.keys() - too_long().keys()) == []


def test_every_exception_has_a_reason():
    assert [place for place, reason in EXCEPTIONS.items() if len(reason.split()) < 4] == []
