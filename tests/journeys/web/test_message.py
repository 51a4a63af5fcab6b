"""Message: its versions, what was made of it, and putting it right or forgetting it."""

from __future__ import annotations

import httpx2
import pytest
from playwright.sync_api import expect

from holdfast.testing.server import Served
from tests.journeys.web.story import USER

LANGUAGES = pytest.mark.parametrize(
    ("locale", "words"),
    [
        (
            "en-GB",
            {
                "correct": "Correct it",
                "text": "What it is to say",
                "save": "Save",
                "saved": "Saved.",
                "forget": "Forget it …",
                "sure": "Forget it for good",
                "receipt": "Receipt",
                "contested": "Someone else has corrected this message",
                "mine": "Use mine",
            },
        ),
        (
            "zh-CN",
            {
                "correct": "更正",
                "text": "改成",
                "save": "保存",
                "saved": "已保存。",
                "forget": "遗忘……",
                "sure": "永久遗忘",
                "receipt": "回执",
                "contested": "这条消息已被别人更正",
                "mine": "用我的",
            },
        ),
    ],
    ids=["en", "zh"],
)


def text_of(story: Served, id_: str) -> str:
    found = story.memory.messages.get(USER, id_)
    assert found is not None
    return found.text


@LANGUAGES
def test_by_keyboard_it_is_corrected_and_what_was_made_of_it_is_seen(
    visitor, story: Served, locale, words
):
    memory = story.memory
    first = memory.sessions.messages(USER, "vet")[0]
    page = visitor(f"/browse/session?user={USER}&name=vet", locale=locale)
    page.locator(".turn .edit").first.focus()
    page.keyboard.press("Enter")
    made = memory.items.derived(USER, first.id)
    expect(page.locator(".made > li")).to_have_count(len(made))
    page.locator(".made summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".made .said").first).to_have_text(made[0].text)
    page.get_by_text(words["correct"]).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label(words["text"])).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("by keyboard")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(words["saved"])
    versions = page.get_by_role("region").nth(1).locator(".said")
    expect(versions).to_have_text(["by keyboard", first.text])
    page.locator(".meta .edit").first.click()
    expect(page.locator(".turn.here .said")).to_have_text("by keyboard")
    assert page.locator(".turn .said").all_inner_texts()[0] == "by keyboard", "in its place"


@LANGUAGES
def test_who_comes_second_sees_both_and_chooses(visitor, story: Served, locale, words):
    memory = story.memory
    first = memory.sessions.messages(USER, "vet")[0]
    page = visitor(
        f"/browse/message?user={USER}&id={first.id}", locale=locale, java_script_enabled=False
    )
    page.get_by_text(words["correct"]).click()
    page.get_by_label(words["text"]).fill("mine\nlater")
    memory.correct(USER, first.id, "theirs, first")
    page.get_by_role("button", name=words["save"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["contested"])
    for text in ("theirs, first", first.text):
        expect(page.locator(".said").get_by_text(text, exact=True)).to_be_visible()
    assert text_of(story, first.id) == "theirs, first", "nothing is lost before"
    memory.correct(USER, first.id, "a third")
    page.get_by_role("button", name=words["mine"]).click()
    expect(page.locator(".said").get_by_text("a third", exact=True)).to_be_visible()
    page.get_by_role("button", name=words["mine"]).click()
    expect(page.get_by_role("status")).to_have_text(words["saved"])
    assert text_of(story, first.id) == "mine\nlater"


@LANGUAGES
def test_it_is_forgotten_after_a_look_at_what_goes_with_it(visitor, story, locale, words):
    memory = story.memory
    first = memory.sessions.messages(USER, "vet")[0]
    preview = memory.forget(USER, message=first.id, preview=True)
    page = visitor(f"/browse/message?user={USER}&id={first.id}", locale=locale)
    page.get_by_role("link", name=words["forget"]).focus()
    page.keyboard.press("Enter")
    figures = page.locator(".figures dd")
    expect(figures).to_have_text([str(preview.versions), str(preview.items), "0"])
    expect(page.locator(".made > li")).to_have_count(preview.items)
    assert memory.messages.get(USER, first.id), "nothing is done before it is agreed to"
    page.get_by_role("button", name=words["sure"]).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["receipt"])
    expect(figures.first).to_have_text("1")
    assert memory.messages.get(USER, first.id) is None
    page.get_by_role("main").get_by_role("link").first.click()
    assert first.text not in page.locator(".turns").inner_text()


def test_what_is_not_there_says_so(server: Served):
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        client.get(server.server.link())
        for path in ("message", "message/forget", "recall/around"):
            answer = client.get(f"/browse/{path}?user=mei&id=nothing")
            assert (answer.status_code, "It is not there" in answer.text) == (404, True)
