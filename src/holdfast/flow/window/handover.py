"""Handover: a running conversation passes to a fresh model session without a seam."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeVar

from holdfast.errors import Closed
from holdfast.flow.window import briefing
from holdfast.flow.window.fragments import Fragment, merged
from holdfast.flow.window.relay import Attempt, Relay, State, Step
from holdfast.flow.window.timing import Timing
from holdfast.ports.clock import Clock
from holdfast.ports.live import LiveSession
from holdfast.text.tokens import estimate

T = TypeVar("T")

LONGEST_ERROR = 500

ROUNDS = 8
"""How often a swap looks whether more was said while it told what was said. If there is still
more, it is gone on with at the end of the next turn."""


class Handover:
    """Replaces a live session by a fresh one, again and again, while the talk goes on.

    At the end of a turn, once the session is old enough, it is *preparing*: what is said from then
    on is kept, and the memory is asked to renew itself. Some seconds later, at the end of a turn,
    it is *warming*: whoever calls `warm` opens the next session and gives it the opening text and
    what was said since. Once that is *ready*, the next end of a turn swaps: the new session is told
    what was said since its prompt, and is then the one that speaks; the old one is closed.

    Whatever fails on the way, the old session goes on, all that was said stays kept, and it is
    tried again at the end of a later turn, after a pause that grows. After the last attempt the old
    session is kept for another while. What went wrong is in `error`, what was done in `log`.

    Safe to call from several threads: `said` and `news` while a turn ends and another thread warms.
    One lock guards the state, the log and what was said; it is held for moments, and never while a
    callback or a session is at work, so these may call back. Of two turns that end at once, one is
    only noted.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        open_session: Callable[[], LiveSession],
        opening: Callable[[datetime], str],
        renew: Callable[[], object] = lambda: None,
        topic: Callable[[], str] = lambda: "",
        timing: Timing | None = None,
        count_tokens: Callable[[str], int] = estimate,
    ) -> None:
        """`open_session` makes a session that is not yet warm.

        `opening` gives the text that a session begins with: what is to be known of all that was
        said up to a moment. What was said later is not to be in it: the session is told that.
        `renew` asks the memory to bring itself up to date, `topic` gives a line on what the talk is
        about. These two are to return soon; should one fail, the handover goes on without it.
        """
        self._clock, self._count_tokens = clock, count_tokens
        self._open_session, self._opening = open_session, opening
        self._renew, self._topic = renew, topic
        self._lock = threading.Lock()
        self._relay = Relay(timing or Timing(), clock.now())
        self._unclosed: list[LiveSession] = []
        self._turning = False

    @property
    def session(self) -> LiveSession:
        """The session that speaks now. Raises Closed before `start` and after `close`."""
        with self._lock:
            session, closed = self._relay.session, self._relay.state is State.CLOSED
        if session is None:
            remedy = "Make another Handover." if closed else "Call start() first."
            raise Closed("No session is running.", remedy=remedy)
        return session

    @property
    def state(self) -> State:
        """Where the handover stands."""
        with self._lock:
            return self._relay.state

    @property
    def error(self) -> str:
        """What went wrong last; empty again after a swap that went well."""
        with self._lock:
            return self._relay.error

    @property
    def log(self) -> tuple[Step, ...]:
        """The latest steps, oldest first."""
        with self._lock:
            return tuple(self._relay.log)

    @property
    def kept(self) -> tuple[Fragment, ...]:
        """What was said since preparing began; in the present turn, while running."""
        with self._lock:
            return tuple(self._relay.said.merged())

    def start(self) -> LiveSession:
        """Open the first session; one that is there is given back.

        Raises what the callbacks and the session raise: there is no other session to fall back on.
        """
        if self.state is not State.IDLE:
            return self.session
        prompt = self._opening(self._clock.now())
        tokens = self._count_tokens(prompt)
        session = self._open_session()
        try:
            session.warm(prompt)
        except BaseException:
            self._close(session)
            raise
        now = self._clock.now()
        with self._lock:
            first = self._relay.begin(now, session, tokens)
        if not first:
            self._close(session)
        return self.session

    def said(
        self, role: str, text: str, *, delta: bool = False, heard_by: LiveSession | None = None
    ) -> None:
        """Note what was said; the session that speaks has heard it, or `heard_by` if named.

        A `delta` is the next piece of a stream that brings its own spaces. A transcript may come
        when the session that heard the words has been replaced: then the present one is told at the
        end of the turn. Never waits for anything.
        """
        with self._lock:
            self._relay.hear(role, text, delta=delta, heard_by=heard_by)

    def news(self, text: str) -> State:
        """Have the next session tell the user something, and get that session ready at once.

        If the answer is `WARMING`, have `warm` called.
        """
        with self._lock:
            self._relay.news.append(text)
        self._move_on(self._clock.now())
        return self.state

    def turn_end(self) -> State:
        """Note that a turn has ended, and take the step that is due.

        Call it when what was said in the turn is in the memory. If the answer is `WARMING`, have
        `warm` called, here or in another thread.
        """
        with self._lock:
            now = self._clock.now()  # under the lock: nothing is said between this and the mark
            self._relay.end_turn(now)
            if self._turning or self._relay.session is None:
                return self._relay.state
            self._turning = True
        try:
            self._close_again()
            self._tell_late()
            self._swap_if_ready()
            self._move_on(now)
        finally:
            with self._lock:
                self._turning = False
        return self.state

    def warm(self) -> State:
        """Do the slow part: open the next session and warm it. Does nothing if none is wanted."""
        with self._lock:
            attempt = self._relay.take()
        if attempt is None:
            return self.state
        tokens, error = _outcome(partial(self._open_next, attempt), 0)
        if error:
            self._discard(attempt, error)
            return self.state
        now = self._clock.now()
        with self._lock:
            wanted = self._relay.ready(now, attempt, tokens)
        if not wanted:
            self._close(attempt.session)
        return self.state

    def close(self) -> None:
        """Close the session that speaks and the one in preparation. Closing again does nothing.

        A session that is being warmed is closed by who warms it.
        """
        now = self._clock.now()
        with self._lock:
            leaving = [*self._relay.end(now), *self._unclosed]
            self._unclosed = []
        for session in leaving:
            self._close(session)

    def _move_on(self, now: datetime) -> None:
        """Prepare if it is time to, then ask for the next session if it is time to."""
        with self._lock:
            preparing = self._relay.prepare(now)
        if preparing:
            self._carry_on("not renewed", _outcome(self._renew, None)[1])
        with self._lock:
            self._relay.want_warm(now)

    def _open_next(self, attempt: Attempt) -> int:
        """Open and warm the next session; how many tokens it was told. Raises what that raises.

        What was said is looked at last, so that little is left to tell at the swap.
        """
        with self._lock:
            since = self._relay.said.since
        opening = self._opening(since)
        attempt.topic, error = _outcome(self._topic, "")
        self._carry_on("no topic", error)
        session = attempt.session = self._open_session()
        with self._lock:
            said, _, attempt.told = self._relay.lacking(attempt)
            texts = self._relay.said.texts()
        prompt = briefing.prompt(opening, said, briefing.wording_for(texts))
        tokens = self._count_tokens(prompt)
        session.warm(prompt)
        return tokens

    def _swap_if_ready(self) -> None:
        with self._lock:
            attempt = self._relay.attempt if self._relay.state is State.READY else None
        if attempt is not None and attempt.session is not None:
            self._swap(attempt, attempt.session)

    def _swap(self, attempt: Attempt, session: LiveSession) -> None:
        """Tell the next session what it lacks until it lacks nothing, then put it in its place."""
        topic, tokens = attempt.topic, 0
        with self._lock:
            texts = [*self._relay.said.texts(), *self._relay.news]
        wording = briefing.wording_for(texts)  # once: each round must be faster than the talk
        for _ in range(ROUNDS):
            now = self._clock.now()
            with self._lock:
                if self._relay.attempt is not attempt:
                    return  # closed meanwhile
                said, news, upto = self._relay.lacking(attempt)
                complete = not said and not news
                old = self._relay.promote(now, attempt, tokens) if complete else None
            if complete:
                self._close(old)
                return
            text = briefing.increment(topic, said, news, wording)
            taken, error = _outcome(partial(self._tell, session, text, speak=bool(news)), 0)
            if error:
                self._discard(attempt, error)
                return
            attempt.told, attempt.news_told = upto, attempt.news_told + len(news)
            topic, tokens = "", tokens + taken

    def _tell_late(self) -> None:
        """Tell the present session what another one heard; rather twice than never.

        It is tried until the swap: the next session knows it in any case.
        """
        with self._lock:
            session, late = self._relay.session, list(self._relay.late)
        if session is None or not late:
            return
        wording = briefing.wording_for(piece.text for piece in late)
        text = briefing.increment("", merged(late), [], wording)
        tokens, error = _outcome(partial(self._tell, session, text), 0)
        self._carry_on("not told", error)
        now = self._clock.now()
        with self._lock:
            if not error and self._relay.session is session:
                del self._relay.late[: len(late)]
                self._relay.note(now, "told late", tokens=tokens)

    def _tell(self, session: LiveSession, text: str, *, speak: bool = False) -> int:
        tokens = self._count_tokens(text)
        session.inject(text, speak=speak)
        return tokens

    def _discard(self, attempt: Attempt, error: str) -> None:
        """Let go of a session that failed: nobody knows what of it all it has taken in."""
        now = self._clock.now()
        with self._lock:
            if self._relay.attempt is attempt:
                self._relay.fail(now, error)
        self._close(attempt.session)

    def _close(self, session: LiveSession | None) -> None:
        """Close a session; what cannot be closed is tried once more at the end of the next turn."""
        if session is None:
            return
        _, error = _outcome(session.close, None)
        self._carry_on("not closed", error)
        if error:
            with self._lock:
                self._unclosed.append(session)

    def _close_again(self) -> None:
        with self._lock:
            unclosed, self._unclosed = self._unclosed, []
        for session in unclosed:
            self._carry_on("left unclosed", _outcome(session.close, None)[1])

    def _carry_on(self, what: str, error: str) -> None:
        """Note an error that stops nothing; nothing, if there is none."""
        if error:
            now = self._clock.now()
            with self._lock:
                self._relay.error = error
                self._relay.note(now, what, error)


def _outcome(call: Callable[[], T], otherwise: T) -> tuple[T, str]:
    """What a call gave, or `otherwise` and what went wrong."""
    try:
        return call(), ""
    except Exception as error:  # noqa: BLE001  the caller's own code: the talk goes on whatever it does
        return otherwise, f"{type(error).__name__}: {error}"[:LONGEST_ERROR]
