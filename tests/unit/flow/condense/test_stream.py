"""The stream: what was said to one agent, corrections or not."""

from __future__ import annotations

import pytest

from holdfast.flow.condense.stream import Homes, behind, folded, latest


def read(memory, query):
    return memory._parts.store.read(memory.space, query)


def texts(entries) -> list[str]:
    return [entry.message.text for entry in entries]


def test_the_latest_are_of_one_agent_and_oldest_first(memory):
    for number in range(6):
        memory.add("ming", f"j{number}", agent="juno")
        memory.add("ming", f"m{number}", agent="momo")
    found = read(memory, lambda unit: latest(unit, "ming", "juno", 3))
    assert texts(found) == ["j3", "j4", "j5"]
    assert [entry.place for entry in found] == [7, 9, 11]
    assert read(memory, lambda unit: latest(unit, "nobody", "juno", 3)) == []


@pytest.mark.parametrize("corrections", [1, 3, 40])
def test_corrections_take_no_message_out_of_the_latest(memory, corrections):
    ids = memory.add("ming", ["a", "b", "c", "d"], agent="juno")
    for number in range(corrections):
        memory.correct("ming", ids[1], f"b{number}")
    found = read(memory, lambda unit: latest(unit, "ming", "juno", 3))
    assert texts(found) == [f"b{corrections - 1}", "c", "d"]
    assert [entry.place for entry in found] == [2, 3, 4]


def test_a_correction_is_looked_at_and_is_no_message_of_its_own(memory):
    first, _ = memory.add("ming", ["a", "b"])
    memory.correct("ming", first, "a2")
    memory.add("ming", "c")
    assert texts(read(memory, lambda unit: behind(unit, "ming", "default", 0, 10))[0]) == [
        "a2",
        "b",
        "c",
    ]
    page = read(memory, lambda unit: behind(unit, "ming", "default", 2, 1))
    assert page == ([], 3, False)
    assert read(memory, lambda unit: behind(unit, "ming", "default", 4, 1)) == ([], 4, True)


def test_what_is_a_source_of_a_segment_is_folded_and_nothing_else_is(memory):
    ids = memory.add("ming", [f"{number}" for number in range(12)])
    memory.items.add("ming", "a fact", sources=[ids[11]])
    memory.admin.run_jobs()
    assert read(memory, lambda unit: folded(unit, "ming", ids)) == set(ids[:2])


class TestHomes:
    """Which stretch a message belongs to."""

    def of(self, memory, *texts: str):
        messages = {message.text: message for message in memory.messages.latest("ming")}

        def query(unit):
            homes = Homes(unit, "ming")
            return [tuple(homes.of(messages[text]))[1:] for text in texts]

        return read(memory, query)

    def test_ended_and_present_ones(self, memory, clock):
        memory.add("ming", ["a", "b", "c"])
        clock.advance(1801)
        memory.add("ming", ["d"])
        assert self.of(memory, "a", "c", "d") == [(1, True, 3), (1, True, 3), (2, False, 1)]
        memory.seal("ming")
        assert self.of(memory, "d") == [(2, True, 1)]

    def test_one_that_nobody_noted_ended_long_ago(self, memory):
        memory.add("ming", ["a", "b"])
        memory._parts.store.write(
            memory.space, lambda unit: unit.sessions.remove("ming", ["default"])
        )
        assert self.of(memory, "a") == [(0, True, 0)]
