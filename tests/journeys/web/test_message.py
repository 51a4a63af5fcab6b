"""Message: its versions, what was made of it, and putting it right or forgetting it."""

from __future__ import annotations

import httpx2
from playwright.sync_api import expect

from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import USER


def text_of(story: Served, id_: str) -> str:
    found = story.memory.messages.get(USER, id_)
    assert found is not None
    return found.text


def test_without_scripts_who_comes_second_sees_both_and_chooses(visitor: Opening, story: Served):
    memory = story.memory
    first = memory.sessions.messages(USER, "vet")[0]
    page = visitor(f"/browse/message?user={USER}&id={first.id}", java_script_enabled=False)
    page.get_by_text("Correct it").click()
    page.get_by_label("What it is to say").fill("mine\nlater")
    memory.correct(USER, first.id, "theirs, first")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".said").get_by_text("theirs, first", exact=True)).to_be_visible()
    memory.correct(USER, first.id, "a third")
    page.get_by_role("button", name="Use mine").click()
    expect(page.locator(".said").get_by_text("a third", exact=True)).to_be_visible()
    page.get_by_role("button", name="Use mine").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    assert text_of(story, first.id) == "mine\nlater"


def test_what_is_not_there_says_so(server: Served):
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        client.get(server.server.link())
        for path in ("message", "message/forget", "recall/around"):
            answer = client.get(f"/browse/{path}?user=mei&id=nothing")
            assert (answer.status_code, "It is not there" in answer.text) == (404, True)
