"""Relay: where a handover stands, what is due, and what each session has been told."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from holdfast.flow.window.fragments import Fragment, Fragments, Piece
from holdfast.flow.window.timing import Timing
from holdfast.ports.live import LiveSession

STEPS_KEPT = 256


class State(StrEnum):
    """Where a handover stands. `WARMING` asks for a call of `warm`."""

    IDLE = "idle"
    RUNNING = "running"
    PREPARING = "preparing"
    WARMING = "warming"
    READY = "ready"
    CLOSED = "closed"


class Step(NamedTuple):
    """One thing that happened, for showing. `tokens` is what a session was told in it."""

    at: datetime
    what: str
    detail: str = ""
    tokens: int = 0


@dataclass(slots=True, eq=False)
class Attempt:
    """One try to get the next session ready. Belongs to who warms it, then to who swaps.

    `told` and `news_told` count what of that which was said, and of the news, the session knows.
    """

    begun: datetime
    taken: bool = False
    session: LiveSession | None = None
    topic: str = ""
    told: int = 0
    news_told: int = 0


class Lacking(NamedTuple):
    """What a session has yet to be told. `upto` is where what was said ends now."""

    said: list[Fragment]
    news: list[str]
    upto: int


class Relay:
    """The state of a handover. Not safe between threads, and calls nobody: its owner sees to both."""

    def __init__(self, timing: Timing, now: datetime) -> None:
        self.timing = timing
        self.state = State.IDLE
        self.session: LiveSession | None = None
        self.attempt: Attempt | None = None
        self.said = Fragments(now)
        self.late: list[Piece] = []
        self.news: list[str] = []
        self.error = ""
        self.log: deque[Step] = deque(maxlen=STEPS_KEPT)
        self._begun = self._prepared = self._not_before = now
        self._failures = 0

    def begin(self, now: datetime, session: LiveSession, tokens: int) -> bool:
        """The first session speaks. False if another one does, or if all is over."""
        if self.state is not State.IDLE:
            return False
        self.session, self.state, self._begun = session, State.RUNNING, now
        self.note(now, "running", tokens=tokens)
        return True

    def hear(self, role: str, text: str, *, delta: bool, heard_by: LiveSession | None) -> None:
        """Keep what was said, and remember it for the present session if another one heard it."""
        if self.state is State.CLOSED:
            return
        piece = self.said.add(role, text, delta=delta)
        if piece and heard_by is not None and heard_by is not self.session:
            self.late.append(piece)

    def end_turn(self, now: datetime) -> None:
        """A turn ends. While running, what was said in it is in the memory and need not be kept."""
        self.said.end_turn(now)
        if self.state is State.RUNNING:
            self.said.forget_past()
        attempt = self.attempt if self.state is State.WARMING else None
        if attempt and _passed(now, attempt.begun, self.timing.patience):
            self.fail(now, f"Not warm after {self.timing.patience:g} s.")

    def prepare(self, now: datetime) -> bool:
        """Begin to prepare if that is due: whether it has begun."""
        due = bool(self.news) or _passed(now, self._begun, self.timing.age)
        if self.state is not State.RUNNING or not due or now < self._not_before:
            return False
        self.state, self._prepared, self._failures = State.PREPARING, now, 0
        self.note(now, "preparing", "there is news" if self.news else "")
        return True

    def want_warm(self, now: datetime) -> None:
        """Ask for the next session if that is due."""
        due = bool(self.news) or _passed(now, self._prepared, self.timing.delay)
        if self.state is State.PREPARING and due and now >= self._not_before:
            self.state, self.attempt = State.WARMING, Attempt(now)
            self.note(now, "warming")

    def take(self) -> Attempt | None:
        """The session to be warmed, for the first who asks."""
        attempt = self.attempt
        if self.state is not State.WARMING or attempt is None or attempt.taken:
            return None
        attempt.taken = True
        return attempt

    def ready(self, now: datetime, attempt: Attempt, tokens: int) -> bool:
        """The next session is warm. False if it is no longer wanted."""
        if self.attempt is not attempt:
            return False
        self.state = State.READY
        self.note(now, "ready", tokens=tokens)
        return True

    def lacking(self, attempt: Attempt) -> Lacking:
        """What the next session has yet to be told."""
        return Lacking(
            self.said.merged(attempt.told), self.news[attempt.news_told :], len(self.said)
        )

    def promote(self, now: datetime, attempt: Attempt, tokens: int) -> LiveSession | None:
        """Put the next session, which lacks nothing, in its place; the one that was there."""
        old, self.session = self.session, attempt.session
        self.state, self.attempt, self._begun = State.RUNNING, None, now
        self.said.forget_past()
        self.news.clear()
        self.late.clear()  # the new session knows, by its opening or by what it was told
        self.error = ""
        self.note(now, "swapped", tokens=tokens)
        return old

    def fail(self, now: datetime, error: str) -> None:
        """Keep the old session and what was said, and try again later; but not for ever."""
        self._failures += 1
        self.state, self.attempt, self.error = State.PREPARING, None, error
        pause = self.timing.pause_after(self._failures)
        self.note(now, "failed", error)
        if self._failures >= self.timing.attempts:
            # By the next try much will have been said: better a newer opening than a long prompt,
            # so nothing is kept beyond its turn any more.
            self.state, self._begun, pause = State.RUNNING, now, self.timing.longest_pause
            self.note(now, "running", f"{self._failures} attempts failed")
        self._not_before = now + timedelta(seconds=pause)

    def end(self, now: datetime) -> list[LiveSession | None]:
        """All is over; the sessions to be closed. One that is being warmed is not among them."""
        leaving = [self.session]
        if self.attempt is not None and self.state is State.READY:
            leaving.append(self.attempt.session)
        if self.state is not State.CLOSED:
            self.note(now, "closed")
        self.state, self.session, self.attempt = State.CLOSED, None, None
        return leaving

    def note(self, now: datetime, what: str, detail: str = "", *, tokens: int = 0) -> None:
        """Write a step down."""
        self.log.append(Step(now, what, detail, tokens))


def _passed(now: datetime, since: datetime, seconds: float) -> bool:
    return now - since >= timedelta(seconds=seconds)
