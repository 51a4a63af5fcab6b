"""The pictures that the pages of the documentation show can be taken again as they are."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser

from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served
from tests.journeys.web.story import tell_all
from tools.pictures import FOLDER, ROOT, kept, take


def size(file: Path) -> tuple[int, int]:
    """The width and height of a PNG."""
    head = file.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])


def test_every_picture_that_is_kept_can_be_taken(
    browser: Browser, server: Served, clock: FrozenClock, tmp_path: Path
):
    tell_all(server.memory, clock)
    taken = {file.name: size(file) for file in (take(browser, server, p, tmp_path) for p in kept())}
    assert taken == {file.name: size(file) for file in FOLDER.glob("*.png")}


def test_the_pages_show_pictures_that_are_there_in_their_own_language():
    pages = [ROOT / "README.md", ROOT / "README.zh.md", *(ROOT / "docs").rglob("*.md")]
    shown = [
        (page, page.parent / path)
        for page in pages
        for path in re.findall(r"!\[[^]]+\]\(([^)]+\.png)\)", page.read_text("utf-8"))
    ]
    assert len(shown) >= 4
    for page, picture in shown:
        assert picture.exists(), picture
        assert (".zh." in picture.name) == (".zh." in page.name), picture
