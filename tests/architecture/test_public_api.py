"""The public names are an asserted list: adding or removing one is a decision, not an accident."""

from __future__ import annotations

import tomllib

import holdfast
from tests.architecture.source_tree import ROOT

PUBLIC = [
    "AsyncMemory",
    "Context",
    "Explanation",
    "Finding",
    "Handover",
    "Hit",
    "HoldfastError",
    "ImportReport",
    "Item",
    "ItemKind",
    "Job",
    "JobState",
    "LiveSession",
    "Memory",
    "Message",
    "Recall",
    "Receipt",
    "Recent",
    "Replay",
    "Session",
    "SessionState",
    "Settings",
    "Stretch",
    "Timing",
    "Trust",
    "__version__",
    "load_settings",
]


def test_the_public_names():
    assert sorted(holdfast.__all__) == PUBLIC


def test_every_public_name_is_there():
    assert [name for name in holdfast.__all__ if not hasattr(holdfast, name)] == []


def test_nothing_else_looks_public():
    modules = {name for name, thing in vars(holdfast).items() if type(thing).__name__ == "module"}
    others = {name for name in vars(holdfast) if not name.startswith("_")} - modules
    assert others - set(holdfast.__all__) <= {"annotations", "TYPE_CHECKING"}


def test_every_public_name_is_explained():
    things = [name for name in holdfast.__all__ if isinstance(getattr(holdfast, name), type)]
    assert [name for name in things if not getattr(holdfast, name).__doc__] == []


def test_the_version_is_that_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert holdfast.__version__ == project["version"]
