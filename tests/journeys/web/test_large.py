"""A user with 100,000 messages: no view takes long, and everything is done as with a few."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from holdfast import Settings
from holdfast.domain.session import SessionState
from holdfast.entrypoints.web.catalogue import words
from holdfast.entrypoints.web.pages import entrance, timeline
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests import large
from tests.faults.figures import figure
from tests.journeys.web.conftest import Opening
from tests.large import AGENT, CHINESE, ENGLISH, OTHER, SESSIONS, USER

MOST_CPU_SECONDS = 0.3
"""What a view may take beyond a trivial one."""

TRIVIAL = "/browse/nowhere"
ROUNDS = 2

OLD, MIDDLE, LAST = large.name(0), large.name(SESSIONS // 2), large.name(SESSIONS - 1)
DOORS = {entrance.SIGN_IN, entrance.ENTER}
"""Who is in already is sent on by these."""
DOWNLOADS = {"/browse/house/archives/file", "/browse/house/export/file"}
"""These are no views: nobody waits for a page."""


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> large.Files:
    begun = time.process_time()
    made = large.make(tmp_path_factory.mktemp("large"))
    figure(f"large memory made: {time.process_time() - begun:.1f} CPU s")
    return made


def _served(path: Path) -> Iterator[Served]:
    clock = FrozenClock(large.now())
    with served(path, settings=Settings(worker=False), clock=clock) as server:
        yield server


@pytest.fixture(scope="module")
def folded(files: large.Files) -> Iterator[Served]:
    """The worker has done its work."""
    yield from _served(files.folded)


@pytest.fixture(scope="module")
def unfolded(files: large.Files) -> Iterator[Served]:
    """No worker has ever come."""
    yield from _served(files.unfolded)


@pytest.fixture
def server(folded: Served) -> Served:
    """Where `visitor` goes."""
    return folded


def addresses(server: Served) -> list[str]:
    """Every view there is, of this user; some of them in places that are far from the end.

    A view that is new is looked at with all that views ask for.
    """
    memory = server.memory
    first, *_ = memory.messages.list(USER, limit=1)
    middle = memory.sessions.messages(USER, MIDDLE)[30]
    everything = {
        "user": USER,
        "agent": AGENT,
        "name": MIDDLE,
        "id": first.id,
        "q": "Where is the violin teacher?",
        "day": first.said_at.date(),
        "stretch": 1,
    }
    found = [
        f"{route.path}?{urlencode(everything)}"
        for route in server.server._browser.routes
        if route.method == "GET" and route.path not in DOORS | DOWNLOADS
    ]
    more: list[tuple[str, dict[str, object]]] = [
        ("/browse", {}),
        ("/browse/recent", {"user": USER, "agent": OTHER}),
        ("/browse/recent", {"user": USER, "agent": AGENT, "edit": first.id}),
        ("/browse/timeline", {"user": USER}),
        ("/browse/timeline", {"user": USER, "day": middle.said_at.date()}),
        ("/browse/timeline", {"user": USER, "day": middle.said_at.date(), "agent": OTHER}),
        ("/browse/session", {"user": USER, "name": OLD}),
        ("/browse/session", {"user": USER, "name": LAST, "at": "end"}),
        ("/browse/session", {"user": USER, "name": MIDDLE, "near": middle.id}),
        ("/browse/recall", {"user": USER, "q": "藏在哪里", "budget": 8000, "k": 50}),
        ("/browse/names", {"user": USER[:2]}),
    ]
    return [*found, *(f"{path}?{urlencode(query)}" for path, query in more)]


def costs(server: Served, paths: list[str]) -> dict[str, float]:
    """What each view takes beyond a trivial one, in CPU seconds of this process; the best of some.

    Everything is asked for in turn, so that what else happens here falls on all of them.
    """
    best: dict[str, float] = {}
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        client.get(server.server.link())
        for _ in range(ROUNDS):
            for path in [TRIVIAL, *paths]:
                begun = time.process_time()
                answer = client.get(path, timeout=60)
                took = time.process_time() - begun
                assert answer.status_code == (404 if path == TRIVIAL else 200), path
                best[path] = min(took, best.get(path, took))
    trivial = best.pop(TRIVIAL)
    return {path: took - trivial for path, took in best.items()}


def too_long(found: dict[str, float]) -> list[str]:
    slowest = sorted(found.items(), key=lambda each: -each[1])
    for path, took in slowest[:5]:
        figure(f"{1000 * took:5.0f} ms  {path}")
    return [f"{path}: {took:.3f} s" for path, took in slowest if took > MOST_CPU_SECONDS]


@pytest.mark.parametrize("state", ["folded", "unfolded"])
def test_no_view_takes_long(state: str, request: pytest.FixtureRequest):
    server: Served = request.getfixturevalue(state)
    server.memory.recall(USER, "warm")  # see below for a user nobody has asked about yet
    assert too_long(costs(server, addresses(server))) == []


def test_a_view_that_loads_everything_would_be_seen(
    folded: Served, monkeypatch: pytest.MonkeyPatch
):
    path = f"/browse/timeline?user={USER}"
    assert too_long(costs(folded, [path])) == []
    monkeypatch.setattr(timeline, "TALKS", SESSIONS)
    assert too_long(costs(folded, [path])) != []


def test_a_user_nobody_has_asked_about_is_loaded_apart_from_the_view(folded: Served):
    memory, path = folded.memory, f"/browse/recall?user={USER}"
    memory.admin.drop_index(USER)
    assert too_long(costs(folded, [path, f"{path}&q=violin"])) == []
    assert memory.admin.unloaded(USER) >= SESSIONS * large.TURN
    begun = time.process_time()
    memory.admin.load_index(USER)
    figure(f"loading the index: {1000 * (time.process_time() - begun):.0f} ms CPU")
    assert memory.admin.unloaded(USER) == 0


@pytest.mark.parametrize(
    ("locale", "question", "answer"),
    [
        ("en-GB", "What is the name of my violin teacher?", ENGLISH),
        ("zh-CN", "备用钥匙藏在哪里？", CHINESE),
    ],
)
def test_what_people_do_is_done_with_it(
    visitor: Opening, folded: Served, locale: str, question: str, answer: str
):
    t, memory, today = words(locale[:2]), folded.memory, f"today {locale}"
    memory.add(USER, ["早。", "Good morning."], session=today, agent=AGENT)
    page = visitor("/browse", locale=locale)
    expect(page.get_by_role("row").filter(has_text=USER)).to_contain_text("2,00")

    page.get_by_role("link", name=today).click()
    page.get_by_role("button", name=t("session.seal")).click()
    expect(page.get_by_role("status")).to_have_text(t("did.sealed"))
    session = memory.sessions.get(USER, today)
    assert session is not None
    assert session.state is SessionState.SEALING

    page.get_by_role("link", name=t("nav.recent")).click()
    seen = memory.recent(USER, AGENT)
    assert page.locator(".turns .said").all_inner_texts() == [m.text for m in seen.messages]
    expect(page.locator("#summaries ~ ol > li")).to_have_count(len(seen.summaries))
    page.locator(".turn .edit").last.click()
    page.get_by_label(t("recent.text")).fill(f"{today} 改过了")
    page.get_by_role("button", name=t("recent.save")).click()
    expect(page.get_by_role("status")).to_have_text(t("did.saved"))
    assert memory.recent(USER, AGENT).messages[-1].text == f"{today} 改过了"

    page.get_by_role("link", name=t("nav.recall")).click()
    page.locator("#q").fill(question)
    hit = page.locator(".hit").first
    expect(hit.locator(".said")).to_have_text(answer)
    hit.get_by_role("link").click()
    here = page.locator(".turn.here")
    expect(here).to_be_in_viewport()
    here.locator(".edit").click()
    expect(page.locator(".said").first).to_have_text(answer)


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_found_comes_when_it_is_loaded(visitor: Opening, folded: Served, scripts: bool):
    folded.memory.admin.drop_index(USER)
    page = visitor(f"/browse/recall?user={USER}&q=Ottoline+Brandvold", java_script_enabled=scripts)
    if not scripts:
        page.get_by_role("link", name="Show what is found").click()
    expect(page.locator(".hit .said").first).to_have_text(ENGLISH)
    expect(page.get_by_role("status").first).to_contain_text("memories, out of 100,")


@pytest.fixture
def backlog(browser: Browser, unfolded: Served) -> Iterator[Page]:
    """The memo that nobody has folded, looked at."""
    context = browser.new_context(locale="en-GB", base_url=unfolded.url)
    page = context.new_page()
    page.goto(unfolded.server.link())
    page.goto(f"/browse/recent?user={USER}&agent={AGENT}")
    yield page
    context.close()


def test_a_memo_that_nobody_has_folded_is_read_page_by_page(backlog: Page, unfolded: Served):
    memo = unfolded.memory.recent(USER, AGENT)
    said = SESSIONS * large.TURN * 9 // 10
    assert memo.waiting + len(memo.messages) == said, "none is missing"
    expect(backlog.get_by_text(f"{memo.waiting:,} wait to be summed up")).to_be_visible()
    seen: list[str] = []
    while True:
        seen = [*backlog.locator(".turns .said").all_inner_texts(), *seen]
        if not backlog.get_by_role("link", name="Earlier turns").count():
            break
        backlog.get_by_role("link", name="Earlier turns").click()
    assert seen == [message.text for message in memo.messages]
    backlog.locator(".turn .edit").first.click()
    expect(backlog.get_by_label("What it is to say")).to_have_value(seen[0])
    backlog.get_by_role("link", name="The last turns").click()
    expect(backlog.locator(".turns .said").last).to_have_text(seen[-1])
