"""Live: what another client adds or changes appears without reloading, and disturbs nobody."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import expect

from tests.journeys.web.tasks import RECENT, Scene, task
from tests.large import AGENT, USER


def _listens(scene: Scene) -> None:
    expect(scene.page.locator("#pulse[data-state=on]")).to_be_visible()


@task("live")
def home_shows_what_others_add_and_who_looks_keeps_their_place(scene: Scene) -> None:
    page, user = scene.page, scene.own("阿明")
    page.goto("/browse")
    _listens(scene)
    link = page.get_by_role("link", name=USER, exact=True)
    link.focus()
    scene.say("我叫阿明，第一次来。", session="hello", user=user)
    expect(page.get_by_role("row").filter(has_text=user)).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=user)).to_contain_text("第一次来")
    expect(page.locator("#news")).to_have_text(scene.t("live.one"))
    expect(link).to_be_focused()
    scene.memory.sessions.seal(user, "hello")
    state = scene.t.of("state", "sealed")
    expect(page.get_by_role("listitem").filter(has_text=user)).to_contain_text(state)
    scene.memory.admin.run_jobs()


@task("live")
def recent_grows_under_who_writes_ticks_and_scrolls(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    scene.say(*(f"line {n} 行" for n in range(9)), session=scene.own("written"))
    page.set_viewport_size({"width": 1100, "height": 500})
    page.goto(RECENT)
    _listens(scene)
    edited, ticked = page.locator(".turn").nth(-3), page.locator(".turn").nth(-4)
    edited.locator(".edit").click()
    field = page.get_by_label(scene.t("recent.text"))
    field.fill("half a sent")
    ticked.get_by_role("checkbox").check()
    page.get_by_label(scene.t("recent.reason")).fill("because")
    field.focus()
    before = field.bounding_box()
    scene.say("新的第一句", "新的第二句", session=scene.own("now"))
    expect(page.locator(".turn").last).to_contain_text("新的第二句")
    expect(page.locator("#news")).to_have_text(scene.t("live.many", n=2))
    expect(field).to_be_focused()
    expect(field).to_have_value("half a sent")
    expect(page.get_by_label(scene.t("recent.reason"))).to_have_value("because")
    expect(page.locator(".turn :checked")).to_have_count(1)
    after = field.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 2, "what is looked at stays where it is"
    page.keyboard.type("ence")
    scene.button("recent.save").press("Enter")
    scene.did("saved")
    assert "half a sentence" in [m.text for m in memory.recent(USER, AGENT).messages]
    page.set_viewport_size({"width": 1280, "height": 720})


@task("live")
def a_session_the_timeline_and_a_message_go_on(scene: Scene) -> None:
    page, memory, name = scene.page, scene.memory, scene.own("茶 tea")
    scene.say("Tea?", session=name)
    page.goto(f"/browse/session?user={USER}&name={quote(name)}")
    _listens(scene)
    [id_] = scene.say("好，喝茶。", session=name)
    expect(page.locator(".turn")).to_have_count(2)
    memory.sessions.seal(USER, name)
    memory.admin.run_jobs()
    expect(page.get_by_role("link", name=scene.t("session.reopen"))).to_be_visible()
    page.goto(f"/browse/timeline?user={USER}")
    _listens(scene)
    scene.say("A walk", session=scene.own("walk"))
    expect(page.get_by_role("link", name=scene.own("walk"))).to_be_visible()
    page.goto(f"/browse/message?user={USER}&id={id_}")
    _listens(scene)
    memory.correct(USER, id_, "喝咖啡。")
    expect(page.locator(".card .said").first).to_have_text("喝咖啡。")
    expect(page.locator("#news")).to_have_text(scene.t("live.changed"))
    memory.forget(USER, message=id_)
    expect(page.locator("#news")).to_have_text(scene.t("live.gone"))


@task("live")
def a_receipt_stays_and_says_that_more_has_changed(scene: Scene) -> None:
    page = scene.page
    [id_] = scene.say("not for long", session=scene.own("brief"))
    page.goto(f"/browse/message/forget?user={USER}&id={id_}")
    scene.button("forgetting.do").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(scene.t("forgetting.receipt"))
    _listens(scene)
    expect(page.locator("#news")).to_be_empty()
    scene.say("and more", session=scene.own("brief"))
    expect(page.locator("#news")).to_have_text(scene.t("live.since"))
    expect(page.get_by_role("heading", level=1)).to_have_text(scene.t("forgetting.receipt"))
