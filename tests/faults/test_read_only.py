"""Reading only: not a byte of the file changes, whatever is asked."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from holdfast.errors import StoreError, StoreMissing, StoreReadOnly, StoreUnsuitable
from holdfast.memory import Memory
from holdfast.stores.sqlite.connections import APPLICATION_ID, Connection, FilePlace
from holdfast.stores.sqlite.migrations import migrations
from holdfast.stores.sqlite.scrub import scrubbing
from tests.faults.children import Tell, forked
from tests.faults.figures import figure
from tests.faults.inspection import rows

MESSAGES = 200


def fill(memory: Memory) -> None:
    for n in range(MESSAGES // 10):
        memory.add("lily", [f"{n}-{m} 火锅 and tea" for m in range(10)], session=f"s-{n % 3}")


def closed_memory(folder: Path) -> Path:
    """A memory that was closed, all of it in one file."""
    path = folder / "memory.db"
    with Memory.open(path, worker=False) as memory:
        fill(memory)
    rows(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    for side in ("memory.db-wal", "memory.db-shm"):
        (folder / side).unlink(missing_ok=True)
    return path


def memory_with_log(folder: Path) -> Path:
    """A memory whose writer died: all of its messages are in the write-ahead log."""
    path = folder / "memory.db"
    (folder / "own").mkdir()
    memory = Memory.open(folder / "own" / "memory.db", worker=False)
    fill(memory)
    for name in ("memory.db", "memory.db-wal"):
        shutil.copyfile(folder / "own" / name, folder / name)
    memory.close()
    shutil.rmtree(folder / "own")
    assert path.with_name("memory.db-wal").stat().st_size > path.stat().st_size
    return path


def digests(folder: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.stat().st_size and not file.name.endswith("-shm")
    }


def read_everything(memory: Memory) -> int:
    """Ask in every way; how many messages there are."""
    assert len(memory.recall("lily", "火锅", k=10)) == 10
    assert memory.context("lily", "tea").text
    assert sum('"kind":"message"' in line for line in memory.export()) == MESSAGES
    assert memory.admin.check(thorough=True)
    assert len(memory.sessions.list("lily")) == 3
    memory.admin.jobs()
    assert memory.forget("lily", session="s-1", preview=True).messages
    return len(memory.messages.latest("lily", limit=10 * MESSAGES))


BUILDERS = {"closed": closed_memory, "with a full log": memory_with_log}


@pytest.mark.parametrize("state", BUILDERS)
def test_reading_changes_no_byte(tmp_path: Path, state: str) -> None:
    path = BUILDERS[state](tmp_path)
    before = digests(tmp_path)
    with Memory.open(path, read_only=True) as memory:
        assert read_everything(memory) == MESSAGES
        assert digests(tmp_path) == before
    assert digests(tmp_path) == before
    figure(f"read only, {state}: unchanged {sorted(before)}")


def writing_reader(self: FilePlace) -> apsw.Connection:
    """The planted fault: a reader that may write, and so moves the log when it closes."""
    return Connection(str(self.path), vfs=scrubbing(self.vfs))


def test_the_harness_sees_a_reader_that_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = memory_with_log(tmp_path)
    before = digests(tmp_path)
    monkeypatch.setattr(FilePlace, "reader", writing_reader)
    with Memory.open(path, read_only=True) as memory:
        read_everything(memory)
    assert digests(tmp_path) != before


def test_every_change_is_refused(tmp_path: Path) -> None:
    path = closed_memory(tmp_path)
    before = digests(tmp_path)
    with Memory.open(path, read_only=True) as memory:
        (message,) = memory.messages.latest("lily", limit=1)
        changes: list[Callable[[], object]] = [
            lambda: memory.add("lily", "no"),
            lambda: memory.correct("lily", message.id, "no"),
            lambda: memory.forget("lily", everything=True),
            lambda: memory.admin.reindex(),
            lambda: memory.admin.set_preference("no", 1),
            lambda: memory.admin.update_preference("no", lambda _: 1),
            lambda: memory.import_(list(memory.export())),
        ]
        for change in changes:
            with pytest.raises(StoreReadOnly):
                change()
    assert digests(tmp_path) == before


def test_an_older_layout_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    connection = apsw.Connection(str(path))
    connection.execute(migrations()[0].script)
    connection.pragma("user_version", 1)
    connection.pragma("application_id", APPLICATION_ID)
    connection.close()
    before = digests(tmp_path)
    with pytest.raises(StoreUnsuitable, match="older") as refused:
        Memory.open(path, read_only=True)
    assert "migrate" in refused.value.remedy
    assert digests(tmp_path) == before


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        Memory.open(tmp_path / "memory.db", read_only=True)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def sealed_disk(
    tmp_path: Path, require_service: Callable[[str, bool, str], None]
) -> Iterator[Callable[[Path], Path]]:
    """Puts a memory on a file system that cannot be written at all."""
    place = tmp_path / "sealed"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "tmpfs", str(place)]
    may = not subprocess.run(mount, check=False, capture_output=True).returncode
    require_service("a tmpfs", may, "run the tests as root, where mounting is allowed")

    def seal(path: Path) -> Path:
        for file in path.parent.glob("memory.db*"):
            shutil.copyfile(file, place / file.name)
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        return place / path.name

    try:
        yield seal
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_closed_memory_is_read_whole_from_a_sealed_disk(
    tmp_path: Path, sealed_disk: Callable[[Path], Path]
) -> None:
    """SQLite wants a side file even to read, and cannot make one there."""
    path = sealed_disk(closed_memory(tmp_path))
    with Memory.open(path, read_only=True) as memory:
        assert read_everything(memory) == MESSAGES
    with pytest.raises(StoreError, match="cannot be opened"):
        Memory.open(path)


def test_what_is_added_to_a_sealed_disk_from_elsewhere_is_seen(
    tmp_path: Path, sealed_disk: Callable[[Path], Path]
) -> None:
    """A disk may be sealed for one system, and open to another that it is shared with."""
    path = sealed_disk(closed_memory(tmp_path))
    with Memory.open(path, read_only=True) as memory:
        assert len(memory.messages.latest("lily", limit=10 * MESSAGES)) == MESSAGES
        subprocess.run(["mount", "-o", "remount,rw", str(path.parent)], check=True)
        with Memory.open(path, worker=False) as elsewhere:
            elsewhere.add("lily", "a last word")
            assert memory.recall("lily", "last word", k=1).hits[0].text == "a last word"
        assert memory.messages.latest("lily", limit=1)[0].text == "a last word"


def test_a_memory_without_its_last_hours_is_not_read_from_a_sealed_disk(
    tmp_path: Path, sealed_disk: Callable[[Path], Path]
) -> None:
    path = sealed_disk(memory_with_log(tmp_path))
    with pytest.raises(StoreError, match="cannot be opened") as refused:
        Memory.open(path, read_only=True)
    assert "-wal" in refused.value.remedy


@pytest.fixture
def foreign_folder() -> Iterator[Path]:
    """A folder that other accounts can look into, and cannot write."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)
        Path(name).chmod(0o700)


def as_somebody_else(path: Path, work: Callable[[Memory], object]) -> list[str]:
    """What `work` gives for the memory, read in a process that may not write its folder."""
    for file in path.parent.iterdir():
        file.chmod(0o444)
    path.parent.chmod(0o555)

    def read(tell: Tell) -> None:
        if os.geteuid() == 0:  # nothing is forbidden to root
            os.setgid(65534)
            os.setuid(65534)
        assert not os.access(path.parent, os.W_OK)
        with Memory.open(path, read_only=True) as memory:
            tell(str(work(memory)))

    return forked(read).end_well()


@pytest.mark.parametrize("beside", ["", "-shm", "-wal", "-shm -wal"])
def test_a_closed_memory_is_read_whole_in_a_folder_of_somebody_else(
    foreign_folder: Path, beside: str
) -> None:
    """Whichever side files its last writer has left there."""
    path = closed_memory(foreign_folder)
    with Memory.open(path, read_only=True) as memory:  # what is loaded late, the child cannot load
        assert read_everything(memory) == MESSAGES
    for side in ("-shm", "-wal"):
        if side not in beside:
            path.with_name(path.name + side).unlink()
    before = digests(foreign_folder)
    assert as_somebody_else(path, read_everything) == [str(MESSAGES)]
    assert digests(foreign_folder) == before


def test_a_memory_without_its_last_hours_is_not_read_there(foreign_folder: Path) -> None:
    path = memory_with_log(foreign_folder)
    with pytest.raises(AssertionError, match="cannot be opened"):
        as_somebody_else(path, read_everything)
