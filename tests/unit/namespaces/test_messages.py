"""The log, read directly."""

from __future__ import annotations

import pytest

from holdfast.errors import HoldfastError, InvalidInput


def texts(messages) -> list[str]:
    return [message.text for message in messages]


@pytest.mark.capability("A22")
def test_numbers_count_up_and_stay_unique_when_messages_go(memory):
    ids = [memory.add("wang", text)[0] for text in ("one", "two", "three")]
    history = memory.messages.latest("wang")
    assert [message.number for message in history] == [1, 2, 3]
    assert [message.id for message in history] == ids
    assert all(message.said_at and message.stored_at for message in history)
    assert texts(memory.messages.latest("wang", limit=2)) == ["two", "three"]
    memory.forget("wang", message=ids[2])
    memory.forget("wang", message=ids[0])
    memory.add("wang", "four")
    assert [(m.text, m.number) for m in memory.messages.latest("wang")] == [("two", 2), ("four", 4)]


def test_the_latest_come_oldest_first_and_can_be_narrowed(memory):
    for n, (session, agent) in enumerate([("s", "a"), ("t", "a"), ("s", "b"), ("t", "b")]):
        memory.add("wang", str(n), session=session, agent=agent)
    assert texts(memory.messages.latest("wang")) == ["0", "1", "2", "3"]
    assert texts(memory.messages.latest("wang", session="s")) == ["0", "2"]
    assert texts(memory.messages.latest("wang", agent="b")) == ["2", "3"]
    assert texts(memory.messages.latest("wang", session="s", agent="b")) == ["2"]
    assert texts(memory.messages.latest("wang", limit=1)) == ["3"]
    assert memory.messages.latest("nobody") == []


def test_between_has_both_ends_and_the_order_in_which_it_was_said(memory):
    for day in (3, 1, 4, 2):
        memory.add("wang", str(day), at=f"2024-01-0{day}T00:00:00+00:00", session=f"s{day % 2}")
    between = memory.messages.between
    assert texts(between("wang")) == ["1", "2", "3", "4"]
    assert texts(between("wang", "2024-01-02", "2024-01-03")) == ["2", "3"]
    assert texts(between("wang", "2024-01-02T00:00:00.000001Z")) == ["3", "4"]
    assert texts(between("wang", until="2024-01-03T08:00:00+08:00")) == ["1", "2", "3"]
    assert texts(between("wang", "2024-01-02", session="s0")) == ["2", "4"]
    assert texts(between("wang", limit=3)) == ["1", "2", "3"]
    assert between("wang", "2024-01-03", "2024-01-02") == []
    assert between("nobody") == []


def test_of_what_was_said_at_one_moment_the_order_of_the_log_counts(memory):
    memory.add("wang", ["a", "b", "c"])
    assert texts(memory.messages.between("wang")) == ["a", "b", "c"]


def test_a_time_without_a_zone_is_in_the_zone_of_the_settings(open_memory):
    memory = open_memory("zone", time_zone="Asia/Shanghai")
    memory.add("wang", "a", at="2024-01-02T00:00:00")
    assert memory.messages.latest("wang")[0].said_at.isoformat() == "2024-01-02T00:00:00+08:00"
    assert len(memory.messages.between("wang", "2024-01-02", "2024-01-02")) == 1
    assert memory.messages.between("wang", "2024-01-02T00:00Z") == []
    assert len(memory.recall("wang", "a", until="2024-01-02")) == 1


@pytest.mark.parametrize("bound", ["since", "until"])
def test_a_bad_bound_is_named(memory, bound):
    with pytest.raises(InvalidInput, match=bound):
        memory.messages.between("wang", **{bound: "soon"})


def test_the_newest_version_counts(memory):
    [id_] = memory.add("wang", "a")
    memory.add("wang", "x")
    memory.correct("wang", id_, "b")
    assert memory.messages.get("wang", id_).text == "b"
    assert texts(memory.messages.versions("wang", id_)) == ["a", "b"]
    assert texts(memory.messages.between("wang")) == ["x", "b"]
    assert {*texts(memory.messages.latest("wang"))} == {"x", "b"}


@pytest.mark.capability("G5")
def test_what_belongs_to_another_is_not_there(memory):
    picture = {"content": [{"type": "image", "body": "x" * 9000}]}
    [id_] = memory.add("wang", picture, session="sid")
    [ref] = [part["ref"] for part in memory.messages.get("wang", id_).parts]
    memory.add("li", "hello", session="sid")
    for other, user in ((memory, "li"), (memory.in_space("work"), "wang")):
        assert other.messages.get(user, id_) is None
        assert other.messages.versions(user, id_) == []
        assert other.messages.attachment(user, ref) is None


@pytest.mark.parametrize("limit", [-1, 2.5, "2", 10**30, None, True])
def test_a_limit_that_is_none_is_refused_and_means_the_same_on_every_store(memory, limit):
    memory.add("wang", ["a", "b", "c"])
    for call in (memory.messages.latest, memory.messages.between):
        with pytest.raises(InvalidInput, match="limit"):
            call("wang", limit=limit)


@pytest.mark.parametrize("name", ["\ud800", 5, None])
def test_a_name_that_no_store_can_hold_is_refused_or_found_nowhere(memory, name):
    """And the store's own errors are not shown. A number is not taken for the text of it."""
    memory.add("5", "a")
    for call in (
        lambda: memory.messages.get(name, "x"),
        lambda: memory.messages.get("5", name),
        lambda: memory.messages.latest(name),
        lambda: memory.messages.between(name),
        lambda: memory.messages.versions("5", name),
        lambda: memory.messages.attachment("5", name),
        lambda: memory.messages.latest("5", session=name) if name else [],
    ):
        try:
            assert not call()
        except HoldfastError:
            continue
