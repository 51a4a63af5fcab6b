"""Jobs: what waits, runs or was given up, and trying it again."""

from __future__ import annotations

from starlette.responses import Response

from holdfast.domain.job import JobState
from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.visit import Visit

PATH = f"{section.PATH}/jobs"
JOBS = 50


def show(visit: Visit) -> Response:
    """The jobs of a state, or all, oldest first."""
    state, after = _state(visit.asked("state")), visit.asked("after")
    found = visit.memory.admin.jobs(state, after=after, limit=JOBS + 1)
    dead = state is JobState.DEAD and bool(found)
    return section.page(
        visit,
        "jobs",
        jobs=found[:JOBS],
        more=found[JOBS - 1].id if len(found) > JOBS else "",
        paged=bool(after),
        state=state or "",
        states=("", JobState.DEAD, JobState.WAITING, JobState.RUNNING),
        dead=dead or bool(visit.memory.admin.jobs(JobState.DEAD, limit=1)),
        worker=visit.desk.worker,
    )


def retry(visit: Visit) -> Response:
    """Have one tried again now."""
    visit.memory.admin.retry(visit.given("job"))
    return _back(visit, "retried")


def retry_dead(visit: Visit) -> Response:
    """Have all that were given up tried again now."""
    tried = visit.memory.admin.retry_dead()
    return _back(visit, "retried_all" if tried else "nothing_dead")


def _state(text: str) -> JobState | None:
    return JobState(text) if text in [*JobState] else None


def _back(visit: Visit, did: str) -> Response:
    return visit.to(PATH, state=_state(visit.given("state")), did=did)


ROUTES = (
    ("GET", PATH, show),
    ("POST", f"{PATH}/retry", retry),
    ("POST", f"{PATH}/retry-dead", retry_dead),
)
