"""What is said becomes knowledge, by rules alone, and follows what was said."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from holdfast import Memory
from holdfast.domain.item import ItemKind

ANSWER = {"role": "assistant", "content": "好的。"}


def talk(
    memory: Memory, *texts: str, session: str = "talk", user: str = "ming", **more
) -> list[str]:
    """Say something in a session, seal it, and let the worker learn from it."""
    said = [each for text in texts for each in ({"role": "user", "content": text}, ANSWER)]
    ids = memory.add(user, said, session=session, **more)
    memory.seal(user, session)
    memory.admin.run_jobs()
    return ids[::2]


def known(memory: Memory, topic: str, user: str = "ming") -> list[str]:
    return [slot.value for slot in memory.profile.get(user, topic=topic)]


@pytest.mark.capability("G2", "D1")
def test_name_and_age(memory):
    talk(memory, "我叫王二，今年26岁。")
    assert known(memory, "name") == ["王二"]
    assert [value.strip("岁") for value in known(memory, "age")] == ["26"]


@pytest.mark.capability("H15")
def test_whatever_is_learned_has_sources_an_importance_and_an_expiry(memory):
    said = talk(memory, "我叫王二，今年26岁。", "I live in Leeds.", "Always answer in French.")
    learned = memory.items.find("ming")
    assert {item.kind for item in learned} >= {ItemKind.SLOT, ItemKind.EVENT, ItemKind.SUMMARY}
    kept = {each.id for each in (*memory.messages.latest("ming"), *learned)}
    for item in learned:
        assert [each.name for each in fields(item) if getattr(item, each.name) is None] == []
        assert item.sources
        assert kept.issuperset(item.sources)
        assert 0 < item.importance <= 1
        assert item.expires_at > item.known_from
    assert {*said} <= {source for item in learned for source in item.sources}


@pytest.mark.capability("G2")
def test_what_else_is_noticed(memory):
    talk(
        memory,
        "I was so scared yesterday, the lift stopped. I live in Leeds.",
        at="2024-04-30T10:00:00+00:00",
    )
    (event,) = memory.events.list("ming")
    assert "fear" in event.emotions
    assert "Leeds" in event.places
    assert any(time.endswith("2024-04-29") for time in event.times)
    assert "lift" in event.keywords


@pytest.mark.capability("G2")
def test_what_else_is_noticed_in_chinese(memory):
    talk(
        memory, "昨天电梯停了，我好害怕。我住在成都，打算下周搬家。", at="2024-04-30T10:00:00+08:00"
    )
    (event,) = memory.events.list("ming")
    assert "fear" in event.emotions
    assert "plan" in event.intents
    assert "成都" in event.places
    assert any(time.endswith("2024-04-29") for time in event.times)
    assert "电梯" in event.keywords


@pytest.mark.capability("L32", "D2")
def test_the_same_five_times_is_one_slot_with_five_sources(memory):
    ids = [talk(memory, "My favourite colour is blue.", session=str(n))[0] for n in range(5)]
    (slot,) = memory.profile.get("ming", topic="like")
    assert (slot.said, set(slot.sources)) == (5, set(ids))


@pytest.mark.capability("L32", "D2")
def test_blue_then_red_is_red_with_blue_in_its_history(memory):
    talk(memory, "My favourite colour is blue.", session="a", at="2024-01-01T10:00:00+00:00")
    talk(memory, "My favourite colour is red.", session="b", at="2024-03-01T10:00:00+00:00")
    assert known(memory, "like") == ["red"]
    assert [slot.value for slot in memory.profile.history("ming", "like")] == ["blue", "red"]
    (then,) = memory.profile.get("ming", topic="like", as_of="2024-02-01")
    assert then.value == "blue"


@pytest.mark.capability("L41")
def test_what_the_assistant_says_of_itself_is_not_the_users(memory):
    memory.add(
        "ming",
        [
            {"role": "user", "content": "What do you like?"},
            {"role": "assistant", "content": "I live in Paris, I love jazz and I am a nurse."},
            {"role": "user", "content": "Nice."},
        ],
    )
    memory.seal("ming")
    memory.admin.run_jobs()
    assert memory.profile.get("ming", about=None) == []


@pytest.mark.capability("G25")
def test_what_is_supposed_is_no_fact(memory):
    talk(memory, "Maybe I will move to Berlin someday.", "If I lived in Rome I would be happier.")
    talk(memory, "也许我会搬到上海。", "要是我住在大理就好了。", session="b")
    assert known(memory, "home") == []
    assert known(memory, "plan") == []


@pytest.mark.capability("G25")
@pytest.mark.parametrize(
    "text",
    [
        "I'm staying at the Hilton for now.",
        "I'm in Paris this week.",
        "这周我在巴黎。",
        "我今天有点累。",
    ],
)
def test_what_is_so_for_a_few_days_is_no_fact(memory, text):
    talk(memory, text)
    assert memory.profile.get("ming") == []


@pytest.mark.capability("G25")
def test_what_cannot_be_settled_waits_for_the_user(memory):
    talk(memory, "My birthday is on May 3rd.", session="a")
    talk(memory, "My birthday is on June 9th.", session="b")
    ((one, other),) = memory.profile.disputes("ming")
    assert {one.value, other.value} == {"May 3rd", "June 9th"}
    memory.profile.settle("ming", one.id)
    assert memory.profile.disputes("ming") == []
    assert known(memory, "birthday") == [one.value]


@pytest.mark.capability("L36")
def test_yesterday_is_a_day(memory):
    talk(memory, "I moved to Leeds yesterday.", at="2024-04-30T10:00:00+00:00")
    (event,) = memory.events.list("ming")
    assert any("2024-04-29" in gist.text for gist in event.gists)


@pytest.mark.capability("L35", "C13")
def test_a_gist_is_found_by_its_words_also_after_it_was_told_otherwise(memory):
    talk(memory, "I live in Leeds, by the canal.")
    (event,) = memory.events.list("ming")
    (hit, *_) = memory.recall("ming", "canal in Leeds", kinds=["event"])
    assert hit.role == "event"
    assert hit.score > 0
    memory.events.edit("ming", event.gists[0].id, "Owns a narrowboat called Periwinkle.")
    (hit, *_) = memory.recall("ming", "Periwinkle", kinds=["event"])
    assert hit.text == "Owns a narrowboat called Periwinkle."
    found = memory.recall("ming", "canal in Leeds", kinds=["event"])
    assert all("canal" not in hit.text for hit in found)


@pytest.mark.capability("L31")
def test_only_tags_that_somebody_asked_for(memory):
    text = "I'm so happy, I live in Leeds now."
    talk(memory, text, session="a")
    memory.profile.set_scheme("event_tags: [emotion, {name: place, description: where}]")
    talk(memory, text, session="b")
    tagged, plain = memory.events.list("ming")
    assert plain.tags == ()
    assert set(tagged.tags) == {("emotion", "joy"), ("place", "Leeds")}
    assert memory.events.list("ming", tag="emotion", value="joy") == [tagged]


@pytest.mark.capability("D1", "D3")
def test_the_card_always_wins(memory):
    talk(memory, "我叫小明，我住在成都。")
    memory.profile.set_card("小八", about_agent={"性格": "爱笑"}, about_user={"所在地": "杭州"})
    assert memory.profile.settings("ming", "小八", names=("小八", "主人")) == {
        "小八": {"性格": "爱笑"},
        "主人": {"姓名": "小明", "所在地": "杭州"},
    }
    assert "小明" in memory.new_dialog(
        "ming", "小八", settings=memory.profile.settings("ming", "小八")
    )
    talk(memory, "我搬到重庆了。", session="b")
    assert memory.profile.settings("ming", "小八")["ming"]["所在地"] == "杭州"
    memory.profile.set_card("小八", about_user={"所在地": "苏州"})
    assert memory.profile.settings("ming", "小八")["ming"]["所在地"] == "苏州"
    memory.profile.set_card("小八")
    assert memory.profile.settings("ming", "小八")["ming"]["所在地"] == "重庆"


@pytest.mark.capability("K12")
def test_events_are_an_agents_own_and_the_profile_is_everybodys(memory):
    talk(memory, "I live in Leeds.", session="a", agent="juno")
    talk(memory, "I have a dog called Rex.", session="b", agent="momo")
    assert [event.agent for event in memory.events.list("ming", agent="juno")] == ["juno"]
    assert all("Rex" not in event.text for event in memory.events.list("ming", agent="juno"))
    for agent, own, others in (("juno", "Leeds", "Rex"), ("momo", "Rex", "Leeds")):
        hits = memory.recall("ming", "Leeds, dog, Rex", kinds=["event"], agent=agent)
        assert any(own in hit.text for hit in hits)
        assert all(others not in hit.text for hit in hits)
    assert known(memory, "home") == ["Leeds"]
    assert memory.profile.get("ming", topic="pet")


def test_forgetting_a_message_takes_what_was_learned_from_it(memory):
    (first,) = talk(memory, "I live in Leeds.", session="a")
    (second,) = talk(memory, "I live in Otley now.", session="b")
    assert known(memory, "home") == ["Otley"]
    memory.forget("ming", message=second)
    memory.admin.run_jobs()
    assert known(memory, "home") == ["Leeds"]
    memory.forget("ming", message=first)
    memory.admin.run_jobs()
    assert memory.profile.get("ming", past=True, about=None) == []
    kept = json.dumps([item.text for item in memory.items.find("ming")])
    assert "Leeds" not in kept
    assert "Otley" not in kept


def test_a_correction_is_learned(memory):
    (message,) = talk(memory, "I live in Leeds.")
    memory.correct("ming", message, "I live in Otley.")
    memory.admin.run_jobs()
    assert known(memory, "home") == ["Otley"]
    assert [slot.value for slot in memory.profile.history("ming", "home")] == ["Otley"]


def test_standing_instructions_lead_every_context_unless_switched_off(memory):
    talk(memory, "From now on always answer me in French.")
    (slot,) = memory.profile.get("ming", topic="instruction")
    assert "French" in memory.context("ming", "weather", budget=300).stable
    memory.profile.switch("ming", slot.id, on=False)
    assert "French" not in memory.context("ming", "weather", budget=300).stable


def test_what_holds_what_held_and_what_held_then_lead_recall(memory):
    for day, town in (("2023-01-10", "Leeds"), ("2023-04-29", "Halifax"), ("2023-07-27", "Otley")):
        talk(memory, f"I live in {town} now.", session=day, at=f"{day}T10:00:00+00:00")
    talk(memory, "Would you live in Rome?", session="x", at="2023-08-01T10:00:00+00:00")

    def first(question: str) -> str:
        return memory.recall("ming", question, now="2023-09-01T10:00:00+00:00")[0].text

    assert "Otley" in first("Where do I live now?")
    assert "Halifax" in first("Where did I live before that?")
    assert "Leeds" in first("Where was I living in March 2023?")


def test_nothing_is_learned_where_nobody_wants_it(open_memory):
    memory = open_memory(learning=False)
    talk(memory, "I live in Leeds.")
    assert memory.profile.get("ming") == []
    assert memory.events.list("ming") == []
