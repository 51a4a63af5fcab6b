"""What people complained of with the server whose API this is, one test each."""

from __future__ import annotations

import time
import uuid
from typing import Any

import pytest
from memobase import ChatBlob, MemoBaseClient, SummaryBlob

from holdfast import Settings
from holdfast.testing.extractors import FakeExtractor
from holdfast.testing.model_server import ModelServer
from holdfast.testing.server import served
from tests.journeys.memobase.chats import chat, learned, profile, tips

HOUR, DAY = 3600, 86400


@pytest.mark.capability("L39")
def test_what_was_not_flushed_is_in_the_context(user):
    user.insert(chat("My sister Lily moved to Chengdu."))
    assert user.event() == []
    assert "My sister Lily moved to Chengdu." in user.context()
    asked = user.context(chats=[{"role": "user", "content": "and my work?"}])
    assert "My sister Lily moved to Chengdu." in asked


@pytest.mark.capability("L39")
def test_what_is_being_learned_from_or_could_not_be_is_in_the_context_too(still):
    extractor = FakeExtractor()
    extractor.error = "no answer"
    _, memory, user = still(extractor=extractor)
    user.insert(chat("My sister Lily moved to Chengdu."))
    user.flush()
    for state in ("processing", "failed"):
        assert len(user.buffer("chat", state)) == 1
        for asked in ({}, {"chats": [{"role": "user", "content": "and my work?"}]}):
            assert user.context(**asked).count("My sister Lily moved to Chengdu.") == 1
        memory.admin.run_jobs()


def test_a_message_without_a_time_is_as_old_as_the_one_before_it(user):
    said = {"role": "user", "content": "I live in Berlin.", "created_at": "2024/04/30"}
    blob = user.insert(ChatBlob(messages=[said, {"role": "assistant", "content": "Oh."}]))
    assert user.buffer("chat") == [blob]
    assert "Oh. [mention 2024/04/30]" in user.context()
    user.flush()
    assert len(user.event()) == 1


def test_a_summary_is_told_of_before_a_flush_and_after(user):
    user.insert(SummaryBlob(summary="- They spoke of the harbour.\n\n- She has a boat."))
    assert "the harbour" in user.context()
    user.flush()
    [event] = user.event()
    tip = event.event_data.event_tip or ""
    assert [line.partition(" [mention")[0] for line in tip.splitlines()] == [
        "- They spoke of the harbour.",
        "- She has a boat.",
    ]
    assert "She has a boat." in user.context()
    assert "the harbour" in user.context(chats=[{"role": "user", "content": "the harbour?"}])
    assert [found.id for found in user.search_event("the harbour")] == [event.id]
    assert profile(user) == {}


@pytest.mark.capability("L30")
def test_a_buffer_is_flushed_when_its_time_has_come(still):
    clock, memory, user = still()
    memory.admin.set_preference("session_idle_seconds", 10 * HOUR)
    blob = user.insert(chat("I live in Berlin."))
    clock.advance(HOUR - 60)
    memory.admin.run_jobs()
    assert user.buffer("chat") == [blob]
    clock.advance(120)
    assert (user.buffer("chat"), user.event()) == ([blob], [])
    memory.admin.run_jobs()
    assert (user.buffer("chat"), user.buffer("chat", "done")) == ([], [blob])
    assert profile(user) == {"contact_info::city": "Berlin"}
    memory.admin.set_preference("buffer_flush_interval", 60)
    user.insert(chat("I moved to Paris."))
    clock.advance(61)
    memory.admin.run_jobs()
    assert profile(user) == {"contact_info::city": "Paris"}


@pytest.mark.capability("L29")
def test_a_buffer_is_flushed_when_it_is_full(still):
    _, memory, user = still()
    few = [user.insert(chat("word " * 300, "I live in Berlin.")) for _ in range(2)]
    assert user.buffer("chat") == few
    more = user.insert(chat("word " * 500))
    assert user.buffer("chat") == []
    assert user.buffer("chat", "processing") == [*few, more]
    memory.admin.run_jobs()
    assert user.buffer("chat", "processing") == []
    assert user.buffer("chat", "done") == [*few, more]
    assert profile(user) == {"contact_info::city": "Berlin"}


@pytest.mark.capability("L29")
def test_what_failed_is_tried_again_by_itself_and_by_a_flush(still):
    extractor = FakeExtractor()
    extractor.error = "no answer"
    clock, memory, user = still(extractor=extractor)
    first = user.insert(chat("home = Berlin"))
    user.flush()
    assert user.buffer("chat", "processing") == [first]
    memory.admin.run_jobs()
    assert user.buffer("chat", "failed") == [first]
    extractor.error = ""
    clock.advance(10 * 60)
    memory.admin.run_jobs()
    assert (user.buffer("chat", "failed"), user.buffer("chat", "done")) == ([], [first])
    extractor.error = "no answer"
    second = user.insert(chat("pet = Rex"))
    user.flush()
    memory.admin.run_jobs()
    assert user.buffer("chat", "failed") == [second]
    extractor.error = ""
    user.flush()
    memory.admin.run_jobs()
    assert user.buffer("chat", "done") == [first, second]
    assert set(profile(user).values()) == {"Berlin", "Rex"}


@pytest.mark.capability("L29")
def test_nothing_is_learned_twice_when_two_flush_at_once(user):
    from concurrent.futures import ThreadPoolExecutor

    user.insert(chat("I live in Berlin.", "Yesterday I went to the dentist."))
    with ThreadPoolExecutor(8) as many:
        assert all(many.map(lambda _: user.flush(), range(8)))
    assert len(user.event()) == 1
    assert tips(user).count("dentist") == 1


@pytest.mark.capability("K15")
def test_tags_are_those_of_each_blob(user):
    user.insert(chat("I went to Rome last week.", friend_id="ann", session_id=1))
    user.insert(chat("I bought a red bike yesterday.", friend_id="bob", session_id=2))
    user.flush()
    for friend, word, other in (("ann", "Rome", "bike"), ("bob", "bike", "Rome")):
        [event] = user.search_event_by_tags(tag_values={"friend_id": friend})
        assert word in event.event_data.event_tip
        assert other not in event.event_data.event_tip
        tags = {tag.tag: tag.value for tag in event.event_data.event_tags}
        assert tags["friend_id"] == friend
    assert len(user.search_event_by_tags(tags=["friend_id", "session_id"])) == 2
    assert user.search_event_by_tags(tags=["friend_id"], tag_values={"session_id": "3"}) == []


def test_a_value_of_a_tag_may_hold_a_comma_and_what_is_no_value_is_told_so(client, user):
    learned(user, "I went to Rome last week.", friend_id="Ann, of Rome")
    assert len(user.search_event_by_tags(tag_values={"friend_id": "Ann, of Rome"})) == 1
    assert user.search_event_by_tags(tag_values={"friend_id": "Ann"}) == []
    path = f"/users/event_tags/search/{user.user_id}?tag_values=Ann"
    assert client.client.get(path).json()["errno"] == 400


@pytest.mark.capability("L32")
def test_the_same_five_times_is_told_once(user):
    for _ in range(5):
        learned(user, "My name is Xiao Ge. I live in Berlin.")
    assert profile(user) == {"basic_info::name": "Xiao Ge", "contact_info::city": "Berlin"}


@pytest.mark.capability("L32")
def test_an_update_is_kept(user):
    learned(user, "My favourite colour is blue.")
    assert profile(user) == {"interest::colour": "blue"}
    learned(user, "My favourite colour is red now.")
    assert profile(user) == {"interest::colour": "red"}
    user.insert(chat("我最喜欢的颜色是绿色。"))
    user.flush()
    assert "red" not in profile(user).values() or "绿色" in str(profile(user))


def test_events_of_any_age_are_found(still):
    clock, _, user = still()
    learned(user, "Yesterday I went to the dentist.")
    clock.advance(170 * DAY)
    learned(user, "I went to Rome last week.")
    assert len(user.event()) == 2
    assert len(user.search_event("dentist")) == 1
    clock.advance(3000 * DAY)
    assert len(user.event()) == 2
    assert user.search_event("dentist") == []
    assert len(user.search_event("dentist", time_range_in_days=10_000)) == 1
    assert "dentist" in user.context()


@pytest.mark.capability("L36")
def test_a_day_that_is_named_from_afar_is_resolved(user):
    said = {
        "role": "user",
        "content": "Yesterday I went to the dentist.",
        "created_at": "2024/04/30",
    }
    user.insert(ChatBlob(messages=[said, {"role": "assistant", "content": "Oh."}]))
    user.flush()
    assert "[mention 2024/04/30, happen 2024/04/29]" in tips(user)


def test_vectors_of_another_length_do_no_harm(tmp_path):
    name = str(uuid.uuid4())
    with ModelServer() as model:
        far: dict[str, Any] = {"embedder": "openai", "embed_url": model.url}
        embeds: list[dict[str, Any]] = [
            {"embedder": "static"},
            {**far, "embed_model": "short", "embed_dimensions": 8},
            {**far, "embed_model": "long", "embed_dimensions": 64},
            {"embedder": "none"},
        ]
        for embed in embeds:
            model.dimensions = embed.get("embed_dimensions", 0)
            with served(tmp_path / "m.db", settings=Settings(**embed)) as server:
                client = MemoBaseClient(project_url=server.url, api_key=server.key)
                with client.client:
                    user = client.get_or_create_user(name)
                    learned(user, f"I went to the dentist, by {embed['embedder']}.")
                    found = user.search_event("dentist", similarity_threshold=0.1)
                    assert found
                    assert all(event.similarity > 0 for event in found)
                    asked = [{"role": "user", "content": "dentist"}]
                    assert "dentist" in user.context(chats=asked)


@pytest.mark.capability("L41")
def test_what_the_assistant_says_of_itself_is_not_the_users(user):
    said = [
        ("user", "Hello, I'm Gus."),
        ("assistant", "I'm Juno, I live in Tokyo, my favourite colour is pink and I love jazz."),
        ("user", "My favourite food is noodles."),
        ("assistant", "我叫小八，我住在东京，我喜欢爵士乐。"),
    ]
    user.insert(ChatBlob(messages=[{"role": role, "content": text} for role, text in said]))
    user.insert(SummaryBlob(summary="My name is Mallory. I live in Oslo."))
    user.flush()
    known = str(profile(user))
    assert "Gus" in known
    assert "noodles" in known
    for word in ("Juno", "Tokyo", "pink", "jazz", "小八", "东京", "Mallory", "Oslo"):
        assert word not in known


def test_a_name_that_goes_with_the_user_is_no_other_speaker(user):
    turn = {"role": "user", "content": "I live in Berlin.", "alias": "Gus"}
    user.insert(ChatBlob(messages=[turn, {"role": "assistant", "content": "Nice."}]))
    user.flush()
    assert profile(user) == {"contact_info::city": "Berlin"}


@pytest.mark.capability("L40", "K11")
def test_what_was_flushed_is_read_at_once(user):
    for number in range(20):
        user.insert(chat(f"Yesterday I met Anna{number} in Rome."))
        user.flush()
        assert f"Anna{number}" in (user.event(topk=1)[0].event_data.event_tip or "")
        assert len(user.event(topk=100)) == number + 1


@pytest.mark.capability("L45")
def test_nothing_waits_for_a_worker_that_is_not_there(still):
    _, _, user = still()
    began = time.monotonic()
    learned(user, "I live in Berlin.")
    assert profile(user) == {"contact_info::city": "Berlin"}
    assert len(user.event()) == 1
    assert time.monotonic() - began < 60
