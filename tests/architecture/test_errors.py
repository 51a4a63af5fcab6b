"""The error tree is the one drawn in the docstring, and every error says what to do."""

from __future__ import annotations

import ast
import re

import pytest

import holdfast.errors
from holdfast.errors import HoldfastError
from tests.architecture.source_tree import modules, parsed, relative

BRANCH = re.compile(r"(?P<indent>(?:│   |    )*)(?P<fork>├── |└── )?(?P<name>[A-Z]\w+)")


def drawn_parents() -> dict[str, str | None]:
    """Each class in the drawing with the class it hangs from."""
    assert holdfast.errors.__doc__ is not None
    _, _, drawing = holdfast.errors.__doc__.partition("::\n\n")
    drawing, _, _ = drawing.partition("\n\n")
    parents: dict[str, str | None] = {}
    above: list[str] = []
    for line in drawing.splitlines():
        match = BRANCH.fullmatch(line.removeprefix("    ").rstrip())
        assert match, f"cannot read this line of the drawing: {line!r}"
        depth = len(match["indent"]) // 4 + 1 if match["fork"] else 0
        del above[depth:]
        parents[match["name"]] = above[-1] if above else None
        above.append(match["name"])
    return parents


def errors() -> list[type[HoldfastError]]:
    found = [HoldfastError]
    for error in found:
        found.extend(error.__subclasses__())
    return [error for error in found if error.__module__ == "holdfast.errors"]


def parent(error: type[HoldfastError]) -> str | None:
    return next(
        (base.__name__ for base in error.__bases__ if issubclass(base, HoldfastError)), None
    )


def test_the_drawing_shows_the_classes():
    assert drawn_parents() == {error.__name__: parent(error) for error in errors()}


def test_every_error_has_a_code_of_its_own():
    codes = {error.__name__: vars(error).get("code") for error in errors()}
    assert [name for name, code in codes.items() if not code] == []
    assert len(set(codes.values())) == len(codes)
    assert [code for code in codes.values() if not re.fullmatch(r"[a-z][a-z_]*", code or "")] == []


@pytest.mark.parametrize("error", errors(), ids=lambda error: error.__name__)
def test_every_error_says_what_to_do(error):
    assert isinstance(error.exit_status, int)
    assert 1 <= error.exit_status <= 125, "0 is success; from 126 on the shell speaks"
    assert error.remedy.strip().endswith((".", "?", "!"))
    assert error.__doc__


def test_every_error_lives_in_the_tree():
    known = {error.__name__ for error in errors()} | {"Exception", "BaseException", "RuntimeError"}
    known |= {"ValueError", "KeyError", "OSError", "LookupError", "TypeError"}
    strays = [
        f"{relative(path)}::{node.name}"
        for path in modules()
        if relative(path) != "src/holdfast/errors.py"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and any(ast.unparse(base).rpartition(".")[2] in known for base in node.bases)
    ]
    assert strays == []
