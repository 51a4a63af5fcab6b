"""The file goes away while it is open: nothing more is acknowledged that would go with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from holdfast.errors import StoreError, StoreMissing
from holdfast.memory import Memory
from holdfast.stores.sqlite.writer import Writer
from tests.faults.figures import figure
from tests.faults.inspection import faults, versions


def remove(path: Path) -> None:
    for file in path.parent.glob("memory.db*"):
        file.unlink()


def replace(path: Path) -> None:
    """As somebody does who puts an older copy back."""
    remove(path)
    with Memory.open(path, worker=False) as memory:
        memory.add("lily", "of another time")


def move(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


WAYS = (remove, replace, move)


def acknowledged_and_lost(folder: Path, happens: Callable[[Path], None]) -> tuple[int, int]:
    """How much was acknowledged after it happened, and how much of that is nowhere."""
    path, told = folder / "here" / "memory.db", list[str]()
    path.parent.mkdir()
    memory = Memory.open(path, worker=False)
    memory.add("lily", "before")
    happens(path)
    for turn in range(20):
        try:
            told += memory.add("lily", f"after {turn}")
        except StoreMissing:
            continue
    memory.close()
    there = {row.id for row in versions(path)} if path.exists() else set[str]()
    figure(f"{happens.__name__}: acknowledged={len(told)} lost={len({*told} - there)}")
    return len(told), len({*told} - there)


@pytest.mark.parametrize("happens", WAYS)
def test_nothing_is_acknowledged_that_goes_with_the_file(
    tmp_path: Path, happens: Callable[[Path], None]
) -> None:
    assert acknowledged_and_lost(tmp_path, happens) == (0, 0)


@pytest.mark.parametrize("happens", WAYS)
def test_the_harness_sees_messages_that_go_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Path], None]
) -> None:
    monkeypatch.setattr(Writer, "_require_file", lambda _: None)
    _, lost = acknowledged_and_lost(tmp_path, happens)
    assert lost > 0


def test_nothing_is_made_in_the_place_of_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, worker=False) as memory:
        memory.add("lily", "before")
        remove(path)
        for act in (
            lambda: memory.add("lily", "after"),
            lambda: memory.forget("lily", session="s"),
        ):
            with pytest.raises(StoreError):
                act()
    assert list(tmp_path.iterdir()) == []


def test_what_took_its_place_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, worker=False) as memory:
        memory.add("lily", "before")
        replace(path)
        shutil.copyfile(path, tmp_path / "copy.db")
        with pytest.raises(StoreMissing, match="replaced"):
            memory.add("lily", "after")
    assert [row.text for row in versions(path)] == ["of another time"]
    assert not faults(path)
    with Memory.open(path, worker=False) as memory:
        memory.add("lily", "opened again")
        assert len(memory.recall("lily", "opened again time")) == 2
