"""Profiles and contexts with every filter, as the client asks for them."""

from __future__ import annotations

import pytest
from memobase.error import ServerError

from holdfast.text.tokens import estimate
from tests.journeys.memobase.chats import chat, learned, profile, tips

TOLD = (
    "My name is Gus. I live in Berlin. I am 31 years old.",
    "I work at Siemens. I am an engineer.",
    "My favourite colour is blue. My favourite food is noodles.",
    "I have a dog called Rex.",
)


@pytest.fixture
def known(user):
    for said in TOLD:
        learned(user, said)
    return user


def test_topics_are_preferred_limited_and_left_out(known):
    every = known.profile()
    assert len(every) >= 6
    assert known.profile(prefer_topics=["interest"])[0].topic == "interest"
    first = [row.topic for row in known.profile(prefer_topics=["work", "basic_info"])]
    assert first[0] == "work"
    assert set(first) == {row.topic for row in every}
    assert {row.topic for row in known.profile(only_topics=["work", "interest"])} == {
        "work",
        "interest",
    }
    assert len(known.profile(only_topics=["basic_info"], max_subtopic_size=1)) == 1
    limited = known.profile(topic_limits={"basic_info": 0, "interest": 1})
    topics = [row.topic for row in limited]
    assert (topics.count("basic_info"), topics.count("interest")) == (0, 1)
    few = known.profile(max_token_size=20)
    assert 0 < len(few) < len(every)
    assert known.profile(max_token_size=1) == []


@pytest.mark.capability("L38")
def test_a_chat_picks_what_it_is_about(known):
    about = [{"role": "user", "content": "What shall I cook? I want my favourite food."}]
    assert known.profile(chats=about)[0].content == "noodles"
    found = known.context(chats=about)
    happened = found.partition("## What happened\n")[2].splitlines()
    assert "noodles" in happened[0]
    assert "Berlin" in found.partition("## What happened")[0]
    narrow = known.context(chats=about, full_profile_and_only_search_event=False)
    assert "noodles" in narrow.partition("## What happened")[0]


@pytest.mark.capability("L37")
def test_a_context_has_the_form_and_the_room_that_is_wanted(known):
    usual = known.context()
    assert estimate(usual) <= 1000
    assert usual.startswith("<memory note=")
    own = known.context(
        customize_context_prompt="P:\n{profile_section}\nE + more:\n{event_section}"
    )
    assert own.startswith("P:\n- ")
    assert "E + more:\n- " in own
    assert known.context(max_token_size=5) == ""
    for ratio in (0.1, 0.5, 1.0):
        assert estimate(known.context(max_token_size=120, profile_event_ratio=ratio)) <= 120
    narrow = known.context(max_token_size=200, profile_event_ratio=0.9, only_topics=["work"])
    wide = known.context(
        max_token_size=200,
        profile_event_ratio=0.9,
        only_topics=["work"],
        fill_window_with_events=True,
    )
    assert len(wide) > len(narrow)
    assert estimate(wide) <= 200
    assert "- work::" in known.context(only_topics=["work"], require_event_summary=True)
    for wrong in (1.5, -1):
        with pytest.raises(ServerError):
            known.context(profile_event_ratio=wrong)
    known.project_client.update_config("language: zh")
    try:
        assert "## 用户" in known.context()
    finally:
        known.project_client.update_config("")


def test_a_row_is_corrected_moved_and_ended(known):
    rows = {row.sub_topic: row for row in known.profile()}
    known.update_profile(rows["city"].id, "Hamburg", "contact_info", "city")
    assert profile(known)["contact_info::city"] == "Hamburg"
    known.update_profile(rows["food"].id, "soup", "interest", "dishes")
    assert profile(known)["interest::dishes"] == "soup"
    assert "interest::food" not in profile(known)
    known.delete_profile(rows["name"].id)
    assert "basic_info::name" not in profile(known)
    learned(known, "I moved to Kiel.")
    assert profile(known)["contact_info::city"] == "Kiel"
    made = known.add_profile("Gustav", "basic_info", "name")
    learned(known, "Actually my name is Gus.")
    assert profile(known)["basic_info::name"] == "Gus"
    assert made == str({row.sub_topic: row.id for row in known.profile()}["name"])
    with pytest.raises(ServerError):
        known.delete_profile("00000000-0000-4000-8000-000000000000")


@pytest.mark.capability("L33")
def test_a_strict_scheme_has_its_own_topics_and_no_others(project):
    client = project("strict")
    client.update_config(
        "profile_strict_mode: true\noverwrite_user_profiles:\n"
        "  - topic: places\n    sub_topics:\n      - name: city\n      - country\n"
    )
    user = client.get_user(client.add_user())
    learned(user, "My name is Gus. I live in Berlin. My favourite colour is blue.")
    assert profile(user) == {"places::city": "Berlin"}
    with pytest.raises(ServerError, match="strict"):
        user.add_profile("blue", "interest", "colour")
    user.add_profile("Germany", "places", "country")
    user.add_profile("none", "places", "country")
    assert profile(user) == {"places::city": "Berlin", "places::country": "Germany"}
    client.update_config(
        "additional_user_profiles:\n  - topic: gaming\n    sub_topics: [soul_like]\n"
    )
    user.add_profile("Elden Ring", "Gaming", "Soul Like")
    assert profile(user)["gaming::soul_like"] == "Elden Ring"
    assert profile(user)["basic_info::name"] == "Gus"
    before = client.get_config()
    for wrong in ("language: xx", "a: [", "event_tags: 1", "x" * 70_000):
        with pytest.raises(ServerError):
            client.update_config(wrong)
    assert client.get_config() == before


@pytest.mark.capability("L31")
def test_only_the_tags_that_are_wanted(project):
    client = project("tags")
    client.update_config("event_tags:\n  - name: emotion\n    description: how the user feels\n")
    user = client.get_user(client.add_user())
    learned(user, "I am so happy today, I got the job in Berlin!", "I was sad yesterday.")
    tags = {tag.tag for event in user.event() for tag in event.event_data.event_tags}
    assert tags == {"emotion"}
    assert len(user.search_event_by_tags(tags=["emotion"])) == 1


@pytest.mark.capability("L34")
def test_a_row_stays_short_and_a_topic_narrow(user):
    for number in range(40):
        user.add_profile(f"a long remark of some length, number {number}", "notes", "all")
        user.add_profile(f"value {number}", "wide", f"sub {number}")
    shown = profile(user, max_token_size=100_000)
    assert estimate(shown["notes::all"]) <= 128
    assert len([name for name in shown if name.startswith("wide::")]) <= 8


@pytest.mark.capability("L35")
def test_gists_are_found_with_how_well_they_answer(user):
    learned(user, "Yesterday I went to the dentist.", "I bought a red bike last week.")
    learned(user, "我住在成都。")
    found = user.search_event_gist("dentist")
    assert "dentist" in found[0].gist_data.content
    assert [gist.similarity for gist in found] == sorted(
        (g.similarity for g in found), reverse=True
    )
    assert 0 < found[0].similarity <= 1
    assert "成都" in user.search_event_gist("成都")[0].gist_data.content
    assert user.search_event_gist("dentist", similarity_threshold=1.01) == []
    assert len(user.search_event_gist("I went", topk=1)) == 1
    assert tips(user).count("\n- ") >= 1
    [event] = user.search_event("bike", topk=1)
    user.update_event(event.id, {"event_tip": "- a green boat"})
    assert "green boat" in user.search_event_gist("boat")[0].gist_data.content
    assert all("bike" not in gist.gist_data.content for gist in user.search_event_gist("bike"))


@pytest.mark.capability("L26")
def test_an_event_is_changed_in_part(user):
    learned(user, "I live in Berlin.", friend_id="7")
    [event] = user.event()
    delta = [{"content": "Paris", "attributes": {"topic": "contact_info", "sub_topic": "city"}}]
    user.update_event(event.id, {"profile_delta": delta})
    user.update_event(event.id, {"event_tags": [{"tag": "mood", "value": "calm"}]})
    [changed] = user.event()
    assert changed.event_data.profile_delta[0].content == "Paris"
    assert [(tag.tag, tag.value) for tag in changed.event_data.event_tags] == [("mood", "calm")]
    assert changed.event_data.event_tip == event.event_data.event_tip
    [told] = user.event(need_summary=True)
    assert told.event_data == changed.event_data
    assert user.event(max_token_size=1) == []


def test_a_row_that_is_changed_is_as_old_as_before(still):
    clock, _, user = still()
    learned(user, "I live in Berlin.")
    [made] = user.profile()
    clock.advance(3600)
    learned(user, "I moved to Paris.")
    [moved] = user.profile()
    clock.advance(3600)
    user.update_profile(moved.id, "Kiel", "contact_info", "city")
    [changed] = user.profile()
    assert {each.created_at for each in (made, moved, changed)} == {made.created_at}
    assert made.updated_at < moved.updated_at < changed.updated_at


def test_a_talk_of_nothing_much_has_an_event_all_the_same(user):
    user.insert(chat("hmm, the weather looks strange over there"))
    user.flush()
    assert "weather" in tips(user)
    [event] = user.event()
    user.delete_event(event.id)
    assert user.event() == []
