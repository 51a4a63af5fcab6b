"""Home: who is remembered, what happened, what is stuck and how it goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from playwright.sync_api import expect

from holdfast.domain.job import Job, JobState, asked
from holdfast.domain.key import new_key
from holdfast.ports.unit import Unit
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import SISTER, USER


def test_an_empty_memory_says_how_to_begin(visitor: Opening):
    page = visitor()
    expect(page.get_by_text("Nobody yet.")).to_be_visible()
    expect(page.get_by_text("holdfast add")).to_be_visible()
    for view in ("Recent", "Timeline", "Recall"):
        page.get_by_role("link", name=view).click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_who_is_remembered_and_how_much(visitor: Opening, story: Served, locale):
    page = visitor(locale=locale)
    row = page.get_by_role("row").filter(has_text=USER)
    expect(row.get_by_role("cell").nth(0)).to_have_text("41")
    expect(row.get_by_role("cell").nth(1)).to_have_text("7")
    expect(page.get_by_role("link", name=SISTER)).to_be_visible()
    expect(page.get_by_role("link", name="chengdu-plan")).to_be_visible()
    expect(page.get_by_text("我周五到杭州，帮我订一间安静的房间。")).to_be_visible()
    page.get_by_role("link", name=USER, exact=True).click()
    expect(page.locator("input[name=user]").first).to_have_value(USER)


def test_many_people_come_a_page_at_a_time(visitor: Opening, server: Served):
    for number in range(45):
        server.memory.add(f"user {number:02}", "hello")
    page = visitor()
    seen = []
    while True:
        seen += page.get_by_role("rowheader").all_inner_texts()
        if not page.get_by_role("link", name="Next page").count():
            break
        page.get_by_role("link", name="Next page").click()
    names = [name for name in seen if name.startswith("user")]
    assert names == [f"user {number:02}" for number in range(45)]
    page.get_by_role("link", name="From the beginning").click()
    expect(page.get_by_role("link", name="user 00")).to_be_visible()


@pytest.fixture
def stuck(story: Served) -> Served:
    """A job that was given up."""
    memory, store = story.memory, story.memory._parts.store
    now = memory._parts.clock.now()
    store.write(memory.space, lambda unit: unit.jobs.enqueue(asked("reindex", USER, now)))
    job = store.lease("worker", now=now, until=now + timedelta(minutes=1), attempts=1)

    assert job is not None

    def give_up(unit: Unit) -> bool:
        return unit.jobs.fail(job, error="disk <b>gone</b>", state=JobState.DEAD, run_at=now)

    assert store.write(memory.space, give_up)
    assert [each.state for each in memory.admin.jobs()] == [JobState.DEAD]
    return story


def test_what_is_stuck_is_shown_with_what_to_do_and_tried_again(visitor: Opening, stuck: Served):
    page = visitor()
    expect(page.get_by_role("heading", name="One thing needs you")).to_be_visible()
    expect(page.get_by_text("disk <b>gone</b>")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("status")).to_have_text("It is being tried again.")
    expect(page.get_by_role("heading", name="All is well")).to_be_visible()
    assert [job.state for job in stuck.memory.admin.jobs()] == [JobState.WAITING]


def _enqueue(job: Job, unit: Unit) -> None:
    unit.jobs.enqueue(job)


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_what_nobody_takes_up_is_shown_with_what_to_do(
    visitor: Opening, story: Served, clock: FrozenClock, locale
):
    store, now = story.memory._parts.store, clock.now()
    for job in (asked("erase", USER, now), asked("fold", USER, now)):
        store.write(story.memory.space, partial(_enqueue, job))
    clock.advance(600)
    page = visitor(locale=locale)
    title, advice = {
        "en-GB": ("2 things need you", "nobody takes it up"),
        "zh-CN": ("有 2 件事需要处理", "没有人接手"),
    }[locale]
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text(advice)).to_have_count(2)
    expect(page.get_by_text("holdfast worker").first).to_be_visible()


def test_the_check_up_reads_in_chinese(visitor: Opening, story: Served):
    page = visitor(locale="zh-CN")
    page.get_by_role("button", name="通读整个文件").click()
    expect(page.get_by_role("button", name="通读整个文件")).to_have_count(0)
    page.get_by_text("项良好").click()
    expect(page.get_by_role("row").filter(has_text="关键词索引")).to_contain_text("已是最新")


def test_the_check_up_comes_by_itself(visitor: Opening, story: Served):
    page = visitor()
    page.get_by_text("things are good").click()
    expect(page.get_by_role("rowheader", name="indexes in memory")).to_be_visible()
    assert page.get_by_role("rowheader", name="keyword index").count() == 0, "it would take long"
    page.get_by_role("button", name="Read the whole file through").click()
    expect(page.get_by_role("button", name="Read the whole file through")).to_have_count(0)
    page.get_by_text("things are good").click()
    expect(page.get_by_role("rowheader", name="keyword index")).to_be_visible()


def test_a_key_for_one_space_sees_that_space_and_no_check_up_of_all(
    visitor: Opening, server: Served
):
    key, secret = new_key("other", space="other", now=datetime.now(UTC))
    server.keys.add(key)
    server.memory.add("mei", "tea")
    server.memory.in_space("other").add("wang", "coffee")
    page = visitor("/browse", enter=False)
    page.get_by_label("The server's key").fill(secret)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="wang")).to_be_visible()
    assert page.get_by_text("mei").count() == 0
    expect(page.get_by_text("your key is for one")).to_be_visible()
