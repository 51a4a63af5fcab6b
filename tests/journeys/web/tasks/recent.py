"""Recent: the memo read, edited, thinned out, reviewed and begun afresh, with others at work too."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.journeys.web.tasks import RECENT, Scene, task
from tests.large import AGENT, OTHER, USER


def _edit_last(scene: Scene, text: str) -> str:
    """Write something into the last line of the memo; its id. It is not sent yet."""
    scene.page.goto(RECENT)
    scene.page.locator(".turn .edit").last.click()
    scene.page.get_by_label(scene.t("recent.text")).fill(text)
    return scene.memory.recent(USER, AGENT).messages[-1].id


@task("recent")
def the_memo_is_read_and_a_line_is_edited_and_saved(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    [id_] = scene.say("一句 to be edited", session=scene.own("edited"))
    page.goto(RECENT)
    seen = memory.recent(USER, AGENT)
    assert scene.turns() == [message.text for message in seen.messages]
    expect(page.locator("#summaries ~ ol > li")).to_have_count(len(seen.summaries))
    page.locator(".turn .edit").last.press("Enter")
    field = page.get_by_label(scene.t("recent.text"))
    expect(field).to_be_focused()
    expect(field).to_have_value("一句 to be edited")
    field.fill("第一行\n  第二行 & <third>")
    scene.button("recent.save").press("Enter")
    scene.did("saved")
    said = scene.message(id_)
    assert (said.text, said.version) == ("第一行\n  第二行 & <third>", 2)
    page.get_by_role("link", name=scene.t("message.version", n=2)).last.click()
    expect(page.get_by_text("一句 to be edited")).to_be_visible()


@task("recent")
def a_summary_is_reworded(scene: Scene) -> None:
    page, text = scene.page, scene.own("她搬去了成都。")
    page.goto(RECENT)
    page.locator("#summaries ~ ol > li").first.get_by_role("link").press("Enter")
    page.get_by_label(scene.t("recent.text")).fill(text)
    scene.button("recent.save").press("Enter")
    expect(page.get_by_text(text)).to_be_visible()
    assert scene.memory.recent(USER, AGENT).summaries[0].text == text


@task("recent")
def turns_are_taken_out_with_a_reason_and_put_back(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    scene.say("一", "two", "三", "four", session=scene.own("hidden"))
    page.goto(RECENT)
    before, hidden = scene.turns(), memory.recent(USER, AGENT).hidden
    for number in (-2, -4):
        page.locator(".turn").nth(number).get_by_role("checkbox").press("Space")
    page.get_by_label(scene.t("recent.reason")).fill(scene.own("说过了"))
    scene.button("recent.hide").press("Enter")
    scene.did("hidden")
    assert scene.turns() == [*before[:-4], before[-3], before[-1]]
    assert memory.recent(USER, AGENT).hidden == hidden + 2
    note = page.locator("li", has=page.locator(".changes")).filter(has_text=scene.own("说过了"))
    note.first.get_by_role("button", name=scene.t("recent.undo")).press("Enter")
    scene.did("undone")
    assert scene.turns() == before


@task("recent")
def who_comes_second_sees_both_and_chooses(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    scene.say("as it was", session=scene.own("contested"))
    for choice, wanted in (("contested.keep_theirs", "theirs"), ("contested.keep_mine", "mine")):
        was = memory.recent(USER, AGENT).messages[-1].text
        id_ = _edit_last(scene, f"mine {choice}")
        memory.correct(USER, id_, f"theirs {choice}")
        scene.button("recent.save").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(scene.t("contested.title"))
        for text in (f"mine {choice}", f"theirs {choice}", was):
            expect(page.locator(".said").get_by_text(text, exact=True)).to_be_visible()
        assert scene.message(id_).text == f"theirs {choice}", "nothing is lost before"
        page.locator(".button, button.main").get_by_text(scene.t(choice)).press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(scene.t("recent.title"))
        assert scene.message(id_).text == scene.turns()[-1] == f"{wanted} {choice}"


@task("recent")
def the_review_switch_is_thrown_and_stays(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    page.goto(RECENT)
    switch, on = page.get_by_role("switch"), memory.memo.reviewing()
    for wanted in (not on, on):
        switch.press("Space")
        scene.did("review_on" if wanted else "review_off")
        assert memory.memo.reviewing() is wanted
        page.reload()
        expect(switch).to_be_checked(checked=wanted)


@task("recent")
def a_review_tells_what_it_changed_and_why_and_is_undone(scene: Scene) -> None:
    page, memory = scene.page, scene.memory

    def lines() -> list[str]:
        return page.locator("#summaries ~ ol .said, .turns .said").all_inner_texts()

    said = {"en": "The dentist is on Tuesday at nine.", "zh": "牙医约在星期二上午九点。"}[
        scene.t.language
    ]
    scene.say(said, "I see that.", said, session=scene.own("reviewed"))
    page.goto(RECENT)
    before = lines()
    scene.button("recent.review_now").press("Enter")
    scene.did("reviewed")
    after, memo = lines(), memory.recent(USER, AGENT)
    kept = [item.text for item in memo.summaries if item.text]
    assert after == [*kept, *(message.text for message in memo.messages)]
    assert (before.count(said), after.count(said)) == (2, 1)
    changes = memory.memo.reviews(USER, AGENT)[0].attributes["changes"]
    newest = page.locator("li", has=page.locator(".changes")).first
    expect(newest.locator(".changes > li")).to_have_count(len(changes))
    expect(newest).to_contain_text(changes[0]["reason"])
    newest.get_by_role("button", name=scene.t("recent.undo")).press("Enter")
    expect(newest.locator(".is-undone")).to_have_text(scene.t.of("state", "undone"))
    assert lines() == before


@task("recent")
def a_memo_is_begun_afresh_once_that_is_confirmed(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    scene.say("to be cleared", session=scene.own("cleared"), agent=OTHER)
    page.goto(f"/browse/recent?user={USER}")
    page.get_by_label(scene.t("picker.agent")).select_option(OTHER)
    page.wait_for_url(f"**agent={OTHER}*")
    before = memory.messages.amount(USER)
    scene.button("recent.clear_now").press("Enter")
    assert "clear" not in page.url, "the browser holds it back"
    page.get_by_label(scene.t("recent.clear_sure")).press("Space")
    scene.button("recent.clear_now").press("Enter")
    scene.did("cleared")
    memo = memory.recent(USER, OTHER)
    assert (memo.summaries, memo.messages) == ((), ())
    assert memory.messages.amount(USER) == before, "the log keeps it all"
