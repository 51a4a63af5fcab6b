"""A full disk: new messages are refused, in so many words, and nothing that was kept is lost."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holdfast.errors import StoreFull
from holdfast.memory import Memory
from tests.faults.figures import figure
from tests.faults.inspection import faults, rows, versions
from tests.faults.planted import HidesFailures, plant

SMALL = "12m"
FILLER = 4 << 20
TEXT = "green tea 成都 火锅 " * 100


@pytest.fixture
def small_disk(tmp_path: Path, require_service: Callable[[str, bool, str], None]) -> Iterator[Path]:
    """A file system with hardly any room."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(place)]
    may = os.geteuid() == 0 and not subprocess.run(mount, check=False).returncode
    require_service("a small tmpfs", may, "run the tests as root, where mounting is allowed")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def add_until_refused(memory: Memory, told: dict[str, str], name: str) -> int:
    """Add one message after the other; how many were refused before we gave up."""
    refused = 0
    for turn in range(3_000):
        text = f"{name} {turn} {TEXT}"
        try:
            (id_,) = memory.add("lily", text)
        except StoreFull:
            refused += 1
            if refused == 20:
                return refused
        else:
            told[id_] = text
    raise AssertionError("the disk never filled up")


def stored(path: Path) -> dict[str, str]:
    return {row.id: row.text for row in versions(path)}


def test_a_full_disk_refuses_and_keeps(small_disk: Path) -> None:
    path, told = small_disk / "memory.db", dict[str, str]()
    filler = small_disk / "filler"
    filler.write_bytes(bytes(FILLER))
    with Memory.open(path) as memory:
        refused = add_until_refused(memory, told, "first")
        first = len(told)
        assert len(memory.recall("lily", "成都", k=10)) == 10
        assert memory.messages.latest("lily", limit=1)[0].text in told.values()
        assert {m.id for m in memory.messages.between("lily", limit=100_000)} == told.keys()
        filler.unlink()
        (id_,) = memory.add("lily", "there is room again")
        told[id_] = "there is room again"
        assert memory.recall("lily", "room")[0].sources == (id_,)
        refused += add_until_refused(memory, told, "second")
        assert stored_in(memory) == told
    filler.unlink(missing_ok=True)
    figure(f"full disk: acknowledged={len(told)} ({first} before) refused={refused}")
    assert stored(path) == told
    assert not faults(path)


def stored_in(memory: Memory) -> dict[str, str]:
    return {m.id: m.text for m in memory.messages.between("lily", limit=100_000)}


def test_the_harness_sees_a_refusal_that_is_not_passed_on(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, HidesFailures)
    path, told = small_disk / "memory.db", dict[str, str]()
    with Memory.open(path, worker=False) as memory:
        with pytest.raises(AssertionError, match="never filled"):
            add_until_refused(memory, told, "first")
        assert stored_in(memory) != told


def fill_up(filler: Path) -> None:
    """Take all the room there is."""
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)):
            pass


def test_a_memory_that_does_not_fit_is_not_half_made(small_disk: Path) -> None:
    filler = small_disk / "filler"
    fill_up(filler)
    with pytest.raises(StoreFull):
        Memory.open(small_disk / "memory.db")
    filler.unlink()
    with Memory.open(small_disk / "memory.db") as memory:
        assert memory.add("lily", "now it fits")
    assert rows(small_disk / "memory.db", "PRAGMA integrity_check") == [("ok",)]


def test_forgetting_on_a_full_disk_is_honest(small_disk: Path) -> None:
    """It may be refused, but never said to be erased while the bytes are there."""
    path, told = small_disk / "memory.db", dict[str, str]()
    with Memory.open(path, worker=False) as memory:
        add_until_refused(memory, told, "canary-of-the-full-disk")
        gone = next(iter(told))
        try:
            receipt = memory.forget("lily", message=gone)
        except StoreFull:
            assert memory.messages.get("lily", gone) is not None
            return
        assert memory.messages.get("lily", gone) is None
        mark = told[gone].split(" 成都")[0].encode()
        found = any(mark + b" " in file.read_bytes() for file in small_disk.iterdir())
        assert not (receipt.erased and found)
