"""Recall: asked as a user would, shown with reasons, packed under a budget, and shared."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

from playwright.sync_api import expect

from tests.journeys.web.tasks import Scene, task
from tests.large import CHINESE, ENGLISH, USER

PATH = f"/browse/recall?user={USER}"
ASKED = {"en": "What is the name of my violin teacher?", "zh": "备用钥匙藏在哪里？"}
FOUND = {"en": ENGLISH, "zh": CHINESE}
MARKED = {"en": "violin", "zh": "钥匙"}


def _address(scene: Scene) -> str:
    return f"{PATH}&q={quote(ASKED[scene.t.language])}"


@task("recall")
def hits_come_as_one_types_with_their_scores(scene: Scene) -> None:
    page, memory, asked = scene.page, scene.memory, ASKED[scene.t.language]
    page.goto(PATH)
    page.locator("#q").press_sequentially(asked, delay=2)
    first = page.locator(".hit").first
    expect(first.locator(".said")).to_have_text(FOUND[scene.t.language])
    hits = memory.recall(USER, asked)
    expect(page.locator(".hit > .said")).to_have_text([hit.text for hit in hits])
    assert any(MARKED[scene.t.language] in each for each in first.locator("mark").all_inner_texts())
    assert parse_qs(urlsplit(page.url).query)["q"] == [asked], "the address follows"
    said = [text.replace("−", "-") for text in first.locator(".figure").all_inner_texts()]
    parts = [f"{value:.2f}" for value in hits[0].scores.values() if abs(value) > 0.005]
    assert said == [f"{hits[0].score:.2f}", *parts]
    assert first.locator("svg.bar").count() == len(said)
    first.get_by_role("link").first.press("Enter")
    here = page.locator(".turn.here")
    expect(here.locator(".said")).to_have_text(FOUND[scene.t.language])
    expect(here).to_be_in_viewport()


@task("recall")
def a_hit_is_opened_in_its_conversation(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    page.goto(_address(scene))
    first, [found, *_] = page.locator(".hit").first, memory.recall(USER, ASKED[scene.t.language])
    first.get_by_text(scene.t("recall.around")).press("Enter")
    turns = memory.sessions.messages(USER, found.session)
    at = [message.id for message in turns].index(found.sources[0])
    around = [message.text for message in turns[max(0, at - 3) : at + 4]]
    expect(first.locator(".turn .said")).to_have_text(around)
    expect(first.locator(".turn.here .said")).to_have_text(found.text)
    expect(first.locator(".turn.here")).to_contain_text(scene.t("turns.hit"))
    expect(first.locator(".turn.here mark").first).to_be_visible()


@task("recall")
def what_was_dropped_is_told_with_the_reason(scene: Scene) -> None:
    page = scene.page
    page.goto(f"{_address(scene)}&k=2")
    expect(page.locator(".hit")).to_have_count(2)
    page.get_by_text(scene.t("recall.dropped")).press("Enter")
    expect(page.get_by_text(scene.t("recall.not_first", k=2)).first).to_be_visible()
    expect(page.get_by_role("rowheader", name=scene.t.of("stage", "fetch by text"))).to_be_visible()


@task("recall")
def the_context_follows_the_budget(scene: Scene) -> None:
    page, asked = scene.page, ASKED[scene.t.language]
    page.goto(_address(scene))
    slider, text = page.locator("#budget"), page.locator(".context")
    whole = scene.memory.context(USER, asked, budget=1000)
    expect(page.locator("#context .figure")).to_have_text(f"{whole.tokens:,}")
    assert text.inner_text() == whole.text
    slider.fill("200")
    small = scene.memory.context(USER, asked, budget=200)
    expect(page.locator("#context .figure")).to_have_text(f"{small.tokens:,}")
    assert text.inner_text() == small.text
    assert small.tokens < whole.tokens
    expect(page.locator("#budget-is")).to_have_text("200")
    slider.press("ArrowRight")
    expect(page.locator("#context")).to_contain_text("/ 250")


@task("recall")
def a_run_is_shared_and_seen_again(scene: Scene) -> None:
    page = scene.page
    page.goto(_address(scene))
    shown = page.locator(".hit .said").all_inner_texts()
    scores = page.locator(".scores").all_inner_texts()
    share = page.get_by_role("link", name=scene.t("recall.share"))
    address = share.get_attribute("href") or ""
    scene.clock.advance(60)
    page.goto(address)
    assert page.locator(".hit .said").all_inner_texts() == shown
    assert page.locator(".scores").all_inner_texts() == scores
    expect(page.get_by_role("status").first).to_contain_text(scene.t("recall.as_of"))
