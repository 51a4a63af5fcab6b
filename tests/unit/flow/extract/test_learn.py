"""Learning: each message once, whatever happens on the way."""

from __future__ import annotations

import pytest

from holdfast.domain.item import ItemKind
from holdfast.domain.job import JobState
from holdfast.flow.extract.request import LEARN
from tests.unit.learning import USER, learn, say, values

WHO = {"session": "chat", "agent": "lan"}


def facts(memory):
    return memory.items.find(USER, kind=ItemKind.FACT, limit=1000)


def learning(memory):
    return [job for job in memory.admin.jobs() if job.kind == LEARN]


def test_a_sealed_session_is_learned_from_and_an_open_one_is_not(memory, extractor):
    say(memory, "home = Beijing", "pet = a cat")
    memory.admin.run_jobs()
    assert values(memory) == []
    memory.seal(USER, "chat")
    memory.admin.run_jobs()
    assert values(memory) == ["Beijing current", "a cat current"]
    assert extractor.read == [["home = Beijing", "pet = a cat"]]


def test_each_stretch_is_learned_from_once(memory, extractor):
    learn(memory, "home = Beijing", "pet = a cat")
    learn(memory, "home = Xi'an", "like = tea")
    assert extractor.read == [["home = Beijing", "pet = a cat"], ["home = Xi'an", "like = tea"]]
    memory.admin.run_jobs()
    assert len(extractor.read) == 2
    assert values(memory, topic="home", past=True) == ["Beijing past", "Xi'an current"]


def test_a_long_stretch_is_learned_from_in_steps_that_see_what_went_before(open_memory, extractor):
    extractor.most = 2
    memory = open_memory(extractor=extractor)
    learn(memory, *(f"like = thing number {n}" for n in range(5)))
    assert [len(step) for step in extractor.read] == [2, 2, 1]
    assert len(memory.profile.get(USER)) == 5


def test_of_a_stretch_that_has_one_message_left_the_facts_stay_and_no_event(memory):
    _, other = learn(memory, "home = Beijing\ngist: She lives in Beijing.", "gist: She is well.")
    memory.forget(USER, message=other)
    memory.admin.run_jobs()
    assert values(memory) == ["Beijing current"]
    assert memory.events.list(USER) == []


@pytest.mark.capability("L41")
def test_what_the_assistant_says_is_no_fact_of_the_users(memory):
    say(memory, "home = Beijing")
    say(memory, "home = Paris", "like = oysters", role="assistant")
    say(memory, "pet = a snake", role="tool")
    say(memory, "work/employer = Evil Corp", role="document")
    memory.seal(USER, "chat")
    memory.admin.run_jobs()
    assert values(memory, about=None) == ["Beijing current"]


def test_in_a_group_a_speakers_facts_are_the_speakers(memory):
    memory.add(
        USER,
        [
            {"role": "user", "content": "home = Beijing"},
            {"role": "user", "name": "Bob", "content": "home = Paris"},
            {"role": "user", "name": "Bob", "content": "user: pet = a snake"},
            {"role": "user", "name": USER, "content": "pet = a cat"},
        ],
        **WHO,
    )
    memory.seal(USER, "chat")
    memory.admin.run_jobs()
    assert values(memory) == ["Beijing current", "a cat current"]
    assert values(memory, about="Bob") == ["Paris current"]


def by(name, *lines):
    return [{"role": "user", "name": name, "content": line} for line in lines]


def close(memory):
    memory.seal(USER, "chat")
    memory.admin.run_jobs()


@pytest.mark.parametrize("name", ["Linda", "林悦"])
def test_the_only_one_who_speaks_is_the_user_whatever_the_name(memory, name):
    memory.add(USER, by(name, "home = Beijing"), **WHO)
    say(memory, "home = Paris", role="assistant")
    memory.add(USER, by(name, "pet = a cat", "sister: home = Rome"), **WHO)
    close(memory)
    assert values(memory) == ["Beijing current", "a cat current"]
    assert values(memory, about=name) == []
    assert values(memory, about="sister") == ["Rome current"]


def test_one_name_beside_unnamed_words_is_not_the_users(memory):
    memory.add(USER, by("Bob", "home = Paris", "pet = a snake"), **WHO)
    say(memory, "home = Beijing")
    close(memory)
    assert values(memory) == ["Beijing current"]
    assert values(memory, about="Bob") == ["Paris current", "a snake current"]


@pytest.mark.parametrize(("one", "other"), [("Ann", "Bob"), ("林悦", "阿明")])
def test_when_another_joins_it_is_a_group_and_what_was_learned_is_learned_again(memory, one, other):
    memory.add(USER, by(one, "home = Beijing", "pet = a cat"), **WHO)
    close(memory)
    assert values(memory) == ["Beijing current", "a cat current"]
    memory.sessions.reopen(USER, "chat")
    memory.add(USER, by(other, "home = Paris"), **WHO)
    close(memory)
    assert values(memory) == []
    assert values(memory, about=one) == ["Beijing current", "a cat current"]
    assert values(memory, about=other) == ["Paris current"]


def test_a_session_that_was_a_group_stays_one(memory):
    memory.add(USER, [*by("Ann", "pet = a cat"), *by("Bob", "home = Paris")], **WHO)
    close(memory)
    memory.add(USER, by("Bob", "like = tea", "like = rain"), **WHO)
    close(memory)
    assert values(memory) == []
    assert values(memory, about="Bob") == ["Paris current", "tea current", "rain current"]


def test_a_claim_that_names_no_message_is_none(memory, extractor, monkeypatch):
    made = extractor.extract

    def inventive(said):
        found = made(said)
        one = found.claims[0]
        return found._replace(
            claims=tuple(
                type(one)(topic="home", value=v, text=v, sources=s)
                for v, s in (("Mars", ()), ("Venus", ("nowhere",)), ("Rome", one.sources))
            )
        )

    monkeypatch.setattr(type(extractor), "extract", lambda _, said: inventive(said))
    learn(memory, "home = Beijing", "pet = a cat")
    assert values(memory) == ["Rome current"]


@pytest.mark.capability("D4", "G3")
def test_a_failing_model_breaks_no_chat_keeps_what_was_known_and_is_tried_again(
    memory, extractor, clock
):
    learn(memory, "home = Beijing", "pet = a cat")
    known = memory.profile.get(USER)
    extractor.error = "not JSON"
    learn(memory, "home = Xi'an", "like = tea")
    assert memory.profile.get(USER) == known
    [job] = learning(memory)
    assert (job.state, job.attempts) == (JobState.WAITING, 1)
    assert "not JSON" in job.error
    say(memory, "Are you there?")
    assert len(memory.messages.list(USER)) == 5
    assert memory.recall(USER, "Xi'an").hits
    extractor.error = ""
    clock.advance(3600)
    memory.admin.run_jobs()
    assert learning(memory) == []
    assert values(memory, topic="home") == ["Xi'an current"]


@pytest.mark.capability("K7")
def test_two_workers_make_one_event_and_a_failed_one_is_tried_later_each_time(
    memory, extractor, clock
):
    say(memory, "home = Beijing\ngist: She moved.", "pet = a cat")
    memory.seal(USER, "chat")
    extractor.meanwhile = lambda: memory.admin.run_jobs()
    memory.admin.run_jobs()
    assert len(memory.events.list(USER)) == 1
    assert len(facts(memory)) == 2
    extractor.error = "away"
    learn(memory, "gist: She moved again.", "x")
    waits = []
    for _ in range(3):
        [job] = learning(memory)
        waits.append((job.run_at - clock.now()).total_seconds())
        clock.advance(waits[-1] + 1)
        memory.admin.run_jobs()
    assert waits == sorted(waits)
    assert waits[0] < waits[-1]
    extractor.error = ""
    clock.advance(100_000)
    memory.admin.run_jobs()
    assert len(memory.events.list(USER)) == 2


def test_a_kill_between_two_steps_costs_nothing(open_memory, extractor, clock):
    extractor.most = 1
    memory = open_memory(extractor=extractor)
    say(memory, "home = Beijing", "pet = a cat", "like = tea")
    memory.seal(USER, "chat")

    def killed():
        if len(extractor.read) == 2:
            raise KeyboardInterrupt

    extractor.meanwhile = killed
    with pytest.raises(KeyboardInterrupt):
        memory.admin.run_jobs()
    assert len(facts(memory)) == 2
    extractor.meanwhile = lambda: None
    clock.advance(3600)
    memory.admin.run_jobs()
    assert extractor.read == [["home = Beijing"], ["pet = a cat"], ["like = tea"]]
    assert values(memory) == ["Beijing current", "tea current", "a cat current"]
    assert len(facts(memory)) == 3


def test_what_a_stand_in_learned_is_learned_again_when_the_model_is_well(memory, extractor, clock):
    extractor.provisional, extractor.well = True, False
    learn(memory, "home = Beijing\ngist: By the stand-in.", "pet = a cat")
    [event] = memory.events.list(USER)
    assert event.provisional
    extractor.provisional, extractor.well = False, True
    clock.advance(3600)
    memory.admin.run_jobs()
    [event] = memory.events.list(USER)
    assert not event.provisional
    assert values(memory) == ["Beijing current", "a cat current"]
    assert len(facts(memory)) == 2


def test_it_can_be_switched_off_and_the_words_are_kept(memory, extractor):
    memory.admin.set_preference("learning", False)
    learn(memory, "home = Beijing", "pet = a cat")
    assert extractor.read == []
    assert memory.profile.get(USER) == []
    assert memory.recall(USER, "Beijing").hits
    [first, *_] = memory.messages.list(USER)
    memory.correct(USER, first.id, "home = Nanjing")
    memory.admin.run_jobs()
    assert extractor.read == [], "not by the back door either"
    memory.admin.set_preference("learning", True)
    learn(memory, "home = Xi'an", "like = tea")
    assert values(memory) == ["Xi'an current", "tea current"]


def test_users_and_spaces_are_apart(memory):
    learn(memory, "home = Beijing", "pet = a cat")
    assert memory.profile.get("wang") == []
    assert memory.in_space("elsewhere").profile.get(USER) == []
