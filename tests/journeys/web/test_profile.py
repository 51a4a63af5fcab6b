"""Profile: what is known, put right from its pages; what happened, told otherwise; the layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from urllib.parse import quote

import httpx2
import pytest
from playwright.sync_api import expect

from holdfast.domain.slot import Slot, Standing
from holdfast.errors import InvalidInput
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import USER

PATH = f"/browse/profile?user={USER}"


class Guest:
    """Someone who has signed in, and sends forms."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client
        found = re.search(r'name="token" value="(\w+)"', client.get("/browse").text)
        assert found
        self._token = found[1]

    def get(self, path: str, **query: object) -> str:
        more = "".join(f"&{name}={quote(str(value))}" for name, value in query.items())
        answer = self.client.get(f"{path}{more}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, path: str, **form: str) -> httpx2.Response:
        return self.client.post(path, data={**form, "token": self._token})


@pytest.fixture
def guest(server: Served) -> Iterator[Guest]:
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        client.get(server.server.link())
        yield Guest(client)


def values(page: str) -> list[str]:
    shown = re.findall(r'<span class="known"><span class="value" dir="auto">([^<]*)</span>', page)
    return [unescape(value) for value in shown]


def the(slots: list[Slot], value: str) -> Slot:
    [found] = [slot for slot in slots if slot.value == value]
    return found


def test_what_is_known_comes_by_person_and_topic(guest: Guest, story: Served):
    page = guest.get(PATH)
    known = story.memory.profile.get(USER, about=None)
    shown = [slot.value for slot in known if slot.topic != "instruction"]
    assert sorted(values(page)) == sorted(shown)
    people = re.findall(r'data-key="[^"]*">\s*<h2 id="p-\d+"><bdi>([^<]+)', page)
    assert people == [USER, "Lele", "年糕", "方越", "陈阿姨"]
    topics = [f'data-key="{name}"' for name in ("work", "family", "pet", "health", "habit")]
    assert sorted(topics, key=page.index) == topics, "in their order"
    assert values(guest.get(PATH, q="花生")) == ["对花生过敏"]
    assert values(guest.get(PATH, q="WULIN road found")) == values(guest.get(PATH, q="wulin"))
    assert "年糕" in values(guest.get(PATH, q="wulin")), "by what was said, too"
    assert values(guest.get(PATH, q="lele", topic="home")) == ["Chengdu"]
    assert values(guest.get(PATH, day="2026-04-13", topic="habit")) == ["每周三晚上和妹妹视频"]
    assert values(guest.get(PATH, day="2026-04-11")) == []
    assert "去成都看乐乐" not in values(page)
    assert "去成都看乐乐" in values(guest.get(PATH, past="1"))
    assert "No such" not in guest.get(PATH, day="2026-99-99", topic="nonsense")


def test_many_values_come_a_page_at_a_time(guest: Guest, server: Served):
    memory = server.memory
    memory.add("mei", "hello")
    for number in range(104):
        memory.profile.set("mei", "skill", f"number {number:03}", sub=f"{number}")
    page, seen = guest.get("/browse/profile?user=mei"), list[str]()
    while True:
        seen += values(page)
        more = re.search(r'rel="next" href="([^"]+)"', page)
        if not more:
            break
        page = guest.get(more[1].replace("&amp;", "&"))
    assert sorted(seen) == [f"number {number:03}" for number in range(104)]
    assert "104 things are known" in page
    home = guest.get("/browse")
    assert 'aria-label="What is known of mei: 100+"' in home


def test_nothing_is_known_of_nobody(guest: Guest, server: Served):
    assert "Nobody is remembered yet" in guest.get("/browse/profile")
    assert "Nothing is known yet" in guest.get("/browse/profile?user=nobody")
    for path in ("profile/slot", "gist"):
        assert guest.client.get(f"/browse/{path}?user=nobody&id=x").status_code == 404
    server.memory.add("mei", "hello")
    item = server.memory.items.add("mei", "a note")
    for path in ("profile/slot", "gist"):
        assert guest.client.get(f"/browse/{path}?user=mei&id={item.id}").status_code == 404


def test_who_comes_second_is_told_and_nothing_is_changed(guest: Guest, story: Served):
    profile = story.memory.profile
    food = the(profile.get(USER), "蛋黄肉粽")
    form = {"user": USER, "id": food.id}
    profile.correct(USER, food.id, "豆沙粽")
    for path, more in (("correct", {"value": "x"}), ("remove", {}), ("settle", {})):
        answer = guest.post(f"/browse/profile/slot/{path}", **form, **more)
        assert answer.status_code == 409, path
        assert "Someone was first" in answer.text or "changed meanwhile" in answer.text
    assert [slot.value for slot in profile.get(USER, topic="like")] == ["豆沙粽"]
    pet = the(profile.get(USER), "年糕")
    empty = guest.post("/browse/profile/slot/correct", user=USER, id=pet.id, value=" \r\n")
    assert empty.status_code == 400
    not_disputed = guest.post("/browse/profile/slot/settle", user=USER, id=pet.id)
    assert not_disputed.status_code == 409
    assert the(profile.get(USER), "年糕").standing is Standing.CURRENT


def test_a_form_leads_back_to_where_it_stood_and_nowhere_else(
    guest: Guest, story: Served, clock: FrozenClock
):
    profile = story.memory.profile
    pet, sister = the(profile.get(USER), "年糕"), the(profile.get(USER), "Lele")
    back = f"{PATH}&topic=pet"
    done = guest.post("/browse/profile/slot/remove", user=USER, id=pet.id, back=back)
    assert str(done.url).endswith(f"{back}&did=ended")
    for wrong in ("https://evil.example/browse", "//evil.example", "javascript:alert(1)", ""):
        clock.advance(1)
        [now] = [slot for slot in profile.get(USER, topic="family") if slot.sub == sister.sub]
        again = guest.post(
            "/browse/profile/slot/correct", user=USER, id=now.id, back=wrong, value=f"x{wrong}"
        )
        assert str(again.url).endswith(f"{PATH}&did=corrected")


def test_a_gist_is_told_otherwise_from_each_page_it_stands_on(guest: Guest, story: Served):
    memory = story.memory
    [event] = memory.events.list(USER, session="rainy-sunday")
    first, second = event.gists
    pages = [
        f"/browse/timeline?user={USER}&day=2026-04-12",
        f"/browse/session?user={USER}&name=rainy-sunday",
        f"/browse/message?user={USER}&id={first.sources[0]}",
    ]
    for number, page in enumerate(pages):
        form = {"user": USER, "id": first.id, "back": page, "text": f"told\r\n{number}"}
        was = memory.items.get(USER, first.id)
        assert was is not None
        done = guest.post("/browse/gist/edit", **form, was=was.text)
        assert str(done.url).endswith(f"{page}&did=saved")
        assert f"told\n{number}" in done.text
    contested = guest.post("/browse/gist/edit", **{**form, "text": "mine"}, was="of long ago")
    assert contested.status_code == 409
    assert "told\n2" in contested.text
    assert ">\nmine</textarea>" in contested.text
    assert guest.post("/browse/gist/edit", user=USER, id=first.id, text=" ").status_code == 400
    guest.post("/browse/gist/remove", user=USER, id=second.id, back=pages[0])
    [left] = memory.events.list(USER, session="rainy-sunday")
    assert left.text == "told\n2"
    assert guest.post("/browse/gist/remove", user=USER, id=second.id).status_code == 404


def test_an_event_stands_on_the_day_it_began(guest: Guest, server: Served, clock: FrozenClock):
    memory = server.memory
    clock.set(datetime(2026, 5, 4, tzinfo=UTC))
    memory.admin.set_preference("session_idle_seconds", 10 * 86_400)
    said = ["I got a dog called Rex.", "My sister Anna lives in Oslo.", "I work at Acme."]
    for number, text in enumerate(said):
        memory.add("mei", text, session="long", at=f"2026-05-0{number + 1}T20:00Z")
    memory.seal("mei", "long")
    memory.admin.run_jobs()
    [event] = memory.events.list("mei")
    page = guest.get("/browse/timeline?user=mei")
    days = re.split(r'<section class="day"', page)[1:]
    assert [event.gists[0].text in day for day in days] == [False, False, True]
    assert page.count(f'id="g-{event.gists[0].id}"') == 1


def test_what_was_learned_stands_with_the_session_and_the_message(guest: Guest, story: Served):
    session = guest.get(f"/browse/session?user={USER}&name=back-home")
    assert "Learned from it" in session
    assert "麻醉科医生" in session.partition('id="learned"')[2]
    said = story.memory.sessions.messages(USER, "back-home")[3].id
    message = guest.get(f"/browse/message?user={USER}&id={said}")
    learned, _, made = message.partition('id="learned"')[2].partition('id="derived"')
    assert "麻醉科医生" in learned
    assert "麻醉科医生" not in made
    assert 'class="kind"' in made


def test_the_layout_is_kept_only_if_it_can_be_used(guest: Guest, server: Served):
    profile = server.memory.profile
    server.memory.add("mei", "hello")
    profile.set("mei", "home", "Oslo")
    good = "overwrite_user_profiles:\n  - topic: places\n    sub_topics: [home]"
    form = {"scheme": good.replace("\n", "\r\n"), "was": "", "user": "mei"}
    assert "<bdi>places</bdi>" in guest.post("/browse/house/scheme", **form).text
    assert profile.scheme() == good
    late = guest.post("/browse/house/scheme", scheme="language: zh", was="")
    assert (late.status_code, profile.scheme()) == (409, good)
    assert "topic: places" in late.text
    assert "language: zh</textarea>" in late.text
    bad = guest.post("/browse/house/scheme", scheme="a: [", was=good)
    assert (bad.status_code, profile.scheme()) == (400, good)
    assert "not YAML (line 1)" in bad.text
    assert "a: [</textarea>" in bad.text
    assert "profile_config" not in guest.get("/browse/house/preferences")
    guest.post("/browse/house/scheme", scheme=" \r\n", was=good)
    assert profile.scheme() == ""


WRONG = {
    "yaml": "[",
    "mapping": "- 1",
    "language": "language: fr",
    "flag": "profile_strict_mode: 7",
    "list": "event_tags: 7",
    "topic": "overwrite_user_profiles: [{}]",
    "sub": "overwrite_user_profiles: [{topic: x, sub_topics: [7]}]",
    "tag": "event_tags: [7]",
    "long": "#" * 70_000,
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_with_a_layout_is_told_in_chinese(guest: Guest, server: Served, what: str):
    guest.client.cookies.set("holdfast_language", "zh", path="/browse")
    answer = guest.post("/browse/house/scheme", scheme=WRONG[what], was="")
    alert = re.search(r'role="alert" id="wrong">([^<]+)', answer.text)
    assert alert
    assert re.match("无法使用|第 1 行|这不是|布局超过", alert[1])
    with pytest.raises(InvalidInput):
        server.memory.profile.set_scheme(WRONG[what])


def test_it_works_without_scripts(visitor: Opening, story: Served):
    page = visitor(PATH, java_script_enabled=False)
    page.get_by_role("searchbox").fill("方越")
    page.locator("select[name=topic]").first.select_option("partner")
    page.get_by_role("button", name="Show").last.click()
    page.locator(".slot summary").first.click()
    page.get_by_role("link", name="Open it").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("方越")
    page.get_by_text("Correct it …").click()
    page.get_by_label("What is right").fill("小方")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("Corrected.")
    [partner] = story.memory.profile.get(USER, about="Lele", topic="partner")
    assert partner.value == "小方"
    page.goto(f"/browse/timeline?user={USER}&day=2026-04-19")
    page.locator(".gists .edit").first.click()
    page.get_by_role("button", name="Take it out").click()
    expect(page.get_by_role("status").first).to_contain_text("Taken out.")
    assert "day=2026-04-19" in page.url
    assert story.memory.events.list(USER, session="vet") == []


def test_what_is_opened_and_looked_for_stays_while_more_is_learned(visitor: Opening, story: Served):
    page = visitor(PATH)
    expect(page.locator("#pulse[data-state=on]")).to_be_visible()
    page.get_by_role("searchbox").press_sequentially("lele")
    expect(page.locator(".person")).to_have_count(2)  # whose sister she is, and what she does
    home = page.locator(".slot").filter(has=page.get_by_text("Chengdu", exact=True))
    home.locator("summary").first.click()
    expect(home.locator(".turn .said")).to_contain_text("Lele moved to Chengdu")
    home.get_by_text("Correct it …").click()
    home.get_by_label("What is right").fill("Chong")
    memory = story.memory
    memory.add(USER, ["I have a parrot called Lele.", "I like oolong."], session="parrot")
    memory.seal(USER, "parrot")
    memory.admin.run_jobs()
    assert "oolong" in [slot.value for slot in memory.profile.get(USER)]
    expect(page.get_by_text("parrot called Lele")).to_be_visible()
    expect(page.locator("#summary")).not_to_contain_text("are known")
    assert page.get_by_text("oolong").count() == 0, "it is not looked for"
    expect(page.get_by_role("searchbox")).to_have_value("lele")
    expect(home.get_by_label("What is right")).to_have_value("Chong")
    expect(home.locator(".turn .said")).to_be_visible()


def test_on_a_phone_nothing_is_wider_than_the_screen(visitor: Opening, story: Served):
    page = visitor(PATH, viewport={"width": 390, "height": 844})
    slot = the(story.memory.profile.get(USER), "年糕").id
    for path in (
        PATH,
        f"/browse/profile/slot?user={USER}&id={slot}",
        f"/browse/house/scheme?user={USER}",
        f"/browse/timeline?user={USER}",
        f"/browse/session?user={USER}&name=vet",
    ):
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path
    page.goto(PATH)
    links = page.locator(".rail nav a").evaluate_all(
        "all => all.map((a) => a.getBoundingClientRect().right)"
    )
    assert max(links) <= 390
