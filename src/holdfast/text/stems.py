"""Stems: one form for an English word's endings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from threading import Lock
from typing import cast

_lock = Lock()


def stem(word: str) -> str:
    """A word without its ending, by the Snowball rules for English. Expects lower case.

    >>> stem("hiking"), stem("hikes")
    ('hike', 'hike')
    """
    with _lock:  # a stemmer works in a buffer of its own and may not be entered twice
        return _stemmer()(word)


@cache
def _stemmer() -> Callable[[str], str]:
    snowball = import_module("Stemmer")  # by name: it brings no types
    # Words are remembered by our own cache, so that the stemmer needs none.
    return cast(Callable[[str], str], snowball.Stemmer("english", 0).stemWord)
