"""What was made of a message or of a conversation, however far up."""

from __future__ import annotations

import pytest

from holdfast.domain.item import ItemKind
from holdfast.domain.session import SessionState
from holdfast.errors import NotFound

SAID = [f"line {number}" for number in range(12)]


@pytest.fixture
def sealed(memory):
    """A session that is sealed, with the ids of what was said in it."""
    ids = memory.add("mei", SAID, session="tea", agent="juno")
    memory.sessions.seal("mei", "tea")
    memory.admin.run_jobs()
    assert memory.sessions.get("mei", "tea").state is SessionState.SEALED
    return memory, ids


def test_a_message_leads_to_its_segment_and_to_all_that_rests_on_it(sealed):
    memory, ids = sealed
    found = memory.items.derived("mei", ids[0])
    segment, *above = found
    assert (segment.kind, segment.level) == (ItemKind.SUMMARY, 0)
    assert ids[0] in segment.sources
    assert [item.level for item in above] == sorted(item.level for item in above)
    assert above[0].level == 1
    assert segment.id in above[0].sources
    assert ids[0] not in above[0].sources, "it is reached through the segment"


def test_facts_and_reviews_are_among_it(sealed):
    memory, ids = sealed
    fact = memory.items.add("mei", "likes tea", kind=ItemKind.FACT, sources=[ids[0]])
    assert fact in memory.items.derived("mei", ids[0])
    assert fact not in memory.items.derived("mei", ids[1])
    later = memory.add("mei", ["a", "b"], session="now", agent="juno")
    note = memory.memo.hide("mei", [later[0]], agent="juno", reason="said twice")
    assert [item.id for item in memory.items.derived("mei", later[0])] == [note.id]


def test_what_is_derived_is_what_forgetting_takes(sealed):
    memory, ids = sealed
    derived = {item.id for item in memory.items.derived("mei", ids[3])}
    assert memory.forget("mei", message=ids[3], preview=True).items == len(derived) > 1
    memory.forget("mei", message=ids[3])
    assert [id_ for id_ in derived if memory.items.get("mei", id_)] == []
    assert memory.items.derived("mei", ids[3]) == []


def test_what_is_derived_of_a_stretch_is_what_reopening_takes_back(sealed):
    memory, _ = sealed
    before = {item.id for item in memory.items.find("mei")}
    derived = {item.id for item in memory.sessions.derived("mei", "tea", 1)}
    assert derived
    assert derived == {item.id for item in memory.sessions.derived("mei", "tea")}
    assert memory.sessions.derived("mei", "tea", 2) == []
    memory.sessions.reopen("mei", "tea")
    assert before - {item.id for item in memory.items.find("mei")} == derived


def test_a_session_that_is_not_there_is_said(memory):
    with pytest.raises(NotFound):
        memory.sessions.derived("mei", "nowhere")
    assert memory.items.derived("mei", "nothing") == []
