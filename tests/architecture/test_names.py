"""Names say what a thing is."""

from __future__ import annotations

import ast
import re

from tests.architecture.source_tree import PACKAGE, modules, parsed, relative

EMPTY_WORDS = {
    "common",
    "helper",
    "helpers",
    "manager",
    "managers",
    "misc",
    "service",
    "services",
    "util",
    "utils",
}
SECOND_TRY = re.compile(r"_?v\d+$|_(old|new)$")
EMPTY_CLASS = re.compile(r"(Manager|Helpers?|Utils?|Service)$")


def module_names() -> dict[str, str]:
    """The name of every module and package, by its path."""
    names = {relative(path): path.stem for path in modules() if path.stem != "__init__"}
    folders = {path.parent for path in modules()} - {PACKAGE}
    return names | {relative(folder): folder.name for folder in folders}


def test_no_module_is_named_for_nothing():
    wrong = [
        path
        for path, name in module_names().items()
        if EMPTY_WORDS & set(name.strip("_").split("_")) or SECOND_TRY.search(name)
    ]
    assert sorted(wrong) == []


def test_a_base_is_a_port():
    wrong = [
        path
        for path, name in module_names().items()
        if "base" in name.split("_") and "/ports/" not in path
    ]
    assert sorted(wrong) == []


def test_no_class_is_named_for_nothing():
    wrong = [
        f"{relative(path)}::{node.name}"
        for path in modules()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef) and EMPTY_CLASS.search(node.name)
    ]
    assert wrong == []
