"""Archives: the files of sealed sessions, to be taken away, merged and compacted."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from holdfast.entrypoints.web.downloads import as_file
from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.pages.house.section import anyone
from holdfast.entrypoints.web.pages.who import Who
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import InvalidInput, NotFound

PATH = f"{section.PATH}/archives"
FILES = 50

KINDS = {
    ".gz": "application/gzip",
    ".json": "application/json",
    ".ndjson": "application/x-ndjson",
}
OTHER = "application/octet-stream"
NOBODY = Who("", "", ())


def show(visit: Visit) -> Response:
    """The files, a page at a time."""
    return _shown(visit, anyone(visit))


def file(visit: Visit) -> Response:
    """One of them, as it is."""
    name = visit.asked("name")
    data = visit.memory.archive.read(visit.asked("user"), visit.asked("agent"), name)
    if data is None:
        raise NotFound(f"There is no archive {name!r}.")
    kind = next((KINDS[end] for end in KINDS if name.endswith(end)), OTHER)
    return Response(data, headers=as_file(name, kind))


def tidy(visit: Visit) -> Response:
    """Merge or compact a day, or compact every day that is due."""
    how, archive = visit.given("how"), visit.memory.archive
    if how == "due":
        return _shown(visit, NOBODY, compacted=archive.compact())
    who, day = Who(visit.given("user"), visit.given("agent"), ()), visit.given("day")
    try:
        if how == "compact":
            [done] = archive.compact(who.user, who.agent, day=day)
            return _shown(visit, who, merged=done.merged, removed=done.removed, day=day)
        merged = archive.merge(who.user, who.agent, day=day)
    except InvalidInput as error:
        return _shown(visit, NOBODY, 400, refused=str(error), day=day)
    return _shown(visit, who, merged=merged, day=day)


def _shown(visit: Visit, who: Who, status: int = 200, **values: Any) -> Response:
    archive, after = visit.memory.archive, visit.asked("after")
    enabled = archive.enabled()
    files = (
        archive.files(who.user or None, who.agent or None, after=after, limit=FILES + 1)
        if enabled
        else []
    )
    usual = {"merged": None, "removed": None, "compacted": None, "refused": "", "day": ""}
    return section.page(
        visit,
        "archives",
        status,
        who=who,
        enabled=enabled,
        files=files[:FILES],
        more=files[FILES - 1].place if len(files) > FILES else "",
        paged=bool(after),
        **{**usual, **values},
    )


ROUTES = (
    ("GET", PATH, show),
    ("GET", f"{PATH}/file", file),
    ("POST", PATH, tidy),
)
