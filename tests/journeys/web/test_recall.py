"""Recall: asked as a user would, shown with reasons, packed under a budget, and shared."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import USER

PATH = f"/browse/recall?user={USER}"


@pytest.mark.parametrize(
    ("locale", "asked", "marks", "told"),
    [
        ("en-GB", "Where does my sister live now?", "sister", "10 memories, out of 41 messages"),
        ("zh-CN", "年糕的第二针是几号？", "第二", "从 41 条消息中找到 10 条记忆"),
    ],
)
def test_hits_come_as_one_types(visitor: Opening, story: Served, locale, asked, marks, told):
    page = visitor(PATH, locale=locale)
    page.locator("#q").press_sequentially(asked, delay=2)
    expect(page.get_by_role("status").first).to_have_text(told)
    hits = story.memory.recall(USER, asked)
    expect(page.locator(".hit")).to_have_count(len(hits))
    shown = page.locator(".hit .said").all_inner_texts()
    assert shown == [hit.text for hit in hits]
    assert any(marks in mark for mark in page.locator(".hit mark").all_inner_texts())
    assert parse_qs(urlsplit(page.url).query)["q"] == [asked], "the address follows"
    first = page.locator(".hit").first
    totals = first.locator(".total .figure")
    expect(totals).to_have_text(f"{hits[0].score:.2f}")
    said = [text.replace("−", "-") for text in first.locator(".figure").all_inner_texts()]
    parts = [f"{value:.2f}" for value in hits[0].scores.values() if abs(value) > 0.005]
    assert said[1:] == parts
    assert first.locator("svg.bar").count() == len(said)


def test_a_hit_leads_to_its_place(visitor: Opening, story: Served):
    page = visitor(f"{PATH}&q=sister")
    first = page.locator(".hit").first
    text = first.locator(".said").inner_text()
    first.get_by_role("link").click()
    expect(page.locator(".turn.here .said")).to_have_text(text)
    expect(page.locator(".turn.here")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("locale", "title", "hit"),
    [("en-GB", "Before and after", "found"), ("zh-CN", "前后对话", "命中")],
)
def test_a_hit_is_opened_in_its_conversation(visitor, story: Served, locale, title, hit):
    page = visitor(f"{PATH}&q=sister", locale=locale)
    first, [found, *_] = page.locator(".hit").first, story.memory.recall(USER, "sister")
    first.get_by_text(title).focus()
    page.keyboard.press("Enter")
    turns = story.memory.sessions.messages(USER, found.session)
    at = [message.id for message in turns].index(found.sources[0])
    around = [message.text for message in turns[max(0, at - 3) : at + 4]]
    expect(first.locator(".turn .said")).to_have_text(around)
    expect(first.locator(".turn.here .said")).to_have_text(found.text)
    expect(first.locator(".turn.here")).to_contain_text(hit)
    expect(first.locator(".turn.here mark").first).to_be_visible()
    assert page.url.endswith("q=sister"), "without leaving the page"


def test_what_was_dropped_is_told_with_the_reason(visitor: Opening, story: Served):
    page = visitor(f"{PATH}&q=sister&k=2")
    expect(page.locator(".hit")).to_have_count(2)
    page.get_by_text("What was dropped, and why").click()
    expect(page.get_by_text("not among the first 2").first).to_be_visible()
    expect(page.get_by_role("rowheader", name="fetch by words")).to_be_visible()


def test_the_context_follows_the_budget(visitor: Opening, story: Served):
    page = visitor(f"{PATH}&q=sister")
    slider, text = page.locator("#budget"), page.locator(".context")
    whole = story.memory.context(USER, "sister", budget=1000)
    assert text.inner_text() == whole.text
    expect(page.locator("#context .figure")).to_have_text(f"{whole.tokens:,}")
    slider.fill("200")
    small = story.memory.context(USER, "sister", budget=200)
    expect(page.locator("#context .figure")).to_have_text(f"{small.tokens:,}")
    assert text.inner_text() == small.text
    assert small.tokens < whole.tokens
    expect(page.locator("#budget-is")).to_have_text("200")
    slider.focus()
    slider.press("ArrowRight")
    expect(page.locator("#context")).to_contain_text("/ 250")


def test_a_run_is_shared_and_seen_again(visitor: Opening, story: Served, clock):
    page = visitor(f"{PATH}&q=what+did+I+say+last+month")
    shown = page.locator(".hit .said").all_inner_texts()
    address = page.get_by_role("link", name="Address of this run").get_attribute("href")
    clock.advance(90 * 24 * 3600)
    again = visitor(address, locale="zh-CN")
    assert again.locator(".hit .said").all_inner_texts() == shown
    expect(again.get_by_role("status").first).to_contain_text("提问时刻")
    later = visitor(f"{PATH}&q=what+did+I+say+last+month")
    assert later.locator(".hit .score").all_inner_texts() == []
    assert later.locator(".scores").all_inner_texts() != again.locator(".scores").all_inner_texts()


def test_an_agent_narrows_it(visitor: Opening, story: Served):
    story.memory.add(USER, "my sister sings", agent="momo")
    page = visitor(f"{PATH}&q=sister")
    page.get_by_label("Agent").select_option("momo")
    expect(page.locator(".hit")).to_have_count(1)
    expect(page.locator(".hit")).to_contain_text("my sister sings")


def test_it_works_without_scripts(visitor: Opening, story: Served):
    page = visitor(PATH, java_script_enabled=False)
    page.locator("#q").fill("sister")
    page.get_by_role("button", name="Recall").click()
    assert re.search(r"[?&]q=sister", page.url)
    expect(page.locator(".hit").first).to_be_visible()
