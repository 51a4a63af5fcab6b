"""`python -m tests.faults.spoiled_server FAULT ...`: `holdfast serve` with one fault planted in it."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

import holdfast.wire.calls  # noqa: F401  read before the fault is planted: it looks at signatures
from holdfast.entrypoints.cli import main
from holdfast.entrypoints.http.serve import _Uvicorn
from holdfast.memory import Memory

sound = Memory.add


def _ids(messages: Any) -> list[str]:
    return [str(each["id"]) if isinstance(each, dict) else "?" for each in messages]


def too_early(self: Memory, user: str, messages: Any, **options: Any) -> list[str]:
    """Acknowledges now, and stores a little later."""

    def later() -> None:
        time.sleep(0.5)
        sound(self, user, messages, **options)

    threading.Thread(target=later, daemon=True).start()
    return _ids(messages)


def blind_to_ids(self: Memory, user: str, messages: Any, **options: Any) -> list[str]:
    """Stores what comes again once more."""
    without = [{name: value for name, value in each.items() if name != "id"} for each in messages]
    sound(self, user, without, **options)
    return _ids(messages)


def torn(self: Memory, user: str, messages: Any, **options: Any) -> list[str]:
    """Stores one message after the other, and takes its time between them."""
    for place, each in enumerate(messages):
        time.sleep(0.8 if place else 0)
        sound(self, user, [each], **options)
    return _ids(messages)


def hasty(*_: object) -> None:
    """Ends at the first word, whatever it was doing."""
    os._exit(0)


def plant(fault: str) -> None:
    """Have the server that is started next do it."""
    if fault == "hasty":
        _Uvicorn.handle_exit = hasty  # type: ignore[assignment, method-assign]
    else:
        Memory.add = ADDING[fault]  # type: ignore[method-assign]


ADDING = {"too-early": too_early, "blind-to-ids": blind_to_ids, "torn": torn}
"""How each fault adds."""

if __name__ == "__main__":
    plant(sys.argv[1])
    main(["serve", *sys.argv[2:]])
