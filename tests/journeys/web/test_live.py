"""Live: what others add appears by itself, and nobody who is at work here is disturbed."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue

import httpx2
from playwright.sync_api import Browser, Page, expect

from holdfast import Memory, Settings
from holdfast.domain.key import new_key
from holdfast.entrypoints.http.listening import address_of, listen
from holdfast.entrypoints.http.serve import DRAIN_SECONDS, Manner, Server
from holdfast.entrypoints.web import live
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import AGENT, USER

RECENT = f"/browse/recent?user={USER}&agent={AGENT}"
SOON = 10.0
"""Far more than it takes, on a machine that has other things to do."""


class Listener:
    """A stream, read in a thread of its own."""

    def __init__(self, client: httpx2.Client, path: str) -> None:
        self._events: SimpleQueue[str] = SimpleQueue()
        self.status = 0
        self._thread = threading.Thread(target=self._listen, args=(client, path), daemon=True)
        self._thread.start()
        assert self.next() in ("retry: 1000", "over")

    def _listen(self, client: httpx2.Client, path: str) -> None:
        try:
            with client.stream("GET", path, timeout=SOON) as answer:
                self.status = answer.status_code
                for line in answer.iter_lines():
                    if line.startswith(("event:", "retry:")):
                        self._events.put(line)
        except httpx2.HTTPError:
            pass
        self._events.put("over")

    def next(self) -> str:
        """What is said next; "over" when the stream has ended."""
        return self._events.get(timeout=SOON)

    def silent(self, seconds: float = 1.2) -> bool:
        """Whether nothing is said for so long."""
        try:
            self._events.get(timeout=seconds)
        except Empty:
            return True
        return False


@contextmanager
def signed_in(server: Served, secret: str | None = None) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        if secret is None:
            client.get(server.server.link())
        else:
            token = client.get("/browse/sign-in").text.partition('name="token" value="')[2][:64]
            client.post("/browse/sign-in", data={"key": secret, "token": token})
        yield client


def stream_of(client: httpx2.Client, path: str = "/browse") -> str:
    """The address that a page listens at."""
    found = re.search(r'data-live="([^"]+)"', client.get(path).text)
    assert found
    return found[1].replace("&amp;", "&")


def count(server: Served) -> int:
    return len(server.server._browser.live)


def wait_for(server: Served, streams: int) -> None:
    until = time.monotonic() + SOON
    while count(server) != streams:
        assert time.monotonic() < until, f"{count(server)} streams, not {streams}"
        time.sleep(0.01)


def test_a_stream_says_that_something_changed_and_nothing_of_what(server: Served):
    server.memory.add("mei", "one")
    with signed_in(server) as client:
        home, mei = (
            Listener(client, stream_of(client, p)) for p in ("/browse", "/browse/recent?user=mei")
        )
        assert home.silent()
        server.memory.add("wang", "two")
        assert home.next() == "event: changed"
        assert mei.silent(), "another user's talk is not on this page"
        server.memory.add("mei", "three")
        assert (home.next(), mei.next()) == ("event: changed", "event: changed")


def test_what_changed_before_the_stream_began_is_told_at_once(server: Served):
    with signed_in(server) as client:
        address = stream_of(client)
        server.memory.add("mei", "in between")
        assert Listener(client, address).next() == "event: changed"


def test_a_key_for_one_space_hears_of_that_space_only(server: Served):
    key, secret = new_key("one", space="one", now=datetime.now(UTC))
    server.keys.add(key)
    with signed_in(server, secret) as client:
        heard = Listener(client, stream_of(client))
        server.memory.add("mei", "elsewhere")
        server.memory.in_space("two").add("mei", "elsewhere too")
        assert heard.silent()
        server.memory.in_space("one").add("mei", "here")
        assert heard.next() == "event: changed"


def test_a_revoked_key_ends_the_stream_and_gets_no_other(server: Served):
    key, secret = new_key("guest", space=None, now=datetime.now(UTC))
    server.keys.add(key)
    with signed_in(server, secret) as client:
        address = stream_of(client)
        heard = Listener(client, address)
        server.keys.revoke(key.id, datetime.now(UTC))
        assert (heard.next(), heard.next()) == ("event: ended", "over")
        assert client.get(address).status_code == 204, "which tells a browser to ask no more"
    assert httpx2.get(f"{server.url}/browse/live", trust_env=False).status_code == 204


def test_streams_take_no_place_and_no_thread_from_those_at_work():
    settings = Settings(worker=False, serve_threads=2)
    with served(settings=settings) as server, signed_in(server) as client:
        address = stream_of(client)
        listeners = [Listener(client, address) for _ in range(live.MOST_OF_ONE)]
        assert len(listeners) > settings.serve_threads
        assert client.get("/browse").status_code == 200
        in_flight = httpx2.get(f"{server.url}/v1/health", headers=server.headers, trust_env=False)
        assert in_flight.status_code == 200
        wait_for(server, live.MOST_OF_ONE)
        late = Listener(client, address)
        assert (listeners[0].next(), listeners[0].next()) == ("event: full", "over")
        wait_for(server, live.MOST_OF_ONE)
        server.memory.add("mei", "all the same")
        assert late.next() == "event: changed"


def test_who_hangs_up_is_forgotten_and_nobody_looks_any_more(server: Served):
    with signed_in(server) as client, client.stream("GET", stream_of(client)) as answer:
        lines = answer.iter_lines()  # who lets go of them has hung up
        next(lines)
        wait_for(server, 1)
    wait_for(server, 0)
    watching = server.server._browser.live._watching
    assert watching is not None
    until = time.monotonic() + SOON
    while not watching.done():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_the_server_ends_at_once_although_streams_are_open():
    with served(settings=Settings(worker=False)) as server, signed_in(server) as client:
        heard = [Listener(client, stream_of(client)) for _ in range(3)]
        server.server.stop()
        assert [each.next() for each in heard] == ["over"] * 3
    assert SOON < DRAIN_SECONDS, "so nobody waited for the time that requests may take at the end"


def test_nothing_said_is_a_comment_now_and_then(server: Served, monkeypatch):
    monkeypatch.setattr(live, "COMMENT_SECONDS", 0.05)
    with signed_in(server) as client, client.stream("GET", stream_of(client)) as answer:
        lines = answer.iter_lines()
        assert [next(lines) for _ in range(4)] == ["retry: 1000", "", ":", ""]


def live_page(page: Page) -> None:
    """Wait until the page listens."""
    expect(page.locator("#pulse[data-state=on]")).to_be_visible()


def test_a_hidden_page_rests_and_catches_up(visitor: Opening, story: Served, clock: FrozenClock):
    page = visitor("/browse")
    live_page(page)
    wait_for(story, 1)
    hide = """hidden => { Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
        document.dispatchEvent(new Event("visibilitychange")); }"""
    page.evaluate(hide, True)
    wait_for(story, 0)
    story.memory.add("阿明", "unseen", session="hello", at=clock.now())
    page.evaluate(hide, False)
    expect(page.get_by_text("unseen")).to_be_visible()


def test_signed_out_elsewhere_the_page_says_so_and_keeps_what_is_typed(
    visitor: Opening, story: Served
):
    page = visitor(RECENT)
    live_page(page)
    page.get_by_label("Reason").fill("my words")
    other = page.context.new_page()
    other.goto("/browse")
    other.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Signed out: sign in again")).to_be_visible()
    expect(page.get_by_label("Reason")).to_have_value("my words")


ADD = """
import sys
from holdfast import Memory
with Memory.open(sys.argv[1], worker=False) as memory:
    memory.add("mei", "from another process", session="far")
"""


@contextmanager
def unlocked(path: Path, port: int = 0) -> Iterator[str]:
    """A server that asks for no key, as on one's own machine; its address."""
    settings = Settings(worker=False, serve_host="127.0.0.1")
    with listen("127.0.0.1", port) as listening:
        memory = Memory.open(path, settings=settings)
        server = Server(memory, listening, settings, Manner(keys=None, worker=False))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        try:
            yield address_of(listening)
        finally:
            server.stop()
            thread.join()


def test_another_process_on_the_same_file_is_seen_and_a_restart_survived(
    browser: Browser, tmp_path: Path
):
    path = tmp_path / "memory.db"
    with unlocked(path) as url:
        page = browser.new_page()
        page.goto(f"{url}/browse")
        live_page(page)
        subprocess.run([sys.executable, "-c", ADD, str(path)], check=True, timeout=60)
        expect(page.get_by_text("from another process")).to_be_visible()
    expect(page.locator("#pulse[data-state=off]")).to_be_visible()
    with Memory.open(path, worker=False) as memory:
        memory.add("mei", "while it was away", session="away")
    with unlocked(path, int(url.rpartition(":")[2])):
        live_page(page)
        expect(page.get_by_text("while it was away")).to_be_visible()
        page.close()
