"""Forks: what holds locks or files lets a fork pass when none of them is in use."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Forking(Protocol):
    """Something that must be still while its process forks."""

    def before_fork(self) -> None:
        """Wait until no thread is at work in it, and keep it so."""
        ...

    def after_fork(self, *, in_child: bool) -> None:
        """Go on. The child has none of the parent's threads."""
        ...


_all: weakref.WeakSet[Forking] = weakref.WeakSet()
_still: list[Forking] = []


def mind_forks(thing: Forking) -> None:
    """Have it told of every fork for as long as it is in use."""
    _all.add(thing)


def _before() -> None:
    for thing in list(_all):
        thing.before_fork()
        _still.append(thing)


def _after(*, in_child: bool) -> None:
    while _still:
        _still.pop().after_fork(in_child=in_child)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before,
        after_in_parent=lambda: _after(in_child=False),
        after_in_child=lambda: _after(in_child=True),
    )
