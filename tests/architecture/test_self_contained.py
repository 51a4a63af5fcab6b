"""The project speaks only of itself: nothing of the machine it was written on is in it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.architecture.source_tree import ROOT, relative

FOREIGN = {
    "a path of one machine": r"(?<![\w.~/-])/(?:work|root|home/[a-z]\w*|Users/[A-Za-z]\w*)/",
    "a package registry": r"\b(?:files\.pythonhosted\.org|pypi\.org/simple|registry\.npmjs\.org"
    r"|deb\.debian\.org)\b|--(?:extra-)?index-url|--find-links",
    "talk about how it was made": r"(?i)\bhelper agent\b|\bthis session was\b|\bmy brief\b",
}

# Files that must name these things to do their work.
MAY_NAME_THEM = {"tests/architecture/test_self_contained.py"}


def text_files() -> list[Path]:
    """What is, or is about to be, under version control, and can be read as text."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode != 0:
        pytest.skip("not a git checkout")
    names = [name for name in listing.stdout.split("\0") if name and name not in MAY_NAME_THEM]
    paths = [ROOT / name for name in names if (ROOT / name).is_file()]
    return [path for path in paths if b"\0" not in path.read_bytes()[:8192]]


@pytest.mark.parametrize("what", FOREIGN)
def test_nothing_foreign_is_in_the_project(what):
    pattern = re.compile(FOREIGN[what])
    found = [
        f"{relative(path)}:{number}: {line.strip()[:120]}"
        for path in text_files()
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []
