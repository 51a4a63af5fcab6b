"""Timeline: days, a year at a glance, sessions and what became of them, messages and their versions."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qs, quote, urlsplit

from playwright.sync_api import Page, expect

from holdfast.domain.session import SessionState
from holdfast.entrypoints.web.pages.learned import learned
from holdfast.ports.unit import Unit
from tests import large
from tests.journeys.web.tasks import Scene, figures, task
from tests.large import USER

PATH = f"/browse/timeline?user={USER}"
MIDDLE = large.SESSIONS // 2


def _days(page: Page) -> list[str]:
    return [each.get_attribute("datetime") or "" for each in page.locator(".day h2 time").all()]


def _asked(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query)["day"][0]


def _state(scene: Scene, name: str) -> SessionState:
    session = scene.memory.sessions.get(USER, name)
    assert session is not None
    return session.state


def _late(scene: Scene, number: int) -> str:
    """A session near the end, another in each look: what follows from a change there is soon done."""
    return large.name(large.SESSIONS - number - 2 * (scene.t.language == "zh"))


def _session(name: str) -> str:
    return f"/browse/session?user={USER}&name={quote(name)}"


@task("timeline")
def days_come_newest_first_and_any_of_them_is_gone_to(scene: Scene) -> None:
    page = scene.page
    page.goto(PATH)
    found = _days(page)
    assert found == sorted(found, reverse=True)
    assert found[0] == f"{scene.clock.now():%Y-%m-%d}"
    middle = scene.memory.sessions.turns(USER, large.name(MIDDLE), limit=1)[0].said_at
    page.locator("input[type=date]").fill(f"{middle:%Y-%m-%d}")
    page.get_by_role("button", name=scene.t("timeline.go"), exact=True).press("Enter")
    expect(page.locator(".day h2 time").first).to_have_attribute("datetime", f"{middle:%Y-%m-%d}")
    expect(page.get_by_role("link", name=large.name(MIDDLE))).to_be_visible()
    page.locator("[rel=prev]").press("Enter")
    page.wait_for_url(re.compile(r"day=(?!" + f"{middle:%Y-%m-%d}" + ")"))
    assert _days(page)[0] == _asked(page) < f"{middle:%Y-%m-%d}"
    page.goto(f"{PATH}&day=2018-12-31")
    expect(page.get_by_role("status")).to_contain_text("2018-12-31")
    page.get_by_role("link", name=scene.t("timeline.forget")).press("Enter")
    expect(page.locator("input[name=user]")).to_have_value(USER)


@task("timeline")
def a_year_at_a_glance_leads_to_its_days(scene: Scene) -> None:
    page = scene.page
    page.goto(f"{PATH}&day=2021-12-31")
    days = scene.memory.messages.days(USER, year=2021, zone="UTC")
    shown = [each.get_attribute("title") or "" for each in page.locator("a.d").all()]
    counted = {each.split(" · ")[0]: int(re.sub(r"\D", "", each.split(" · ")[1])) for each in shown}
    assert counted == {f"{day.date}": day.messages for day in days}
    assert page.locator(".d").count() == 365
    page.locator("a.d").nth(2).click()
    assert _asked(page) == f"{days[2].date}" == _days(page)[0]
    # By keyboard: the same figures in a list.
    page.get_by_text(scene.t("timeline.as_list")).press("Enter")
    first = page.get_by_role("table").get_by_role("link").first
    expect(first).to_have_accessible_name(re.compile(f"{days[0].date}: .*{days[0].messages}"))
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**day={days[0].date}*")
    page.get_by_role("link", name="‹ 2020", exact=True).press("Enter")
    expect(page.locator("#year")).to_contain_text("2020")


@task("timeline")
def what_was_said_on_a_day_is_read_in_place(scene: Scene) -> None:
    page, name = scene.page, large.name(MIDDLE + 1)
    said = scene.memory.sessions.turns(USER, name, limit=20)
    page.goto(f"{PATH}&day={said[0].said_at:%Y-%m-%d}")
    talk = page.locator(".day li").filter(has_text=name).first
    talk.get_by_text(scene.t("timeline.read_here")).press("Enter")
    expect(talk.locator(".turn .said")).to_have_text([message.text for message in said])
    talk.get_by_role("link", name=scene.t("turns.in_session")).press("Enter")
    expect(page.locator(".turn.here .said")).to_have_text(said[0].text)


@task("timeline")
def a_session_is_sealed_and_opened_again(scene: Scene) -> None:
    page, memory, name = scene.page, scene.memory, scene.own("旅行 trip")
    scene.say("我想去杭州。", "Two of us, by train.", session=name)
    page.goto(PATH)
    page.get_by_role("link", name=name).first.press("Enter")
    scene.button("session.seal").press("Enter")
    scene.did("sealed")
    assert _state(scene, name) is SessionState.SEALING
    memory.admin.run_jobs()
    page.goto(_session(name))
    assert _state(scene, name) is SessionState.SEALED
    page.locator("summary", has_text=scene.t("session.made")).press("Enter")
    made = memory.sessions.derived(USER, name, 1)
    expect(page.locator(".made > li")).to_have_count(len(made))
    page.get_by_role("link", name=scene.t("session.reopen")).press("Enter")
    expect(page.get_by_role("heading", level=2)).to_contain_text(scene.t("reopen.gone"))
    expect(page.locator(".made > li")).to_have_count(len(made))
    assert _state(scene, name) is SessionState.SEALED, "nothing is done before it is agreed to"
    scene.button("reopen.do").press("Enter")
    scene.did("reopened")
    assert _state(scene, name) is SessionState.ACTIVE
    assert memory.sessions.derived(USER, name) == []


@task("timeline")
def what_failed_says_why_and_is_tried_again(scene: Scene) -> None:
    page, memory, name = (
        scene.page,
        scene.memory,
        _late(scene, 12),
    )

    def fail(unit: Unit) -> None:
        stretch, session = unit.stretches.of(USER, name)[-1], unit.sessions.get(USER, name)
        assert session is not None
        failed = replace(stretch, state=SessionState.FAILED, error="the disk is full 磁盘满了")
        unit.stretches.put(failed, expect=stretch.revision)
        unit.sessions.put(replace(session, state=SessionState.FAILED), expect=session.revision)

    memory._parts.store.write(memory.space, fail)
    page.goto("/browse")
    page.get_by_role("link", name=name, exact=True).press("Enter")
    expect(page.get_by_text("the disk is full 磁盘满了")).to_be_visible()
    scene.button("session.retry").press("Enter")
    scene.did("sealed")
    memory.admin.run_jobs()
    page.reload()
    assert _state(scene, name) is SessionState.SEALED
    expect(page.get_by_text("the disk is full 磁盘满了")).to_have_count(0)


@task("timeline")
def a_message_is_corrected_and_what_was_made_of_it_is_seen(scene: Scene) -> None:
    page, memory, name = scene.page, scene.memory, _late(scene, 4)
    first = memory.sessions.turns(USER, name, limit=1)[0]
    page.goto(_session(name))
    page.locator(".turn .edit").first.press("Enter")
    found, made = learned(memory.items.derived(USER, first.id))
    assert len(made) > 1, "the summary of its part, and those above it"
    expect(page.locator(".facts > li")).to_have_count(len(found.facts))
    expect(page.locator(".gists > li")).to_have_count(len(found.gists))
    assert found.facts
    assert found.gists
    expect(page.locator(".made > li")).to_have_count(len(made))
    page.locator(".made summary").first.press("Enter")
    expect(page.locator(".made .said").first).to_have_text(made[0].text)
    page.get_by_text(scene.t("message.correct")).press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label(scene.t("recent.text"))).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("by keyboard 键盘")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    scene.did("saved")
    versions = page.get_by_role("region").nth(1).locator(".said")
    expect(versions).to_have_text(["by keyboard 键盘", first.text])
    page.locator(".meta .edit").first.press("Enter")
    expect(page.locator(".turn.here .said")).to_have_text("by keyboard 键盘")
    assert page.locator(".turn .said").first.inner_text() == "by keyboard 键盘", "in its place"


@task("timeline")
def who_corrects_second_sees_both_and_chooses(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    [id_] = scene.say("as it was", session=scene.own("message"))
    page.goto(f"/browse/message?user={USER}&id={id_}")
    page.get_by_text(scene.t("message.correct")).press("Enter")
    page.get_by_label(scene.t("recent.text")).fill("mine\nlater")
    memory.correct(USER, id_, "theirs, first")
    versions = page.get_by_role("region").nth(1)
    expect(versions).to_contain_text(
        "theirs, first"
    )  # it comes by itself, and nothing typed is lost
    scene.button("recent.save").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(scene.t("message.contested"))
    for text in ("theirs, first", "as it was"):
        expect(page.locator(".said").get_by_text(text, exact=True)).to_be_visible()
    assert scene.message(id_).text == "theirs, first", "nothing is lost before"
    scene.button("contested.keep_mine").press("Enter")
    scene.did("saved")
    assert scene.message(id_).text == "mine\nlater"


@task("timeline")
def a_message_is_forgotten_after_a_look_at_what_goes_with_it(scene: Scene) -> None:
    page, memory, name = scene.page, scene.memory, _late(scene, 8)
    first = memory.sessions.turns(USER, name, limit=1)[0]
    preview = memory.forget(USER, message=first.id, preview=True)
    page.goto(f"/browse/message?user={USER}&id={first.id}")
    page.get_by_role("link", name=scene.t("message.forget")).press("Enter")
    expect(page.locator(".made > li")).to_have_count(min(100, preview.items))
    foreseen = figures(page)
    assert foreseen[scene.t("receipt.items")] == f"{preview.items:,}"
    assert memory.messages.get(USER, first.id), "nothing is done before it is agreed to"
    scene.button("forgetting.do").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(scene.t("forgetting.receipt"))
    assert figures(page).items() >= foreseen.items()
    assert memory.messages.get(USER, first.id) is None
    page.get_by_role("main").get_by_role("link").first.press("Enter")
    expect(page.locator(".turn")).to_have_count(49)
