"""The collector of cyclic garbage, and when it rests.

Thousands of rows in the making look to it like garbage that may have formed: it goes through the
whole process again and again, and finds none. While a batch is written it rests.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

_resting: list[None] = []


@contextmanager
def at_rest() -> Iterator[None]:
    """Keep the collector away meanwhile, which must not be long; one that was off stays off.

    Where several overlap, the first that ends wakes it: none of them keeps it away for ever.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    _resting.append(None)
    try:
        yield
    finally:
        gc.enable()
        _resting.pop()


def _wake_in_child() -> None:
    """In the child of a fork nobody is left to end a rest."""
    if _resting:
        _resting.clear()
        gc.enable()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_wake_in_child)
