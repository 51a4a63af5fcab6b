"""A disk that fails now and then: every failure is told, and what was acknowledged is kept."""

from __future__ import annotations

import contextlib
import errno
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import pytest

import holdfast.errors
from holdfast.errors import HoldfastError, StoreFailed
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.stores.sqlite.writer import Writer
from holdfast.wiring import build
from tests.faults.figures import figure
from tests.faults.inspection import faults, versions

ROOT = Path(__file__).parents[2]
COUNT = 300

PROFILES = {
    "a sync fails": ("posix/io/sync/*", errno.EIO, 0.05),
    "a write finds no room": ("posix/io/rw/pwrite*", errno.ENOSPC, 0.02),
    "a write fails": ("posix/io/rw/pwrite*", errno.EIO, 0.02),
    "a read fails": ("posix/io/rw/pread*", errno.EIO, 0.05),
    "a file cannot be opened": ("posix/io/oc/open*", errno.EMFILE, 0.2),
}
"""The system calls that fail, in libfiu's words, how, and how often."""


@dataclass(frozen=True)
class Outcome:
    """What the child was told, against what its file holds."""

    acknowledged: dict[str, str]
    stored: dict[str, str]
    errors: dict[str, int]
    foreign: list[str]
    after: dict[str, int]
    """Errors after the disk was well again, met by the same open memory."""

    @property
    def lost(self) -> int:
        return len(self.acknowledged.keys() - self.stored.keys())

    @property
    def refused_and_stored(self) -> int:
        return len(self.stored.keys() - self.acknowledged.keys())

    def __str__(self) -> str:
        return (
            f"acknowledged={len(self.acknowledged)} stored={len(self.stored)} lost={self.lost} "
            f"refused and stored={self.refused_and_stored} errors={self.errors}"
        )


@pytest.fixture
def fail(require_service: Callable[[str, bool, str], None]) -> Callable[..., Outcome]:
    present = shutil.which("fiu-run") is not None
    require_service("fiu-run", present, "apt-get install fiu-utils")
    return run_on_failing_disk


def run_on_failing_disk(path: Path, profile: str, *planted: str) -> Outcome:
    command = ["fiu-run", "-x", "-f", "", sys.executable, "-m", "tests.faults.failing_disk"]
    command += [str(path), str(COUNT), *map(str, PROFILES[profile]), *planted]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    stored = {row.id: row.text for row in versions(path)}
    outcome = Outcome(told["told"], stored, told["errors"], told["foreign"], told["after"])
    figure(f"{profile}: {outcome}")
    return outcome


@pytest.mark.parametrize("profile", PROFILES)
def test_every_failure_is_told_and_nothing_else_is_lost(
    tmp_path: Path, fail: Callable[..., Outcome], profile: str
) -> None:
    path = tmp_path / "memory.db"
    outcome = fail(path, profile)
    assert outcome.foreign == []
    assert outcome.after == {}
    assert outcome.acknowledged == outcome.stored
    assert all(hasattr(holdfast.errors, name) for name in outcome.errors)
    assert not faults(path)
    with Memory.open(path) as memory:
        (id_,) = memory.add("lily", "the disk is well again")
        assert memory.recall("lily", "well")[0].sources == (id_,)


def test_the_harness_sees_failures_that_are_not_told(
    tmp_path: Path, fail: Callable[..., Outcome]
) -> None:
    assert fail(tmp_path / "memory.db", "a write finds no room", "planted").lost > 0


class RefusingFile(apsw.VFSFile):
    """A file whose syncs fail for a while."""

    def __init__(self, vfs: RefusingVFS, name: Any, flags: list[int]) -> None:
        self._vfs = vfs
        super().__init__("", name, flags)

    def xSync(self, flags: int) -> None:  # noqa: N802  SQLite's name
        if self._vfs.refusals:
            self._vfs.refusals -= 1
            raise apsw.IOError("this sync fails")
        super().xSync(flags)


class RefusingVFS(apsw.VFS):
    """A disk that refuses as many syncs as it is told to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.refusals = 0
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> RefusingFile:  # noqa: N802  SQLite's name
        return RefusingFile(self, name, flags)

    def excepthook(self, *_: object) -> bool:
        """Say nothing where SQLite passes over an error, as it does when closing."""
        return True


def told_and_stored(
    path: Path, refusals: int, attempts: int
) -> tuple[dict[str, str], dict[str, str]]:
    """What a disk that refuses so many syncs let us acknowledge, and what its file holds then."""
    vfs = RefusingVFS(f"refusing-{refusals}-{attempts}")
    store = SqliteStore.open(path, vfs=vfs.name)
    memory = Memory(build(path, Settings(), store=store, worker=False), "default")
    told = {memory.add("lily", "before")[0]: "before"}
    vfs.refusals = refusals
    for attempt in range(attempts):
        try:
            told[memory.add("lily", f"attempt {attempt}")[0]] = f"attempt {attempt}"
        except StoreFailed:
            continue
    memory.close()
    vfs.unregister()
    assert vfs.refusals == 0
    stored = {row.id: row.text for row in versions(path)}
    figure(f"refused syncs={refusals} acknowledged={len(told)} stored={len(stored)}")
    return told, stored


@pytest.mark.parametrize(("refusals", "attempts"), [(1, 1), *((n, 10) for n in range(1, 7))])
def test_what_was_refused_is_not_stored_after_all(
    tmp_path: Path, refusals: int, attempts: int
) -> None:
    """Else a caller who tries again, as the error says, has it twice."""
    told, stored = told_and_stored(tmp_path / "memory.db", refusals, attempts)
    assert stored == told


def test_the_harness_sees_a_refused_message_that_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: a commit that failed is left in the log as it stands."""
    monkeypatch.setattr(Writer, "_settle_doubt", lambda _, connection: connection)
    told, stored = told_and_stored(tmp_path / "memory.db", 1, 1)
    assert stored.keys() > told.keys()


def test_closing_on_a_failing_disk_raises_nothing_foreign(tmp_path: Path) -> None:
    path, vfs = tmp_path / "memory.db", RefusingVFS("refusing-at-the-end")
    store = SqliteStore.open(path, vfs=vfs.name)
    memory = Memory(build(path, Settings(), store=store, worker=False), "default")
    told = {memory.add("lily", text)[0]: text for text in ("one", "two", "three")}
    vfs.refusals = 1000
    with contextlib.suppress(HoldfastError):
        memory.close()
    vfs.refusals = 0
    vfs.unregister()
    assert {row.id: row.text for row in versions(path)} == told
