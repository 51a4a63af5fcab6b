"""The job that makes a stretch's archive what the stretch is now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from holdfast.domain.job import Job
from holdfast.domain.message import Message
from holdfast.domain.session import SessionState, Stretch
from holdfast.flow.lease import Held
from holdfast.flow.maintain.archive.compact import CompactReport, compact
from holdfast.flow.maintain.archive.habits import Habits, habits_from
from holdfast.flow.maintain.archive.remove import remove
from holdfast.flow.maintain.archive.request import COMPACTION
from holdfast.flow.maintain.archive.write import archive_stretch, said_in
from holdfast.ports.archives import Archives
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit


@dataclass(frozen=True, slots=True)
class Archivist:
    """Keeps archives in step with the log. Never on the path of a turn."""

    archives: Archives
    zone: tzinfo
    gz: bool = True

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """The handler of the job: one that is sealed is archived, any other is not.

        What was corrected or forgotten while the file was written is not left in it: the job ends
        in the moment in which the file holds what the log does.
        """
        done = False
        while not done:
            said = store.read(job.space, lambda unit: _said(unit, job))
            self._write(job, *said)
            done = held.finish(store, job, unless=_unless_changed(said))

    def _write(self, job: Job, stretch: Stretch | None, messages: list[Message]) -> None:
        if stretch is None:
            self.remove(job.space, job.user, [job.key])
        else:
            archive_stretch(self.archives, job.space, stretch, messages, zone=self.zone, gz=self.gz)

    def remove(self, space: str, user: str, ids: Sequence[str]) -> None:
        """Take stretches out of the archives, in every file that holds them."""
        if ids:
            remove(self.archives, space, user, ids)

    def compact(
        self,
        store: Store,
        space: str,
        now: datetime,
        last: datetime | None = None,
        progress: Callable[[CompactReport], None] | None = None,
    ) -> list[CompactReport]:
        """Compact the days of a space that are due by its habits."""
        habits = store.read(space, habits_of)
        return compact(
            self.archives,
            space,
            habits,
            now=now,
            zone=self.zone,
            last=last,
            gz=self.gz,
            progress=progress,
        )


def habits_of(unit: Unit) -> Habits:
    """When the space's archives are compacted."""
    found = unit.preferences.get(COMPACTION)
    return Habits() if found is None else habits_from(found.value)


def _unless_changed(
    said: tuple[Stretch | None, list[Message]],
) -> Callable[[Unit, Job], bool]:
    return lambda unit, job: _said(unit, job) != said


def _said(unit: Unit, job: Job) -> tuple[Stretch | None, list[Message]]:
    """The stretch and its messages, if it still is the one meant, and is sealed."""
    session, number = str(job.payload["session"]), int(job.payload["stretch"])
    stretch = unit.stretches.get(job.user, session, number)
    if stretch is None or stretch.id != job.key or stretch.state is not SessionState.SEALED:
        return None, []
    return stretch, said_in(unit, stretch)
