"""Turns: one holder at a time, and the dead let go."""

from __future__ import annotations

from pathlib import Path

from holdfast.client.turn import Turn
from tests.faults.children import Tell, forked


def test_one_at_a_time(tmp_path: Path) -> None:
    first, second = Turn(tmp_path / "turn"), Turn(tmp_path / "turn")
    assert first.take()
    assert first.take()
    assert not second.take()
    first.pass_on()
    assert second.take()
    second.pass_on()
    second.pass_on()


def test_a_process_that_dies_lets_go(tmp_path: Path) -> None:
    def work(tell: Tell) -> None:
        tell(f"{Turn(tmp_path / 'turn').take()}")

    assert forked(work).end_well() == ["True"]
    assert Turn(tmp_path / "turn").take()


def test_a_child_neither_has_nor_keeps_its_parents_turn(tmp_path: Path) -> None:
    turn = Turn(tmp_path / "turn")
    assert turn.take()

    def work(tell: Tell) -> None:
        tell(f"{turn.take()}")
        tell(f"{Turn(tmp_path / 'turn').take()}")

    assert forked(work).end_well() == ["False", "False"]
    assert not Turn(tmp_path / "turn").take()
    turn.pass_on()
    assert Turn(tmp_path / "turn").take()
