"""Caller: who sent a request, and the space that it may use."""

from __future__ import annotations

from typing import NamedTuple


class Caller(NamedTuple):
    """Put into ``scope["state"]["caller"]``. `key` is the key's id; None: there was no need of one.

    `whole` says whether every space is open to it, so that it may ask about the store as a whole.
    """

    key: str | None
    name: str
    space: str
    whole: bool = False
