"""Profile: what is known, found, opened, put right and settled; instructions; what happened; the layout."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import Locator, expect

from holdfast.domain.claim import Claim
from holdfast.domain.slot import Slot, Standing
from holdfast.flow.extract.claims import item_of
from holdfast.flow.extract.refold import refold
from holdfast.ports.unit import Unit
from tests import large
from tests.journeys.web.tasks import Scene, task
from tests.large import USER

PATH = f"/browse/profile?user={USER}"
LAYOUT = "overwrite_user_profiles:\n  - topic: abilities\n    sub_topics: [skill]\n"


def claim(scene: Scene, *told: tuple[str, dict[str, str]]) -> list[str]:
    """Have the user say some things, a minute apart, and have them understood; the messages' ids."""
    ids = []
    for text, _ in told:
        ids += scene.say(text, session=scene.own("known"))
        scene.clock.advance(60)

    def work(unit: Unit) -> None:
        now = scene.clock.now()
        for message, (text, fields) in zip(unit.log.get(USER, ids), told, strict=True):
            made = Claim(text=text, sources=(message.id,), **fields)  # type: ignore[arg-type]
            item = item_of(made, USER, message, message.seq, 1, "rules", now)
            unit.items.put(item, expect=0)
        refold(unit, USER)

    scene.memory._parts.store.write(scene.memory.space, work)
    return ids


def _value(scene: Scene, text: str) -> Locator:
    return scene.page.locator(".slot").filter(has=scene.page.get_by_text(text, exact=True))


def _slots(scene: Scene, topic: str, about: str) -> list[Slot]:
    return scene.memory.profile.history(USER, topic, about=about)


@task("profile")
def what_is_known_is_found_while_typing_by_topic_and_by_day(scene: Scene) -> None:
    page, about = scene.page, scene.own("周叔叔")
    home = {"topic": "home", "about": about}
    claim(scene, ("周叔叔住在北京。", {**home, "value": "北京"}))
    scene.clock.advance(86_400)
    claim(scene, ("周叔叔搬到昆明了。", {**home, "value": "昆明"}))
    page.goto(PATH)
    field = page.get_by_role("searchbox")
    field.press_sequentially(about)
    person = page.locator(".person")
    expect(person).to_have_count(1)
    expect(person.get_by_role("heading", level=2)).to_contain_text(about)
    expect(person.locator(".value")).to_have_text(["昆明"])
    expect(page.locator("#summary")).to_contain_text("1")
    page.get_by_label(scene.t("profile.past_too")).press("Space")
    expect(person.locator(".value")).to_have_text(["昆明", "北京"])
    expect(person.locator(".state")).to_have_text(scene.t.of("standing", "past"))
    page.get_by_label(scene.t("profile.past_too")).press("Space")
    page.locator("#look select").select_option("work")
    expect(person).to_have_count(0)
    page.locator("#look select").select_option("")
    first = _slots(scene, "home", about)[0].since
    page.get_by_label(scene.t("profile.as_of")).fill(f"{first:%Y-%m-%d}")
    expect(person.locator(".value")).to_have_text(["北京"])
    page.reload()  # its address says what was looked for
    expect(person.locator(".value")).to_have_text(["北京"])


@task("profile")
def all_that_is_known_is_read_page_by_page(scene: Scene) -> None:
    page, seen = scene.page, list[str]()
    known = scene.memory.profile.get(USER, about=None)
    page.goto(f"{PATH}&topic=health")
    while True:
        ids = page.locator(".topics .slot").evaluate_all("all => all.map((each) => each.id)")
        seen += [each.removeprefix("s-") for each in ids]
        if not page.locator("[rel=next]").count():
            break
        page.locator("[rel=next]").press("Enter")
        page.wait_for_url(re.compile(f"from={len(seen)}"))
    wanted = {slot.id for slot in known if slot.topic == "health"}
    assert len(seen) == len(wanted) > 250
    assert {*seen} == wanted


@task("profile")
def a_value_is_opened_in_place_and_leads_to_what_was_said(scene: Scene) -> None:
    page, about = scene.page, scene.own("小满")
    work = {"topic": "work", "sub": "employer", "about": about}
    _, id_ = claim(
        scene,
        ("小满在银行工作。", {**work, "value": "银行"}),
        ("小满去了学校。", {**work, "value": "学校"}),
    )
    page.goto(f"{PATH}&q={quote(about)}")
    opened = _value(scene, "学校")
    opened.locator("summary").first.press("Enter")
    expect(opened.locator(".turn .said")).to_have_text("小满去了学校。")
    expect(opened.locator(".before .said")).to_have_text(["银行"])
    opened.get_by_role("link", name=scene.t("profile.forget_source")).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(scene.t("forgetting.title"))
    assert scene.message(id_).text == "小满去了学校。", "nothing is done before it is agreed to"
    page.go_back()
    opened.locator("summary").first.press("Enter")
    opened.get_by_role("link", name=scene.t("turns.in_session")).press("Enter")
    expect(page.locator(".turn.here .said")).to_have_text("小满去了学校。")
    page.locator(".turn.here .edit").press("Enter")
    expect(page.locator(".facts li")).to_contain_text(["学校"])
    page.locator(".facts a").press("Enter")
    page.wait_for_url("**topic=work*")


@task("profile")
def a_value_is_corrected_and_another_is_over(scene: Scene) -> None:
    page, about = scene.page, scene.own("丽娜")
    claim(
        scene,
        ("丽娜有一只狗。", {"topic": "pet", "value": "一只狗", "about": about}),
        ("丽娜属牛。", {"topic": "trait", "value": "属牛", "about": about}),
    )
    page.goto(f"{PATH}&q={quote(about)}")
    dog = _value(scene, "一只狗")
    dog.locator("summary").first.press("Enter")
    dog.get_by_text(scene.t("profile.correct")).press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("一只猫")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    scene.did("corrected")
    expect(page.get_by_role("searchbox")).to_have_value(about)  # where it was done from
    told = [(slot.value, slot.standing) for slot in _slots(scene, "pet", about)]
    assert told == [("一只狗", Standing.WRONG), ("一只猫", Standing.CURRENT)]
    ox = _value(scene, "属牛")
    ox.locator("summary").first.press("Enter")
    ox.get_by_role("button", name=scene.t("profile.no_longer")).press("Enter")
    scene.did("ended")
    expect(page.locator(".person .value")).to_have_text(["一只猫"])
    assert [slot.standing for slot in _slots(scene, "trait", about)] == [Standing.PAST]


@task("profile")
def a_dispute_is_settled(scene: Scene) -> None:
    page, about = scene.page, scene.own("外公")
    birthday = {"topic": "birthday", "about": about}
    claim(
        scene,
        ("外公生日是三月三号。", {**birthday, "value": "三月三号"}),
        ("外公四月四号过生日。", {**birthday, "value": "四月四号"}),
    )
    page.goto(PATH)
    dispute = page.locator(".dispute").filter(has_text=about)
    expect(dispute.locator(".sides .value")).to_have_text(["三月三号", "四月四号"])
    expect(dispute.locator(".sides .clip")).to_have_text(
        ["外公生日是三月三号。", "外公四月四号过生日。"]
    )
    dispute.get_by_role("button", name=scene.t("profile.right")).last.press("Enter")
    scene.did("settled")
    expect(dispute).to_have_count(0)
    told = [slot.standing for slot in _slots(scene, "birthday", about)]
    assert told == [Standing.WRONG, Standing.CURRENT]


@task("profile")
def something_is_added_by_hand(scene: Scene) -> None:
    page, about = scene.page, scene.own("阿梅")
    page.goto(PATH)
    page.get_by_label(scene.t("profile.value"), exact=True).fill(" ")
    scene.button("profile.add_now").press("Enter")
    expect(page.get_by_role("alert")).to_have_text(scene.t("profile_wrong.empty"))
    page.get_by_label(scene.t("profile.value"), exact=True).fill("会拉二胡")
    page.locator("#add ~ form select").select_option("skill")
    page.get_by_text(scene.t("profile.closer"), exact=True).press("Enter")
    page.get_by_label(scene.t("profile.about")).fill(about)
    scene.button("profile.add_now").press("Enter")
    scene.did("known")
    [slot] = _slots(scene, "skill", about)
    assert (slot.value, slot.by_hand) == ("会拉二胡", True)


@task("profile")
def an_instruction_is_switched_off_and_on_again(scene: Scene) -> None:
    page, text = scene.page, scene.own("always call me captain")
    claim(scene, (text, {"topic": "instruction", "value": text}))
    page.goto(PATH)
    line = page.locator(".slot").filter(has_text=text)
    line.get_by_text(scene.t("profile.where_from")).press("Enter")
    expect(line.locator(".turn .said")).to_have_text(text)
    for on in (False, True):
        switch = line.get_by_role("switch")
        expect(switch).to_have_attribute("aria-checked", "false" if on else "true")
        switch.press("Enter")
        scene.did("loaded" if on else "not_loaded")
        assert (text in scene.memory.context(USER, "hello").text) is on


@task("profile")
def what_happened_is_told_in_other_words_where_it_stands(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    name = large.name(large.SESSIONS - 20 - (scene.t.language == "zh"))
    [event] = memory.events.list(USER, session=name)
    assert len(event.gists) == 2
    page.goto(f"/browse/timeline?user={USER}&day={event.began_at:%Y-%m-%d}")
    talk = page.locator(".day li").filter(has=page.get_by_role("link", name=name))
    expect(talk.locator(".gists .said")).to_have_text([gist.text for gist in event.gists])
    expect(talk.locator(".tag")).to_have_text([scene.t.of("emotion", "joy"), "topic: travel"])
    talk.locator(".gists .edit").first.press("Enter")
    expect(page.get_by_label(scene.t("recent.text"))).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("It snowed 下雪了")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    scene.did("saved")
    expect(talk.locator(".gists .said").first).to_have_text("It snowed 下雪了")
    page.goto(f"/browse/session?user={USER}&name={quote(name)}")
    page.locator(".gists .edit").last.press("Enter")
    scene.button("learned.remove").click()  # the field is given the focus once more
    scene.did("gist_removed")
    expect(page.locator(".gists .said")).to_have_text(["It snowed 下雪了"])
    assert memory.events.list(USER, session=name)[0].text == "It snowed 下雪了"


@task("profile")
def profiles_are_laid_out_otherwise(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    page.goto(PATH)
    page.get_by_role("link", name=scene.t("profile.layout")).press("Enter")
    field = page.locator("#scheme")
    field.fill("language: xx")
    scene.button("recent.save").press("Enter")
    wrong = scene.t("scheme_wrong.language", names="en, zh")
    expect(page.get_by_role("alert")).to_have_text(wrong)
    expect(field).to_have_value("language: xx")
    expect(field).to_be_focused()
    field.fill(LAYOUT)
    scene.button("recent.save").press("Enter")
    scene.did("laid_out")
    assert memory.profile.scheme() == LAYOUT
    expect(page.locator(".topics dt").filter(has_text="abilities")).to_have_count(1)
    field.fill("")
    scene.button("recent.save").press("Enter")
    scene.did("laid_out")
    assert memory.profile.scheme() == ""
