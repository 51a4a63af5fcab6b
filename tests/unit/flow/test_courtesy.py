from __future__ import annotations

import sys
from datetime import timedelta

import pytest

from holdfast.flow.courtesy import (
    LONGEST,
    PATIENCE,
    PIECE,
    SHARE,
    SPELL,
    TURN,
    Breath,
    Floor,
    short_turns,
)
from holdfast.ports.pace import at_pace, breathe


def test_turns_are_short_while_anybody_works_and_then_as_they_were() -> None:
    usual = sys.getswitchinterval()
    with short_turns():
        assert sys.getswitchinterval() == pytest.approx(TURN)
        with short_turns():
            pass
        assert sys.getswitchinterval() == pytest.approx(TURN)
    assert sys.getswitchinterval() == usual


def test_a_failure_gives_them_back_too() -> None:
    usual = sys.getswitchinterval()
    with pytest.raises(ValueError), short_turns():
        raise ValueError
    assert sys.getswitchinterval() == usual


def test_what_somebody_chose_shorter_is_left_alone() -> None:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(TURN / 5)
    try:
        with short_turns():
            assert sys.getswitchinterval() == pytest.approx(TURN / 5, rel=0.05)
    finally:
        sys.setswitchinterval(usual)


def test_a_job_works_in_short_turns(memory, monkeypatch) -> None:
    seen: list[float] = []
    handlers = memory._parts.worker._equipment.handlers
    run = handlers["learn"]

    def watched(*given: object) -> None:
        seen.append(sys.getswitchinterval())
        run(*given)

    monkeypatch.setitem(handlers, "learn", watched)
    memory.add("ming", ["I live in Leeds.", "I like tea."], session="a")
    memory.seal("ming", "a")
    memory.admin.run_jobs()
    assert seen == [pytest.approx(TURN)]


class TestFloor:
    def test_it_is_nobodys_until_somebody_speaks_and_is_lost_by_silence(self) -> None:
        now = [100.0]
        floor = Floor(clock=lambda: now[0])
        assert not floor.is_taken()
        floor.take()
        assert floor.is_taken()
        now[0] += SPELL - 0.01
        assert floor.is_taken()
        now[0] += 0.02
        assert not floor.is_taken()

    @pytest.mark.parametrize(
        "speak",
        [
            lambda memory: memory.add("ming", "hello"),
            lambda memory: memory.recall("ming", "hello"),
            lambda memory: memory.context("ming", "hello"),
            lambda memory: memory.recent("ming"),
            lambda memory: memory.new_dialog("ming"),
            lambda memory: memory.correct("ming", memory.add("ming", "hello")[0], "goodbye"),
        ],
    )
    def test_who_talks_with_a_memory_takes_it(self, memory, speak) -> None:
        assert not memory._parts.floor.is_taken()
        speak(memory)
        assert memory._parts.floor.is_taken()


class Labour:
    """A thread that works and rests by a clock of its own."""

    def __init__(self) -> None:
        self.worked = 0.0
        self.rested: list[float] = []
        self.floor = Floor()
        self.breath = Breath(self.floor, self.rested.append, lambda: self.worked)

    def work(self, seconds: float) -> None:
        self.worked += seconds
        with short_turns():
            self.breath.pause()


class TestBreath:
    def test_while_nobody_speaks_nobody_rests(self) -> None:
        labour = Labour()
        labour.work(1)
        assert labour.rested == []

    def test_while_somebody_speaks_most_of_the_time_is_rest(self) -> None:
        labour = Labour()
        labour.floor.take()
        for _ in range(3):
            labour.work(0.002)
        assert labour.rested == [pytest.approx(0.002 * (SHARE - 1))] * 3

    def test_turns_are_as_usual_while_it_rests(self) -> None:
        usual, seen = sys.getswitchinterval(), list[float]()
        labour = Labour()
        labour.breath._rest = lambda _: seen.append(sys.getswitchinterval())
        labour.floor.take()
        with short_turns():
            labour.worked += 1
            labour.breath.pause()
            assert sys.getswitchinterval() == pytest.approx(TURN)
        assert seen == [usual]

    def test_small_pieces_count_together(self) -> None:
        labour = Labour()
        labour.floor.take()
        for _ in range(4):
            labour.work(PIECE * 0.3)
        assert labour.rested == [pytest.approx(PIECE * 1.2 * (SHARE - 1))]

    def test_no_rest_is_endless(self) -> None:
        labour = Labour()
        labour.floor.take()
        labour.work(10)
        assert labour.rested == [LONGEST]

    def test_what_has_waited_long_rests_less_and_at_last_not_at_all(self) -> None:
        labour = Labour()
        labour.floor.take()
        for late in (timedelta(hours=-1), timedelta(), PATIENCE / 2, PATIENCE, PATIENCE * 9):
            labour.breath.begin(late)
            labour.work(0.01)
        one, same, half = labour.rested
        assert one == same == pytest.approx(0.01 * (SHARE - 1))
        assert half == pytest.approx(0.01 * (SHARE - 1) / 2)


def test_to_breathe_where_nobody_is_to_go_first_does_nothing() -> None:
    breathe()
    taken: list[int] = []
    with at_pace(lambda: taken.append(1)):
        breathe()
    breathe()
    assert taken == [1]
