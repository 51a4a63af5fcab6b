"""Filling: one store for each system, grown stage by stage and copied at the end of each."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree

from bench.beside.child import Child, Spent, started
from bench.beside.people import BATCH, LARGE, Pair, Stage, pairs
from bench.beside.systems import System

AT_ONCE = 10
"""Batches that a worker is given to do in one go."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What filling may take before it stops; the big users are put in whatever they take."""

    cpu: float
    wall: float

    def spent_by(self, filled: Filled) -> bool:
        """Whether it is time to stop."""
        return filled.cpu > self.cpu or filled.wall > self.wall


@dataclass(slots=True)
class Filled:
    """A system's stores: by stage, where each lies and how many memories came to be in it."""

    folders: dict[int, Path] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    """Bytes of all its files, after closing."""
    cpu: float = 0.0
    wall: float = 0.0

    def take(self, spent: Spent) -> None:
        """Count it in."""
        self.cpu += spent.cpu
        self.wall += spent.wall


def fill(
    system: System,
    place: Path,
    kept: Path,
    plan: Sequence[Stage],
    texts: Sequence[str],
    most: Budget,
) -> Filled:
    """Fill a system's store to every stage, the last one as far as the budget goes."""
    filled, rest = Filled(), iter(texts)
    growing = place / f"{system.module}-growing"
    here = 0
    with started(system, kept) as child:
        for stage in plan:
            last = stage is plan[-1]
            filled.take(child.open(growing))
            here += _grow(child, filled, pairs(stage, rest), most if last else None)
            filled.take(child.settle())
            filled.take(child.close())
            folder = place / f"{system.module}-{stage.total}"
            growing.rename(folder) if last else copytree(growing, folder)
            filled.folders[stage.total], filled.totals[stage.total] = folder, here
            filled.sizes[stage.total] = bytes_in(folder)
    print(f"  {system.name}: {here:,} in {filled.cpu:.0f} CPU s", file=sys.stderr, flush=True)
    return filled


def _grow(child: Child, filled: Filled, said: Sequence[Pair], most: Budget | None) -> int:
    """How many were put in."""
    for first in range(0, len(said), BATCH * AT_ONCE):
        if most and first >= LARGE and most.spent_by(filled):
            return first
        some = said[first : first + BATCH * AT_ONCE]
        batches = [some[at : at + BATCH] for at in range(0, len(some), BATCH)]
        filled.take(child.add_many(batches))
    return len(said)


def bytes_in(folder: Path) -> int:
    """The length of all files in a folder."""
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
