"""Pace: where long work may pause, so that those it is done behind go first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _go_on() -> None:
    """Nobody is to be let go first."""


_pause: ContextVar[Callable[[], None]] = ContextVar("pause", default=_go_on)


def breathe() -> None:
    """To be called between two small pieces of long work, a millisecond or so apart.

    Where the work is done behind a conversation it may take a while; elsewhere it returns at once.
    Never called inside a unit of work: others would wait for its lock.
    """
    _pause.get()()


@contextmanager
def at_pace(pause: Callable[[], None]) -> Iterator[None]:
    """Have `pause` called at each breath that this thread takes meanwhile."""
    token = _pause.set(pause)
    try:
        yield
    finally:
        _pause.reset(token)
