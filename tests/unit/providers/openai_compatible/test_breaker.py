"""The breaker: opens after failures in a row, lets one call try after the cool-down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from holdfast.providers.openai_compatible.breaker import Breaker


class Watch:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def opened(watch: Watch) -> Breaker:
    breaker = Breaker(3, 30.0, watch)
    for _ in range(3):
        assert breaker.enter() is None
        breaker.leave(worked=False)
    return breaker


def test_it_opens_after_failures_in_a_row(opened, watch):
    assert opened.enter() == 30.0
    watch.now = 29.0
    assert opened.enter() == 1.0


@pytest.mark.parametrize("between", [True, None])
def test_other_outcomes_between_failures(watch, between):
    breaker = Breaker(2, 30.0, watch)
    for worked in (False, between, False):
        assert breaker.enter() is None
        breaker.leave(worked)
    assert (breaker.enter() is None) == (between is True)


def test_after_the_cool_down_one_call_may_try(opened, watch):
    watch.now = 30.0
    assert opened.enter() is None
    assert opened.enter() == 0.0, "another one is trying"
    opened.leave(worked=True)
    assert opened.enter() is None
    assert opened.enter() is None


def test_a_failed_try_opens_it_again(opened, watch):
    watch.now = 31.0
    assert opened.enter() is None
    opened.leave(worked=False)
    assert opened.enter() == 30.0


def test_a_try_that_was_broken_off_leaves_room_for_another(opened, watch):
    watch.now = 31.0
    assert opened.enter() is None
    opened.leave(worked=None)
    assert opened.enter() is None


def test_of_many_threads_one_may_try(opened, watch):
    watch.now = 31.0
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda _: opened.enter(), range(64)))
    assert found.count(None) == 1


def test_one_can_look_without_entering(opened, watch):
    assert opened.open
    watch.now = 30.0
    assert not opened.open
    assert not opened.open, "looking is no try"
    assert opened.enter() is None
    assert opened.open, "somebody is trying"
    opened.leave(worked=True)
    assert not opened.open
