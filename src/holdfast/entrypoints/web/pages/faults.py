"""Faults: what a person reads when something is not as it should be, and what to do then."""

from __future__ import annotations

from starlette.responses import Response

from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import HoldfastError
from holdfast.wire.faults import status_of

TEMPLATE = "fault.html"


def missing(visit: Visit) -> Response:
    """There is no such page."""
    return visit.page(TEMPLATE, 404, what="missing", detail="", again=False)


def forged(visit: Visit) -> Response:
    """A form that did not come from a page of this visitor; nothing was changed."""
    return visit.page(TEMPLATE, 403, what="forged", detail="", again=True)


def expected(visit: Visit, error: HoldfastError) -> Response:
    """What the library refused, in its own words, under a title that the catalogue has."""
    status = status_of(error)
    what = {404: "missing_thing", 409: "conflict", 400: "refused", 403: "refused"}.get(
        status, "trouble"
    )
    return visit.page(TEMPLATE, status, what=what, detail=str(error), again=status >= 500)
