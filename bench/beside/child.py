"""A child: the other end of a worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bench.beside.systems import K, System

QUIET = {
    "ANONYMIZED_TELEMETRY": "False",
    "MEM0_TELEMETRY": "False",
    "OPENAI_API_KEY": "never-used",
}
"""No telemetry. mem0 wants a key before it will start; with infer=False it has no use for it."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds."""

    cpu: float
    wall: float

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.cpu + other.cpu, self.wall + other.wall)


@dataclass(frozen=True, slots=True)
class Child:
    """Gives commands, and waits for the answer to each."""

    feed: IO[str]
    told: IO[str]
    name: str

    def load(self) -> Spent:
        """Import the system; without it, that is done when a store is opened, and not counted."""
        return _spent(self._do("load"))

    def open(self, folder: Path) -> Spent:
        """Open a store, new or not."""
        return _spent(self._do("open", folder=str(folder)))

    def close(self) -> Spent:
        """Close it."""
        return _spent(self._do("close"))

    def settle(self) -> Spent:
        """What the system would do by itself a little later."""
        return _spent(self._do("settle"))

    def add_each(self, pairs: Sequence[tuple[str, str]]) -> Spent:
        """One message after the other."""
        return _spent(self._do("add_each", pairs=pairs))

    def add_many(self, batches: Sequence[Sequence[tuple[str, str]]]) -> Spent:
        """Batch after batch."""
        return _spent(self._do("add_many", batches=batches))

    def search(self, user: str, questions: Sequence[str]) -> tuple[Spent, list[list[str]]]:
        """Question after question, and what was found for each."""
        answer = self._do("search", user=user, questions=questions, k=K)
        return _spent(answer), answer["found"]

    def resident(self) -> int | None:
        """Bytes in RAM now."""
        found: int | None = self._do("memory")["resident"]
        return found

    def _do(self, what: str, **given: Any) -> dict[str, Any]:
        self.feed.write(json.dumps({"do": what, **given}) + "\n")
        self.feed.flush()
        line = self.told.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended while it was to {what}; see above for why")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _spent(answer: dict[str, Any]) -> Spent:
    return Spent(answer["cpu"], answer["wall"])


@contextmanager
def started(system: System, kept: Path) -> Iterator[Child]:
    """A worker, ended afterwards by ending its input."""
    own = kept.parent / "mem0-own"
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.beside.worker", system.module, str(kept)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, **QUIET, "MEM0_DIR": str(own)},
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Child(process.stdin, process.stdout, system.name)
        process.stdin.close()
        process.wait()
