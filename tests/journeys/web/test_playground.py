"""Playground: a chat by way of the proxy, with and without scripts, with and without a model."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from holdfast import Settings
from holdfast.entrypoints.proxy import Proxy
from holdfast.testing.model_faults import Status
from holdfast.testing.model_server import ModelServer
from holdfast.testing.server import Served, served
from tests.journeys.web.conftest import Opening, entered

PATH = "/browse/playground?user=anna"


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def test_it_works_without_scripts(visitor: Opening, server: Served):
    page = visitor(PATH, java_script_enabled=False)
    say(page, "I live in Lyon.")
    expect(page.locator(".played .by-other .said")).to_have_text("I have noted that.")
    say(page, "I have a cat.")
    expect(page.locator(".before-now .said").first).to_have_text("I live in Lyon.")
    page.get_by_role("button", name="End the conversation").click()
    expect(page.locator("#learned")).to_contain_text("Lyon")
    said = [message.text for message in server.memory.messages.latest("anna", limit=9)]
    assert said == ["I live in Lyon.", "I have noted that.", "I have a cat.", "I have noted that."]


def test_what_was_said_stands_there_when_one_comes_back(visitor: Opening, server: Served):
    server.memory.add("anna", "I live in Lyon.", session="s")
    page = visitor(f"{PATH}&session=s")
    expect(page.locator(".before-now .said")).to_have_text("I live in Lyon.")


@pytest.fixture
def models() -> Iterator[ModelServer]:
    with ModelServer(says="From the model.") as found:
        yield found


@pytest.fixture
def served_model(models: ModelServer) -> Iterator[Served]:
    settings = Settings(worker=False, openai_upstream=models.url)
    with served(settings=settings) as server:
        yield server


def test_a_model_that_is_set_answers(browser: Browser, models: ModelServer, served_model: Served):
    with entered(browser, served_model) as context:
        page = context.new_page()
        page.goto(f"{PATH}&model=m-1")
        expect(page.locator(".note")).to_have_count(0)
        expect(page.locator("main")).to_contain_text(models.url)
        say(page, "Hello, you.")
        expect(page.locator(".played .by-other .said")).to_have_text("From the model.")
        assert models.requests[-1].body["model"] == "m-1"
        models.script(Status(429, "slow down"))
        say(page, "And now?")
        expect(page.locator(".played .wrong")).to_have_text("429: slow down")
    assert len(served_model.memory.messages.latest("anna", limit=9)) == 2


def test_what_is_typed_stays_where_nothing_was_said(visitor: Opening, server: Served):
    page = visitor(PATH)
    page.get_by_label("Say something").press("Enter")
    assert server.memory.admin.users() == []
    page.get_by_label("Say something").fill("one")
    page.get_by_label("Say something").press("Shift+Enter")
    page.keyboard.type("two")
    page.keyboard.press("Enter")
    expect(page.locator(".played .by-user .said")).to_have_text("one\ntwo")


def test_what_became_of_memory_is_said_where_it_had_no_part(visitor: Opening, server: Served):
    server.memory.admin.set_preference("memory_enabled", False)
    page = visitor(PATH)
    say(page, "I live in Lyon.")
    turn = page.locator(".played")
    expect(turn.locator(".by-other .said")).to_have_text("I have noted that.")
    expect(turn.locator(".state")).to_have_text("Memory is switched off")
    turn.locator("summary", has_text="Kept").click()
    expect(turn.get_by_text("Nothing of this turn is kept.")).to_be_visible()
    assert server.memory.admin.users() == []


def test_only_pages_of_ours_can_say_something(server: Served):
    form = {"user": "anna", "text": "hi"}
    with httpx2.Client(base_url=server.url, trust_env=False) as client:
        assert "holdfast_visit" not in client.cookies
        assert client.post("/browse/playground", data=form).status_code in (401, 403)
        client.get(server.server.link())
        assert client.post("/browse/playground", data=form).status_code == 403
        token = client.get("/browse/playground").text.partition('name="token" value="')[2][:64]
        named = {**form, "user": "x" * 999, "token": token}
        assert client.post("/browse/playground", data=named).status_code == 400
        assert server.memory.admin.users() == []
        assert client.post("/browse/playground", data={**form, "token": token}).status_code == 200
    assert server.memory.admin.users() == ["anna"]


def test_no_thread_waits_for_a_model(served_model: Served, monkeypatch):
    """The page is asked in the event loop; what blocks goes to threads."""
    seen: list[str] = []
    play = Proxy.play

    async def playing(self: Proxy, *args: object, **kwargs: object) -> object:
        import threading

        seen.append(threading.current_thread().name)
        return await play(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Proxy, "play", playing)
    with httpx2.Client(base_url=served_model.url, trust_env=False) as client:
        client.get(served_model.server.link())
        token = client.get("/browse/playground").text.partition('name="token" value="')[2][:64]
        client.post("/browse/playground", data={"user": "a", "text": "hi", "token": token})
    assert seen == ["holdfast-server"]
