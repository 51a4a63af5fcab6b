"""Home: who is remembered, what happened lately, and what needs someone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from starlette.responses import Response

from holdfast.domain.item import ItemKind
from holdfast.domain.job import Job, JobState
from holdfast.domain.session import SessionState, Stretch
from holdfast.entrypoints.web.pages.session import last_words
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.memory import Memory

PEOPLE, LATELY, SHOWN = 20, 8, 10
"""How many users a page has, sessions are told of, and jobs and stretches are listed."""

KNOWN = 100
"""Beyond so many, what is known of a user is not counted."""


class Work(NamedTuple):
    """What is to be done, and what is in its way."""

    dead: list[Job]
    failed: list[Stretch]
    stuck: list[Job]
    """Those that nobody takes up."""
    trying: list[Job]
    """Those that failed and will be tried again."""
    running: list[Job]
    waiting: int
    sealing: int

    @property
    def trouble(self) -> int:
        """How many things will not go on by themselves."""
        return len(self.dead) + len(self.failed) + len(self.stuck)

    @property
    def most(self) -> int:
        """How many there are of what there is most of."""
        return max(len(self.dead), len(self.failed), len(self.stuck))


def show(visit: Visit) -> Response:
    """The first page."""
    memory, after = visit.memory, visit.asked("after")
    people = memory.admin.remembered(after=after, limit=PEOPLE + 1)
    return visit.page(
        "home.html",
        people=people[:PEOPLE],
        more=people[PEOPLE - 1].user if len(people) > PEOPLE else "",
        paged=bool(after),
        known={each.user: _known(memory, each.user) for each in people[:PEOPLE]},
        most_known=KNOWN,
        lately=[last_words(memory, each) for each in memory.sessions.lately(limit=LATELY)],
        work=_work(memory),
        shown=SHOWN,
        worker=visit.desk.worker,
    )


def _known(memory: Memory, user: str) -> int:
    """How many things are known that hold, as far as that is counted."""
    now = datetime.now(UTC)
    return len(memory.items.between(user, now, kind=ItemKind.SLOT, limit=KNOWN))


def health(visit: Visit) -> Response:
    """The check-up, as far as it takes no longer the more is remembered; it comes by itself."""
    return _checked(visit, quick=True)


def whole_health(visit: Visit) -> Response:
    """All of it, which reads the whole file."""
    return _checked(visit, quick=False)


def _checked(visit: Visit, *, quick: bool) -> Response:
    bound = visit.visitor is not None and visit.visitor.space is not None
    findings = [] if bound else visit.memory.admin.check(quick=quick)  # it looks at all spaces
    template = "partials/health.html" if visit.partial else "health.html"
    return visit.page(template, findings=sorted(findings, key=lambda each: each.good), quick=quick)


def retry(visit: Visit) -> Response:
    """Have a job tried again now."""
    visit.memory.admin.retry(visit.given("job"))
    return visit.to(HOME, did="retried")


def _work(memory: Memory) -> Work:
    work = Work([], [], memory.admin.stuck(), [], [], 0, 0)
    waiting = sealing = 0
    stuck = {job.id for job in work.stuck}
    for job in memory.admin.jobs():
        if job.id in stuck:
            continue
        if job.state is JobState.DEAD:
            work.dead.append(job)
        elif job.state is JobState.RUNNING:
            work.running.append(job)
        elif job.error:
            work.trying.append(job)
        else:
            waiting += 1
    for stretch in memory.sessions.troubled():
        if stretch.state is SessionState.FAILED:
            work.failed.append(stretch)
        else:
            sealing += 1
    return work._replace(waiting=waiting, sealing=sealing)


ROUTES = (
    ("GET", HOME, show),
    ("GET", f"{HOME}/health", health),
    ("POST", f"{HOME}/health", whole_health),
    ("POST", f"{HOME}/jobs/retry", retry),
)
