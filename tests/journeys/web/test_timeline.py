"""Timeline: what was said day by day, any day of it, and a year at a glance."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import parse_qs, quote, urlsplit

import httpx2
import pytest
from playwright.sync_api import Page, expect

from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import USER

PATH = f"/browse/timeline?user={USER}"
LANGUAGES = pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-GB", {"list": "The year as a list", "go": "Go", "here": "Read it here"}),
        ("zh-CN", {"list": "以列表查看全年", "go": "前往", "here": "就地阅读"}),
    ],
    ids=["en", "zh"],
)


def days(page: Page) -> list[str]:
    return [each.get_attribute("datetime") or "" for each in page.locator(".day h2 time").all()]


def asked(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query)["day"][0]


@LANGUAGES
def test_days_come_newest_first_and_any_of_them_is_gone_to(visitor, story, locale, words):
    page = visitor(PATH, locale=locale, timezone_id="Asia/Shanghai")
    found = days(page)
    assert found == sorted(found, reverse=True)
    assert found[0] == "2026-05-12"
    page.get_by_role("link", name="2026-05-10").first.click()
    assert days(page)[0] == "2026-05-10"
    page.locator("input[type=date]").fill("2026-04-20")
    page.get_by_role("button", name=words["go"]).click()
    expect(page.get_by_role("status")).to_contain_text("2026-04-20")
    assert days(page) == ["2026-04-19", "2026-04-12"]
    expect(page.locator("[rel=next]")).to_have_text("2026-04-21 ›")
    page.locator("[rel=prev]").click()
    assert asked(page) == "2026-04-19"


@LANGUAGES
def test_a_year_at_a_glance_leads_to_its_days(visitor, story: Served, locale, words):
    story.memory.add(USER, ["x"] * 3, at="2025-02-03T12:00Z", session="before")
    page = visitor(PATH, locale=locale, timezone_id="Asia/Shanghai", color_scheme="dark")
    counts = {
        day.date.isoformat(): day.messages
        for day in story.memory.messages.days(USER, year=2026, zone="Asia/Shanghai")
    }
    cells = page.locator("a.d")
    shown = [each.get_attribute("title").split(" · ") for each in cells.all()]
    assert {day: int(re.sub(r"\D", "", count)) for day, count in shown} == counts
    assert page.locator(".d").count() == 365
    cells.nth(2).click()
    assert asked(page) == shown[2][0] == days(page)[0]
    expect(page.locator(".d.here")).to_have_attribute("title", re.compile(shown[2][0]))
    # By keyboard: the same figures in a list.
    page.get_by_text(words["list"]).focus()
    page.keyboard.press("Enter")
    first = page.get_by_role("table").get_by_role("link").first
    expect(first).to_have_accessible_name(re.compile(r"2026-04-12: .*8"))
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".day h2 time")).to_have_count(2)
    assert asked(page) == "2026-04-12"
    page.get_by_role("link", name="‹ 2025", exact=True).click()
    expect(page.locator("#year")).to_contain_text("2025")
    assert days(page) == ["2025-02-03"]
    page.get_by_role("link", name="2026 ›", exact=True).click()
    assert asked(page) == "2026-04-12"


def test_a_day_is_a_day_where_the_visitor_is(server: Served, clock):
    """The browser says where that is by a cookie; those that do not are where the memory is."""
    clock.set(datetime(2026, 5, 14, tzinfo=UTC))
    server.memory.add("mei", "late", at="2026-05-12T17:30Z")
    there = {"Asia/Shanghai": "13", "Europe/Berlin": "12", "": "12", "No/Where": "12"}
    for zone, day in there.items():
        cookies = {"holdfast_zone": quote(zone, safe="")}
        with httpx2.Client(
            base_url=server.url, trust_env=False, follow_redirects=True, cookies=cookies
        ) as client:
            client.get(server.server.link())
            page = client.get("/browse/timeline?user=mei").text
            assert re.findall(r'id="d-([-0-9]+)"', page) == [f"2026-05-{day}"], zone
            on_it = {"user": "mei", "name": "default", "day": f"2026-05-{day}"}
            assert "late" in client.get("/browse/timeline/said", params=on_it).text
            wrong = {**on_it, "day": "2026-05-11"}
            assert "late" not in client.get("/browse/timeline/said", params=wrong).text


@LANGUAGES
def test_what_was_said_on_a_day_is_read_in_place(visitor, story: Served, locale, words):
    page = visitor(PATH, locale=locale, timezone_id="Asia/Shanghai")
    talk = page.locator(".day li").first
    talk.get_by_text(words["here"]).click()
    said = story.memory.sessions.messages(USER, "off-the-record")
    expect(talk.locator(".turn .said")).to_have_text([message.text for message in said])
    talk.get_by_role("link").first.click()
    expect(page.locator(".turn.here .said")).to_have_text(said[0].text)


def test_a_session_of_many_days_comes_on_each_and_many_come_a_page_at_a_time(
    visitor: Opening, server: Served, clock
):
    clock.set(datetime(2026, 3, 1, tzinfo=UTC))
    for number in range(65):
        clock.advance(6 * 3600)
        server.memory.add("mei", f"hello {number}", session=f"s{number % 2}")
    page = visitor("/browse/timeline?user=mei", timezone_id="UTC")
    seen = list[tuple[str | None, str]]()
    while True:
        for day in page.locator(".day").all():
            name = day.locator("h2 time").get_attribute("datetime")
            seen += [(name, each) for each in day.locator("li > .meta a").all_inner_texts()]
        if not page.get_by_role("link", name="Next page").count():
            break
        page.get_by_role("link", name="Next page").click()
    wanted = server.memory.sessions.by_day("mei", zone="UTC")
    assert seen == [(talk.date.isoformat(), talk.session) for talk in wanted]
    assert len(seen) > 30


def test_it_works_without_scripts_and_agents_narrow_it(visitor: Opening, story: Served):
    story.memory.add(USER, "hello", agent="momo", session="new")
    page = visitor(f"{PATH}&agent=momo", java_script_enabled=False)
    assert len(days(page)) == 1
    page.locator("input[type=date]").fill("2026-04-20")
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_text("Nothing was said on 2026-04-20.")).to_be_visible()
    assert days(page) == []
    page.get_by_text("Newest").click()
    page.get_by_text("Read it here").click()
    page.get_by_role("link", name="In its conversation").click()
    expect(page.locator(".turn .said")).to_have_text("hello")
    assert "Nothing has been said" in visitor("/browse/timeline?user=nobody").inner_text("main")
