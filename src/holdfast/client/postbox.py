"""Postbox: a spool and its sender, opened when they are first needed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

from holdfast.client.address import spools_of
from holdfast.client.outgoing import Outgoing
from holdfast.client.pauses import Pace
from holdfast.client.sender import Sender, SenderState
from holdfast.client.spool import Spool, SpoolRow
from holdfast.client.transport import Transport
from holdfast.errors import Closed, HoldfastError
from holdfast.ports.clock import Clock

CLOSING_SECONDS = 2.0

log = logging.getLogger(__name__)


class Postbox:
    """Takes messages that nobody waits for. Safe to share between threads."""

    def __init__(
        self,
        place: Path | Spool,
        transport: Transport,
        clock: Clock,
        pace: Pace | None = None,
    ) -> None:
        self._place, self._transport, self._clock = place, transport, clock
        self._pace = pace
        self._opening = threading.Lock()
        self._spool: Spool | None = None
        self._sender: Sender | None = None
        self._closed = False

    def begin(self) -> None:
        """Go on with what was left when the last process ended, if anything was."""
        if self._is_there and len(self.spool):
            self.sender.wake()
        if not isinstance(self._place, Spool):
            self._tell_of_others(self._place)

    @property
    def _is_there(self) -> bool:
        return isinstance(self._place, Spool) or self._place.exists()

    @property
    def spool(self) -> Spool:
        """The spool, made if there is none yet."""
        return self._opened()[0]

    @property
    def sender(self) -> Sender:
        """Who sends what is in it."""
        return self._opened()[1]

    def put(
        self, messages: Sequence[Outgoing], *, space: str, user: str, session: str, agent: str
    ) -> None:
        """Keep messages on the disk, and have them sent. Returns when they are safe."""
        now = self._clock.now()
        self.spool.put(
            [SpoolRow(space, user, session, agent, each.message, now) for each in messages]
        )
        self.sender.wake()

    def flush(self, timeout: float | None) -> bool:
        """See `Sender.flush`. With nothing ever spooled there is nothing to wait for."""
        return self.sender.flush(timeout) if self._is_there else True

    def state(self) -> SenderState:
        """See `Sender.state`."""
        return self.sender.state()

    def close(self, timeout: float = CLOSING_SECONDS) -> None:
        """Send what can be sent soon, and let go of the file. The rest stays in it."""
        with self._opening:
            self._closed = True
            spool, sender = self._spool, self._sender
        if sender is not None:
            sender.close(timeout)
        if spool is not None and spool is not self._place:
            spool.close()

    def _opened(self) -> tuple[Spool, Sender]:
        with self._opening:
            if self._closed:
                raise Closed("The memory is closed.", remedy="Open it again.")
            if self._spool is None or self._sender is None:
                place = self._place
                self._spool = place if isinstance(place, Spool) else Spool(place)
                self._sender = Sender(
                    self._spool,
                    lambda request: self._transport.send(request, attempts=1),
                    clock=self._clock,
                    pace=self._pace,
                )
            return self._spool, self._sender

    def _tell_of_others(self, place: Path) -> None:
        """Warn of messages for the same server that wait for another key: one may be replaced."""
        for other in place.parent.glob(f"{spools_of(self._transport.endpoint)}*.db"):
            if other != place and _waiting_in(other):
                log.warning(
                    "Messages for this server wait in %s, for another key. "
                    "To send them with this one, open the memory with spool=that file.",
                    other,
                )


def _waiting_in(path: Path) -> int:
    """How many messages wait in another spool; none, if that cannot be told."""
    try:
        spool = Spool(path)
    except HoldfastError:
        return 0
    try:
        return len(spool)
    finally:
        spool.close()
