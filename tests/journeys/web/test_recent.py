"""Recent: the memo, read and put right by hand, with others at work on it too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from holdfast import Memory
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import AGENT, USER

PATH = f"/browse/recent?user={USER}&agent={AGENT}"
LAST = "让它过去吧。Please forget that we talked about this."


def turns(page: Page) -> list[str]:
    return page.locator(".turns .said").all_inner_texts()


@pytest.mark.capability("F5")
def test_the_memo_is_browsed_edited_and_saved(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    assert turns(page) == [message.text for message in memory.recent(USER, AGENT).messages]
    expect(page.get_by_text("雨下了一整天")).to_be_visible()  # a summary
    line = page.locator(".turn").filter(has_text=LAST)
    line.get_by_role("link", name=re.compile("^Edit")).click()
    field = page.get_by_label("What it is to say")
    expect(field).to_be_focused()
    expect(field).to_have_value(LAST)
    field.fill("第一行\n  第二行 & <third>")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    said = memory.recent(USER, AGENT).messages[-1]
    assert (said.text, said.version) == ("第一行\n  第二行 & <third>", 2)
    page.get_by_role("link", name="version 2").click()
    expect(page.get_by_text(LAST)).to_be_visible()


@pytest.mark.capability("F5")
def test_a_summary_is_reworded(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    page.locator("#summaries ~ ol > li").first.get_by_role("link").click()
    page.get_by_label("What it is to say").fill("林悦捡了一只猫。")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("林悦捡了一只猫。")).to_be_visible()
    assert memory.recent(USER, AGENT).summaries[0].text == "林悦捡了一只猫。"


@pytest.mark.capability("F5")
def test_turns_are_taken_out_with_a_reason_and_put_back(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    before = turns(page)
    for number in (1, 3):
        page.locator(".turn").nth(number).get_by_role("checkbox").check()
    page.get_by_label("Reason").fill("说过了")
    page.get_by_role("button", name="Hide what is ticked").click()
    expect(page.get_by_role("status")).to_contain_text("Taken out of the memo")
    assert turns(page) == [text for n, text in enumerate(before) if n not in (1, 3)]
    assert memory.recent(USER, AGENT).hidden == 2
    assert len(memory.messages.list(USER)) == 41, "the log keeps them"
    expect(page.get_by_text("说过了").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_have_text("Undone.")
    assert turns(page) == before


@pytest.mark.capability("F5")
def test_the_review_switch_is_thrown_and_stays(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    switch = page.get_by_role("switch")
    expect(switch).to_be_checked()
    switch.click()
    expect(page.get_by_role("status")).to_have_text("Memos are not reviewed any more.")
    assert memory.memo.reviewing() is False
    page.reload()
    expect(switch).not_to_be_checked()
    switch.press("Space")
    expect(page.get_by_role("status")).to_have_text("Memos are reviewed from now on.")
    assert memory.memo.reviewing() is True


def test_a_review_tells_what_it_changed_and_why_and_is_undone(visitor: Opening, server: Served):
    memory = server.memory
    said = "The dentist is on Tuesday at nine in the morning."
    memory.add("mei", [said, {"role": "assistant", "content": "I see."}, said])
    page = visitor("/browse/recent?user=mei")
    assert turns(page).count(said) == 2
    page.get_by_role("button", name="Review now").click()
    expect(page.get_by_role("status")).to_contain_text("Reviewed.")
    assert turns(page).count(said) == 1
    [note] = memory.memo.reviews("mei")
    expect(page.locator(".changes")).to_contain_text(note.attributes["changes"][0]["reason"])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".is-undone")).to_have_text("undone")
    assert turns(page).count(said) == 2
    assert page.get_by_role("button", name="Undo").count() == 0


def text_of(memory: Memory, id_: str) -> str:
    found = memory.messages.get(USER, id_)
    assert found is not None
    return found.text


def editing(page: Page, text: str) -> None:
    page.locator(".turn").last.get_by_role("link", name=re.compile("^Edit")).click()
    page.get_by_label("What it is to say").fill(text)


@pytest.mark.parametrize("choice", ["mine", "theirs"])
def test_who_comes_second_sees_both_and_chooses(visitor: Opening, story: Served, choice):
    page, memory = visitor(PATH), story.memory
    editing(page, "mine, later")
    last = memory.recent(USER, AGENT).messages[-1]
    memory.correct(USER, last.id, "theirs, first")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Someone else has changed")
    for text in ("mine, later", "theirs, first", LAST):
        expect(page.locator(".said").get_by_text(text, exact=True)).to_be_visible()
    assert text_of(memory, last.id) == "theirs, first", "nothing is lost before"
    if choice == "mine":
        page.get_by_role("button", name="Use mine").click()
    else:
        page.get_by_role("link", name="Keep what is there").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recent memory")
    wanted = {"mine": "mine, later", "theirs": "theirs, first"}[choice]
    assert text_of(memory, last.id) == wanted
    assert turns(page)[-1] == wanted


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


def test_clearing_wants_to_be_confirmed(visitor: Opening, story: Served):
    page, memory = visitor(PATH), story.memory
    page.get_by_role("button", name="Clear").click()
    assert page.url.endswith(PATH), "the browser holds it back"
    page.get_by_label("Yes, clear this memo").check()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("status")).to_contain_text("Cleared.")
    memo = memory.recent(USER, AGENT)
    assert (memo.summaries, memo.messages) == ((), ())
    assert len(memory.messages.list(USER)) == 41


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
