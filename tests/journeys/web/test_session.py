"""Session: what was said in one, what became of it, and helping it along."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening


def said(page: Page) -> list[str]:
    return page.locator(".turn .said").all_inner_texts()


def test_a_long_session_is_paged_both_ways(visitor: Opening, server: Served):
    ids = server.memory.add("mei", [f"line {number}" for number in range(120)])
    server.memory.correct("mei", ids[3], "line 3, corrected")
    page = visitor("/browse/session?user=mei&name=default")
    expect(page.get_by_role("link", name="version 2")).to_have_count(1)
    pages = [said(page)]
    while page.get_by_role("link", name="Next page").count():
        page.get_by_role("link", name="Next page").first.click()
        pages.append(said(page))
    wanted = [f"line {number}" if number != 3 else "line 3, corrected" for number in range(120)]
    assert [line for each in pages for line in each] == wanted
    page.get_by_role("link", name="Previous page").first.click()
    assert said(page) == wanted[50:100]
    page.get_by_role("link", name="To the end").first.click()
    assert said(page) == wanted[-50:]
    page.get_by_role("link", name="From the beginning").first.click()
    assert said(page) == wanted[:50]
    page.goto(f"/browse/session?user=mei&name=default&near={ids[60]}#m-{ids[60]}")
    expect(page.locator(".turn.here .said")).to_have_text("line 60")
    assert said(page) == wanted[48:98]
    page.get_by_role("link", name="Previous page").first.click()
    assert said(page) == wanted[:48]


def test_how_far_a_session_was_learned_from(visitor: Opening, server: Served):
    server.memory.add("mei", ["I live in Leeds.", "I have a cat."], session="tea")
    server.memory.seal("mei", "tea")
    page = visitor("/browse/session?user=mei&name=tea")
    expect(page.get_by_text("waits to be learned from")).to_have_count(1)
    server.memory.admin.run_jobs()
    page.reload()
    expect(page.get_by_text("learned from · messages 1 to 2")).to_have_count(1)
