"""Every view can be used by everyone: axe finds no serious fault, and the keyboard is enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from holdfast.entrypoints.web.pages.house.section import SECTIONS
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening, open_all
from tests.journeys.web.story import AGENT, USER

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter((v) => ["serious", "critical"].includes(v.impact))
  .map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.target.join(" ") + ": " + n.failureSummary)])"""

VIEWS = {
    "home": "/browse",
    "recent": f"/browse/recent?user={USER}&agent={AGENT}",
    "profile": f"/browse/profile?user={USER}&past=1",
    "layout": f"/browse/house/scheme?user={USER}",
    "recall": f"/browse/recall?user={USER}&q=sister",
    "timeline": f"/browse/timeline?user={USER}&day=2026-04-20",
    "session": f"/browse/session?user={USER}&name=vet",
    "reopen": f"/browse/session/reopen?user={USER}&name=vet",
    "playground": f"/browse/playground?user={USER}&session=vet",
    "health": "/browse/health",
    "missing": "/browse/nowhere",
    "house": "/browse/house",
    **{f"house {name}": f"/browse/house/{name}" for name in SECTIONS},
    "house plan": f"/browse/house/forget?user={USER}&what=everything",
}
NARROW = (
    "home",
    "recent",
    "profile",
    "recall",
    "timeline",
    "session",
    "playground",
    "house",
    "house forget",
    "house plan",
)
"""What is looked at on a phone too: one view of each make."""
LOOKS: list[dict[str, Any]] = [
    {"locale": "en-GB", "color_scheme": "light"},
    {"locale": "zh-CN", "color_scheme": "dark"},
    {"locale": "zh-CN", "color_scheme": "light", "viewport": {"width": 390, "height": 844}},
]


def disputed(story: Served) -> None:
    """Have the user say two things that cannot both be."""
    memory = story.memory
    for text in ("I was born in Oslo.", "I was born in Lima."):
        memory.add(USER, text, session=text)
        memory.seal(USER, text)
    memory.admin.run_jobs()
    assert len(memory.profile.disputes(USER)) == 1


def faults(page: Page) -> Any:
    expect(page.locator(".htmx-request, [hx-trigger=load] > p > a")).to_have_count(0)
    open_all(page)
    page.add_script_tag(path=AXE)
    return page.evaluate(RUN)


@pytest.mark.parametrize("look", LOOKS, ids=["en light", "zh dark", "zh phone"])
def test_axe_finds_nothing_serious(visitor: Opening, story: Served, look):
    disputed(story)
    story.memory.memo.hide(USER, [story.memory.recent(USER, AGENT).messages[0].id], agent=AGENT)
    page = visitor("/browse", bypass_csp=True, **look)
    said = story.memory.sessions.messages(USER, "vet")[0].id
    message = {
        each: f"/browse/{each}?user={USER}&id={said}" for each in ("message", "message/forget")
    }
    gist = story.memory.events.list(USER, session="vet")[0].gists[0].id
    slot = story.memory.profile.history(USER, "work", about="方越")[0].id
    message |= {
        "gist": f"/browse/gist?user={USER}&id={gist}",
        "slot": f"/browse/profile/slot?user={USER}&id={slot}",
    }
    views = {name: VIEWS[name] for name in NARROW} if "viewport" in look else {**VIEWS, **message}
    for name, path in views.items():
        page.goto(path)
        if name == "recent":  # with a line that is being edited
            page.locator(".turn .edit").first.click()
            page.locator("textarea[name=text]").wait_for()
        if name == "playground":  # with a turn and what came of it
            page.locator("#text").fill("What did the vet say? 兽医怎么说？")
            page.locator("#text").press("Enter")
            page.locator(".played").wait_for()
            page.locator("form[action$=end] button").click()
            page.locator("#learned > *").first.wait_for()
        if name == "profile":  # with something to settle
            expect(page.locator(".dispute")).to_have_count(1)
        if name == "timeline":  # with a gist that is being edited
            page.locator(".gists .edit").first.click()
            page.locator("textarea[name=text]").wait_for()
        assert faults(page) == [], name
    page.context.clear_cookies()
    page.goto("/browse/sign-in?ended=1")
    assert faults(page) == [], "sign in"


FAULTS = [
    "<img src=x>",
    "<input>",
    '<p style="color:#999;background:#aaa">faint words</p>',
    "<a href=#></a>",
]


def test_the_test_above_can_fail(visitor: Opening):
    """The control: a fault is put into a page, and axe sees it."""
    page = visitor("/browse/nowhere", bypass_csp=True)
    put = "html => { document.querySelector('main').innerHTML = html; }"
    assert faults(page) == []
    for fault in FAULTS:
        page.evaluate(put, f"<h1>x</h1>{fault}")
        assert page.evaluate(RUN) != [], fault


def test_the_keyboard_alone_is_enough(visitor: Opening, story: Served):
    page = visitor("/browse")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.goto(VIEWS["recall"].partition("&")[0])
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("sister")
    expect(page.locator(".hit").first).to_be_visible()
    page.goto(VIEWS["recent"])
    page.locator(".turn").last.get_by_role("link").last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("What it is to say")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("by keyboard")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Saved.")
    assert story.memory.recent(USER, AGENT).messages[-1].text == "by keyboard"
    page.goto(VIEWS["profile"])
    page.locator(".topics .slot summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".topics .slot .turn").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="In its conversation").first).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Forget this message …").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("What is right")).to_be_focused()
