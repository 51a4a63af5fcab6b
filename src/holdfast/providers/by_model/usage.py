"""What a role has cost so far."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from holdfast.ports.models import Reply


class Usage(NamedTuple):
    """Calls of a model since it was opened, those that came to nothing, and tokens.

    Tokens are as the server counts them; one that does not say adds none.
    """

    calls: int = 0
    failures: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


class Counter:
    """Counts. Threads may share one."""

    __slots__ = ("_lock", "_usage")

    def __init__(self) -> None:
        self._lock = Lock()
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        """The counts at this moment."""
        return self._usage

    def replied(self, reply: Reply) -> None:
        """A model was asked, and this came of it."""
        with self._lock:
            calls, failures, given, taken = self._usage
            self._usage = Usage(
                calls + 1,
                failures + bool(reply.error),
                given + reply.tokens_in,
                taken + reply.tokens_out,
            )

    def useless(self) -> None:
        """The reply before was no failure of the server's, but nothing in it can be used."""
        with self._lock:
            self._usage = self._usage._replace(failures=self._usage.failures + 1)
