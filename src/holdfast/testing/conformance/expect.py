"""What a test expects: a refusal, the same JSON, or what threads did together."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from holdfast.domain.message import Json

T = TypeVar("T")


@contextmanager
def refused(error: type[Exception]) -> Iterator[list[Exception]]:
    """The block must raise this error, which is then in the list.

    Its absence is an AssertionError, as any other fault.
    """
    caught: list[Exception] = []
    try:
        yield caught
    except error as raised:
        caught.append(raised)
        return
    raise AssertionError(f"{error.__name__} was not raised")


def same_json(one: Json, other: Json) -> bool:
    """Whether both are the same JSON; unlike ``==`` it tells 1 from 1.0 and from true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def together(works: Sequence[Callable[[], T]]) -> list[T | Exception]:
    """Run all at the same time, each in a thread; their values, or what they raised, in order."""
    start = threading.Barrier(len(works))
    outcomes: dict[int, T | Exception] = {}

    def run(place: int, work: Callable[[], T]) -> None:
        start.wait()
        try:
            outcomes[place] = work()
        except Exception as error:  # noqa: BLE001  handed to the test
            outcomes[place] = error

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcomes[place] for place in range(len(works))]
