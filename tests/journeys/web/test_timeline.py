"""Timeline: sessions by day, what was said in them, and helping them along."""

from __future__ import annotations

from playwright.sync_api import expect

from holdfast.domain.session import SessionState
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import SISTER, USER


def test_sessions_stand_under_their_days_in_the_visitors_zone(visitor: Opening, story: Served):
    page = visitor(f"/browse/timeline?user={USER}", timezone_id="Asia/Shanghai")
    days = page.get_by_role("heading", level=2).all_inner_texts()
    assert days == sorted(days, reverse=True)
    assert days[0] == "2026-05-12"
    at_home = visitor(
        f"/browse/session?user={USER}&name=off-the-record", timezone_id="Asia/Shanghai"
    )
    expect(at_home.locator(".turn time").last).to_have_text("2026-05-12 23:51")
    away = visitor(f"/browse/session?user={USER}&name=off-the-record", timezone_id="Europe/Berlin")
    expect(away.locator(".turn time").last).to_have_text("2026-05-12 17:51")


def test_many_sessions_come_a_page_at_a_time(visitor: Opening, server: Served, clock):
    for number in range(65):
        clock.advance(3600)
        server.memory.add("mei", "hello", session=f"s{number:02}")
    page = visitor("/browse/timeline?user=mei")
    seen = page.locator(".day li a").all_inner_texts()
    while page.get_by_role("link", name="Next page").count():
        page.get_by_role("link", name="Next page").click()
        seen += page.locator(".day li a").all_inner_texts()
    assert seen == [f"s{number:02}" for number in reversed(range(65))]


def test_a_long_session_comes_a_page_at_a_time(visitor: Opening, server: Served):
    server.memory.add("mei", [f"line {number}" for number in range(120)])
    page = visitor("/browse/session?user=mei&name=default")
    seen = page.locator(".turn .said").all_inner_texts()
    while page.get_by_role("link", name="Next page").count():
        page.get_by_role("link", name="Next page").click()
        seen += page.locator(".turn .said").all_inner_texts()
    assert seen == [f"line {number}" for number in range(120)]


def state_of(story: Served) -> SessionState:
    session = story.memory.sessions.get(SISTER, "杭州")
    assert session is not None
    return session.state


def test_a_session_is_sealed_and_opened_again(visitor: Opening, story: Served):
    story.memory.add(SISTER, "两个人住。", agent="诺诺", session="杭州")
    page = visitor("/browse")
    page.get_by_role("link", name="杭州").click()
    page.get_by_role("button", name="Seal now").click()
    expect(page.get_by_role("status")).to_contain_text("The stretch has ended")
    story.memory.admin.run_jobs()
    page.reload()
    assert state_of(story) is SessionState.SEALED
    page.get_by_role("button", name="Re-open").click()
    expect(page.get_by_role("status")).to_have_text("The session goes on.")
    assert state_of(story) is SessionState.ACTIVE


def test_a_message_has_its_versions(visitor: Opening, server: Served):
    [id_] = server.memory.add("mei", "I live in Chengdu.")
    server.memory.correct("mei", id_, "I live in Hangzhou.")
    page = visitor("/browse/session?user=mei&name=default")
    page.get_by_role("link", name="version 2").click()
    expect(page.locator(".said")).to_have_text(["I live in Hangzhou.", "I live in Chengdu."])
