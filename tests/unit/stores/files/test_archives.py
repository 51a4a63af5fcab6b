"""Archives in files: what the suite of the port cannot see."""

from __future__ import annotations

import errno
import multiprocessing
import os
from pathlib import Path

import pytest

from holdfast.errors import StoreFailed, StoreFull, StoreReadOnly
from holdfast.ports.archives import Shelf
from holdfast.stores.files.archives import FileArchives
from holdfast.stores.files.disk import Disk
from holdfast.testing.conformance.archives import HARD_NAMES

HERE = Shelf("home", "mei", "juno")
THERE = Shelf("away", "梅" * 99, "Mira")


def test_files_stand_where_people_look_for_them(tmp_path: Path):
    archives = FileArchives(tmp_path / "kept")
    archives.put(Shelf("home", "小明", "Juno"), "day/merged_Juno_20260305.json", b"[]")
    (file,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    home, user, agent, day, name = file.relative_to(tmp_path / "kept").parts
    assert (home, user, day, name) == ("home", "小明", "day", "merged_Juno_20260305.json")
    assert agent.startswith("Juno~")


def test_no_name_leads_out_of_the_folder(tmp_path: Path):
    root = tmp_path / "kept"
    archives = FileArchives(root)
    for name in HARD_NAMES:
        for shelf in (Shelf(name, name, name), Shelf("x", name, "y")):
            with archives.hold(shelf):
                archives.put(shelf, "a", b"x")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len([path for path in files if path.name == "a"]) == 2 * len(HARD_NAMES)
    assert [path for path in files if not path.resolve().is_relative_to(root.resolve())] == []
    folded = {str(path.relative_to(root)).casefold() for path in files}
    assert len(folded) == len(files)


class Recorded(Disk):
    def __init__(self) -> None:
        self.calls: list[str] = []

    def write(self, path: Path, data: bytes) -> None:
        self.calls.append(f"write {path.name}")
        super().write(path, data)

    def add(self, path: Path, data: bytes) -> None:
        self.calls.append(f"add {path.name}")
        super().add(path, data)

    def sync(self, path: Path) -> None:
        self.calls.append(f"sync {path.name}")
        super().sync(path)

    def rename(self, old: Path, new: Path) -> None:
        self.calls.append(f"rename {old.name} {new.name}")
        super().rename(old, new)


def test_a_file_gets_its_name_when_it_is_on_the_disk(tmp_path: Path):
    disk = Recorded()
    archives = FileArchives(tmp_path, disk)
    archives.put(HERE, "x.json", b"1")
    assert disk.calls[-4:] == [
        "write x.json.unfinished",
        "sync x.json.unfinished",
        "rename x.json.unfinished x.json",
        "sync juno",
    ]
    archives.append(HERE, "x.json", b"2")
    assert disk.calls[-2:] == ["add x.json", "sync x.json"]


@pytest.mark.parametrize(
    ("number", "error"),
    [(errno.ENOSPC, StoreFull), (errno.EACCES, StoreReadOnly), (errno.EIO, StoreFailed)],
)
def test_the_systems_refusals_are_told_in_our_words(tmp_path: Path, number, error):
    class Refusing(Disk):
        def sync(self, path: Path) -> None:
            raise OSError(number, os.strerror(number))

    with pytest.raises(error):
        FileArchives(tmp_path, Refusing()).put(HERE, "x.json", b"1")


def test_what_was_left_unfinished_is_cleared_away_and_never_listed(tmp_path: Path):
    archives = FileArchives(tmp_path)
    archives.put(HERE, "day/x.json", b"1")
    left = tmp_path / "home" / "mei" / "juno" / "day" / "y.json.unfinished"
    left.write_bytes(b"half")
    assert list(archives.names(HERE)) == ["day/x.json"]
    with archives.hold(HERE):
        assert not left.exists()


@pytest.mark.parametrize("name", ["notes .", "a\\b", ".DS_Store", "x."])
def test_a_strangers_file_is_not_listed(tmp_path: Path, name: str):
    archives = FileArchives(tmp_path)
    archives.put(HERE, "x.json", b"1")
    (tmp_path / "home" / "mei" / "juno" / name).write_bytes(b"2")
    assert list(archives.names(HERE)) == ["x.json"]


def _count(root: str) -> None:
    archives = FileArchives(Path(root))
    for _ in range(25):
        with archives.hold(HERE):
            archives.put(HERE, "n", (archives.read(HERE, "n") or b"") + b"x")
    for _ in range(25):  # nobody minds that others take the shelf away
        with archives.hold(THERE):
            archives.put(THERE, "n", b"x")
            assert archives.read(THERE, "n") == b"x"
        archives.remove_shelf(THERE)


def test_processes_take_turns(tmp_path: Path):
    spawn = multiprocessing.get_context("spawn")
    others = [spawn.Process(target=_count, args=(str(tmp_path),)) for _ in range(3)]
    for process in others:
        process.start()
    for process in others:
        process.join()
    assert [process.exitcode for process in others] == [0, 0, 0]
    assert FileArchives(tmp_path).shelves("away") == []
    assert FileArchives(tmp_path).read(HERE, "n") == b"x" * 75


def test_a_folder_stays_the_one_it_was_when_the_process_goes_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    archives = FileArchives(Path("kept"))
    monkeypatch.chdir("elsewhere")
    archives.put(HERE, "a.gz", b"a")
    assert archives.read(HERE, "a.gz") == b"a"
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert archives.root == Path("kept")
