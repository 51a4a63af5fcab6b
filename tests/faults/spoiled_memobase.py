"""`python -m tests.faults.spoiled_memobase FAULT ...`: `holdfast serve` with a fault in its buffers."""

from __future__ import annotations

import random
import sys
import threading
import time
from typing import Any

import holdfast.wire.calls  # noqa: F401  read before the fault is planted: it looks at signatures
from holdfast.domain.ids import new_id
from holdfast.entrypoints.cli import main
from holdfast.errors import ModelUnavailable, StoreFailed
from holdfast.flow.extract.learn import Learn
from holdfast.namespaces.buffers import Buffers
from holdfast.ports.extractor import Extraction
from holdfast.providers.by_model.with_rules import ExtractorWithRules

sound_add, sound_waiting = Buffers.add, Buffers.waiting
sound_learn, sound_extract = Learn.__call__, ExtractorWithRules.extract
last: dict[str, str] = {}
given_up: set[object] = set()


def too_early(self: Buffers, user: str, messages: Any, **options: Any) -> list[str]:
    """Acknowledges now, and stores a little later."""

    def later() -> None:
        time.sleep(0.5)
        sound_add(self, user, messages, **options)

    threading.Thread(target=later, daemon=True).start()
    return [new_id() for _ in messages]


def refusing(self: Buffers, user: str, messages: Any, **options: Any) -> list[str]:
    """Fails now and then, for no reason."""
    if random.random() < 0.2:
        raise StoreFailed("It does not want to.")
    return sound_add(self, user, messages, **options)


def mixed_up(self: Buffers, user: str, *, ended: bool = False) -> Any:
    """Tells what waits for the user who asked before, at times."""
    other, last["user"] = last.get("user", user), user
    return [*sound_waiting(self, user, ended=ended), *sound_waiting(self, other, ended=ended)]


def grudging(self: ExtractorWithRules, said: Any) -> Any:
    """Has nothing stand in for a model that has failed, and never asks it about the same again."""
    which = tuple(each.id for each in said)
    if which not in given_up:
        made = sound_extract(self, said)
        if not made.provisional:
            return made
        given_up.add(which)
    return Extraction(error="It has failed before.")


def careless(self: Learn, store: Any, job: Any, held: Any) -> None:
    """Takes what a model has failed at for done."""
    try:
        sound_learn(self, store, job, held)
    except ModelUnavailable:
        held.finish(store, job)


def plant(fault: str) -> None:
    """Have the server that is started next do it."""
    if fault == "too-early":
        Buffers.add = too_early  # type: ignore[method-assign]
    elif fault == "refusing":
        Buffers.add = refusing  # type: ignore[method-assign]
    elif fault == "mixed-up":
        Buffers.waiting = mixed_up  # type: ignore[method-assign]
    else:
        ExtractorWithRules.extract = grudging  # type: ignore[method-assign]
        if fault == "careless":
            Learn.__call__ = careless  # type: ignore[method-assign]


if __name__ == "__main__":
    plant(sys.argv[1])
    main(["serve", *sys.argv[2:]])
