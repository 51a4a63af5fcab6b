"""The store: which file it is that a path means."""

from __future__ import annotations

import threading

import pytest

from holdfast.errors import StoreMissing, StoreUnsuitable
from holdfast.memory import Memory
from holdfast.stores.sqlite.store import SqliteStore


def test_a_memory_behind_a_link_is_kept_as_any_other(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "memory.db").symlink_to(tmp_path / "real" / "memory.db")
    with Memory.open(tmp_path / "memory.db") as memory:
        memory.add("wang", "a word that is to go", session="a")
        memory.add("wang", "a word that is to stay", session="b")
        assert memory.forget("wang", session="a").erased
    assert [file.name for file in tmp_path.iterdir() if file.name != "real"] == ["memory.db"]
    bytes_left = b"".join(file.read_bytes() for file in (tmp_path / "real").iterdir())
    assert b"that is to go" not in bytes_left
    with Memory.open(tmp_path / "real" / "memory.db", read_only=True) as memory:
        assert [hit.text for hit in memory.recall("wang", "word")] == ["a word that is to stay"]


def test_a_process_that_goes_elsewhere_takes_its_memory_along(tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with Memory.open("memory.db") as memory:
        memory.add("wang", "before")
        monkeypatch.chdir("elsewhere")
        found = list[str]()
        late = threading.Thread(
            target=lambda: found.extend(hit.text for hit in memory.recall("wang", "before"))
        )
        late.start()
        late.join()
        assert found == ["before"]
        assert memory.forget("wang", everything=True).erased
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_home_that_nobody_has_is_a_folder_that_is_not_there():
    with pytest.raises(StoreMissing, match="~nobody-of-that-name"):
        Memory.open("~nobody-of-that-name/memory.db")


@pytest.mark.parametrize("read_only", [True, False])
def test_what_no_path_can_be_is_refused(read_only):
    with pytest.raises(StoreUnsuitable, match="is no path"):
        SqliteStore.open("a\0b", read_only=read_only)
