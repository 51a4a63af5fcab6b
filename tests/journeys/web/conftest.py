"""One real browser for all tests of the pages, and a server of its own for each of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from holdfast import Settings
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests.conftest import RequireService
from tests.journeys.web.story import tell

HERE = Path(__file__).parent
PATIENCE = 15_000
_opened = ExitStack()
_browsers: list[Browser] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """Close the browser behind the last of these tests: its loop would be in others' way."""
    yield
    if nextitem is None or HERE not in nextitem.path.parents:
        _browsers.clear()
        _opened.close()


@pytest.fixture
def browser(require_service: RequireService) -> Browser:
    chromium = shutil.which("chromium")
    require_service("chromium", chromium is not None, "apt-get install chromium fonts-noto-cjk")
    if not _browsers:
        playwright = _opened.enter_context(sync_playwright())
        launched = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        _opened.callback(launched.close)
        _browsers.append(launched)
    return _browsers[0]


@pytest.fixture
def server(clock: FrozenClock) -> Iterator[Served]:
    """An empty memory, served. Its jobs are run when a test says so."""
    with served(settings=Settings(worker=False), clock=clock) as server:
        yield server


@pytest.fixture
def story(server: Served, clock: FrozenClock) -> Served:
    """The same with the story in it."""
    tell(server.memory, clock)
    return server


Opening = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser, server: Served) -> Iterator[Opening]:
    """Opens a page as somebody new; signed in by a link unless that is not wanted."""
    with ExitStack() as opened:

        def visit(path: str = "/browse", *, enter: bool = True, **options: Any) -> Page:
            context: BrowserContext = browser.new_context(
                **{"locale": "en-GB", "base_url": server.url, **options}
            )
            opened.callback(context.close)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            if enter:
                page.goto(server.server.link())
            page.goto(path)
            return page

        yield visit


def open_all(page: Page) -> None:
    """Open everything that can be opened, and wait for what is fetched into it."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    expect(page.locator(".lazy .inside > a:only-child")).to_have_count(0)
