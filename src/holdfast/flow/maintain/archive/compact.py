"""Compact: merge the days that are due, then clear away what they were made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from holdfast.flow.maintain.archive.conversation import day_name
from holdfast.flow.maintain.archive.habits import Habits
from holdfast.flow.maintain.archive.merge import MergeReport, merge
from holdfast.flow.maintain.archive.plan import Load, Reason, reason, rested
from holdfast.flow.maintain.archive.shelf import (
    LOG,
    OWN,
    Day,
    days,
    keep_aside,
    read_day,
    read_merged,
)
from holdfast.ports.archives import Archives, Shelf


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactReport:
    """One day that was compacted: why, what its merged file holds, and how many files went."""

    shelf: Shelf
    day: str
    reason: Reason
    merged: MergeReport
    removed: int = 0


def compact(
    archives: Archives,
    space: str,
    habits: Habits,
    *,
    now: datetime,
    zone: tzinfo,
    last: datetime | None = None,
    user: str | None = None,
    gz: bool = True,
    progress: Callable[[CompactReport], None] | None = None,
) -> list[CompactReport]:
    """Compact every day that is due, on every shelf of the space or of one user.

    `zone` is the one whose night counts, `last` when this was done before. Calling it often is
    cheap: days with nothing to merge are left alone.
    """
    reports: list[CompactReport] = []
    if not habits.enabled or not rested(habits, now, last):
        return reports
    for shelf in archives.shelves(space):
        if user not in (None, shelf.user):
            continue
        for day in days(archives.names(shelf), (OWN, LOG)):
            report = _compact_if_due(archives, shelf, day, habits, now.astimezone(zone), gz=gz)
            if report is None:
                continue
            reports.append(report)
            if progress is not None:
                progress(report)
    return reports


def compact_day(
    archives: Archives, shelf: Shelf, day: date, *, delete_shards: bool = True, gz: bool = True
) -> CompactReport:
    """Compact a day now, due or not."""
    with archives.hold(shelf):
        name = day_name(day)
        found = read_day(archives, shelf, name)
        return _compact(archives, shelf, name, found, Reason.ASKED, delete=delete_shards, gz=gz)


def _compact_if_due(
    archives: Archives, shelf: Shelf, day: str, habits: Habits, now: datetime, *, gz: bool
) -> CompactReport | None:
    with archives.hold(shelf):
        found = read_day(archives, shelf, day)
        why = reason(habits, _load(archives, shelf, found), now)
        if why is None:
            return None
        delete = habits.delete_shards
        return _compact(archives, shelf, day, found, why, delete=delete, gz=gz)


def _load(archives: Archives, shelf: Shelf, found: Day) -> Load:
    merged = found.merged_ones()
    waiting = [each for each in found.pending().values() if merged.get(each.id) != each]
    sizes = archives.names(shelf)
    return Load(len(waiting), sum(sizes.get(name, 0) for name in (*found.own, *found.logs)))


def _compact(
    archives: Archives,
    shelf: Shelf,
    day: str,
    found: Day,
    why: Reason,
    *,
    delete: bool,
    gz: bool,
) -> CompactReport:
    report = merge(archives, shelf, day, found, gz=gz)
    removed = 0
    if delete and report.output is not None:
        removed = _clear(archives, shelf, found, report.output)
    return CompactReport(shelf=shelf, day=day, reason=why, merged=report, removed=removed)


def _clear(archives: Archives, shelf: Shelf, found: Day, output: str) -> int:
    """Remove the files whose conversations the merged file holds, as the disk gives it back.

    Logs go first: a line may be older than the file that its conversation also has, and must not
    come to count again. A log with damage in it is copied aside before.
    """
    written = read_merged(archives.read(shelf, output) or b"").conversations
    merged, ours = {kept.id: kept for kept in written}, found.conversations()
    removed = 0
    for name, part in {**found.logs, **found.own}.items():
        if any(merged.get(kept.id) != ours[kept.id] for kept in part.conversations):
            continue
        if part.fault and name in found.own:
            continue
        if part.fault:
            keep_aside(archives, shelf, name)
        removed += archives.remove(shelf, name)
    return removed
