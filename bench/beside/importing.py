"""Importing: what it costs to have a system's names, in a process of its own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.beside.child import QUIET
from bench.beside.systems import System
from bench.rounds import Timing, Turn, in_rounds

BARE = "python -c pass"


def imports(systems: Sequence[System], place: Path, rounds: int) -> dict[str, Timing]:
    """By system, and bare Python."""
    sides: dict[str, Turn] = {BARE: _runs("pass", place)}
    sides |= {system.name: _runs(system.imported, place) for system in systems}
    return in_rounds(sides, counts=1, rounds=rounds, cpu=_cpu_of_children)


def _runs(code: str, place: Path) -> Turn:
    command = [sys.executable, "-c", code]
    surroundings = {**os.environ, **QUIET, "MEM0_DIR": str(place / "mem0-own")}

    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        yield lambda: subprocess.run(command, check=True, env=surroundings)

    return turn


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
