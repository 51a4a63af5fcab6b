"""Aside: calls that are waited for, but not for long."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from holdfast.errors import ModelUnavailable
from holdfast.flow.recall.aside import MOST_WAITING, Answer, Aside

LONG = 60.0


@pytest.fixture
def patient() -> Iterator[Aside]:
    """Waits as long as a test may take."""
    aside = Aside(LONG)
    yield aside
    aside.close()


@pytest.fixture
def hurried() -> Iterator[Aside]:
    """Does not wait at all."""
    aside = Aside(0)
    yield aside
    aside.close()


@pytest.fixture
def hang() -> Iterator[Callable[[], bool]]:
    """A call that does not come back before the test ends."""
    over = threading.Event()
    yield over.wait
    over.set()


def failing(error: BaseException) -> Callable[[], None]:
    def call() -> None:
        raise error

    return call


@pytest.mark.parametrize("value", [5, "text", [], 0, None])
def test_a_value_that_comes_in_time_is_the_answer(patient, value):
    assert patient.ask(lambda: value) == Answer(value)


def test_calls_run_in_threads_of_their_own(patient):
    found = patient.ask(threading.current_thread).value
    assert found is not threading.current_thread()
    assert found.name.startswith("holdfast-aside")


def test_what_is_late_is_skipped(hurried, hang):
    assert hurried.ask(hang) == Answer(None, "no answer within 0 s")


def test_what_is_late_goes_on_and_is_not_heard(hurried):
    may_end, ended = threading.Event(), threading.Event()

    def slow() -> None:
        may_end.wait()
        ended.set()

    assert hurried.ask(slow).skipped
    may_end.set()
    assert ended.wait(LONG)


@pytest.mark.parametrize(
    ("error", "note"),
    [
        (ModelUnavailable("The model is asleep."), "The model is asleep."),
        (ValueError("with a secret in it"), "ValueError"),
        (ConnectionError("refused"), "ConnectionError"),
    ],
)
def test_what_fails_is_skipped_with_the_reason(patient, error, note):
    assert patient.ask(failing(error)) == Answer(None, note)


def test_while_too_many_hang_further_ones_are_skipped_at_once(hurried, hang):
    called: list[int] = []
    for _ in range(MOST_WAITING):
        assert hurried.ask(hang).skipped == "no answer within 0 s"
    assert hurried.ask(lambda: called.append(1)).skipped == "earlier calls have not come back"
    assert called == []


def test_those_that_come_back_make_room_again():
    aside, over = Aside(0), threading.Event()
    for _ in range(MOST_WAITING):
        aside.ask(over.wait)
    over.set()
    for _ in range(MOST_WAITING):  # each gives its place back, sooner or later
        assert aside._free.acquire(timeout=LONG)
    aside._free.release(MOST_WAITING)
    aside._seconds = LONG
    assert aside.ask(lambda: 5) == Answer(5)
    aside.close()


@pytest.mark.parametrize("call", [lambda: 1, failing(ValueError())], ids=["value", "failure"])
def test_what_came_back_leaves_no_place_taken(patient, call):
    for _ in range(3 * MOST_WAITING):
        with patient._free:  # the last one may still be on its way back
            pass
        assert patient.ask(call).skipped in ("", "ValueError")
    for _ in range(MOST_WAITING):
        assert patient._free.acquire(timeout=LONG)


@pytest.mark.parametrize("used", [True, False])
def test_after_closing_calls_are_skipped(used):
    aside = Aside(LONG)
    if used:
        aside.ask(lambda: 1)
    aside.close()
    aside.close()
    for _ in range(2 * MOST_WAITING):
        assert aside.ask(lambda: 1) == Answer(None, "closed")


def test_closing_does_not_wait_for_what_hangs(hang):
    aside = Aside(0)
    aside.ask(hang)
    aside.close()
    assert any(each.name.startswith("holdfast-aside") for each in threading.enumerate())
