"""Character: the routes of the memory server that Holdfast grew out of, for apps that know those.

The path names the agent, and the configured master is the user. What each route does here, and
where that differs, is in docs/how-to/serve-a-character.md.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from holdfast.entrypoints.http.character.cast import Cast, Endpoint
from holdfast.entrypoints.http.character.files import Files
from holdfast.entrypoints.http.character.talk import Talk
from holdfast.entrypoints.http.character.upkeep import Upkeep
from holdfast.entrypoints.http.desk import Desk


def character(
    desk: Desk,
    *,
    master: str,
    stop: Callable[[], None] | None = None,
) -> APIRouter:
    """The routes. `master` is the user that the characters talk with.

    `stop` ends the server (None: `/shutdown` does nothing).
    """
    cast, router = Cast(desk, master), APIRouter()
    for part in (Talk(cast), Files(cast), Upkeep(cast, stop)):
        for method, path, endpoint in part.routes():
            router.add_route(path, _noted(desk, path, endpoint), [method], include_in_schema=False)
    return router


def _noted(desk: Desk, path: str, endpoint: Endpoint) -> Endpoint:
    async def noted(request: Request) -> Response:
        desk.note_route(request, path)
        return await endpoint(request)

    return noted


PATHS = frozenset(
    {
        *("/process", "/renew", "/get_recent_history", "/search_for_memory", "/get_settings"),
        *("/new_dialog", "/archive/merge_by_day", "/compact_config", "/shutdown"),
        *("/api/memory", "/api/admin"),
    }
)
"""What the paths of these routes begin with."""
