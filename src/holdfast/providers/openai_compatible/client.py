"""Requests that are retried, bounded and guarded; JSON in, JSON or a failure out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING, Any

from holdfast.providers.openai_compatible.answers import document, moved_to
from holdfast.providers.openai_compatible.breaker import Breaker
from holdfast.providers.openai_compatible.deadline import Deadline
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.providers.openai_compatible.limits import Limits
from holdfast.providers.openai_compatible.outcome import Answer, Failure
from holdfast.providers.openai_compatible.retries import Retries, chance

if TYPE_CHECKING:
    from holdfast.providers.openai_compatible.transport import Transport

_MOST_REDIRECTS = 3


class Client:
    """A server and the state kept about it: connections, and how it has been doing.

    Share one between the models of a server, and between threads: then one breaker knows all of
    its failures. `clock`, `sleep` and `jitter` are for tests.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        limits: Limits | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
        jitter: Callable[[], float] = chance,
    ) -> None:
        self.endpoint = endpoint
        self.limits = limits or Limits()
        self._clock = clock
        self._retries = Retries(self.limits, sleep, jitter)
        self._breaker = Breaker(self.limits.failures_to_open, self.limits.cool_down_seconds, clock)
        self._lock = Lock()
        self._transport: Transport | None = None

    def __repr__(self) -> str:
        return f"Client({self.endpoint!r})"

    @property
    def ready(self) -> bool:
        """Whether a request would be sent just now, and not turned away by the breaker."""
        return not self._breaker.open

    def post(self, path: str, payload: Mapping[str, object]) -> dict[str, Any] | Failure:
        """Send a JSON object to a path below the base address; the object that comes back.

        A failure after at most `limits.attempts` tries and `limits.total_seconds`, or at once
        while the breaker is open.
        """
        wait = self._breaker.enter()
        if wait is not None:
            return Failure(self._left_alone(wait), wait=wait)
        worked: bool | None = None
        try:
            # A lone surrogate cannot be sent; it arrives as a question mark.
            body = json.dumps(payload, ensure_ascii=False).encode("utf-8", "replace")
            found = self._until_it_works(self.endpoint.target(path), body)
            # A refusal, too, shows that the server is well.
            worked = not isinstance(found, Failure) or found.refused
            return found
        finally:
            self._breaker.leave(worked)

    def close(self) -> None:
        """Close the idle connections. A later request opens new ones."""
        with self._lock:
            transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()

    def _until_it_works(self, target: str, body: bytes) -> dict[str, Any] | Failure:
        deadline = Deadline(self.limits.total_seconds, self._clock)
        for tries in count(1):
            found = self._once(target, body, deadline)
            if not isinstance(found, Failure) or not found.again:
                return found
            wait = self._retries.wait_after(tries, found.wait)
            if wait is None or wait >= deadline.left():
                return found
            self._retries.sleep(wait)
        raise AssertionError("unreachable")

    def _once(self, target: str, body: bytes, deadline: Deadline) -> dict[str, Any] | Failure:
        transport = self._the_transport()
        for _ in range(_MOST_REDIRECTS + 1):
            answer = transport.send(target, body, deadline)
            if not isinstance(answer, Answer):
                return answer
            place = moved_to(answer, self.endpoint, target)
            if not isinstance(place, str):
                return place or document(answer, self.endpoint)
            target = place
        return Failure(f"{self.endpoint.shown} redirects without end.", refused=True)

    def _the_transport(self) -> Transport:
        with self._lock:
            if self._transport is None:
                from holdfast.providers.openai_compatible.transport import Transport

                self._transport = Transport(self.endpoint, self.limits)
            return self._transport

    def _left_alone(self, wait: float) -> str:
        times = self.limits.failures_to_open
        return (
            f"{self.endpoint.shown} has failed {times} times in a row or more and is left alone "
            f"for another {wait:.0f} seconds."
        )
