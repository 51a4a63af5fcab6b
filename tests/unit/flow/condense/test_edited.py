"""Edited: what was changed is found, whatever was left out, reworded or added beside it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from holdfast.errors import InvalidInput
from holdfast.flow.condense.edited import Turn, edits, with_arrivals
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.testing.summarisers import FakeSummariser
from tests.unit.accounts import said

TALK = [
    ("user", "我叫小明。"),
    ("assistant", "你好，小明！"),
    ("user", "嗯。"),
    ("assistant", "Shall we have tea?"),
    ("user", "嗯。"),
    ("system", "The line was cut."),
]


@pytest.fixture
def seen():
    with Memory.open(":memory:", settings=Settings(worker=False)) as memory:
        memory.add("ming", [{"role": role, "content": text} for role, text in TALK])
        yield memory.recent("ming")


@pytest.fixture
def summed_up():
    settings = Settings(worker=False, memo_window=4, memo_review=False)
    with Memory.open(":memory:", settings=settings, summariser=FakeSummariser()) as memory:
        memory.add("ming", said(30))
        memory.admin.run_jobs()
        recent = memory.recent("ming")
        texts = ("小明喜欢茶。", "Ming moved.\nTo Chengdu.", "他们数数。")
        items = recent.summaries[:1] * 3
        yield replace(
            recent,
            summaries=tuple(
                replace(item, id=str(n), text=text)
                for n, (item, text) in enumerate(zip(items, texts, strict=True))
            ),
        )


def turns(*changed: tuple[int, str | None]) -> list[Turn]:
    """The talk with some lines reworded, or (None) left out."""
    words = dict(changed)
    return [
        Turn(role, words.get(place, text) or "")
        for place, (role, text) in enumerate(TALK)
        if words.get(place, text) is not None
    ]


def made(seen, found) -> list[tuple[str, str]]:
    """What the memo reads like once the edits are made."""
    words = {message.id: text for message, text in found.messages}
    kept = [message for message in seen.messages if message.id not in found.hidden]
    lines = [(message.role, words.get(message.id, message.text)) for message in kept]
    return lines + [(turn.plain_role, turn.text) for turn in found.added]


def test_nothing_changed(seen):
    assert edits(seen, None, turns()) == ((), (), (), ())


def test_every_combination_of_leaving_out_and_rewording_comes_out_as_wanted(seen):
    for choice in product(("keep", "drop", "change"), repeat=len(TALK)):
        changes = {"drop": None, "change": "换了说法 anew"}
        wanted = turns(*((n, changes[what]) for n, what in enumerate(choice) if what != "keep"))
        found = edits(seen, None, wanted)
        assert made(seen, found) == [(turn.plain_role, turn.text) for turn in wanted]


def test_a_turn_left_out_beside_a_turn_reworded(seen):
    found = edits(seen, None, turns((1, None), (3, "Shall we have green tea?")))
    assert found.hidden == (seen.messages[1].id,)
    assert [(message.id, text) for message, text in found.messages] == [
        (seen.messages[3].id, "Shall we have green tea?")
    ]


def test_of_two_equal_turns_one_goes(seen):
    found = edits(seen, None, turns((2, None)))
    assert len(found.hidden) == 1
    assert not found.messages


def test_words_taken_away_take_the_turn_out(seen):
    assert edits(seen, None, turns((0, "  "))).hidden == (seen.messages[0].id,)


def test_a_new_turn_at_the_end_is_added(seen):
    wanted = [*turns(), Turn("human", "早！"), Turn("ai", "Morning!")]
    found = edits(seen, None, wanted)
    assert [turn.plain_role for turn in found.added] == ["user", "assistant"]


def test_a_new_turn_in_the_middle_is_refused(seen):
    wanted = turns()
    wanted.insert(2, Turn("system", "Nobody said this then."))
    with pytest.raises(InvalidInput, match="new turn"):
        edits(seen, None, wanted)


def test_too_much_at_once_is_refused_and_not_compared(seen):
    longer = replace(seen, messages=seen.messages * 400)
    with pytest.raises(InvalidInput, match="Too much"):
        edits(longer, None, [Turn("user", f"another {n}") for n in range(2000)])


class TestMemo:
    """The line at the head: several summaries, edited as one text."""

    def memo(self, seen) -> str:
        return "\n".join(item.text for item in seen.summaries)

    def wanted(self, seen, memo: str) -> dict[str, str]:
        found = edits(seen, memo, [Turn(m.role, m.text) for m in seen.messages])
        assert (found.messages, found.hidden, found.added) == ((), (), ())
        return {item.id: text for item, text in found.summaries}

    def test_unchanged(self, summed_up):
        assert self.wanted(summed_up, self.memo(summed_up)) == {}

    def test_the_one_in_the_middle_is_reworded(self, summed_up):
        memo = self.memo(summed_up).replace("Chengdu", "成都")
        assert self.wanted(summed_up, memo) == {"1": "Ming moved.\nTo 成都."}

    def test_lines_before_and_behind(self, summed_up):
        memo = f"前言。\n{self.memo(summed_up)}\n后记。"
        assert self.wanted(summed_up, memo) == {
            "0": "前言。\n小明喜欢茶。",
            "2": "他们数数。\n后记。",
        }

    def test_another_text_altogether(self, summed_up):
        assert self.wanted(summed_up, "全新的。") == {"0": "全新的。", "1": "", "2": ""}

    def test_emptied(self, summed_up):
        assert self.wanted(summed_up, "") == {"0": "", "1": "", "2": ""}

    def test_where_there_is_none_nothing_can_be_written(self, seen):
        assert edits(seen, " ", turns()).summaries == ()
        with pytest.raises(InvalidInput, match="no memo yet"):
            edits(seen, "小明喜欢茶。", turns())


class TestArrivals:
    """Turns that came while somebody was editing."""

    def test_they_are_kept_where_the_base_is_known(self, seen):
        base = replace(seen, messages=seen.messages[:4])
        wanted = turns((3, None), (4, None), (5, None))
        merged = with_arrivals(base, seen, wanted)
        assert merged is not None
        found = edits(seen, None, merged)
        assert found.hidden == (seen.messages[3].id,)

    def test_all_may_be_left_out_where_nothing_came(self, seen):
        assert with_arrivals(seen, seen, []) == []

    def test_anything_else_that_changed_is_told(self, seen):
        first = replace(seen.messages[0], text="我叫小红。")
        changed = replace(seen, messages=(first, *seen.messages[1:]))
        assert with_arrivals(seen, changed, turns()) is None
        assert with_arrivals(seen, replace(seen, messages=seen.messages[1:]), turns()) is None

    def test_where_the_base_is_not_known_the_end_is_kept(self, seen):
        merged = with_arrivals(None, seen, turns((1, None), (4, None), (5, None)))
        assert merged is not None
        assert edits(seen, None, merged).hidden == (seen.messages[1].id,)
