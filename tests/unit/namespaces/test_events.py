"""Events: what happened, stretch by stretch, told in gists."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from holdfast.domain.event import Account
from holdfast.domain.ids import named_id
from holdfast.errors import Conflict, InvalidInput, NotFound
from holdfast.memory import Memory
from holdfast.testing.extractors import FakeExtractor
from tests.unit.learning import USER, learn, say

DAY = 24 * 3600
ID = "9b0d4f6e-3c1a-4c55-8f0e-5d2b7a7c1e10"


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory(extractor=FakeExtractor())


def texts(memory: Memory, **which: object) -> list[str]:
    return [event.text for event in memory.events.list(USER, **which)]  # type: ignore[arg-type]


@pytest.mark.capability("K9", "K10")
def test_the_first_sealed_session_of_somebody_new_has_an_event_with_all_it_needs(memory, clock):
    assert memory.admin.users() == []
    began = clock.now()
    ids = say(memory, "gist: She moved.\nmood: joy\ntag: place = Xi'an", session="s", agent="lan")
    clock.advance(60)
    ids += say(memory, "gist: She likes it.", session="s", agent="lan")
    memory.seal(USER, "s")
    memory.admin.run_jobs()
    assert memory.admin.users() == [USER]
    [event] = memory.events.list(USER)
    assert (event.agent, event.session, event.stretch) == ("lan", "s", 1)
    assert (event.began_at, event.ended_at) == (began, clock.now())
    assert [gist.text for gist in event.gists] == ["She moved.", "She likes it."]
    assert [gist.sources for gist in event.gists] == [(ids[0],), (ids[1],)]
    assert (event.emotions, event.tags, event.by) == (("joy",), (("place", "Xi'an"),), "fake")
    assert memory.events.get(USER, event.id) == event


def test_the_newest_first_and_a_page_at_a_time(memory, clock):
    for number in range(3):
        learn(memory, f"gist: day {number}", "x")
        clock.advance(DAY)
    assert texts(memory) == ["day 2", "day 1", "day 0"]
    assert texts(memory, limit=1) == ["day 2"]
    with pytest.raises(InvalidInput):
        memory.events.list(USER, limit=-1)


def test_by_time_session_and_tag(memory, clock):
    began = clock.now()
    learn(memory, "gist: first\ntag: mood = calm", "x", session="a")
    clock.advance(DAY)
    learn(memory, "gist: second\ntag: mood = cross", "x", session="b")
    assert texts(memory, until=began) == ["first"]
    assert texts(memory, since=clock.now()) == ["second"]
    assert texts(memory, since=began, until=clock.now()) == ["second", "first"]
    assert texts(memory, session="a") == ["first"]
    assert texts(memory, tag="mood") == ["second", "first"]
    assert texts(memory, tag="mood", value="calm") == ["first"]
    assert texts(memory, tag="weather") == []


def test_a_conversation_in_which_nothing_happened_is_left_out(memory):
    learn(memory, "hello", "good bye")
    assert memory.events.list(USER) == []


@pytest.mark.capability("K12")
def test_an_agent_never_sees_what_happened_with_another_and_the_profile_is_shared(memory):
    learn(memory, "home = Beijing\ngist: With Lan.", "x", session="a", agent="lan")
    learn(memory, "pet = a cat\ngist: With Bai.", "x", session="b", agent="bai")
    assert texts(memory, agent="lan") == ["With Lan."]
    assert texts(memory, agent="bai") == ["With Bai."]
    assert texts(memory, agent="nobody") == []
    assert [slot.value for slot in memory.profile.get(USER)] == ["Beijing", "a cat"]


@pytest.mark.capability("K15")
def test_of_a_session_with_two_agents_each_sees_its_own_part(memory):
    say(memory, "gist: With Lan.", agent="lan")
    say(memory, "gist: With Bai.", agent="bai")
    memory.seal(USER, "chat")
    memory.admin.run_jobs()
    assert texts(memory) == ["With Lan.\nWith Bai."]
    assert texts(memory, agent="lan") == ["With Lan."]
    [event] = memory.events.list(USER, agent="bai")
    assert (event.text, event.agent) == ("With Bai.", "bai")


class TestGists:
    @pytest.fixture
    def event(self, memory):
        learn(memory, "gist: She moved.", "gist: She likes it.")
        [event] = memory.events.list(USER)
        return event

    def test_to_tell_one_in_other_words(self, memory, event):
        told = memory.events.edit(USER, event.gists[0].id, " She moved to Xi'an. ")
        assert told.text == "She moved to Xi'an.\nShe likes it."
        assert told.gists[0].revision == 2
        assert memory.events.get(USER, event.id) == told

    def test_to_take_one_out_and_then_the_last(self, memory, event):
        left = memory.events.remove(USER, event.gists[0].id)
        assert left.text == "She likes it."
        assert texts(memory) == ["She likes it."]
        none = memory.events.remove(USER, event.gists[1].id)
        assert none.gists == ()
        assert memory.events.list(USER) == []
        assert memory.events.get(USER, event.id) == none
        assert len(memory.messages.list(USER)) == 2

    def test_what_is_no_gist(self, memory, event):
        [message, *_] = memory.messages.list(USER)
        for wrong in ("nothing", event.id, message.id):
            with pytest.raises(NotFound):
                memory.events.edit(USER, wrong, "x")
            with pytest.raises(NotFound):
                memory.events.remove(USER, wrong)
        with pytest.raises(NotFound):
            memory.events.edit("wang", event.gists[0].id, "x")
        for empty in ("", "  "):
            with pytest.raises(InvalidInput):
                memory.events.edit(USER, event.gists[0].id, empty)
        assert memory.events.get(USER, event.gists[0].id) is None
        assert memory.events.get(USER, "nothing") is None


def test_an_event_is_told_anew(memory):
    learn(memory, "gist: She moved.\ngist: She likes it.", "x")
    [event] = memory.events.list(USER)
    [kept] = [gist for gist in event.gists if gist.text == "She likes it."]
    told = memory.events.retell(USER, event.id, ["He moved.", "She likes it.", " ", "He moved."])
    assert [gist.text for gist in told.gists] == ["He moved.", "She likes it."]
    assert told.gists[1] == kept
    assert memory.recall(USER, "He moved", kinds=("event",))[0].text == "He moved."
    assert memory.events.retell(USER, event.id, []).gists == ()
    assert memory.events.list(USER) == []
    with pytest.raises(NotFound):
        memory.events.retell(USER, "nothing", ["x"])
    with pytest.raises(NotFound):
        memory.events.retell(USER, kept.id, ["x"])


def test_what_was_told_anew_goes_with_its_messages(memory):
    ids = learn(memory, "gist: She moved.", "x")
    [event] = memory.events.list(USER)
    memory.events.retell(USER, event.id, ["He moved."])
    memory.forget(USER, message=ids[0])
    assert memory.events.list(USER) == []
    assert len(memory.recall(USER, "He moved", kinds=("event",))) == 0


def test_tags_and_notes_of_the_callers_own(memory):
    learn(memory, "gist: She moved.\ntag: mood = calm", "x")
    [event] = memory.events.list(USER)
    assert memory.events.tag(USER, event.id, [("mood", "glad")]).tags == (("mood", "glad"),)
    memory.events.annotate(USER, event.id, {"read": True})
    item = memory.items.get(USER, event.id)
    assert item is not None
    assert item.attributes["own"] == {"read": True}
    for wrong in ([("", "x")], [("x", "")]):
        with pytest.raises(InvalidInput):
            memory.events.tag(USER, event.id, wrong)


class TestToldElsewhere:
    @pytest.fixture
    def sources(self, memory, clock):
        clock.advance(400 * DAY)
        return memory.add(
            USER,
            [{"role": "document", "content": text, "at": f"2025-03-0{day}T09:00:00+00:00"}
             for day, text in ((4, "a cat came"), (5, "she moved"))],
            session="from elsewhere",
        )  # fmt: skip

    def account(self, source: str, *lines: str, **more: object) -> Account:
        return Account(lines=lines, sources=(source,), **more)  # type: ignore[arg-type]

    def test_it_is_an_event_with_its_own_id_gists_tags_and_time(self, memory, clock, sources):
        told = self.account(
            sources[0], "A cat came.", " ", "It is 团子.", "A cat came.", id=ID, at=clock.now(),
            tags=(("mood", "glad"),), own={"seen": True},
        )  # fmt: skip
        [event] = memory.events.tell(USER, [told])
        assert (event.id, event.session, event.stretch, event.by) == (
            ID,
            "from elsewhere",
            0,
            "hand",
        )
        assert [gist.text for gist in event.gists] == ["A cat came.", "It is 团子."]
        assert {gist.sources for gist in event.gists} == {(sources[0],)}
        assert (event.tags, event.began_at) == ((("mood", "glad"),), clock.now())
        assert memory.events.list(USER) == [event] == [memory.events.get(USER, ID)]
        [hit] = memory.recall(USER, "团子", kinds=("event",))
        assert (hit.text, hit.sources) == ("It is 团子.", (sources[0],))

    def test_where_no_time_is_told_it_is_that_of_the_messages(self, memory, sources):
        memory.events.tell(USER, [self.account(s, s) for s in reversed(sources)])
        days = [event.began_at.day for event in memory.events.list(USER)]
        assert days == [5, 4]

    def test_once_is_enough_and_what_was_told_otherwise_since_stays(self, memory, sources):
        told = self.account(sources[0], "A cat came.", id=ID)
        memory.events.tell(USER, [told])
        memory.events.retell(USER, ID, ["A dog came."])
        [event] = memory.events.tell(USER, [told])
        assert event.text == "A dog came."
        assert texts(memory) == ["A dog came."]

    def test_it_outlives_that_its_session_is_learned_from_and_taken_up(self, memory, sources):
        memory.events.tell(USER, [self.account(s, s, id=named_id(s)) for s in sources])
        before = memory.events.list(USER)
        memory.seal(USER, "from elsewhere")
        memory.admin.run_jobs()
        assert memory.events.list(USER) == before
        memory.sessions.reopen(USER, "from elsewhere")
        memory.admin.run_jobs()
        assert memory.events.list(USER) == before

    def test_it_goes_with_its_message_and_with_its_session(self, memory, sources):
        memory.events.tell(USER, [self.account(s, s) for s in sources])
        memory.forget(USER, message=sources[0])
        assert texts(memory) == [sources[1]]
        memory.forget(USER, session="from elsewhere")
        assert memory.events.list(USER) == []
        assert memory.items.find(USER) == []

    def test_it_travels_in_an_export(self, memory, sources, open_memory):
        memory.events.tell(USER, [self.account(sources[0], "A cat came.", id=ID)])
        other = open_memory("other.db")
        other.import_(list(memory.export(USER)))
        assert other.events.list(USER) == memory.events.list(USER)

    def test_what_is_wrong_is_refused_whole(self, memory, sources):
        good = self.account(sources[0], "A cat came.")
        for wrong, error in (
            (self.account("nothing", "x"), NotFound),
            (Account(lines=("x",), sources=()), InvalidInput),
            (self.account(sources[0], "x", tags=(("", "y"),)), InvalidInput),
            (self.account(sources[0], "x", at=datetime(2999, 1, 1, tzinfo=UTC)), InvalidInput),
        ):
            with pytest.raises(error):
                memory.events.tell(USER, [good, wrong])
        assert memory.events.list(USER) == []
        [event] = memory.events.tell(USER, [good])
        with pytest.raises(Conflict):
            memory.events.tell(USER, [self.account(sources[0], "x", id=event.gists[0].id)])
