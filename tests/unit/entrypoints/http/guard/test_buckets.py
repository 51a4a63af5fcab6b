"""How often someone may do something."""

from __future__ import annotations

import pytest

from holdfast.entrypoints.http.guard.buckets import Buckets, Failures
from tests.unit.entrypoints.http.guard.asking import Clock


def test_twice_the_rate_at_once_then_the_rate():
    clock = Clock()
    buckets = Buckets(10, clock)
    assert [buckets.take("a") for _ in range(20)] == [0.0] * 20
    assert buckets.take("a") == pytest.approx(0.1)
    clock.now += 0.1
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0
    clock.now += 3600
    assert [buckets.take("a") for _ in range(20)] == [0.0] * 20
    assert buckets.take("a") > 0


def test_over_a_long_time_no_more_than_the_rate_gets_through():
    clock = Clock()
    buckets = Buckets(10, clock)
    taken = 0
    for _ in range(10_000):
        clock.now += 0.01
        taken += buckets.take("a") == 0.0
    assert 1000 <= taken <= 1000 + 20


def test_one_does_not_use_up_what_is_anothers():
    buckets = Buckets(1, Clock())
    while not buckets.take("a"):
        pass
    assert buckets.take("b") == 0.0


def test_a_rate_below_one_lets_one_through():
    clock = Clock()
    buckets = Buckets(0.1, clock)
    assert buckets.take("a") == 0.0
    assert buckets.take("a") == pytest.approx(10)
    clock.now += 10
    assert buckets.take("a") == 0.0


def test_only_so_many_are_remembered():
    buckets = Buckets(1, Clock(), most=100)
    for number in range(1000):
        buckets.take(number)
        buckets.take("always here")
    assert len(buckets) == 100
    assert buckets.take("always here") > 0


def test_failures_in_any_minute():
    clock = Clock()
    failures = Failures(3, 60, clock)
    for _ in range(3):
        assert failures.wait("a") == 0
        failures.add("a")
        clock.now += 10
    assert failures.wait("a") == 30
    assert failures.wait("b") == 0
    clock.now += 30
    assert failures.wait("a") == 0
    failures.add("a")
    assert failures.wait("a") == 10


def test_only_so_many_failures_are_remembered():
    failures = Failures(3, 60, Clock(), most=100)
    for number in range(1000):
        failures.add(number)
    assert len(failures) == 100
