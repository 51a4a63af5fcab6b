"""Metrics: what the server has done, counted for Prometheus."""

from __future__ import annotations

import time
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ROUTE = "route"
"""Under this name in its state a request says which route it took. Paths would be too many."""

GONE = 499
"""The status, by custom, of a request whose caller hung up before it was answered."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5)


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "holdfast_requests",
            "Requests answered, by route, method and status.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "holdfast_request_seconds",
            "How long they took, by route.",
            ("route",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._one_more = lru_cache(maxsize=4096)(self._counters)
        self._flying = 0
        Gauge(
            "holdfast_requests_in_flight", "Requests not yet answered.", registry=self._registry
        ).set_function(lambda: self._flying)

    def text(self) -> bytes:
        """All figures, in Prometheus' text form."""
        return generate_latest(self._registry)

    def counting(self, app: ASGIApp) -> ASGIApp:
        """The app, with every request counted."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            status, began = GONE, time.perf_counter()
            state = scope.setdefault("state", {})

            async def sending(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                await send(message)

            self._flying += 1
            try:
                await app(scope, receive, sending)
            finally:
                route = state.get(ROUTE, "other")
                self._flying -= 1
                requests, seconds = self._one_more(route, _method(scope), status)
                requests.inc()
                seconds.observe(time.perf_counter() - began)

        return counted

    def _counters(self, route: str, method: str, status: int) -> tuple[Counter, Histogram]:
        """Those of such requests. To look them up by their labels costs more than to count."""
        return self._requests.labels(route, method, str(status)), self._seconds.labels(route)


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in _METHODS else "other"


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
