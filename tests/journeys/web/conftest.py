"""One real browser for all tests of the pages, and a server of its own for each of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from holdfast import Memory, Settings
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests.conftest import RequireService
from tests.journeys.web.story import tell

pytest.register_assert_rewrite("tests.journeys.web.tasks")

HERE = Path(__file__).parent
PATIENCE = 15_000
LEAN = (
    "--disable-features=IsolateOrigins,site-per-process,RenderDocument,"
    "ProactivelySwapBrowsingInstance,SpareRendererForSitePerProcess,Translate,PaintHolding"
)
"""One process for all pages of a server: a new one for each costs more than most pages."""

expect.set_options(timeout=PATIENCE)

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
    return open_browser(require_service)


def open_browser(require_service: RequireService) -> Browser:
    """The browser, which is begun with the first of these tests."""
    chromium = shutil.which("chromium")
    require_service("chromium", chromium is not None, "apt-get install chromium fonts-noto-cjk")
    if not _browsers:
        playwright = _opened.enter_context(sync_playwright())
        launched = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", LEAN])
        _opened.callback(launched.close)
        _browsers.append(launched)
    return _browsers[0]


class Told(NamedTuple):
    """The story as a file, with its archives, and the moment it ends at."""

    file: Path
    archives: Path
    at: datetime


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Told once; each test has a copy of its own."""
    folder, clock = tmp_path_factory.mktemp("story"), FrozenClock()
    file, archives = folder / "memory.db", folder / "archives"
    settings = Settings(worker=False, archive_dir=str(archives))
    with Memory.open(file, settings=settings, clock=clock) as memory:
        tell(memory, clock)
    return Told(file, archives, clock.now())


@pytest.fixture
def server(request: pytest.FixtureRequest, clock: FrozenClock, tmp_path: Path) -> Iterator[Served]:
    """An empty memory, served; for who asks for the story, that. Jobs are run when a test says so."""
    place: str | Path = ":memory:"
    if "story" in request.fixturenames:
        told: Told = request.getfixturevalue("told")
        place = shutil.copy(told.file, tmp_path)
        clock.set(told.at)
    with served(place, settings=Settings(worker=False), clock=clock) as server:
        yield server


@pytest.fixture
def story(server: Served) -> Served:
    """A memory with the story in it."""
    return server


Opening = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser, server: Served) -> Iterator[Opening]:
    """Opens a page as somebody new; signed in by a link unless that is not wanted."""
    with ExitStack() as opened:

        def visit(path: str = "/browse", *, enter: bool = True, **options: Any) -> Page:
            context = entered(browser, server, enter=enter, **options)
            opened.callback(context.close)
            page = context.new_page()
            page.goto(path)
            return page

        yield visit


def entered(
    browser: Browser, server: Served, *, enter: bool = True, known: bool = True, **options: Any
) -> BrowserContext:
    """A browser of somebody's own, who has come in by a link and is past the first page of all.

    The link is followed without looking at the page it leads to. Who is not `known` has yet to tell
    the server which zone they are in, as a new browser does by loading its first page twice.
    """
    usual = {"locale": "en-GB", "timezone_id": "UTC", "base_url": server.url}
    wanted = {**usual, **options}
    context = browser.new_context(**wanted)
    context.set_default_timeout(PATIENCE)
    if known:
        zone = {"name": "holdfast_zone", "value": quote(wanted["timezone_id"], safe="")}
        context.add_cookies([{**zone, "domain": "127.0.0.1", "path": "/browse"}])  # type: ignore[typeddict-item]
    if enter:
        assert context.request.get(server.server.link(), max_redirects=0).status == 303
    return context


LAZY = 2
"""How many of those are opened that fetch what is in them: one is like the other."""


def open_all(page: Page) -> None:
    """Open everything that can be opened, and wait for what is fetched into it."""
    page.evaluate(
        """most => {
          const lazy = [...document.querySelectorAll("details.lazy")].slice(most);
          for (const each of document.querySelectorAll("details"))
            each.open = !lazy.some((other) => other === each || other.contains(each));
          for (const each of lazy) each.remove();
        }""",
        LAZY,
    )
    expect(page.locator(".lazy .inside > a:only-child")).to_have_count(0)
