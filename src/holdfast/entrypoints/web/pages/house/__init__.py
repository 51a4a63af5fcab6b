"""Keeping house: archives, moving in and out, forgetting, preferences, keys and jobs."""

from __future__ import annotations

from starlette.responses import Response

from holdfast.domain.job import JobState
from holdfast.entrypoints.web.pages.house import (
    archives,
    bringing,
    export,
    forget,
    jobs,
    keys,
    preferences,
    scheme,
)
from holdfast.entrypoints.web.pages.house.section import PATH, SECTIONS
from holdfast.entrypoints.web.visit import Visit

UPLOAD = bringing.PATH
take = bringing.take

SHOWN = 100
"""Dead jobs beyond these are not counted on the first page."""


def show(visit: Visit) -> Response:
    """What there is to do, and whether something waits for it."""
    dead = visit.memory.admin.jobs(JobState.DEAD, limit=SHOWN)
    return visit.page("house/index.html", section="", sections=SECTIONS, dead=len(dead))


ROUTES = (
    ("GET", PATH, show),
    *archives.ROUTES,
    *bringing.ROUTES,
    *export.ROUTES,
    *forget.ROUTES,
    *scheme.ROUTES,
    *preferences.ROUTES,
    *keys.ROUTES,
    *jobs.ROUTES,
)
