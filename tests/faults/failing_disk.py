"""Run under fiu-run: adds messages on a disk that fails now and then, and tells what it was told.

``fiu-run -x python -m tests.faults.failing_disk FILE COUNT CALLS ERRNO PROBABILITY [planted]``
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from holdfast.errors import HoldfastError
from holdfast.memory import Memory
from holdfast.stores.sqlite import connections
from tests.faults.planted import HidesFailures

THREADS = 3
PATIENCE = 200
"""How often opening is tried: it meets the same disk."""


@contextlib.contextmanager
def failing(calls: str, errno: int, probability: float) -> Iterator[None]:
    """Have these system calls fail at random, as `errno`. libfiu is in the process already."""
    fiu = ctypes.CDLL(None)
    name = calls.encode()
    fiu.fiu_enable_random(
        ctypes.c_char_p(name),
        ctypes.c_int(1),
        ctypes.c_void_p(errno),
        ctypes.c_uint(0),
        ctypes.c_float(probability),
    )
    try:
        yield
    finally:
        fiu.fiu_disable(ctypes.c_char_p(name))


def warm_up(path: Path) -> None:
    """Have Python load all modules and queries while files can still be opened."""
    with Memory.open(path, worker=False) as memory:
        memory.add("lily", ["green tea", "一杯绿茶, 3月5日"])
        memory.recall("lily", "tea yesterday 绿茶")


def opened(path: Path, errors: Counter[str], foreign: list[str]) -> Memory:
    for _ in range(PATIENCE):
        try:
            return Memory.open(path, worker=False)
        except HoldfastError as error:
            errors[type(error).__name__] += 1
        except OSError as error:
            foreign.append(repr(error))
    raise SystemExit("the disk never let us in")


def add(memory: Memory, name: str, count: int, told: dict[str, str], errors: Counter[str]) -> None:
    """Anything but an error of our own goes through and ends the program badly."""
    for turn in range(count):
        texts = [f"{name} {turn} {place} 火锅 and tea" for place in range(2)]
        try:
            told.update(zip(memory.add("lily", texts), texts, strict=True))
            if turn % 10 == 0:
                memory.recall("lily", "火锅", k=3)
        except HoldfastError as error:
            errors[type(error).__name__] += 1


def add_in_threads(
    memory: Memory, count: int, told: dict[str, str], errors: Counter[str]
) -> list[str]:
    """Add from several threads; whatever came that is no error of ours."""
    foreign: list[str] = []
    threading.excepthook = lambda failed: foreign.append(repr(failed.exc_value))
    workers = [
        threading.Thread(target=add, args=(memory, f"{n}", count // THREADS, told, errors))
        for n in range(THREADS)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return foreign


def close(memory: Memory, foreign: list[str]) -> None:
    """Closing may fail too, but only in our own words: what was acknowledged is safe anyway."""
    try:
        memory.close()
    except HoldfastError:
        pass
    except Exception as error:  # noqa: BLE001  this is what the test is about
        foreign.append(f"closing: {error!r}")


def main(path: Path, count: int, calls: str, errno: int, probability: float, *planted: str) -> None:
    warm_up(path.with_name("warm.db"))
    if planted:
        Memory.open(path).close()
        connections.Connection = HidesFailures  # type: ignore[misc]
    told: dict[str, str] = {}
    errors: Counter[str] = Counter()
    foreign: list[str] = []
    with failing(calls, errno, probability):
        memory = opened(path, errors, foreign)
        foreign += add_in_threads(memory, count, told, errors)
    healed: Counter[str] = Counter()
    add(memory, "healed", 10, told, healed)
    with failing(calls, errno, 1.0):
        close(memory, foreign)
    outcome = {"told": told, "errors": errors, "foreign": foreign, "after": healed}
    print(json.dumps(outcome))  # noqa: T201


if __name__ == "__main__":
    file, count_, calls_, errno_, probability_, *planted_ = sys.argv[1:]
    main(Path(file), int(count_), calls_, int(errno_), float(probability_), *planted_)
