"""Unlearning: knowledge goes, comes back and changes with the messages it rests on."""

from __future__ import annotations

import pytest

from holdfast.domain.item import ItemKind
from holdfast.flow.window.render import STANDING
from tests.unit.learning import USER, learn, say, values


def written(memory) -> str:
    """All that is kept of the user, as an export has it."""
    return "".join(memory.export(USER))


def test_a_fact_goes_with_the_last_message_that_says_it(memory):
    first, _ = learn(memory, "home = Beijing", "like = tea")
    second, _ = learn(memory, "home = Beijing", "like = chess", session="later")
    memory.forget(USER, message=first)
    memory.admin.run_jobs()
    [slot] = memory.profile.get(USER, topic="home")
    assert (slot.said, slot.sources) == (1, (second,))
    memory.forget(USER, message=second)
    memory.admin.run_jobs()
    assert values(memory) == ["tea current", "chess current"]
    assert "Beijing" not in written(memory)


def test_to_forget_the_newer_value_brings_the_older_back(memory):
    learn(memory, "home = Beijing", "like = tea")
    newer, _ = learn(memory, "home = Xi'an", "x")
    assert values(memory, topic="home") == ["Xi'an current"]
    memory.forget(USER, message=newer)
    assert values(memory, topic="home", past=True) == ["Beijing current"]


def test_to_forget_one_side_ends_the_dispute(memory):
    one, _ = learn(memory, "birthday = 3 May", "x")
    learn(memory, "birthday = 5 May", "y")
    assert len(memory.profile.disputes(USER)) == 1
    memory.forget(USER, message=one)
    assert memory.profile.disputes(USER) == []
    assert values(memory) == ["5 May current"]


def test_a_corrected_message_is_read_again(memory):
    wrong, _ = learn(memory, "home = Beijing\ngist: She lives in Beijing.", "like = tea")
    memory.correct(USER, wrong, "home = Nanjing\ngist: She lives in Nanjing.")
    assert values(memory) == []
    memory.admin.run_jobs()
    assert values(memory, past=True) == ["Nanjing current", "tea current"]
    [event] = memory.events.list(USER)
    assert event.text == "She lives in Nanjing."


@pytest.mark.capability("K14")
def test_to_reopen_a_session_rolls_back_what_was_learned_of_it(memory):
    learn(memory, "home = Beijing", "like = tea", session="before")
    learn(memory, "home = Xi'an\ngist: She moved to Xi'an.", "x")
    assert values(memory, topic="home") == ["Xi'an current"]
    memory.sessions.reopen(USER, "chat")
    assert values(memory, topic="home", past=True) == ["Beijing current"]
    assert memory.events.list(USER) == []
    say(memory, "home = Chengdu\ngist: She moved to Chengdu.")
    memory.seal(USER, "chat")
    memory.admin.run_jobs()
    assert values(memory, topic="home", past=True) == [
        "Beijing past",
        "Xi'an past",
        "Chengdu current",
    ]
    [event] = memory.events.list(USER)
    assert (event.session, event.stretch) == ("chat", 1)
    assert event.text == "She moved to Xi'an.\nShe moved to Chengdu."


@pytest.mark.capability("K13")
def test_what_was_learned_with_an_agent_or_in_a_session_goes_with_it(memory):
    learn(memory, "pet = a cat\ngist: She has a cat.", "x", session="a", agent="lan")
    learn(memory, "pet = a dog\ngist: She has a dog.", "x", session="b", agent="bai")
    learn(memory, "pet = a fish\ngist: She has a fish.", "x", session="c", agent="bai")
    memory.forget(USER, session="c")
    memory.admin.run_jobs()
    assert values(memory) == ["a cat current", "a dog current"]
    memory.forget(USER, agent="bai")
    memory.admin.run_jobs()
    assert values(memory) == ["a cat current"]
    assert [event.text for event in memory.events.list(USER)] == ["She has a cat."]
    assert "dog" not in written(memory)
    memory.forget(USER, everything=True)
    assert memory.profile.get(USER, about=None) == []


def test_a_session_of_two_agents_loses_only_the_one_part(memory):
    say(memory, "pet = a cat\ngist: She has a cat.", agent="lan")
    say(memory, "pet = a dog\ngist: She has a dog.", "x", agent="bai")
    memory.seal(USER, "chat")
    memory.admin.run_jobs()
    memory.forget(USER, agent="lan")
    memory.admin.run_jobs()
    assert [event.text for event in memory.events.list(USER)] == ["She has a dog."]
    assert values(memory) == ["a dog current"]


class TestByHand:
    """What the user did by hand stays, and repeats nothing that was forgotten."""

    def test_what_was_typed_stays(self, memory):
        wrong, _ = learn(memory, "home = Beijing", "x")
        [slot] = memory.profile.get(USER)
        memory.profile.correct(USER, slot.id, "Nanjing")
        memory.forget(USER, message=wrong)
        memory.admin.run_jobs()
        assert values(memory, past=True) == ["Nanjing current"]
        assert "Beijing" not in written(memory)

    @pytest.mark.parametrize("did", ["settle", "remove"])
    def test_what_only_repeats_goes(self, memory, did):
        one, _ = learn(memory, "birthday = 3 May", "x")
        [slot] = memory.profile.get(USER)
        getattr(memory.profile, did)(USER, slot.id)
        memory.forget(USER, message=one)
        memory.admin.run_jobs()
        assert values(memory, past=True) == []
        assert "3 May" not in written(memory)

    def test_it_holds_while_another_message_says_the_same_and_in_its_words(self, memory):
        one, _ = learn(memory, "pet = a cat", "x")
        two, _ = learn(memory, "pet = a cat called Mo", "y")
        [slot] = memory.profile.get(USER)
        memory.profile.remove(USER, slot.id)
        memory.forget(USER, message=two)
        memory.admin.run_jobs()
        assert values(memory, past=True) == ["a cat past"]
        assert "Mo" not in written(memory)
        memory.forget(USER, message=one)
        assert memory.items.find(USER, kind=ItemKind.FACT) == []

    def test_a_switch_stays_off_when_something_else_is_corrected(self, memory):
        _, other = learn(memory, "instruction = Answer in verse.", "home = Beijing")
        [slot] = memory.profile.get(USER, topic="instruction")
        memory.profile.switch(USER, slot.id, False)
        memory.correct(USER, other, "home = Nanjing")
        memory.admin.run_jobs()
        [slot] = memory.profile.get(USER, topic="instruction")
        assert not slot.on
        assert STANDING not in memory.context(USER, "home").text
        memory.profile.switch(USER, slot.id, True)
        assert STANDING in memory.context(USER, "home").text

    def test_a_gist_told_by_hand_is_not_told_again(self, memory):
        _, other = learn(memory, "gist: She moved.", "home = Beijing\ngist: To Beijing.")
        [event] = memory.events.list(USER)
        memory.events.edit(USER, event.gists[0].id, "She moved house at last.")
        memory.correct(USER, other, "home = Nanjing\ngist: To Nanjing.")
        memory.admin.run_jobs()
        [event] = memory.events.list(USER)
        assert event.text == "She moved house at last.\nTo Nanjing."


def test_export_and_import_bring_the_same_profile(memory, open_memory, extractor):
    learn(memory, "birthday = 3 May", "birthday = 5 May")
    learn(memory, "home = Beijing\ngist: She lives in Beijing.", "home = Xi'an")
    memory.profile.set(USER, "like", "tea")
    other = open_memory("other", extractor=extractor)
    other.import_(memory.export(USER))
    assert other.profile.get(USER, past=True) == memory.profile.get(USER, past=True)
    assert other.events.list(USER) == memory.events.list(USER)
    other.admin.run_jobs()
    assert other.profile.get(USER, past=True) == memory.profile.get(USER, past=True)
