"""A worker: one system in a process of its own, which does what it is told and times itself.

usage: python -m bench.beside.worker MODULE KEPT. Commands and answers are lines of JSON.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.beside.kept import Kept


class Worker:
    """Its methods are the commands."""

    def __init__(self, module: str, kept: Kept) -> None:
        self._module = f"bench.beside.{module}"
        self._kept = kept
        self._store: Any = None

    def load(self) -> dict[str, Any]:
        """Import the system."""
        return self._timed(lambda: import_module(self._module))

    def open(self, folder: str) -> dict[str, Any]:
        """Open a store, new or not."""
        Path(folder).mkdir(exist_ok=True)

        store_class = import_module(self._module).Store

        def run() -> None:
            self._store = store_class(Path(folder), self._kept)

        return self._timed(run)

    def close(self) -> dict[str, Any]:
        """Close it."""
        return self._timed(self._store.close)

    def settle(self) -> dict[str, Any]:
        """Do now what the system would do by itself a little later, if it is one that does."""
        return self._timed(getattr(self._store, "settle", lambda: None))

    def add_each(self, pairs: list[tuple[str, str]]) -> dict[str, Any]:
        """One message after the other, each a call of its own."""
        self._kept.prepare([text for _, text in pairs])
        return self._timed(lambda: [self._store.add(user, text) for user, text in pairs])

    def add_many(self, batches: list[list[tuple[str, str]]]) -> dict[str, Any]:
        """Batch after batch."""
        self._kept.prepare([text for batch in batches for _, text in batch])
        given = [[(user, text) for user, text in batch] for batch in batches]
        return self._timed(lambda: [self._store.add_many(batch) for batch in given])

    def search(self, user: str, questions: list[str], k: int) -> dict[str, Any]:
        """Question after question; what was found for each."""
        self._kept.prepare(questions)
        found: list[list[str]] = []
        search = self._store.search
        spent = self._timed(lambda: found.extend(search(user, each, k) for each in questions))
        return {**spent, "found": found}

    def memory(self) -> dict[str, Any]:
        """How much of it is in RAM now, in bytes; None where the system does not tell."""
        pages = Path("/proc/self/statm")
        if not pages.exists():
            return {"resident": None}
        resident = int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return {"resident": resident}

    def _timed(self, run: Callable[[], object]) -> dict[str, Any]:
        """CPU of all threads of this process, and the clock."""
        gc.collect()
        gc.freeze()
        used, began = time.process_time(), time.perf_counter()
        run()
        used, took = time.process_time() - used, time.perf_counter() - began
        return {"cpu": used, "wall": took}


def _stay_here(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise OSError("no network while measuring")


def main(module: str, kept: str) -> None:
    """Until the lines end. What a library prints goes to stderr, not between the answers."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    sys.addaudithook(_stay_here)
    worker = Worker(module, Kept(Path(kept)))
    for line in sys.stdin:
        command = json.loads(line)
        answer = getattr(worker, command.pop("do"))(**command)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
