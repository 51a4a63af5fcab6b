"""Recent: the memo, read and put right by hand, with others at work on it too."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from holdfast import Memory
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import AGENT, USER

PATH = f"/browse/recent?user={USER}&agent={AGENT}"


def turns(page: Page) -> list[str]:
    return page.locator(".turns .said").all_inner_texts()


def text_of(memory: Memory, id_: str) -> str:
    found = memory.messages.get(USER, id_)
    assert found is not None
    return found.text


def editing(page: Page, text: str) -> None:
    page.locator(".turn").last.get_by_role("link", name=re.compile("^Edit")).click()
    page.get_by_label("What it is to say").fill(text)


def test_a_third_change_while_one_chooses_is_shown_again(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    editing(page, "mine")
    last = memory.recent(USER, AGENT).messages[-1]
    memory.correct(USER, last.id, "second")
    page.get_by_role("button", name="Save").click()
    memory.correct(USER, last.id, "third")
    page.get_by_role("button", name="Use mine").click()
    expect(page.locator(".said").get_by_text("third", exact=True)).to_be_visible()
    assert text_of(memory, last.id) == "third"


def test_a_line_that_is_gone_says_so(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    editing(page, "mine")
    memory.forget(USER, message=memory.recent(USER, AGENT).messages[-1].id)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("It is not in the memo any more.")).to_be_visible()
    assert page.get_by_role("button", name="Use mine").count() == 0


def test_a_new_message_meanwhile_is_no_reason_to_ask(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    editing(page, "mine")
    last = memory.recent(USER, AGENT).messages[-1]
    memory.add(USER, "something else", agent=AGENT)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    assert text_of(memory, last.id) == "mine"


def test_everything_is_done_without_scripts_too(visitor: Opening, story: Served):
    page, memory = visitor(PATH, java_script_enabled=False), story.memory
    page.locator(".turn").last.get_by_role("link", name=re.compile("^Edit")).click()
    page.get_by_label("What it is to say").fill("plain")
    page.get_by_role("button", name="Save").click()
    assert memory.recent(USER, AGENT).messages[-1].text == "plain"
    page.get_by_label("User").fill("林悦的妹妹")
    page.get_by_label("User").press("Enter")
    expect(page.get_by_text("我周五到杭州")).to_be_visible()


def test_another_user_is_picked_by_typing(visitor: Opening, story: Served):
    page = visitor(PATH)
    page.get_by_label("User").fill("林")
    expect(page.locator("#names option")).to_have_count(1)
    page.get_by_label("User").fill("林悦的妹妹")
    page.get_by_label("User").press("Tab")
    expect(page.get_by_text("我周五到杭州")).to_be_visible()
    expect(page.get_by_label("Agent")).to_have_value("诺诺")
