"""The writer: who waits with the same work is written in one run, and a culprit alone is refused."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from holdfast.errors import InvalidInput
from holdfast.ports.joint import Joint
from holdfast.ports.unit import Unit
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.conformance.expect import together


@pytest.fixture
def store(tmp_path):
    opened = SqliteStore.open(tmp_path / "m.db")
    yield opened
    opened.close()


class Line:
    """Keeps the writer busy until so many others have come, who come once it is busy."""

    def __init__(self, store: SqliteStore, others: int) -> None:
        self.store, self.others = store, others
        self.held = threading.Event()

    def hold(self) -> str:
        return self.store.write("s", self._wait)

    def _wait(self, _unit: Unit) -> str:
        self.held.set()
        writer = self.store._writer
        assert writer is not None
        for _ in range(10_000):
            if len(writer._waiting) > self.others:
                return "held"
            time.sleep(0.001)
        raise AssertionError("the others did not come")

    def come(self, space: str, work: Joint[Any, Any]) -> Any:
        self.held.wait()
        return self.store.write(space, work)


def written(store: SqliteStore, works: Sequence[tuple[str, Joint[Any, Any]]]) -> list[Any]:
    line = Line(store, len(works))
    callers: list[Callable[[], Any]] = [line.hold]
    callers += [partial(line.come, *each) for each in works]
    return together(callers)[1:]


def test_those_who_wait_are_done_in_one_run(store):
    runs: list[list[int]] = []

    def double(given: Sequence[int], _unit: Unit) -> list[int]:
        runs.append(sorted(given))
        return [2 * each for each in given]

    prepare = partial(partial, double)
    assert written(store, [("s", Joint(n, prepare)) for n in range(6)]) == [0, 2, 4, 6, 8, 10]
    assert runs == [[0, 1, 2, 3, 4, 5]]


def test_where_a_run_raises_each_is_done_by_itself(store):
    runs: list[int] = []

    def advance(given: Sequence[int], unit: Unit) -> list[int]:
        runs.append(len(given))
        for each in given:
            unit.users.advance("ann", each)
        if 3 in given:
            raise InvalidInput("Three is refused.")
        return list(given)

    prepare = partial(partial, advance)
    values = written(store, [("s", Joint(n, prepare)) for n in (1, 2, 3, 4)])
    assert [value for value in values if isinstance(value, int)] == [1, 2, 4]
    assert isinstance(values[2], InvalidInput)
    assert store.read("s", lambda unit: unit.users.stamp("ann")).last_seq == 1 + 2 + 4
    assert runs[0] == 4
    assert set(runs[1:]) == {1}


def test_spaces_are_kept_apart(store):
    runs: list[list[str]] = []

    def note(given: Sequence[str], _unit: Unit) -> list[str]:
        runs.append(list(given))
        return list(given)

    prepare = partial(partial, note)
    works = [(space, Joint(space, prepare)) for space in ("a", "b", "a", "b")]
    assert written(store, works) == ["a", "b", "a", "b"]
    assert sorted(runs) == [["a", "a"], ["b", "b"]]


def test_where_preparing_raises_each_is_done_by_itself(store):
    def prepare(given: Sequence[int]) -> Any:
        if 3 in given:
            raise InvalidInput("Three is refused.")
        return lambda _unit: list(given)

    values = written(store, [("s", Joint(n, prepare)) for n in (1, 2, 3, 4)])
    assert [value for value in values if isinstance(value, int)] == [1, 2, 4]
    assert isinstance(values[2], InvalidInput)


def test_who_was_answered_comes_again_before_the_next_commit(store):
    """Threads that write one thing after another share their commits, all of them, most times."""
    sizes: list[int] = []

    def note(given: Sequence[int], _unit: Unit) -> Sequence[int]:
        sizes.append(len(given))
        time.sleep(0.002)  # so that all others come meanwhile, however the threads are scheduled
        return given

    prepare = partial(partial, note)

    def write_often() -> None:
        for place in range(50):
            store.write("s", Joint(place, prepare))

    together([write_often] * 8)
    assert sum(sizes) == 400
    assert sum(size >= 4 for size in sizes) > len(sizes) / 2
