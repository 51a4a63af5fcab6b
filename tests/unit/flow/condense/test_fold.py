"""Fold: segments are made once, of what is still there when they are stored."""

from __future__ import annotations

import pytest

from tests.unit.accounts import lost, read_again, said, summed_up


def segments(memory, agent: str = "default"):
    return memory.items.between("ming", agent=agent, level=0, current=False)


@pytest.mark.parametrize("window", [2, 3, 64])
def test_every_message_is_read_once(open_memory, summariser, window):
    memory = open_memory(f"w{window}", summariser=summariser, memo_window=window)
    ids = []
    for turn in range(60):
        ids += memory.add("ming", said(3, start=3 * turn))
        memory.admin.run_jobs()
    assert read_again(summariser, ids) == {}
    assert lost(memory, "ming") == set()
    assert len(memory.recent("ming").messages) <= window


def test_the_largest_window_folds_nothing_until_the_end(open_memory, summariser):
    memory = open_memory("large", summariser=summariser, memo_window=10_000)
    memory.add("ming", said(1000))
    memory.admin.run_jobs()
    assert (summariser.read, len(memory.recent("ming").messages)) == ([], 1000)
    memory.seal("ming")
    memory.admin.run_jobs()
    assert [len(lines) for lines in summariser.read] == [1000]


def test_more_than_a_page_is_folded_in_one_go(memory, summariser):
    for start in range(0, 3000, 1000):
        memory.add("ming", said(1000, start=start))
    memory.admin.run_jobs()
    assert len(memory.recent("ming").messages) == 10
    assert lost(memory, "ming") == set()
    assert sum(map(len, summariser.read)) == 2990


def test_a_message_that_is_corrected_meanwhile_is_read_again(memory, summariser):
    ids = memory.add("ming", said(11))
    corrected: list[object] = []

    def correct() -> None:
        if not corrected:
            corrected.append(memory.correct("ming", ids[0], "other words"))

    summariser.meanwhile = correct
    memory.admin.run_jobs()
    (segment,) = segments(memory)
    assert segment.text.startswith("other words / ")
    assert read_again(summariser, ids) == {ids[0]: 2, ids[1]: 2}


def test_a_message_that_is_forgotten_meanwhile_is_in_no_summary(memory, summariser):
    ids = memory.add("ming", said(12))
    gone: list[object] = []

    def forget() -> None:
        if not gone:
            gone.append(memory.forget("ming", message=ids[0]))

    summariser.meanwhile = forget
    memory.admin.run_jobs()
    for item in memory.items.find("ming"):
        assert ids[0] not in item.sources
        assert "line 0" not in item.text
    assert lost(memory, "ming") == set()


def test_what_another_worker_folds_meanwhile_is_not_folded_twice(memory, summariser):
    ids = memory.add("ming", said(15))
    nested: list[object] = []

    def other() -> None:
        if not nested:
            nested.append(True)
            memory.seal("ming")
            memory.admin.run_jobs()  # the job of sealing does all that is due

    summariser.meanwhile = other
    memory.admin.run_jobs()
    sources = [source for item in segments(memory) for source in item.sources]
    assert sorted(sources) == sorted(ids)


def test_what_is_hidden_is_a_source_and_is_not_read(memory, summariser):
    ids = memory.add("ming", said(10))
    note = memory.memo.hide("ming", [ids[0]], reason="empty talk")
    memory.add("ming", said(1, start=10))
    memory.admin.run_jobs()
    (segment,) = segments(memory)
    assert segment.sources == tuple(ids[:2])
    assert segment.attributes["hidden"] == {ids[0]: note.id}
    assert summariser.read == [[ids[1]]]
    assert memory.recent("ming").hidden == 0


def test_what_is_hidden_meanwhile_is_left_out(memory, summariser):
    ids = memory.add("ming", said(11))
    hidden: list[object] = []

    def hide() -> None:
        if not hidden:
            hidden.append(memory.memo.hide("ming", [ids[0]]))

    summariser.meanwhile = hide
    memory.admin.run_jobs()
    (segment,) = segments(memory)
    assert "line 0" not in segment.text
    assert summed_up(memory, "ming") == set(ids[:2])


def test_a_segment_of_nothing_but_silence_is_empty_and_asks_nobody(memory, summariser):
    part = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    memory.add("ming", [{"role": "user", "content": [part]}] * 2 + said(9))
    memory.admin.run_jobs()
    (segment,) = segments(memory)
    assert (segment.text, len(segment.sources)) == ("", 2)
    assert summariser.read == []


def test_a_segment_knows_when_and_where_it_was_said(memory, clock):
    memory.add("ming", "one", session="s", agent="juno")
    first = clock.now()
    clock.advance(60)
    memory.add("ming", "two", session="s", agent="juno")
    last = clock.now()
    clock.advance(60)
    memory.add("ming", said(9), session="s", agent="juno")
    memory.admin.run_jobs()
    (segment,) = segments(memory, "juno")
    assert (segment.valid_from, segment.valid_to) == (first, last)
    assert (segment.session, segment.stretch, segment.agent) == ("s", 1, "juno")
    assert (segment.place, segment.level, segment.known_from) == (1, 0, clock.now())
