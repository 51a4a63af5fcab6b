"""Who: whose memory a server's tools are about. The program that calls them cannot choose another."""

from __future__ import annotations

from typing import NamedTuple


class Who(NamedTuple):
    """The user, and the agent that the talks are with; None: all of them."""

    user: str
    agent: str | None = None
