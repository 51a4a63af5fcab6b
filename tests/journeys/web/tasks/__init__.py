"""Everything people come to the pages for, each task once, as they would do it.

A task is done on a memory in which one user has 100,000 messages, and on that user unless it says
otherwise; in one look after another (see `LOOKS`), so it names things after its look.
`tests/journeys/web/test_large.py` does them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from holdfast import Memory
from holdfast.domain.job import JobState, asked
from holdfast.domain.message import Message
from holdfast.entrypoints.web.catalogue import Words
from holdfast.ports.unit import Unit
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served
from tests.large import AGENT, USER

LOOKS: dict[str, dict[str, Any]] = {
    "en light": {"locale": "en-GB", "color_scheme": "light"},
    "zh dark": {"locale": "zh-CN", "color_scheme": "dark"},
}
"""Both languages and both themes."""

VIEWS = ("home", "recent", "profile", "timeline", "recall", "playground", "house", "live")
RECENT = f"/browse/recent?user={USER}&agent={AGENT}"


@dataclass(frozen=True)
class Scene:
    """Where a task is done: a browser in one look, and the server that it looks at."""

    look: str
    page: Page
    server: Served
    clock: FrozenClock
    t: Words
    """The words of the language."""
    folder: Path
    gone: set[tuple[str, str]] = field(default_factory=set)
    """Every page that was gone to, by method and path."""

    @property
    def memory(self) -> Memory:
        """What is behind it."""
        return self.server.memory

    def own(self, name: str) -> str:
        """A name that no other look uses."""
        return f"{name} {self.t.language}"

    def say(self, *texts: str, session: str, agent: str = AGENT, user: str = USER) -> list[str]:
        """Have something said now; the ids."""
        at = self.clock.now()
        said = [{"role": "user", "content": text, "at": at} for text in texts]
        return self.memory.add(user, said, session=session, agent=agent)

    def button(self, key: str) -> Locator:
        """The button with these words."""
        return self.page.get_by_role("button", name=self.t(key), exact=True)

    def did(self, key: str) -> None:
        """See that the page says that it was done."""
        expect(self.page.get_by_role("status").first).to_have_text(self.t(f"did.{key}"))

    def turns(self) -> list[str]:
        """What the page has word for word."""
        return self.page.locator(".turns .said").all_inner_texts()

    def message(self, id_: str) -> Message:
        """A message as it is now."""
        found = self.memory.messages.get(USER, id_)
        assert found is not None
        return found


Work = Callable[[Scene], None]


class Task(NamedTuple):
    """Something to do in one of the views."""

    view: str
    work: Work

    @property
    def name(self) -> str:
        """How the test is called."""
        return f"{self.view}: {self.work.__name__.replace('_', ' ')}"


TASKS: list[Task] = []


def task(view: str) -> Callable[[Work], Work]:
    """Put a task on the list."""
    assert view in VIEWS

    def listed(work: Work) -> Work:
        TASKS.append(Task(view, work))
        return work

    return listed


def figures(page: Page) -> dict[str, str]:
    """The figures of a report or a receipt."""
    names = page.locator(".figures dt").all_inner_texts()
    return dict(zip(names, page.locator(".figures dd").all_inner_texts(), strict=True))


def give_up(scene: Scene, user: str, error: str) -> None:
    """Have a job of a user given up."""
    memory, clock = scene.memory, scene.clock
    clock.advance(1)
    store, space, now = memory._parts.store, memory.space, clock.now()
    store.write(space, lambda unit: unit.jobs.enqueue(asked("review", user, now, key=AGENT)))
    job = store.lease("worker", now=now, until=now + timedelta(minutes=1), attempts=1)
    assert job is not None
    assert (job.kind, job.user) == ("review", user), "nothing else is due"

    def fail(unit: Unit) -> bool:
        return unit.jobs.fail(job, error=error, state=JobState.DEAD, run_at=now)

    assert store.write(space, fail)
