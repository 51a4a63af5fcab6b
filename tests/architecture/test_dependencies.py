"""Few packages, every one pinned with hashes, and no address among them."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.architecture.source_tree import ROOT

PACKAGES_TO_RUN = 30

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==\S+", re.MULTILINE)


def entries(text: str) -> list[str]:
    """The requirement lines, each with its continuation lines joined to it."""
    joined = text.replace("\\\n", " ")
    return [
        line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]


def test_few_packages_are_needed_to_run():
    pins = PIN.findall((ROOT / "requirements" / "core.txt").read_text("utf-8"))
    assert 0 < len(pins) <= PACKAGES_TO_RUN


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_package_is_pinned_with_hashes(path):
    loose = [
        entry
        for entry in entries(path.read_text("utf-8"))
        if not PIN.match(entry) or "--hash=sha256:" not in entry
    ]
    assert loose == []


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_no_address_is_written_down(path):
    assert "://" not in path.read_text("utf-8")


def test_the_core_is_what_the_package_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    core = entries((ROOT / "requirements" / "core.in").read_text("utf-8"))
    assert sorted(core) == sorted(project["dependencies"])
