"""What the pages show is what happens: every block in them is run, or checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, fenced, name_of, pages, prose
from tests.docs.reader import try_out

SOON = 25
"""By this line of the README a newcomer has recalled something."""

TONGUES = [ROOT / "README.md", ROOT / "README.zh.md"]


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_a_page_is_true(page: Path, folder: Path):
    try_out(name_of(page), page.read_text("utf-8"), folder)


@pytest.mark.parametrize("page", TONGUES, ids=name_of)
def test_a_newcomer_recalls_something_soon(page: Path):
    found = fenced(name_of(page), page.read_text("utf-8"))
    first = next(block for block in found if block.language == "python")
    assert "memory.recall(" in first.text
    assert first.line + len(first.text.splitlines()) + 1 <= SOON


def test_both_readmes_show_the_same_code():
    ours, theirs = (
        [(block.language, block.text) for block in fenced(page.name, page.read_text("utf-8"))]
        for page in TONGUES
    )
    assert ours == theirs


def test_both_readmes_have_the_same_parts():
    ours, theirs = (
        [
            line.split()[0]
            for _, line in prose(page.name, page.read_text("utf-8"))
            if line[:1] == "#"
        ]
        for page in TONGUES
    )
    assert ours == theirs
