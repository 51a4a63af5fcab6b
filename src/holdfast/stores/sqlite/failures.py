"""What SQLite reports, in the words of our own error tree."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

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


_OPENING = (
    "Let this process read and write the file and its folder: SQLite needs both, even to read what "
    "was not closed. Or copy the file, and the one with -wal at its end, to where it may."
)

P = ParamSpec("P")
T = TypeVar("T")


def reading(read: Callable[P, T]) -> Callable[P, T]:
    """For what makes values of rows: a row that makes none was not written by us as it stands."""

    @wraps(read)
    def careful(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(*args, **kwargs)
        except (ValueError, TypeError, OverflowError) as error:
            raise StoreDamaged(f"A row of the memory cannot be read ({error}).") from error

    return careful


def translate(error: apsw.Error) -> HoldfastError:
    """Our error for one of SQLite's. Keeps SQLite's own words at the end of the message."""
    for theirs, ours, meaning in _MEANING:
        if isinstance(error, theirs):
            return ours(f"{meaning} ({error}).")
    if isinstance(error, apsw.CantOpenError):
        return StoreFailed(f"The memory cannot be opened ({error}).", remedy=_OPENING)
    return StoreFailed(f"The store failed ({error}).")


def translate_system(error: OSError) -> HoldfastError:
    """Our error for one of the operating system's."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(f"The disk is full ({error}).")
    if isinstance(error, PermissionError):
        return StoreFailed(f"The memory cannot be opened ({error}).", remedy=_OPENING)
    return StoreFailed(f"The system refused ({error}).")


@contextmanager
def translated() -> Iterator[None]:
    """Let no error of SQLite or of the operating system out untranslated."""
    try:
        yield
    except apsw.Error as error:
        raise translate(error) from error
    except OSError as error:
        raise translate_system(error) from error
