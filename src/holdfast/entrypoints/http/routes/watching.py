"""Watching: whether the server lives, whether it can serve, and what it has done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from holdfast import __version__
from holdfast.domain.job import JobState
from holdfast.entrypoints.http.desk import Desk
from holdfast.memory import Memory

LIVE, READY = "/livez", "/readyz"
"""These two are open to everybody: what asks them has no key."""

TEXT = "text/plain; charset=utf-8"
METRICS = "text/plain; version=0.0.4; charset=utf-8"
_AS_TEXT: dict[str, Any] = {"text/plain": {"schema": {"type": "string"}}}
_GOOD: dict[int | str, dict[str, Any]] = {200: {"description": "It does.", "content": _AS_TEXT}}
_BAD: dict[int | str, dict[str, Any]] = {503: {"description": "Not now.", "content": _AS_TEXT}}


@dataclass(frozen=True)
class Health:
    """How the server is. `jobs` counts the unfinished ones of the space by their state."""

    good: bool
    version: str
    space: str
    worker: bool
    jobs: dict[str, int]


async def live(_request: Request) -> Response:
    """Whether the process answers at all."""
    return Response(b"ok\n", media_type=TEXT)


def watching(desk: Desk) -> APIRouter:
    """Their routes."""
    router = APIRouter(tags=["watching"])
    router.get(LIVE, response_class=Response, responses=_GOOD, openapi_extra={"security": []})(live)

    @router.get(
        READY,
        response_class=Response,
        responses={**_GOOD, **_BAD},
        openapi_extra={"security": []},
    )
    async def ready() -> Response:
        """Whether it can serve: 503 while it starts, while it ends, or without its store."""
        good = await desk.is_ready()
        return Response(*((b"ready\n", 200) if good else (b"not ready\n", 503)), media_type=TEXT)

    for path, look in ((LIVE, live), (READY, ready)):
        router.add_api_route(path, look, methods=["HEAD"], include_in_schema=False)

    @router.get("/v1/health")
    async def health(request: Request) -> Health:
        """How the server and the space are, in a few figures."""
        return await desk.threads.run(_health, desk, desk.memory_for(request))

    @router.get(
        "/v1/metrics",
        response_class=Response,
        responses={200: {"description": "Lines of text.", "content": _AS_TEXT}},
    )
    async def metrics() -> Response:
        """What the server has done, in Prometheus' text form."""
        return Response(await desk.threads.run(desk.metrics.text), media_type=METRICS)

    return router


def _health(desk: Desk, memory: Memory) -> Health:
    jobs = Counter(str(job.state) for job in memory.admin.jobs())
    good = desk.open and not jobs[JobState.DEAD]
    return Health(good, __version__, memory.space, desk.worker, dict(jobs))
