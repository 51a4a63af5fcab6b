"""What SQLite reports, in the words of our own error tree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from holdfast.errors import (
    HoldfastError,
    StoreBusy,
    StoreDamaged,
    StoreFailed,
    StoreFull,
    StoreReadOnly,
)

_MEANING: tuple[tuple[type[apsw.Error], type[HoldfastError], str], ...] = (
    (apsw.BusyError, StoreBusy, "Another process kept the memory locked"),
    (apsw.LockedError, StoreBusy, "The memory is locked"),
    (apsw.FullError, StoreFull, "The disk is full"),
    (apsw.CorruptError, StoreDamaged, "The memory file is damaged"),
    (apsw.NotADBError, StoreDamaged, "The file is damaged or is not a memory"),
    (apsw.ReadOnlyError, StoreReadOnly, "The memory is open for reading only"),
)


def translate(error: apsw.Error) -> HoldfastError:
    """Our error for one of SQLite's. Keeps SQLite's own words at the end of the message."""
    for theirs, ours, meaning in _MEANING:
        if isinstance(error, theirs):
            return ours(f"{meaning} ({error}).")
    return StoreFailed(f"The store failed ({error}).")


@contextmanager
def translated() -> Iterator[None]:
    """Let no SQLite error out untranslated."""
    try:
        yield
    except apsw.Error as error:
        raise translate(error) from error
