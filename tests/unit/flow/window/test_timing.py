"""Timing: a pause grows with each failure, to an end."""

from __future__ import annotations

from holdfast.flow.window.timing import Timing


def test_pauses_double_up_to_the_longest():
    timing = Timing(first_pause=5, longest_pause=60)
    assert [timing.pause_after(n) for n in range(1, 7)] == [5, 10, 20, 40, 60, 60]
    assert timing.pause_after(10_000) == 60
