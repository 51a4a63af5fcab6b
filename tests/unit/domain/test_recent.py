"""Recent: the memo as one text, and what of it was said by a moment."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from holdfast.domain.item import ItemKind
from holdfast.domain.recent import Recent


def texts(recent: Recent) -> list[str]:
    return [message.text for message in recent.messages]


def test_the_memo_leaves_out_what_a_review_emptied(memory):
    one, two, three = (
        memory.items.add("ming", text, kind=ItemKind.SUMMARY) for text in ("一", "two", "three")
    )
    recent = Recent(
        user="ming",
        agent="juno",
        summaries=(one, replace(two, text=""), three),
        messages=(),
        waiting=0,
        hidden=0,
        fingerprint="",
    )
    assert recent.memo == "一\nthree"


def test_until_a_moment_includes_it(memory, clock):
    memory.add("ming", "before")
    moment = clock.now()
    clock.advance(0.000001)
    memory.add("ming", "after")
    assert texts(memory.recent("ming").until(moment)) == ["before"]
    assert texts(memory.recent("ming", until=moment)) == ["before"]
    assert texts(memory.recent("ming", until=moment + timedelta(days=1))) == ["before", "after"]
    assert texts(memory.recent("ming", until="2020-01-01")) == []


def test_a_correction_moves_no_message_to_a_later_time(memory, clock):
    (id_,) = memory.add("ming", "We fly on Sunday.")
    moment = clock.now()
    clock.advance(60)
    memory.correct("ming", id_, "We fly on Monday.")
    assert texts(memory.recent("ming", until=moment)) == ["We fly on Monday."]


def test_what_is_said_to_come_from_the_future_counts_when_it_was_told(memory, clock):
    memory.add("ming", "a clock that is wrong", at=clock.now() + timedelta(days=1))
    assert len(memory.recent("ming", until=clock.now()).messages) == 1


def test_a_summary_that_reaches_further_stays(open_memory, clock):
    memory = open_memory(memo_window=4, memo_review=False)
    memory.add("ming", ["a", "b"])
    moment = clock.now()
    clock.advance(60)
    memory.add("ming", ["c", "d", "e", "f"])
    clock.advance(60)
    memory.add("ming", ["g", "h", "i", "j"])
    memory.admin.run_jobs()
    whole, cut = memory.recent("ming"), memory.recent("ming", until=moment)
    assert len(cut.summaries) < len(whole.summaries)
    assert {item.valid_from for item in cut.summaries} == {moment}
    assert cut.messages == ()
