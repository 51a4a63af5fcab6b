"""Archive: conversations as files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from itertools import islice

from holdfast.domain.message import DEFAULT
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_limit, checked_name, optional_name
from holdfast.flow.capture.shapes import checked_place, optional_call
from holdfast.flow.maintain.archive.compact import CompactReport, compact_day
from holdfast.flow.maintain.archive.contents import Entry, list_archives, list_faults
from holdfast.flow.maintain.archive.files import ArchiveFile, list_files
from holdfast.flow.maintain.archive.job import Archivist, habits_of
from holdfast.flow.maintain.archive.merge import MergeReport, merge_day
from holdfast.flow.maintain.archive.request import request_archiving
from holdfast.flow.maintain.archive.shelf import Skipped
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.archives import Shelf
from holdfast.ports.unit import Unit


class Archive(SpaceRows):
    """The files of sealed sessions. Every call but `enabled` needs the setting `archive_dir`."""

    def enabled(self) -> bool:
        """Whether archives are kept."""
        return self._parts.archivist is not None

    def list(self, user: str | None = None, agent: str | None = None) -> Sequence[Entry]:
        """What is archived, oldest first for each user and agent."""
        user, agent = optional_name(user, "user"), optional_name(agent, "agent")
        archives = self._kept().archives
        return [*list_archives(archives, self._space, user=user, agent=agent)]

    def files(
        self,
        user: str | None = None,
        agent: str | None = None,
        *,
        after: str = "",
        limit: int = 100,
    ) -> Sequence[ArchiveFile]:
        """The files that the archives are made of, by user, agent and name, a page at a time.

        `after` is the `place` of the last file of the page before.
        """
        user, agent = optional_name(user, "user"), optional_name(agent, "agent")
        archives, limit = self._kept().archives, checked_limit(limit)
        after = checked_place(after)
        found = list_files(archives, self._space, user=user, agent=agent, after=after)
        return [*islice(found, limit)]

    def read(self, user: str, agent: str, name: str) -> bytes | None:
        """One of these files as it is; None when there is none of that name."""
        name = checked_name(name, "archive")
        return self._kept().archives.read(self._shelf(user, agent), name)

    def faults(self) -> Sequence[tuple[Shelf, Skipped]]:
        """Files among the archives that are damaged or not ours; they are left as they are."""
        return [*list_faults(self._kept().archives, self._space)]

    def merge(
        self,
        user: str,
        agent: str = DEFAULT,
        *,
        day: date | str | None = None,
        gz: bool | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> MergeReport:
        """Put the conversations of a day (today, unless one is named) into one file.

        `gz` says whether it is packed (None: as the settings say).
        """
        archivist, shelf = self._kept(), self._shelf(user, agent)
        gz, progress = archivist.gz if gz is None else gz, optional_call(progress, "progress")
        return merge_day(archivist.archives, shelf, self._day(day), gz=gz, progress=progress)

    def compact(
        self,
        user: str | None = None,
        agent: str = DEFAULT,
        *,
        day: date | str | None = None,
        progress: Callable[[CompactReport], None] | None = None,
    ) -> Sequence[CompactReport]:
        """Compact the days that are due; with a user and a day, that day now, due or not."""
        archivist, now = self._kept(), self._now()
        user, progress = optional_name(user, "user"), optional_call(progress, "progress")
        if user is None or day is None:
            return archivist.compact(self._store, self._space, now, progress=progress)
        shelf, habits = self._shelf(user, agent), self._store.read(self._space, habits_of)
        delete = habits.delete_shards
        return [
            compact_day(
                archivist.archives,
                shelf,
                self._day(day),
                delete_shards=delete,
                gz=archivist.gz,
            )
        ]

    def rebuild(self, user: str) -> int:
        """Have all sealed sessions of a user archived again by jobs; how many."""
        user, now = checked_name(user, "user"), self._now()
        self._kept()

        def work(unit: Unit) -> int:
            sessions = unit.sessions.latest(user, limit=1 << 62)
            stretches = [each for s in sessions for each in unit.stretches.of(user, s.name)]
            return sum(request_archiving(unit, each, now) for each in stretches)

        asked = self._store.write(self._space, work)
        self._parts.worker.wake()
        return asked

    def _kept(self) -> Archivist:
        """Who keeps archives. Raises InvalidInput where none are."""
        archivist = self._parts.archivist
        if archivist is None:
            raise InvalidInput(
                "No archives are kept.", remedy="Name a folder for them: the setting archive_dir."
            )
        return archivist

    def _shelf(self, user: str, agent: str) -> Shelf:
        return Shelf(self._space, checked_name(user, "user"), checked_name(agent, "agent"))

    def _day(self, day: object) -> date:
        if day is None:
            return self._now().astimezone(self._kept().zone).date()
        if isinstance(day, date):
            return day
        for form in ("%Y%m%d", "%Y-%m-%d"):
            try:
                return datetime.strptime(str(day), form).date()  # noqa: DTZ007  a day has no zone
            except ValueError:
                continue
        raise InvalidInput(f"{day!r:.40} is not a day; write it as 20240531 or 2024-05-31.")
