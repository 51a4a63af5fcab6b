"""Session: what was said in one, what became of it, and helping it along."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from holdfast.domain.session import SessionState
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import SISTER, USER

LANGUAGES = pytest.mark.parametrize(
    ("locale", "words"),
    [
        (
            "en-GB",
            {
                "seal": "Seal now",
                "ended": "The stretch has ended",
                "reopen": "Re-open",
                "gone": "What will be taken back",
                "goes on": "The session goes on.",
                "made": "What was made of it",
                "retry": "Try sealing again",
            },
        ),
        (
            "zh-CN",
            {
                "seal": "立即封存",
                "ended": "这一段已结束",
                "reopen": "重新打开",
                "gone": "将被撤回的内容",
                "goes on": "会话已重新打开。",
                "made": "由它生成的内容",
                "retry": "重试封存",
            },
        ),
    ],
    ids=["en", "zh"],
)


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


def state_of(story: Served, user: str = SISTER, name: str = "杭州") -> SessionState:
    session = story.memory.sessions.get(user, name)
    assert session is not None
    return session.state


@LANGUAGES
def test_by_keyboard_a_session_is_sealed_and_opened_again(visitor, story, locale, words):
    story.memory.add(SISTER, "两个人住。", agent="诺诺", session="杭州")
    page = visitor("/browse", locale=locale)
    page.get_by_role("link", name="杭州").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=words["seal"]).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(words["ended"])
    assert state_of(story) is SessionState.SEALING
    story.memory.admin.run_jobs()
    page.reload()
    assert state_of(story) is SessionState.SEALED
    page.locator("summary", has_text=words["made"]).focus()
    page.keyboard.press("Enter")
    made = story.memory.sessions.derived(SISTER, "杭州", 1)
    expect(page.locator(".made > li")).to_have_count(len(made))
    page.get_by_role("link", name=words["reopen"]).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2)).to_contain_text(words["gone"])
    expect(page.locator(".made > li")).to_have_count(len(made))
    assert state_of(story) is SessionState.SEALED, "nothing is done before it is agreed to"
    page.get_by_role("button", name=words["reopen"]).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(words["goes on"])
    assert state_of(story) is SessionState.ACTIVE
    assert story.memory.sessions.derived(SISTER, "杭州") == []


@LANGUAGES
def test_what_failed_says_why_and_is_tried_again(visitor, story: Served, locale, words):
    store, space = story.memory._parts.store, story.memory.space

    def fail(unit) -> None:
        stretch = unit.stretches.of(USER, "vet")[-1]
        failed = replace(stretch, state=SessionState.FAILED, error="the disk is full")
        unit.stretches.put(failed, expect=stretch.revision)
        session = unit.sessions.get(USER, "vet")
        unit.sessions.put(replace(session, state=SessionState.FAILED), expect=session.revision)

    store.write(space, fail)
    page = visitor(f"/browse/session?user={USER}&name=vet", locale=locale, color_scheme="dark")
    expect(page.get_by_text("the disk is full")).to_be_visible()
    page.get_by_role("button", name=words["retry"]).click()
    expect(page.get_by_role("status")).to_contain_text(words["ended"])
    story.memory.admin.run_jobs()
    page.reload()
    assert state_of(story, USER, "vet") is SessionState.SEALED
    expect(page.get_by_text("the disk is full")).to_have_count(0)
