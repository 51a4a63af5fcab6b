"""Home: who is remembered, what happened, what is stuck and how it goes on."""

from __future__ import annotations

from datetime import UTC, datetime

from playwright.sync_api import expect

from holdfast.domain.key import new_key
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening


def test_an_empty_memory_says_how_to_begin(visitor: Opening):
    page = visitor()
    expect(page.get_by_text("Nobody yet.")).to_be_visible()
    expect(page.get_by_text("holdfast add")).to_be_visible()
    for view in ("Recent", "Timeline", "Recall"):
        page.get_by_role("link", name=view).click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_many_people_come_a_page_at_a_time(visitor: Opening, server: Served):
    for number in range(45):
        server.memory.add(f"user {number:02}", "hello")
    page = visitor()
    seen = []
    while True:
        seen += page.get_by_role("rowheader").all_inner_texts()
        if not page.get_by_role("link", name="Next page").count():
            break
        page.get_by_role("link", name="Next page").click()
    names = [name for name in seen if name.startswith("user")]
    assert names == [f"user {number:02}" for number in range(45)]
    page.get_by_role("link", name="From the beginning").click()
    expect(page.get_by_role("link", name="user 00")).to_be_visible()


def test_a_key_for_one_space_sees_that_space_and_no_check_up_of_all(
    visitor: Opening, server: Served
):
    key, secret = new_key("other", space="other", now=datetime.now(UTC))
    server.keys.add(key)
    server.memory.add("mei", "tea")
    server.memory.in_space("other").add("wang", "coffee")
    page = visitor("/browse", enter=False)
    page.get_by_label("The server's key").fill(secret)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="wang")).to_be_visible()
    assert page.get_by_text("mei").count() == 0
    expect(page.get_by_text("your key is for one")).to_be_visible()
