"""Recall, warm and cold: figures to compare later work with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.result import Result, Table
from bench.rounds import Timing, Turn, in_rounds
from bench.texts import QUESTIONS, messages
from holdfast import Memory

SIZES = (100, 1000, 10_000)
SOMEONE_ELSE = "someone-else"


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    rounds = 5 if quick else 15
    path = place / "memory.db"
    with Memory.open(path, worker=False) as memory:
        _fill(memory)
        sides: dict[str, Turn] = {}
        for size in SIZES:
            sides[_warm(size)] = _warm_turn(memory, _user(size))
            sides[_cold(size)] = _cold_turn(path, _user(size))
        counts = dict.fromkeys(map(_warm, SIZES), len(QUESTIONS)) | dict.fromkeys(
            map(_cold, SIZES), 1
        )
        timings = in_rounds(sides, counts=counts, rounds=rounds)
    return Result(
        name="recall",
        title="a question to the memory of one user",
        how=[
            (
                f"{rounds} rounds; the same {len(QUESTIONS)} questions in English, Chinese and both, "
                "k=10, one thread, the users of all sizes in one file."
            ),
            (
                "Warm: the user was asked about before. Cold: the first question about this user in "
                "a Memory that was opened and has answered one about somebody else."
            ),
        ],
        tables=[_table(timings)],
        verdicts=[],
        silent=[
            "How good the answers are.",
            "A cold question here reads from the page cache, not from the disk.",
        ],
        timings=timings,
    )


def _user(size: int) -> str:
    return f"user-{size}"


def _warm(size: int) -> str:
    return f"warm, {size:,} messages"


def _cold(size: int) -> str:
    return f"cold, {size:,} messages"


def _fill(memory: Memory) -> None:
    memory.add(SOMEONE_ELSE, messages(10, seed=5))
    for size in SIZES:
        texts = messages(size, seed=6)
        for first in range(0, size, 1000):
            memory.add(_user(size), texts[first : first + 1000])


def _warm_turn(memory: Memory, user: str) -> Turn:
    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        memory.recall(user, QUESTIONS[0])
        yield lambda: [memory.recall(user, question) for question in QUESTIONS]

    return turn


def _cold_turn(path: Path, user: str) -> Turn:
    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        with Memory.open(path, read_only=True) as memory:
            memory.recall(SOMEONE_ELSE, QUESTIONS[0])
            yield lambda: memory.recall(user, QUESTIONS[round_ % len(QUESTIONS)])

    return turn


def _table(timings: dict[str, Timing]) -> Table:
    head = ("one recall", "CPU ms (middle half)", "wall ms (middle half)")
    rows = [
        (name, timing.cpu_each().shown(1e3, ".2f"), timing.wall_each().shown(1e3, ".2f"))
        for name, timing in timings.items()
    ]
    return Table(head, rows)
