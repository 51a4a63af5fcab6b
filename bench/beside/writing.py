"""Writing: single messages into stores that hold some already, and many at once into new ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from shutil import rmtree

from bench.beside.child import Child, Spent, started
from bench.beside.systems import System
from bench.beside.turns import in_turns
from bench.rounds import Timing

ADDS = 20
"""Messages added one by one in a turn."""

BULK, BATCHES = 1_000, 2
"""Messages of one user in one call, and such calls in a turn."""


def single(
    children: Mapping[tuple[System, int], Child], texts: Sequence[str], rounds: int
) -> dict[tuple[str, int], Timing]:
    """Single adds to every open store; by system and stage."""

    def adds(child: Child) -> Callable[[int], Spent]:
        def turn(round_: int) -> Spent:
            some = texts[round_ * ADDS : (round_ + 1) * ADDS]
            return child.add_each([(f"user-{at % 10}", text) for at, text in enumerate(some)])

        return turn

    sides = {(system.name, total): adds(child) for (system, total), child in children.items()}
    return in_turns(sides, counts=dict.fromkeys(sides, ADDS), rounds=rounds)


def bulk(
    systems: Sequence[System], place: Path, kept: Path, texts: Sequence[str], rounds: int
) -> dict[str, Timing]:
    """Many messages into a new store each turn; by system."""
    some = texts[: BULK * BATCHES]
    batches = [
        [(f"user-{at}", text) for text in some[at * BULK : (at + 1) * BULK]]
        for at in range(BATCHES)
    ]
    with ExitStack() as stack:
        sides = {
            system.name: _loads(stack.enter_context(started(system, kept)), place, batches)
            for system in systems
        }
        return in_turns(sides, counts=dict.fromkeys(sides, BULK * BATCHES), rounds=rounds)


def _loads(
    child: Child, place: Path, batches: Sequence[Sequence[tuple[str, str]]]
) -> Callable[[int], Spent]:
    """Opening the new store is not counted; closing it is, where writing may end only there."""

    def turn(round_: int) -> Spent:
        folder = place / f"bulk-{child.name}-{round_}"
        child.open(folder)
        spent = child.add_many(batches) + child.close()
        rmtree(folder)
        return spent

    return turn
