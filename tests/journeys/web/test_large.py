"""A user with 100,000 messages: no view takes long, and everything is done as with a few."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from holdfast import Memory, Settings
from holdfast.entrypoints.web.catalogue import words
from holdfast.entrypoints.web.live import PATH as LIVE
from holdfast.entrypoints.web.pages import entrance
from holdfast.entrypoints.web.pages import timeline as timeline_page
from holdfast.entrypoints.web.pages.house import UPLOAD
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests import large
from tests.conftest import RequireService
from tests.faults.figures import figure
from tests.journeys.web.conftest import Opening, entered, open_browser
from tests.journeys.web.known import know_much
from tests.journeys.web.tasks import (
    LOOKS,
    TASKS,
    Scene,
    Task,
    figures,
    home,
    house,
    live,
    playground,
    profile,
    recall,
    recent,
    timeline,
)
from tests.large import AGENT, ENGLISH, OTHER, SESSIONS, USER
from tests.slowness import slowness

MOST_CPU_SECONDS = 0.3
"""What a view may take beyond a trivial one."""

SLOTS = 1000
"""How many facts are known of the user, as many as in a few years of talk."""

TRIVIAL = "/browse/nowhere"
ROUNDS = 2
MORE_ROUNDS = 6

OLD, MIDDLE, LAST = large.name(0), large.name(SESSIONS // 2), large.name(SESSIONS - 1)
MODULES = (home, recent, profile, timeline, recall, playground, house, live)
"""The views; each has put its tasks on the list."""

DOORS = {entrance.SIGN_IN, entrance.ENTER}
"""Who is in already is sent on by these."""
DOWNLOADS = {"/browse/house/archives/file", "/browse/house/export/file"}
"""These are no views: nobody waits for a page."""

ELSEWHERE = {("GET", entrance.SIGN_IN), ("POST", entrance.SIGN_IN), ("GET", entrance.ENTER)}
ELSEWHERE |= {("POST", f"/browse/{name}") for name in ("sign-out", "look")}
"""The doors and the switch of looks: see test_entrance.py."""


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> large.Files:
    begun = time.process_time()
    made = large.make(tmp_path_factory.mktemp("large"))
    figure(f"large memory made: {time.process_time() - begun:.1f} CPU s")
    return made


def _known(memory: Memory) -> None:
    """Of a user with so many messages, much is known."""
    numbers = [*range(0, SESSIONS - 40, 20), *range(SESSIONS - 40, SESSIONS - 1)]
    know_much(memory, USER, [large.name(number) for number in numbers], SLOTS)


def _served(path: Path) -> Iterator[Served]:
    clock = FrozenClock(large.now())
    settings = Settings(worker=False, archive_dir=str(path.with_suffix(".archives")), serve_rate=0)
    with served(path, settings=settings, clock=clock) as server:
        yield server


@pytest.fixture(scope="module")
def folded(files: large.Files) -> Iterator[Served]:
    """The worker has done its work, and has learned much."""
    for server in _served(files.folded):
        begun = time.process_time()
        _known(server.memory)
        figure(f"much learned: {time.process_time() - begun:.1f} CPU s")
        yield server


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
    own = {
        "/browse/profile/slot": _known_of(memory, "slot"),
        "/browse/gist": _known_of(memory, "gist"),
    }
    found = [
        f"{route.path}?{urlencode({**everything, 'id': own.get(route.path, first.id)})}"
        for route in server.server._browser.routes
        if route.method == "GET"
        and route.path not in DOORS | DOWNLOADS
        and own.get(route.path, "there")
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
        ("/browse/profile", {"user": USER}),
        ("/browse/profile", {"user": USER, "past": 1, "from": 500}),
        ("/browse/profile", {"user": USER, "q": "ailment 7"}),
    ]
    return [*found, *(f"{path}?{urlencode(query)}" for path, query in more)]


def _known_of(memory: Memory, what: str) -> str:
    """One of the things that are known, somewhere in the middle; empty where nothing is."""
    if what == "slot":
        slots = memory.profile.get(USER, topic="work")
        return slots[0].id if slots else ""
    events = memory.events.list(USER, session=MIDDLE)
    return events[0].gists[0].id if events else ""


def costs(server: Served, paths: list[str]) -> dict[str, float]:
    """What each view takes beyond a trivial one, in CPU seconds of this process; the best of some.

    Everything is asked for in turn, so that what else happens here falls on all of them; what seems
    slow is asked for a few times more, for CPU seconds are longer where others use the same core.
    """
    best: dict[str, float] = {}
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        client.get(server.server.link())
        for number in range(ROUNDS + MORE_ROUNDS):
            slow = [path for path in paths if best.get(path, 0) > MOST_CPU_SECONDS]
            for path in [TRIVIAL, *(paths if number < ROUNDS else slow)]:
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
    most = MOST_CPU_SECONDS * slowness()
    return [f"{path}: {took:.3f} s" for path, took in slowest if took > most]


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
    monkeypatch.setattr(timeline_page, "TALKS", SESSIONS)
    assert too_long(costs(folded, [path])) != []


def unpack(memory: Memory) -> None:
    """Let go of what a worker has packed, and of what is loaded."""
    memory._parts.store.write("default", lambda unit: unit.sheaves.drop(USER))
    memory.admin.drop_index(USER)


def test_a_user_nobody_has_asked_about_is_loaded_apart_from_the_view(folded: Served):
    memory, path = folded.memory, f"/browse/recall?user={USER}"
    unpack(memory)
    assert too_long(costs(folded, [path, f"{path}&q=violin"])) == []
    assert memory.admin.unloaded(USER) >= SESSIONS * large.TURN
    begun = time.process_time()
    memory.admin.load_index(USER)
    figure(f"loading the index: {1000 * (time.process_time() - begun):.0f} ms CPU")
    assert memory.admin.unloaded(USER) == 0


@pytest.fixture(scope="module")
def scenes(
    require_service: RequireService, folded: Served, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Scene]]:
    """A browser in each look, for all tasks; what it asks for is noted."""
    clock = folded.memory._parts.clock
    assert isinstance(clock, FrozenClock)
    with ExitStack() as opened:
        found = {}
        for look, options in LOOKS.items():
            context = entered(open_browser(require_service), folded, **options)
            opened.callback(context.close)
            t = words(options["locale"][:2])
            folder = tmp_path_factory.mktemp("tasks")
            found[look] = Scene(look, context.new_page(), folded, clock, t, folder)
            context.on("request", partial(_note, found[look]))
        yield found


def _note(scene: Scene, request: Request) -> None:
    scene.gone.add((request.method, urlsplit(request.url).path))


@pytest.mark.capability("A17", "A18", "F5")
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
@pytest.mark.parametrize("look", LOOKS)
def test_each_task_is_done_in_each_look(scenes: dict[str, Scene], look: str, task: Task):
    scene = scenes[look]
    theme = "matchMedia('(prefers-color-scheme: dark)').matches"
    task.work(scene)
    assert scene.page.locator("html").get_attribute("lang") == scene.t("lang")
    assert scene.page.evaluate(theme) is (LOOKS[look]["color_scheme"] == "dark")
    done.add((look, task.name))


done: set[tuple[str, str]] = set()


def test_no_task_and_no_page_was_left_out(scenes: dict[str, Scene], request: pytest.FixtureRequest):
    """Every view has tasks, every task was done in every look, and led to every page there is."""
    if request.config.getoption("keyword") or "::" in " ".join(request.config.args):
        pytest.skip("only some of the tasks were to be done")
    views = {module.__name__.rpartition(".")[2] for module in MODULES}
    assert {task.view for task in TASKS} == views
    assert done == {(look, task.name) for look in LOOKS for task in TASKS}
    assert {look["locale"] for look in LOOKS.values()} == {"en-GB", "zh-CN"}
    assert {look["color_scheme"] for look in LOOKS.values()} == {"light", "dark"}
    routes = {
        (route.method, route.path) for route in scenes["en light"].server.server._browser.routes
    }
    routes |= {("GET", LIVE), ("POST", UPLOAD)}
    for look, scene in scenes.items():
        assert sorted(routes - scene.gone - ELSEWHERE) == [], look


def test_the_test_above_can_fail(scenes: dict[str, Scene]):
    """The control: nobody has gone to a page that is new."""
    for scene in scenes.values():
        assert ("GET", "/browse/house/new") not in scene.gone
        assert ("GET", "/browse") in scene.gone


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_found_comes_when_it_is_loaded(visitor: Opening, folded: Served, scripts: bool):
    unpack(folded.memory)
    page = visitor(f"/browse/recall?user={USER}&q=Ottoline+Brandvold", java_script_enabled=scripts)
    if not scripts:
        page.get_by_role("link", name="Show what is found").click()
    expect(page.locator(".hit .said").first).to_have_text(ENGLISH)
    expect(page.get_by_role("status").first).to_contain_text("memories, out of 100,")


def test_of_a_user_who_is_packed_it_is_found_at_once(visitor: Opening, folded: Served):
    path = f"/browse/recall?user={USER}&q=Ottoline+Brandvold"
    folded.memory.admin.drop_index(USER)
    for _ in range(20):  # some thousands at a time, so that nobody waits for it
        if folded.memory.admin.unloaded(USER) > SESSIONS * large.TURN // 5:
            folded.memory.admin.run_jobs()
    assert too_long(costs(folded, [path])) == []
    folded.memory.admin.drop_index(USER)
    page = visitor(path, java_script_enabled=False)
    expect(page.locator(".hit .said").first).to_have_text(ENGLISH)


def test_what_questions_need_is_loaded_while_somebody_thinks_of_one(
    visitor: Opening, folded: Served
):
    folded.memory.admin.drop_index(USER)
    page = visitor("/browse/nowhere")
    with page.expect_response("**/browse/recall/load", timeout=60_000) as answer:
        page.goto(f"/browse/recall?user={USER}")
    assert answer.value.status == 204
    assert folded.memory.admin.unloaded(USER) == 0


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


def test_all_of_it_is_forgotten(scenes: dict[str, Scene]):
    """The last task: everything of the large user goes, and nobody else's."""
    scene = scenes["zh dark"]
    page, memory, others = scene.page, scene.memory, scene.memory.admin.users()
    page.goto(f"/browse/house/forget?user={USER}&what=everything")
    expect(page.get_by_text(scene.t("house.not_counted"))).to_be_visible()
    messages = figures(page)[scene.t("house.report_messages")]
    page.get_by_label(scene.t("house.type_name")).fill(USER)
    begun = time.process_time()
    scene.button("house.forget_now").press("Enter", timeout=60_000)
    expect(page.get_by_role("heading", name=scene.t("house.receipt"))).to_be_visible(timeout=60_000)
    figure(f"forgetting all of it: {time.process_time() - begun:.1f} CPU s")
    assert figures(page)[scene.t("house.report_messages")] == messages
    assert {*others} - {*memory.admin.users()} == {USER}
