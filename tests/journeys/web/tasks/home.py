"""Home: who is remembered and how much, what happened, what is stuck or failed, the check-up."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from holdfast.domain.job import JobState, asked
from tests.journeys.web.tasks import Scene, give_up, task
from tests.large import USER


@task("home")
def who_is_remembered_and_what_happened(scene: Scene) -> None:
    page, talk = scene.page, scene.own("今天 today")
    scene.say("早。", "Good morning.", session=talk)
    page.goto("/browse")
    cells = page.get_by_role("row").filter(has_text=USER).get_by_role("cell")
    expect(cells.nth(0)).to_have_text(re.compile(r"100,\d\d\d"))
    expect(cells.nth(1)).to_have_text(re.compile(r"2,0\d\d"))
    lately = page.get_by_role("listitem").filter(has_text=talk)
    expect(lately).to_contain_text(scene.t.of("state", "active"))
    expect(lately).to_contain_text("Good morning.")
    page.get_by_role("link", name=USER, exact=True).click()
    expect(page.locator("input[name=user]").first).to_have_value(USER)


@task("home")
def what_failed_is_looked_at_and_tried_again(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    memory.admin.run_jobs()
    give_up(scene, USER, "disk <b>gone</b> 磁盘不见了")
    page.goto("/browse")
    expect(page.get_by_role("heading", name=scene.t.count("work.trouble", 1))).to_be_visible()
    expect(page.get_by_text("disk <b>gone</b> 磁盘不见了")).to_be_visible()
    page.get_by_role("link", name=scene.t.of("job", "review")).click()
    expect(page.locator(".lines > li")).to_have_count(1)
    page.go_back()
    scene.button("work.retry").press("Enter")
    scene.did("retried")
    expect(page.get_by_role("heading", name=scene.t("work.well"))).to_be_visible()
    assert memory.admin.jobs(JobState.DEAD) == []
    page.get_by_role("link", name=scene.t("work.jobs")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(scene.t.of("house_section", "jobs"))
    memory.admin.run_jobs()


@task("home")
def what_nobody_takes_up_is_shown_with_what_to_do(scene: Scene) -> None:
    page, memory, store = scene.page, scene.memory, scene.memory._parts.store
    memory.admin.run_jobs()
    job = asked("erase", USER, scene.clock.now())
    store.write(memory.space, lambda unit: unit.jobs.enqueue(job))
    scene.clock.advance(600)
    page.goto("/browse")
    expect(page.get_by_role("heading", name=scene.t.count("work.trouble", 1))).to_be_visible()
    expect(page.get_by_text(scene.t.of("advice", "stuck"))).to_be_visible()
    expect(page.get_by_text("holdfast worker").first).to_be_visible()
    page.get_by_role("link", name=scene.t.of("job", "erase")).press("Enter")
    expect(page.locator(".lines > li")).to_contain_text([scene.t.of("job", "erase")])
    memory.admin.run_jobs()


@task("home")
def the_check_up_comes_by_itself_and_reads_all_where_that_is_wanted(scene: Scene) -> None:
    page = scene.page
    page.goto("/browse")
    good = page.locator("[data-checkup] summary")
    good.press("Enter")
    index = page.get_by_role("rowheader", name=scene.t.of("finding", "keyword index"))
    expect(page.locator("[data-checkup] tbody tr").first).to_be_visible()
    assert index.count() == 0, "it would take long"
    scene.button("health.whole").press("Enter")
    expect(scene.button("health.whole")).to_have_count(0)
    good.press("Enter")
    expect(index).to_be_visible()
