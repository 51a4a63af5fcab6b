"""Compaction: when it is due, what goes, and that a kill at any point loses and doubles nothing."""

from __future__ import annotations

import errno
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from holdfast.errors import StoreFailed
from holdfast.flow.maintain.archive.compact import CompactReport, compact, compact_day
from holdfast.flow.maintain.archive.contents import read_archives
from holdfast.flow.maintain.archive.habits import Habits
from holdfast.flow.maintain.archive.merge import merge, merge_day
from holdfast.flow.maintain.archive.plan import Reason
from holdfast.flow.maintain.archive.remove import remove
from holdfast.flow.maintain.archive.write import archive_stretch
from holdfast.stores.files.archives import FileArchives
from holdfast.testing.clock import FrozenClock
from tests.faults.dying_disk import DyingDisk, Killed, When
from tests.unit.flow.maintain.archive.stretches import (
    BEGAN,
    MEI,
    SHANGHAI,
    SHELF,
    SPACE,
    said,
    stretch,
)

DAY = date(2026, 3, 5)
MERGED = "day/merged_juno_20260305.json.gz"


def archive(archives, name, texts=(), **options):
    of = stretch(name)
    archive_stretch(archives, SPACE, of, said(of, *texts), zone=SHANGHAI, **options)


@pytest.fixture
def clock() -> FrozenClock:
    """Noon in Shanghai."""
    return FrozenClock(BEGAN.replace(hour=4))


@pytest.mark.capability("B9")
def test_compaction_fires_at_the_threshold(archives, clock):
    habits = Habits(lines_threshold=3)
    seen: list[CompactReport] = []
    for name in "ab":
        archive(archives, name, append=True)
    assert compact(archives, SPACE, habits, now=clock.now(), zone=SHANGHAI) == []
    archive(archives, "c")
    (report,) = compact(
        archives, SPACE, habits, now=clock.now(), zone=SHANGHAI, progress=seen.append
    )
    assert (report.reason, report.removed, report.merged.sessions) == (Reason.LINES, 2, 3)
    assert seen == [report]
    assert list(archives.names(SHELF)) == [MERGED]
    assert compact(archives, SPACE, habits, now=clock.now(), zone=SHANGHAI) == []


@pytest.mark.capability("B9")
def test_in_the_night_it_does_not_wait_for_the_threshold(archives, clock):
    archive(archives, "a")
    clock.advance(14 * 3600)  # two at night, by the user's own clock
    (report,) = compact(archives, SPACE, Habits(), now=clock.now(), zone=SHANGHAI)
    assert report.reason is Reason.NIGHT
    assert list(archives.names(SHELF)) == [MERGED]


def test_size_counts_too(archives, clock):
    archive(archives, "a", ["x" * (1 << 20), "y"], gz=False)
    habits = Habits(size_mb_threshold=1)
    (report,) = compact(archives, SPACE, habits, now=clock.now(), zone=SHANGHAI)
    assert report.reason is Reason.SIZE


def test_files_stay_if_they_are_to(archives, clock):
    archive(archives, "a")
    habits = Habits(lines_threshold=1, delete_shards=False)
    (report,) = compact(archives, SPACE, habits, now=clock.now(), zone=SHANGHAI)
    assert report.removed == 0
    assert len(archives.names(SHELF)) == 2
    assert compact(archives, SPACE, habits, now=clock.now(), zone=SHANGHAI) == []
    archive(archives, "a", ["changed", "words"])
    assert len(compact(archives, SPACE, habits, now=clock.now(), zone=SHANGHAI)) == 1


def test_it_rests_and_can_be_switched_off(archives, clock):
    archive(archives, "a")
    now, soon = clock.now(), clock.now() + timedelta(seconds=179)
    often = Habits(lines_threshold=1)
    assert compact(archives, SPACE, often, now=soon, zone=SHANGHAI, last=now) == []
    off = Habits(lines_threshold=1, enabled=False)
    assert compact(archives, SPACE, off, now=soon, zone=SHANGHAI) == []
    assert compact(archives, SPACE, often, now=soon, zone=SHANGHAI, user="nobody") == []
    assert len(compact(archives, SPACE, often, now=soon, zone=SHANGHAI, user=MEI)) == 1


def test_an_older_line_does_not_come_to_count_again(archives):
    archive(archives, "a", ["old", "words"], append=True)
    archive(archives, "a", ["new", "words"])
    for _ in range(2):
        compact_day(archives, SHELF, DAY)
        (kept,) = read_archives(archives, SHELF)
        assert kept.messages[0]["data"]["content"] == "new"


def held(root: Path) -> dict[str, tuple[str, ...]]:
    """What can be read, each stretch once; more than once is an error."""
    kept = list(read_archives(FileArchives(root), SHELF))
    assert max(Counter(each.id for each in kept).values(), default=1) == 1
    return {e.session: tuple(form["data"]["content"] for form in e.messages) for e in kept}


def prepared(root: Path) -> FileArchives:
    """A day with everything: a merged file, files of their own, a log, and an older line."""
    archives = FileArchives(root, DyingDisk())
    archive(archives, "merged")
    compact_day(archives, SHELF, DAY)
    archive(archives, "changed", ["old", "words"], append=True)
    archive(archives, "changed", ["new", "words"])
    archive(archives, "line", append=True)
    archive(archives, "own")
    return archives


CHANGES = {
    "merge": lambda archives: merge_day(archives, SHELF, DAY),
    "compact": lambda archives: compact_day(archives, SHELF, DAY),
    "repack": lambda archives: compact_day(archives, SHELF, DAY, gz=False),
    "append": lambda archives: archive(archives, "new", append=True),
    "write": lambda archives: archive(archives, "new"),
    "remove": lambda archives: remove(archives, SPACE, MEI, [stretch("changed").id]),
}


@pytest.mark.parametrize("error", [None, OSError(errno.EIO, "the disk is sick")])
@pytest.mark.parametrize("when", When)
@pytest.mark.parametrize("change", CHANGES)
def test_a_kill_or_a_failure_at_any_call_loses_and_doubles_nothing(tmp_path, change, when, error):
    counting = DyingDisk()
    prepared(tmp_path / "0")
    before = held(tmp_path / "0")
    CHANGES[change](FileArchives(tmp_path / "0", counting))
    after = held(tmp_path / "0")
    assert counting.calls > 1
    for last in range(1, counting.calls + 1):
        root = tmp_path / str(last)
        prepared(root)
        with pytest.raises(StoreFailed if error else Killed):
            CHANGES[change](FileArchives(root, DyingDisk(last, when, error)))
        rest = held(root)
        assert rest in (before, after)
        CHANGES[change](FileArchives(root, DyingDisk()))
        assert held(root) == after
        assert not list(root.rglob("*.unfinished"))


def test_the_check_above_can_fail(tmp_path, monkeypatch):
    """The control: a compaction that clears away before it writes loses the day to a kill."""
    from holdfast.flow.maintain.archive import compact as module

    def hasty(archives, shelf, day, found, **options):
        for name in (*found.logs, *found.own):
            archives.remove(shelf, name)
        return merge(archives, shelf, day, found, **options)

    monkeypatch.setattr(module, "merge", hasty)
    prepared(tmp_path)
    before = held(tmp_path)
    with pytest.raises(Killed):
        compact_day(FileArchives(tmp_path, DyingDisk(4)), SHELF, DAY)
    assert held(tmp_path) != before
