"""Pauses: they double up to an end, keep to what the server asks for, and can be cut short."""

from __future__ import annotations

import pytest

from holdfast.client.pauses import LONGEST_ASKED, Pace, Pauses


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def pauses(time: Time, jitter: float = 1.0) -> Pauses:
    return Pauses(Pace(), now=time, jitter=lambda: jitter)


def lengths(time: Time, count: int, jitter: float) -> list[float]:
    made, found = pauses(time, jitter), []
    for _ in range(count):
        made.lengthen("x")
        start = time.now
        while not made.over("x"):
            time.now += 0.05
        found.append(round(time.now - start, 1))
    return found


def test_they_double_up_to_an_end(time):
    assert lengths(time, 10, 1.0) == [0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30.0, 30.0]


def test_half_of_each_is_chance(time):
    assert lengths(time, 4, 0.0) == [0.1, 0.2, 0.4, 0.8]


def test_success_begins_anew(time):
    made = pauses(time)
    for _ in range(5):
        made.lengthen("x")
    made.end("x")
    assert made.over("x")
    made.lengthen("x")
    assert made.shortest() == pytest.approx(0.2)


def test_each_is_for_one_thing(time):
    made = pauses(time)
    made.lengthen("x")
    assert made.over("y")
    assert not made.over("x")


def test_what_the_server_asks_for_is_kept_to(time):
    made = pauses(time)
    made.lengthen("x", asked=300)
    made.lengthen("y")
    made.hurry()
    assert made.over("y")
    assert not made.over("x")
    time.now += 300
    assert made.over("x")


def test_nobody_waits_for_days(time):
    made = pauses(time)
    made.lengthen("x", asked=1e9)
    time.now += LONGEST_ASKED
    assert made.over("x")


def test_slow_from_the_start(time):
    made = pauses(time)
    made.lengthen("x", slow=True)
    time.now += 29
    assert not made.over("x")


def test_a_thousand_failures_are_no_overflow(time):
    made = pauses(time)
    for _ in range(5000):
        made.lengthen("x")
    time.now += 30
    assert made.over("x")


def test_how_long_to_rest(time):
    made = pauses(time)
    assert made.shortest() == Pace().idle
    made.lengthen("x", slow=True)
    assert made.shortest() == Pace().idle
    made.lengthen("y")
    assert made.shortest() == pytest.approx(0.2)
