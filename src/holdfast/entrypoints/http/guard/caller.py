"""Caller: who sent a request, and the space that it may use."""

from __future__ import annotations

from typing import NamedTuple


class Caller(NamedTuple):
    """Put into ``scope["state"]["caller"]``. `key` is the key's id; None: there was no need of one."""

    key: str | None
    name: str
    space: str
