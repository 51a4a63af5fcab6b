"""What is known can be set, changed, laid out and found, and what it was before is not lost."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast import Memory
from holdfast.text.tokens import estimate

USER = "ming"


def talk(memory: Memory, *texts: str, session: str, **more: Any) -> None:
    memory.add(USER, list(texts), session=session, **more)
    memory.seal(USER, session)
    memory.admin.run_jobs()


def found(memory: Memory, query: str) -> list[str]:
    return [hit.text for hit in memory.recall(USER, query, kinds=["fact"])]


@pytest.mark.capability("H18")
def test_to_update_one_value_keeps_the_others_and_the_new_one_is_found(memory, clock):
    talk(memory, "I live in Leeds.", "I work as a carpenter.", session="a")
    before = {slot.topic: slot for slot in memory.profile.get(USER)}
    clock.advance(3600)
    changed = memory.profile.set(USER, "home", "Otley, by the river")
    after = {slot.topic: slot for slot in memory.profile.get(USER)}
    assert after["work"] == before["work"]
    assert after["home"].value == "Otley, by the river"
    assert after["home"].last_said > before["home"].last_said
    assert after["home"] == changed
    assert found(memory, "river Otley")[0] == "Otley, by the river"


@pytest.mark.capability("C13")
def test_a_message_that_reads_otherwise_is_found_by_its_new_words_alone(memory):
    (said,) = memory.add(USER, "The narrowboat is moored in Skipton.", session="a")
    memory.add(USER, "Nothing else of note.", session="a")
    memory.seal(USER, "a")
    memory.admin.run_jobs()
    memory.correct(USER, said, "The lighthouse keeper retired.")
    memory.admin.run_jobs()
    assert memory.recall(USER, "lighthouse")[0].sources == (said,)
    for kinds in (["message"], ["event"], ["fact"], ["summary"]):
        for hit in memory.recall(USER, "narrowboat Skipton", kinds=kinds):
            assert "narrowboat" not in hit.text


@pytest.mark.capability("C13")
def test_a_value_that_was_corrected_is_found_by_its_new_words(memory):
    talk(memory, "I have a cat called Periwinkle.", "I live in Leeds.", session="a")
    (home,) = memory.profile.get(USER, topic="home")
    memory.profile.correct(USER, home.id, "Hebden Bridge")
    assert "Hebden Bridge" in found(memory, "Hebden Bridge")[0]
    assert [slot.value for slot in memory.profile.get(USER, topic="home")] == ["Hebden Bridge"]


SCHEME = """
language: en
profile_strict_mode: true
overwrite_user_profiles:
  - topic: about
    sub_topics: [city, {name: job, description: what they do}]
additional_user_profiles:
  - topic: fun
    sub_topics: [favourite_colour]
event_tags: [emotion]
"""


@pytest.mark.capability("L31", "L33")
def test_a_scheme_decides_what_a_profile_shows_and_which_tags_there_are(memory):
    memory.profile.set_scheme(SCHEME)
    talk(memory, "I'm so happy! I live in Leeds.", "I have a dog called Rex.", session="a")
    shown = {(each.topic, each.sub): each.content for each in memory.profile.sections(USER)}
    assert shown == {("about", "city"): "Leeds"}
    assert memory.profile.get(USER, topic="pet"), "it is known all the same"
    (event,) = memory.events.list(USER)
    assert {name for name, _ in event.tags} == {"emotion"}
    memory.profile.set_scheme("")
    assert len(memory.profile.sections(USER)) > 1


@pytest.mark.capability("L34")
def test_however_much_is_told_a_profile_stays_small(memory):
    for number in range(60):
        memory.profile.set(USER, "like", f"a rather long kind of thing, number {number}")
    for number in range(20):
        memory.profile.set(USER, "contact", f"{number}", sub=f"desk {number}")
    sections = memory.profile.sections(USER)
    assert all(estimate(each.content) <= 128 for each in sections)
    assert sum(each.topic == "contact_info" for each in sections) <= 15
    assert len(memory.profile.get(USER)) == 80, "nothing is lost for it"


@pytest.mark.capability("K9", "K10")
def test_the_first_talk_of_somebody_new_is_kept_with_whom_and_when(memory, clock):
    said = [
        {"role": "user", "content": "I live in Leeds."},
        {"role": "assistant", "content": "Nice."},
    ]
    memory.add("new", said, session="a", agent="juno")
    memory.seal("new", "a")
    memory.admin.run_jobs()
    assert "new" in memory.admin.users()
    (event,) = memory.events.list("new")
    assert (event.agent, event.session) == ("juno", "a")
    assert event.began_at <= event.ended_at <= clock.now()
    (session,) = memory.sessions.list("new")
    history = memory.messages.list("new", session="a")
    assert [message.text for message in history] == ["I live in Leeds.", "Nice."]
    assert session.state == "sealed"


@pytest.mark.capability("D2", "L32")
def test_now_before_and_as_of_in_the_library(memory):
    for day, town in (("2023-01-10", "Leeds"), ("2023-04-29", "Halifax"), ("2023-07-27", "Otley")):
        talk(memory, f"I live in {town} now.", "Fine.", session=day, at=f"{day}T10:00:00+00:00")
    assert [slot.value for slot in memory.profile.get(USER, topic="home")] == ["Otley"]
    (then,) = memory.profile.get(USER, topic="home", as_of="2023-05-01")
    assert then.value == "Halifax"
    towns = [slot.value for slot in memory.profile.history(USER, "home")]
    assert towns == ["Leeds", "Halifax", "Otley"]
