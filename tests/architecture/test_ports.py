"""A port is small: one Protocol a file, at most eight methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source_tree import PACKAGE, parsed, relative

METHODS_IN_A_PORT = 8

# Files that hold more than one Protocol, and why they belong together. This list only ever shrinks.
SEVERAL_IN_ONE_FILE: dict[str, str] = {}

PORTS = sorted(path for path in (PACKAGE / "ports").glob("*.py") if path.stem != "__init__")


def protocols(path: Path) -> Iterator[ast.ClassDef]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ClassDef):
            bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
            if "Protocol" in bases:
                yield node


def methods(protocol: ast.ClassDef) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """What a port can do; its properties are what it consists of, and its types say enough."""
    return [
        node
        for node in protocol.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("__")
        and not any(ast.unparse(decorator) == "property" for decorator in node.decorator_list)
    ]


@pytest.mark.parametrize("path", PORTS, ids=lambda path: path.stem)
def test_a_port_has_few_methods(path):
    sizes = {protocol.name: len(methods(protocol)) for protocol in protocols(path)}
    assert {name: size for name, size in sizes.items() if size > METHODS_IN_A_PORT} == {}


def test_a_file_holds_one_port():
    several = {relative(path) for path in PORTS if len(list(protocols(path))) > 1}
    assert several == SEVERAL_IN_ONE_FILE.keys()


@pytest.mark.parametrize("path", PORTS, ids=lambda path: path.stem)
def test_a_port_states_its_contract(path):
    silent = [
        f"{protocol.name}.{method.name}"
        for protocol in protocols(path)
        for method in methods(protocol)
        if ast.get_docstring(method) is None
    ]
    assert silent == []
