"""Lift: stretches and topics, in whole groups and in the order of the log."""

from __future__ import annotations

import pytest

from holdfast.flow.condense.sizes import GROUP
from tests.unit.accounts import lost, read_again, said


def talk(memory, *numbers: int, agent: str = "default", size: int = 4) -> None:
    """Sessions that are held and sealed one after another."""
    for number in numbers:
        memory.add("ming", said(size, start=size * number), session=f"s{number:03}", agent=agent)
        memory.seal("ming", f"s{number:03}")
        memory.admin.run_jobs()


def levels(memory, agent: str = "default") -> list[int]:
    return [item.level for item in memory.items.between("ming", agent=agent)]


@pytest.mark.parametrize(
    ("count", "in_sight"),
    [
        (GROUP - 1, [1] * (GROUP - 1)),
        (GROUP, [2]),
        (GROUP + 1, [2, 1]),
        (2 * GROUP, [2, 2]),
        (GROUP * GROUP, [3]),
    ],
)
def test_groups_are_whole_and_reach_as_far_up_as_they_can(memory, count, in_sight):
    talk(memory, *range(count), size=2)
    assert levels(memory) == in_sight
    assert lost(memory, "ming") == set()


def test_a_stretch_of_one_segment_is_taken_as_it_is(memory, summariser):
    talk(memory, 0, size=2)
    below, above = (memory.items.between("ming", level=n, current=False)[0] for n in (0, 1))
    assert (above.text, above.sources) == (below.text, (below.id,))
    assert len(summariser.read) == 1


def test_a_session_that_is_open_is_not_closed(memory):
    memory.add("ming", said(30))
    memory.admin.run_jobs()
    assert set(levels(memory)) == {0}
    memory.seal("ming")
    memory.admin.run_jobs()
    assert levels(memory) == [1]


def test_nothing_is_grouped_before_what_is_older_is_sealed(memory):
    """A slow session of the same agent may yet have something to say that comes first."""
    memory.add("ming", said(2, start=900), session="slow")
    talk(memory, *range(GROUP))
    assert levels(memory) == [0] + [1] * GROUP
    memory.seal("ming", "slow")
    memory.admin.run_jobs()
    assert levels(memory) == [2, 1]
    (topic, _) = memory.items.between("ming")
    assert topic.place == 1


def test_a_slow_session_of_another_agent_holds_nothing_up(memory):
    memory.add("ming", said(2, start=900), session="slow", agent="momo")
    talk(memory, *range(GROUP), agent="juno")
    assert levels(memory, "juno") == [2]


@pytest.mark.parametrize("spoken", [False, True])
def test_a_session_that_was_just_opened_holds_nothing_up(memory, spoken):
    for number in range(GROUP + 1):
        name = memory.sessions.open("ming").name
        if spoken or number < GROUP:
            memory.add("ming", said(4, start=4 * number), session=name)
        memory.admin.run_jobs()
    assert levels(memory) == [2]


@pytest.mark.parametrize("before", [1, 5, GROUP - 1])
@pytest.mark.parametrize("after", [GROUP - 1, GROUP, 2 * GROUP + 1])
def test_what_was_cleared_is_not_mixed_with_what_came_after(memory, before, after):
    talk(memory, *range(before))
    memory.memo.clear("ming")
    cleared_to = 4 * before
    talk(memory, *range(before, before + after))
    for topic in memory.items.between("ming", level=2):
        places = [memory.items.get("ming", source).place for source in topic.sources]
        assert len({place > cleared_to for place in places}) == 1
    recent = memory.recent("ming")
    assert all(item.place > cleared_to for item in recent.summaries)
    topics = [each for each in memory.items.between("ming", level=2) if each.place > cleared_to]
    assert len(topics) == after // GROUP
    assert lost(memory, "ming") == set()


def test_forgetting_in_the_middle_of_a_topic_makes_it_again_of_what_is_left(memory, summariser):
    talk(memory, *range(2 * GROUP))
    first, second = memory.items.between("ming")
    (gone, *_) = memory.messages.latest("ming", session="s003")
    memory.forget("ming", message=gone.id)
    assert memory.items.get("ming", first.id) is None
    assert memory.items.get("ming", second.id) == second
    memory.admin.run_jobs()
    again, same = memory.items.between("ming")
    assert (again.level, again.place, len(again.sources)) == (2, 1, GROUP)
    assert same == second
    assert lost(memory, "ming") == set()
    for item in memory.items.between("ming", current=False):
        assert gone.text not in item.text


def test_forgetting_a_whole_session_of_a_topic_makes_a_smaller_one(memory):
    talk(memory, *range(2 * GROUP))
    memory.forget("ming", session="s003")
    memory.admin.run_jobs()
    again, _ = memory.items.between("ming")
    assert (again.level, len(again.sources)) == (2, GROUP - 1)


def test_a_part_that_changes_meanwhile_is_not_put_below(memory, summariser):
    talk(memory, *range(GROUP - 1))
    forgotten: list[object] = []

    def forget() -> None:
        if not forgotten and len(memory.items.between("ming", level=1)) == GROUP:
            forgotten.append(memory.forget("ming", session="s002"))

    summariser.meanwhile = forget
    talk(memory, GROUP - 1)
    assert forgotten
    assert levels(memory) == [1] * (GROUP - 1)
    assert lost(memory, "ming") == set()


def test_no_summary_is_read_twice_either(memory, summariser):
    talk(memory, *range(2 * GROUP))
    ids = [item.id for item in memory.items.between("ming", current=False)]
    assert len(ids) > 2 * GROUP
    assert read_again(summariser, ids) == {}


def test_a_summary_of_several_spans_their_time_and_has_no_session(memory, clock):
    first = clock.now()
    for number in range(GROUP):
        talk(memory, number)
        last = clock.now()
        clock.advance(3600)
    (topic,) = memory.items.between("ming")
    assert (topic.valid_from, topic.valid_to) == (first, last)
    assert (topic.session, topic.stretch, topic.place) == ("", 0, 1)
