"""Recent: what the memo holds now, and that nothing is missing from it."""

from __future__ import annotations

import pytest

from holdfast.flow.condense import recent as module
from tests.unit.accounts import lost, said


def texts(memory, agent: str = "default") -> list[str]:
    return [message.text for message in memory.recent("ming", agent).messages]


def test_of_somebody_unknown_there_is_nothing(memory):
    recent = memory.recent("nobody", "juno")
    assert (recent.summaries, recent.messages, recent.waiting, recent.memo) == ((), (), 0, "")


@pytest.mark.parametrize("corrections", [8, 9, 10, 30])
def test_corrections_hide_no_message(memory, corrections):
    """They are rows of the log too, and may be more than the window is long."""
    ids = memory.add("ming", ["a", "b", "c"])
    for number in range(corrections):
        memory.correct("ming", ids[0], f"a{number}")
    assert texts(memory) == [f"a{corrections - 1}", "b", "c"]


def test_more_corrections_than_are_looked_at_together_hide_nothing(memory, monkeypatch):
    monkeypatch.setattr(module, "MOST_SHOWN", 4)
    ids = memory.add("ming", said(3))
    for number in range(9):
        memory.correct("ming", ids[0], f"a{number}")
    memory.add("ming", said(12, start=3))
    assert texts(memory)[-12:] == [line["content"] for line in said(12, start=3)]
    assert memory.recent("ming").waiting + len(texts(memory)) == 15


def test_where_nobody_folds_only_so_much_is_shown_and_the_rest_is_counted(memory, monkeypatch):
    monkeypatch.setattr(module, "MOST_SHOWN", 20)
    memory.add("ming", said(50))
    recent = memory.recent("ming")
    assert (len(recent.messages), recent.waiting) == (29, 21)
    memory.admin.run_jobs()
    assert memory.recent("ming").waiting == 0
    assert lost(memory, "ming") == set()


def test_agents_and_sessions_that_take_turns(memory):
    for number in range(30):
        for agent in ("juno", "momo"):
            memory.add("ming", f"{agent} {number}", session=f"{number % 3}", agent=agent)
    memory.admin.run_jobs()
    for session in "012":
        memory.seal("ming", session)
    memory.admin.run_jobs()
    for agent in ("juno", "momo"):
        assert lost(memory, "ming", agent) == set()
        shown = [f"{agent} {number}" for number in range(30)]
        assert texts(memory, agent) == shown[18:]  # the segments that the tail would cut are whole
        assert {item.agent for item in memory.recent("ming", agent).summaries} == {agent}


def test_what_is_there_word_for_word_is_not_summed_up_beside_it(memory):
    memory.add("ming", said(6))
    memory.seal("ming")
    memory.admin.run_jobs()
    recent = memory.recent("ming")
    assert (len(recent.messages), recent.summaries) == (6, ())
    memory.add("ming", said(6, start=6), session="next")
    recent = memory.recent("ming")
    assert len(recent.messages) == 10  # the segment that the tail of 9 would cut is whole
    assert len(recent.summaries) == 1
    assert not set(recent.summaries[0].sources) & {message.id for message in recent.messages}


def test_the_fingerprint_changes_with_everything_that_is_seen(memory):
    seen = []

    def look() -> str:
        seen.append(memory.recent("ming").fingerprint)
        return seen[-1]

    look()
    ids = memory.add("ming", said(8))
    look()
    memory.correct("ming", ids[3], "other words")
    look()
    memory.memo.hide("ming", [ids[4]])
    look()
    memory.add("ming", said(6))
    memory.admin.run_jobs()
    look()
    memory.memo.clear("ming")
    look()
    assert len(set(seen)) == len(seen)
    assert look() == look()


def test_it_is_read_from_one_moment(memory, summariser):
    """While a segment is stored, each message is in it or beside it: never in both or in none."""
    memory.add("ming", said(40))
    seen = []
    summariser.meanwhile = lambda: seen.append(memory.recent("ming"))
    memory.admin.run_jobs()
    for recent in seen:
        sources = [source for item in recent.summaries for source in item.sources]
        shown = [message.id for message in recent.messages]
        assert len(sources) + len(shown) == len({*sources, *shown}) == 40


def test_no_more_of_a_backlog_is_read_than_is_shown(memory, monkeypatch):
    monkeypatch.setattr(module, "MOST_SHOWN", 20)
    memory.add("ming", said(500))
    log = type(memory._parts.store.read(memory.space, lambda unit: unit.log))
    read = []

    def counted(name):
        original = getattr(log, name)

        def call(self, *given, **more):
            found = original(self, *given, **more)
            read.extend(found)
            return found

        monkeypatch.setattr(log, name, call)

    for name in ("find", "get"):
        counted(name)
    recent = memory.recent("ming")
    assert (len(recent.messages), recent.waiting) == (29, 471)
    assert len(read) < 60


def test_one_old_message_that_waits_is_shown_however_much_is_folded_behind_it(memory):
    memory.add("ming", "still open", session="open")
    for number in range(20):
        memory.add("ming", said(10, start=10 * number), session=f"{number}")
        memory.seal("ming", f"{number}")
        memory.admin.run_jobs()
    assert texts(memory)[0] == "still open"
    assert memory.recent("ming").waiting == 0
    assert lost(memory, "ming") == set()
