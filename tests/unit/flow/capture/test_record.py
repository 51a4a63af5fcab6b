"""Record: what was accepted goes into the log, once."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from holdfast.domain.message import Trust
from holdfast.errors import Conflict, HoldfastError, InvalidInput, MessageRefused, NotFound
from holdfast.testing.conformance.expect import together


def texts(memory, user="wang", **which) -> list[str]:
    return [message.text for message in memory.messages.latest(user, limit=1000, **which)]


def test_everything_about_a_message_is_kept(memory, clock):
    said = datetime(2023, 1, 2, 3, 4, 5, 678901, tzinfo=ZoneInfo("Asia/Shanghai"))
    given = {
        "role": "tool",
        "name": "Lily",
        "content": [{"type": "text", "text": "22°C"}, {"type": "image", "url": "x"}],
        "at": said,
        "id": "c1",
        "tool_call_id": "call_1",
    }
    [id_] = memory.add("wang", given, session="s1", agent="weather")
    kept = memory.messages.get("wang", id_)
    assert (kept.id, kept.user, kept.session, kept.agent) == (id_, "wang", "s1", "weather")
    assert (kept.role, kept.speaker, kept.trust) == ("tool", "Lily", Trust.TOOL)
    assert (kept.text, kept.parts) == ("22°C", ({"type": "image", "url": "x"},))
    assert (kept.extra, kept.client_id) == ({"tool_call_id": "call_1"}, "c1")
    assert kept.said_at.isoformat() == said.isoformat()
    assert kept.said_at.tzinfo == ZoneInfo("Asia/Shanghai")
    assert kept.stored_at == clock.now()
    assert (kept.seq, kept.number, kept.version) == (1, 1, 1)


@pytest.mark.parametrize("zone", [timezone(timedelta(hours=5, minutes=30)), UTC])
def test_imported_history_keeps_its_dates_and_zones(memory, zone):
    said = [datetime(2001, 2, 3, 4, 5, n, tzinfo=zone) for n in (30, 10, 20)]
    memory.add("wang", [{"content": str(n), "at": at} for n, at in enumerate(said)])
    kept = memory.messages.latest("wang")
    assert [message.said_at.isoformat() for message in kept] == [at.isoformat() for at in said]
    assert [message.text for message in memory.messages.between("wang")] == ["1", "2", "0"]


def test_the_time_of_the_call_holds_for_messages_that_bring_none(memory, clock):
    memory.add("wang", ["a", {"content": "b", "at": "2020-01-01"}], at="2021-01-01T00:00+09:00")
    memory.add("wang", "c")
    first, second, third = memory.messages.latest("wang")
    assert first.said_at.isoformat() == "2021-01-01T00:00:00+09:00"
    assert second.said_at == datetime(2020, 1, 1, tzinfo=UTC)
    assert third.said_at == clock.now()


def test_ids_come_back_in_the_order_given(memory):
    ids = memory.add("wang", ["a", "b", "c"])
    assert len(set(ids)) == 3
    assert [memory.messages.get("wang", id_).text for id_ in ids] == ["a", "b", "c"]


def test_numbers_run_through_each_session(memory):
    memory.add("wang", ["a", "b"], session="s")
    memory.add("wang", "x", session="t")
    memory.add("wang", "c", session="s")
    numbers = [(m.session, m.number) for m in memory.messages.latest("wang")]
    assert numbers == [("s", 1), ("s", 2), ("t", 1), ("s", 3)]
    assert [m.seq for m in memory.messages.latest("wang")] == [1, 2, 3, 4]


def test_a_message_sent_twice_is_stored_once(memory):
    batch = [{"content": "a", "id": "c1"}, {"content": "b", "id": "c2"}, "no id"]
    first = memory.add("wang", batch)
    again = memory.add("wang", batch)
    assert again[:2] == first[:2]
    assert again[2] != first[2]
    assert texts(memory) == ["a", "b", "no id", "no id"]


def test_a_message_twice_in_one_batch_is_stored_once(memory):
    first, second = memory.add("wang", [{"content": "a", "id": "c1"}] * 2)
    assert first == second
    assert texts(memory) == ["a"]


def test_a_retry_that_brings_more_adds_only_that(memory):
    memory.add("wang", [{"content": "a", "id": "c1"}])
    memory.add("wang", [{"content": "a", "id": "c1"}, {"content": "b", "id": "c2"}])
    assert texts(memory) == ["a", "b"]
    assert [m.number for m in memory.messages.latest("wang")] == [1, 2]


@pytest.mark.parametrize(
    ("user", "session"), [("wang", "t"), ("li", "s")], ids=["another session", "another user"]
)
def test_a_clients_id_counts_for_one_user_and_session(memory, user, session):
    [first] = memory.add("wang", {"content": "a", "id": "c1"}, session="s")
    [second] = memory.add(user, {"content": "other words", "id": "c1"}, session=session)
    assert first != second


OTHERS: dict[str, dict[str, Any]] = {
    "text": {"content": "b"},
    "role": {"role": "assistant"},
    "speaker": {"name": "Lily"},
    "parts": {"tool_calls": [{"name": "look"}]},
}


@pytest.mark.parametrize("field", OTHERS)
def test_an_id_used_again_for_something_else_is_a_conflict(memory, field):
    memory.add("wang", {"content": "a", "id": "c1"})
    with pytest.raises(Conflict, match="c1") as refused:
        memory.add("wang", ["new", {"content": "a", "id": "c1", **OTHERS[field]}])
    assert "id of its own" in str(refused.value)
    assert texts(memory) == ["a"]


def test_an_id_used_twice_in_a_batch_for_different_things_is_a_conflict(memory):
    with pytest.raises(Conflict):
        memory.add("wang", [{"content": "a", "id": "c1"}, {"content": "b", "id": "c1"}])
    assert texts(memory) == []


def test_a_retry_after_a_correction_is_still_the_same_message(memory):
    [id_] = memory.add("wang", {"content": "a", "id": "c1"})
    memory.correct("wang", id_, "b")
    assert memory.add("wang", {"content": "a", "id": "c1"}) == [id_]
    assert texts(memory) == ["b"]


def test_retries_at_the_same_time_store_one_message(memory):
    batch = [{"content": "a", "id": "c1"}]
    outcomes = together([lambda: memory.add("wang", batch)] * 8)
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert texts(memory) == ["a"]


def test_a_retry_with_a_large_part_is_the_same_message(memory):
    given = {"content": [{"type": "image", "body": "x" * 9000}], "id": "c1"}
    assert memory.add("wang", given) == memory.add("wang", given)


BAD: list[object] = ["", "\x00", "\ud800", {"content": "a", "at": "2999-01-01"}, 5, None]


@pytest.mark.parametrize("bad", BAD)
def test_of_a_refused_batch_nothing_is_stored(memory, bad):
    with pytest.raises(MessageRefused, match="Message 3 of 3"):
        memory.add("wang", ["a", "b", bad])
    assert texts(memory) == []
    assert memory.admin.users() == []
    assert memory.sessions.list("wang") == []


@pytest.mark.parametrize("noun", ["user", "session", "agent"])
@pytest.mark.parametrize("name", ["", " ", "a\nb", "\ud800", "x" * 257, 5, None])
def test_bad_names_are_refused_before_anything_is_stored(memory, noun, name):
    names = {"user": "wang", "session": "s", "agent": "a"} | {noun: name}
    with pytest.raises(InvalidInput, match=noun):
        memory.add(names["user"], "hello", session=names["session"], agent=names["agent"])
    assert memory.admin.users() == []


@pytest.mark.parametrize("depth", [20, 400, 700, 900, 5000])
def test_what_is_nested_deep_is_refused_or_else_can_always_be_read(memory, elsewhere, depth):
    nested = _nested(depth)
    try:
        [id_] = memory.add("wang", {"content": "a", "x": nested})
    except MessageRefused:
        assert depth > 50
        return
    kept = memory.messages.get("wang", id_)
    assert json.dumps(kept.extra["x"]) == json.dumps(nested)
    exported = _from_deep_down(100, lambda: list(memory.export()))
    elsewhere.import_(exported)
    assert len(elsewhere.recall("wang", "a")) == 1


def _nested(depth: int) -> list:
    nested: list = []
    for _ in range(depth):
        nested = [nested]
    return nested


def _as_part(nested: list) -> dict:
    return {"content": [{"type": "x", "deep": nested}]}


def _as_call(nested: list) -> dict:
    return {"content": "a", "tool_calls": [nested]}


def _as_field(nested: list) -> dict:
    return {"content": "a", "x": nested}


@pytest.mark.parametrize("form", [_as_part, _as_call, _as_field])
def test_whatever_depth_is_accepted_can_also_be_moved(memory, elsewhere, form):
    """Where the limit lies is the same on the way in and on the way back in."""
    deepest = 0
    for depth in range(40, 80):
        try:
            memory.add("wang", form(_nested(depth)))
        except MessageRefused:
            continue
        deepest = depth
    assert 40 <= deepest < 79
    elsewhere.import_(memory.export())
    assert len(elsewhere.messages.latest("wang", limit=100)) == deepest - 39


def _from_deep_down(frames, call):
    """Call with that many frames below, as inside a web framework."""
    return _from_deep_down(frames - 1, call) if frames else call()


def test_large_parts_come_back_exactly(memory):
    part = {"type": "image", "body": "图" * 5000, "n": [1, 2.5, None, True]}
    [id_] = memory.add("wang", {"content": [{"type": "text", "text": "look"}, part]})
    [kept] = memory.messages.get("wang", id_).parts
    assert kept["type"] == "image"
    data = memory.messages.attachment("wang", kept["ref"])
    assert json.loads(data) == part
    assert len(data) == kept["bytes"]
    assert memory.messages.attachment("li", kept["ref"]) is None
    assert memory.messages.attachment("wang", "sha256:unknown") is None


class TestCorrect:
    def test_the_newest_version_counts_and_history_shows_all(self, memory, clock):
        [id_] = memory.add("wang", {"content": "I live in Rome", "name": "Wang", "id": "c1"})
        first = memory.messages.get("wang", id_)
        clock.advance(60)
        assert memory.correct("wang", id_, "I live in Oslo") == id_
        second = memory.messages.get("wang", id_)
        assert memory.messages.versions("wang", id_) == [first, second]
        assert (second.text, second.version) == ("I live in Oslo", 2)
        assert second.stored_at == clock.now()
        for name in ("id", "number", "said_at", "session", "agent", "role", "speaker", "parts"):
            assert getattr(second, name) == getattr(first, name)
        assert texts(memory) == ["I live in Oslo"]

    def test_recall_sees_the_newest_only(self, memory):
        [id_] = memory.add("wang", "I live in Rome")
        assert len(memory.recall("wang", "Rome")) == 1
        memory.correct("wang", id_, "I live in Oslo")
        assert [hit.text for hit in memory.recall("wang", "Rome live")] == ["I live in Oslo"]
        assert not memory.recall("wang", "Rome")
        assert memory.recall("wang", "Oslo")[0].sources == (id_,)

    def test_the_same_words_again_add_no_version(self, memory):
        [id_] = memory.add("wang", "a")
        memory.correct("wang", id_, "b")
        memory.correct("wang", id_, "b")
        memory.correct("wang", id_, "a")
        assert [m.text for m in memory.messages.versions("wang", id_)] == ["a", "b", "a"]

    def test_corrections_at_the_same_time_are_all_kept(self, memory):
        [id_] = memory.add("wang", "0")
        words = [str(n) for n in range(1, 9)]
        together([lambda word=word: memory.correct("wang", id_, word) for word in words])  # type: ignore[misc]
        versions = memory.messages.versions("wang", id_)
        assert [m.version for m in versions] == list(range(1, 10))
        assert sorted(m.text for m in versions) == ["0", *words]

    def test_who_had_read_an_older_version_is_told(self, memory):
        [id_] = memory.add("wang", "a")
        memory.correct("wang", id_, "b", expect=1)
        with pytest.raises(Conflict, match="version 2 by now, not 1"):
            memory.correct("wang", id_, "c", expect=1)
        assert memory.messages.get("wang", id_).text == "b"
        memory.correct("wang", id_, "c", expect=2)
        with pytest.raises(InvalidInput):
            memory.correct("wang", id_, "d", expect=0)
        assert [each.text for each in memory.messages.versions("wang", id_)] == ["a", "b", "c"]

    @pytest.mark.parametrize("user", ["li", "nobody"])
    def test_anothers_message_cannot_be_corrected(self, memory, user):
        [id_] = memory.add("wang", "a")
        memory.add("li", "hello")
        with pytest.raises(NotFound, match=user):
            memory.correct(user, id_, "b")
        assert texts(memory) == ["a"]

    def test_a_message_cannot_be_corrected_to_nothing(self, memory):
        [id_] = memory.add("wang", "a")
        with pytest.raises(MessageRefused, match="forget"):
            memory.correct("wang", id_, " ")

    def test_a_message_with_parts_may_lose_its_text(self, memory):
        [id_] = memory.add("wang", {"content": "look", "tool_calls": [{"name": "look"}]})
        memory.correct("wang", id_, "")
        assert memory.messages.get("wang", id_).text == ""

    @pytest.mark.parametrize("text", [None, 5, "\x00", "\ud800", "a" * 1_000_001])
    def test_a_text_that_could_not_be_added_cannot_be_a_correction(self, memory, text):
        [id_] = memory.add("wang", "a")
        with pytest.raises(InvalidInput):
            memory.correct("wang", id_, text)
        assert texts(memory) == ["a"]

    @pytest.mark.parametrize("id_", ["", "unknown", "\ud800", None, 5])
    def test_an_id_that_is_none_is_an_error_of_ours(self, memory, id_):
        memory.add("wang", "a")
        with pytest.raises(HoldfastError):
            memory.correct("wang", id_, "b")
