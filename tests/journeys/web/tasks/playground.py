"""Playground: chat by way of the proxy, and see what was recalled, put in, kept and learned."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.journeys.web.tasks import Scene, task

ASKED = {"en": "What is my boat called?", "zh": "我的船叫什么名字？"}
FOUND = {"en": "My boat is called Ottilie.", "zh": "我的船叫青花鱼号。"}
TOLD = {"en": "I am allergic to peanuts.", "zh": "我对花生过敏。"}


def say(scene: Scene, text: str) -> None:
    """Type it and press Enter."""
    turns = scene.page.locator(".played")
    before = turns.count()
    scene.page.locator("#text").fill(text)
    scene.page.locator("#text").press("Enter")
    expect(turns).to_have_count(before + 1)
    expect(scene.page.locator("#text")).to_have_value("")


@task("playground")
def ask_and_see_what_was_recalled_and_put_in(scene: Scene) -> None:
    page, language, user = scene.page, scene.t.language, scene.own("sailor")
    scene.say(FOUND[language], session="told here", user=user)
    page.goto(f"/browse/playground?user={user}")
    expect(page.locator(".note code")).to_have_text("holdfast serve --openai-upstream URL")
    say(scene, ASKED[language])
    expect(page.locator(".workings .said", has_text=FOUND[language]).first).to_be_visible()
    page.locator(".workings summary", has_text=scene.t("playground.put_in")).click()
    expect(page.locator(".workings .context").last).to_contain_text(FOUND[language][:20])
    expect(page.locator(".by-other .said").first).not_to_be_empty()


@task("playground")
def see_what_is_kept_and_learned(scene: Scene) -> None:
    page, language, user = scene.page, scene.t.language, scene.own("newcomer")
    page.goto(f"/browse/playground?user={user}")
    say(scene, TOLD[language])
    page.locator(".workings summary", has_text=scene.t("playground.kept")).click()
    expect(page.locator(".workings .said", has_text=TOLD[language])).to_be_visible()
    scene.button("playground.end").click()
    expect(page.locator("#learned .said").first).to_contain_text(
        "花生" if language == "zh" else "peanuts"
    )
    page.get_by_role("link", name=scene.t("playground.begin")).click()
    expect(page.locator(".played")).to_have_count(0)
    say(scene, ASKED[language])
    page.locator(".workings summary", has_text=scene.t("playground.put_in")).click()
    expect(page.locator(".workings .context").first).to_contain_text(
        "花生" if language == "zh" else "peanuts"
    )
