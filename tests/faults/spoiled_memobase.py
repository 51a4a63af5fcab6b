"""`python -m tests.faults.spoiled_memobase FAULT ...`: `holdfast serve` with a fault in its buffers."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import holdfast.wire.calls  # noqa: F401  read before the fault is planted: it looks at signatures
from holdfast.domain.ids import new_id
from holdfast.entrypoints.cli import main
from holdfast.namespaces.buffers import Buffers

sound_add, sound_waiting = Buffers.add, Buffers.waiting
last: dict[str, str] = {}


def too_early(self: Buffers, user: str, messages: Any, **options: Any) -> list[str]:
    """Acknowledges now, and stores a little later."""

    def later() -> None:
        time.sleep(0.5)
        sound_add(self, user, messages, **options)

    threading.Thread(target=later, daemon=True).start()
    return [new_id() for _ in messages]


def mixed_up(self: Buffers, user: str) -> Any:
    """Tells what waits for the user who asked before, at times."""
    other, last["user"] = last.get("user", user), user
    return [*sound_waiting(self, user), *sound_waiting(self, other)]


if __name__ == "__main__":
    if sys.argv[1] == "too-early":
        Buffers.add = too_early  # type: ignore[method-assign]
    else:
        Buffers.waiting = mixed_up  # type: ignore[method-assign]
    main(["serve", *sys.argv[2:]])
