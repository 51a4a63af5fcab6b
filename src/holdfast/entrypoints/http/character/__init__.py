"""Character: the routes of the memory server that Holdfast grew out of, for apps that know those.

The path names the agent, and the configured master is the user. What each route does here, and
where that differs, is in docs/how-to/serve-a-character.md.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter

from holdfast.entrypoints.http.character.cast import Cast
from holdfast.entrypoints.http.character.files import Files
from holdfast.entrypoints.http.character.talk import Talk
from holdfast.entrypoints.http.character.upkeep import Upkeep
from holdfast.entrypoints.http.desk import Desk


def character(
    desk: Desk,
    *,
    master: str,
    stop: Callable[[], None] | None = None,
    jobs: Callable[[], int] | None = None,
) -> APIRouter:
    """The routes. `master` is the user that the characters talk with.

    `stop` ends the server (None: `/shutdown` does nothing). `jobs` runs a few of the jobs that are
    due and tells how many; it is for a server without a worker of its own.
    """
    cast, router = Cast(desk, master, jobs), APIRouter()
    for method, path, endpoint in (*Talk(cast).routes(), *Files(cast).routes()):
        router.add_route(path, endpoint, [method], include_in_schema=False)
    for method, path, endpoint in Upkeep(cast, stop).routes():
        router.add_route(path, endpoint, [method], include_in_schema=False)
    return router


PATHS = frozenset(
    {
        *("/process", "/renew", "/get_recent_history", "/search_for_memory", "/get_settings"),
        *("/new_dialog", "/archive/merge_by_day", "/compact_config", "/shutdown"),
        *("/api/memory", "/api/admin"),
    }
)
"""What the paths of these routes begin with."""
