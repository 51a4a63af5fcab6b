"""Sender: takes what waits in a spool to the server, in order, until it is stored there.

Every message has an id, by which the server stores it once. So whatever is in doubt is sent again,
and nothing leaves the spool before the server has said that it has it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import inf
from typing import NamedTuple

from holdfast.client.answers import as_json, fault_of, is_good
from holdfast.client.batches import Lane, batches, halves, lane_of
from holdfast.client.forks import mind_forks
from holdfast.client.outgoing import body
from holdfast.client.pauses import Pace, Pauses
from holdfast.client.spool import Spool, SpoolRow
from holdfast.client.tries import BUSY, Answer, Request
from holdfast.client.turn import Turn
from holdfast.errors import HoldfastError, ServerUnreachable
from holdfast.ports.clock import Clock

PAGE = 2000
EVERYONE = None
"""What a pause is for that concerns the server itself."""

BAD_MESSAGE = frozenset({"invalid_input", "message_refused", "conflict", "too_large", "too_deep"})
"""What a server says of a message, or of a batch, that it will never have as it is."""

CHECK_SECONDS = 0.02
FLUSH_SECONDS = 1.0
"""How often a sender that someone waits for tries again, whatever its pauses."""

LONGEST_ERROR = 500
REFUSED = "The server would not have some messages; Spool.refused tells which, and why."

log = logging.getLogger(__name__)


class Standing(StrEnum):
    """How it goes."""

    WELL = "well"
    UNREACHABLE = "unreachable"
    BUSY = "busy"
    FAILING = "failing"
    UNAUTHORISED = "unauthorised"
    REFUSED = "refused"
    """Nothing stands in the way, but there are messages that the server would not have."""


@dataclass(frozen=True, slots=True)
class SenderState:
    """What waits, and why. `since` is when the trouble began, if there is any."""

    waiting: int
    refused: int
    standing: Standing
    error: str = ""
    since: datetime | None = None


class Trouble(NamedTuple):
    """Why a batch was not sent. `everyone`: no other batch would be either."""

    standing: Standing
    error: str
    everyone: bool = True
    wait: float | None = None


class Sender:
    """A thread that empties a spool. It begins with the first `wake`, and never raises."""

    def __init__(
        self,
        spool: Spool,
        send: Callable[[Request], Answer],
        *,
        clock: Clock,
        pace: Pace | None = None,
    ) -> None:
        """`send` does a request once, and raises ServerUnreachable where there is no answer."""
        self._spool, self._send, self._clock = spool, send, clock
        self._pace = pace or Pace()
        self._pauses = Pauses(self._pace)
        self._turn = Turn(spool.path.with_name(spool.path.name + ".sender"))
        self._changed = threading.Condition()
        self._woken = self._closing = False
        self._thread: threading.Thread | None = None
        self._trouble: Trouble | None = None
        self._since: datetime | None = None
        mind_forks(self)

    def wake(self) -> None:
        """Say that there is something to send."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()
            if not self._closing and (self._thread is None or not self._thread.is_alive()):
                self._thread = threading.Thread(
                    target=self._run, name="holdfast-sender", daemon=True
                )
                self._thread.start()

    def flush(self, timeout: float | None = None) -> bool:
        """Try at once, and wait until nothing is left to send; whether all of it is stored.

        False if that takes too long, and while the spool keeps anything that the server refused:
        until that is sent again (`Spool.retry`) or given up (`Spool.give_up`).
        """
        ends = inf if timeout is None else time.monotonic() + timeout
        while True:
            self._pauses.hurry()
            self.wake()
            soon = time.monotonic() + FLUSH_SECONDS
            if self._emptied(min(ends, soon), despite_trouble=True):
                return not self._spool.tally().refused
            if self._closing or time.monotonic() >= ends:
                return False

    def close(self, timeout: float = 2.0) -> None:
        """Send what can be sent in so many seconds, and end. The rest stays on the disk."""
        ends = time.monotonic() + timeout
        if self._thread is not None:
            self._emptied(ends, despite_trouble=False)
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(max(0.0, ends - time.monotonic()))

    def state(self) -> SenderState:
        """What waits, what was refused, and what went wrong last."""
        tally, trouble = self._spool.tally(), self._trouble
        if trouble is None and tally.refused:
            return SenderState(tally.waiting, tally.refused, Standing.REFUSED, REFUSED)
        if trouble is None:
            return SenderState(tally.waiting, tally.refused, Standing.WELL)
        return SenderState(
            tally.waiting, tally.refused, trouble.standing, trouble.error, self._since
        )

    def before_fork(self) -> None:
        """See `forks`."""
        self._changed.acquire()

    def after_fork(self, *, in_child: bool) -> None:
        """See `forks`. The child begins a thread of its own when it has something to send."""
        self._changed.release()
        if in_child:
            self._changed, self._thread = threading.Condition(), None

    def _emptied(self, ends: float, *, despite_trouble: bool) -> bool:
        while len(self._spool):
            in_vain = self._closing or (self._trouble and not despite_trouble)
            if in_vain or time.monotonic() >= ends:
                return False
            with self._changed:  # another process may be the one that sends, so look now and then
                self._changed.wait(CHECK_SECONDS)
        return True

    def _run(self) -> None:
        while not self._closing:
            with self._changed:
                self._woken = False
            rest = self._round()
            with self._changed:
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._woken or self._closing, rest)

    def _round(self) -> float:
        """Send what can be sent now; the seconds until it is worth another look."""
        try:
            if not self._pauses.over(EVERYONE) or not len(self._spool):
                return self._pauses.shortest()
            if not self._turn.take():
                return self._pace.turn
            try:
                self._send_all()
            finally:
                self._turn.pass_on()
        except Exception as error:  # noqa: BLE001  the thread's edge: a full disk now, room later
            detail = error.message if isinstance(error, HoldfastError) else type(error).__name__
            self._note(Trouble(Standing.FAILING, detail))
            self._pauses.lengthen(EVERYONE)
        return self._pauses.shortest()

    def _send_all(self) -> None:
        after, trouble = 0, None
        held: set[Lane] = set()  # until the round ends, or what comes later would go first
        while page := self._spool.page(PAGE, after=after):
            after = page[-1].seq
            for batch in batches(page):
                lane = lane_of(batch[0])
                if self._closing:
                    return
                if lane in held or not self._pauses.over(lane):
                    held.add(lane)
                    trouble = trouble or self._trouble
                    continue
                failed = self._deliver(batch)
                trouble = failed or trouble
                if failed is None:
                    self._went_well(lane)
                    continue
                held.add(lane)
                self._pause(failed, lane)
                self._note(failed)
                if failed.everyone:
                    return
        self._note(trouble)
        if any(map(self._pauses.over, held)):
            self._woken = True  # its pause ended on the way: no reason to rest

    def _deliver(self, batch: list[SpoolRow]) -> Trouble | None:
        """Have a batch stored, all but the messages that the server will not have."""
        first = batch[0]
        request = Request(
            "POST",
            "/v1/messages",
            body=body(first.user, first.session, first.agent, [row.message for row in batch]),
            space=first.space,
        )
        try:
            answer = self._send(request)
        except ServerUnreachable as error:
            return Trouble(Standing.UNREACHABLE, error.message)
        if _is_stored(answer, len(batch)):
            self._spool.done(row.seq for row in batch)
            return None
        fault = fault_of(answer)
        if fault is None or answer.status >= 500 or fault.code not in BAD_MESSAGE:
            return _trouble_of(answer)
        if len(batch) > 1:
            return next(filter(None, map(self._deliver, halves(batch))), None)
        log.warning("The server refused a message of the spool %s.", self._spool.path)
        self._spool.refuse([first.seq], f"{fault.code}: {fault.message}")
        return None

    def _went_well(self, lane: object) -> None:
        self._pauses.end(lane)
        self._pauses.end(EVERYONE)
        if self._trouble is not None and self._trouble.everyone:
            self._note(None)

    def _pause(self, trouble: Trouble, lane: object) -> None:
        self._pauses.lengthen(
            EVERYONE if trouble.everyone else lane,
            asked=trouble.wait,
            slow=trouble.standing is Standing.UNAUTHORISED,
        )

    def _note(self, trouble: Trouble | None) -> None:
        if trouble is None:
            self._since = None
        elif self._trouble is None:
            self._since = self._clock.now()
            log.warning("Messages wait in %s: %s", self._spool.path, trouble.error)
        self._trouble = trouble


def _is_stored(answer: Answer, count: int) -> bool:
    """Whether a server of ours says that it has that many messages."""
    told = as_json(answer) if is_good(answer) else None
    ids = told.get("ids") if isinstance(told, dict) else None
    return isinstance(ids, list) and len(ids) == count


def _trouble_of(answer: Answer) -> Trouble:
    fault = fault_of(answer)
    if fault is None:
        error = f"The answer (status {answer.status}) is not that of a Holdfast server."
        return Trouble(Standing.FAILING, error, wait=answer.wait)
    error = fault.message[:LONGEST_ERROR]
    if answer.status in (401, 403):
        # A key that is not for one space may be for the others.
        return Trouble(Standing.UNAUTHORISED, error, everyone=answer.status == 401)
    if answer.status in BUSY or answer.status == 507:
        return Trouble(Standing.BUSY, error, wait=answer.wait)
    return Trouble(Standing.FAILING, error, everyone=answer.status != 500, wait=answer.wait)
