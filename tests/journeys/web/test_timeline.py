"""Timeline: what was said day by day, any day of it, and a year at a glance."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import parse_qs, quote, urlsplit

import httpx2
from playwright.sync_api import Page, expect

from holdfast.domain.event import Account
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import USER

PATH = f"/browse/timeline?user={USER}"


def days(page: Page) -> list[str]:
    return [each.get_attribute("datetime") or "" for each in page.locator(".day h2 time").all()]


def asked(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query)["day"][0]


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


def test_of_a_session_with_many_events_every_day_has_its_own(server: Served, clock):
    clock.set(datetime(2026, 5, 14, tzinfo=UTC))
    for day in range(1, 11):
        for number in range(8):
            [said] = server.memory.add("mei", "a note", session="notes", at=f"2026-05-{day:02}")
            told = Account(lines=(f"event {number} of day {day}",), sources=(said,))
            server.memory.events.tell("mei", [told])
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        client.get(server.server.link())
        page = client.get("/browse/timeline?user=mei").text
    assert len(set(re.findall(r"event \d of day \d+", page))) == 80


def test_a_session_of_many_days_comes_on_each_and_many_come_a_page_at_a_time(
    visitor: Opening, server: Served, clock
):
    clock.set(datetime(2026, 3, 1, tzinfo=UTC))
    for number in range(65):
        clock.advance(6 * 3600)
        server.memory.add("mei", f"hello {number}", session=f"s{number % 2}")
    page = visitor("/browse/timeline?user=mei", known=False)
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
