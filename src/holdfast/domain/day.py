"""Day: how much was said on it, and in which conversations."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from holdfast.domain.message import DEFAULT
from holdfast.domain.session import SessionState


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day on which something was said, and how many messages it has."""

    date: dt.date
    messages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The nearest days before and after one on which something was said; None: there is none."""

    before: dt.date | None = None
    after: dt.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What was said in one session on one day: how much, when last, and with which words last.

    `agent` and `state` are those that the session has now.
    """

    date: dt.date
    session: str
    agent: str = DEFAULT
    state: SessionState = SessionState.ACTIVE
    messages: int
    last_at: dt.datetime
    text: str
