"""Keys in a file: what the suite of the port cannot see."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from holdfast.errors import StoreDamaged, StoreError, StoreFailed, StoreFull, StoreUnsuitable
from holdfast.stores.files.disk import UNFINISHED
from holdfast.stores.files.keys import FileKeys, PrivateDisk, keys_path
from holdfast.testing.conformance.keys import ENDED, a_key


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db.keys.json"


def test_the_file_stands_beside_the_memory():
    assert keys_path("some/memory.db") == Path("some/memory.db.keys.json")
    assert keys_path(Path("记忆.db")) == Path("记忆.db.keys.json")


class Watching(PrivateDisk):
    """Looks at every file of the folder at each step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls: list[str] = []
        self.modes: set[int] = set()

    def look(self, call: str) -> None:
        self.calls.append(call)
        self.modes |= {stat.S_IMODE(each.stat().st_mode) for each in self.folder.iterdir()}

    def write(self, path: Path, data: bytes) -> None:
        super().write(path, b"")
        self.look(f"write {path.name}")
        super().write(path, data)

    def sync(self, path: Path) -> None:
        self.look(f"sync {path.name}")
        super().sync(path)

    def rename(self, old: Path, new: Path) -> None:
        self.look(f"rename {old.name} {new.name}")
        super().rename(old, new)


@pytest.mark.capability("F9")
def test_only_its_owner_can_read_it_from_the_first_byte_on(path: Path, tmp_path: Path):
    before = os.umask(0)
    try:
        disk = Watching(tmp_path)
        FileKeys(path, disk).add(a_key())
        path.chmod(0o644)
        left = path.with_name(path.name + UNFINISHED)
        left.write_text("left by a change that was interrupted")
        left.chmod(0o644)
        disk.modes.clear()
        path.chmod(0o600)
        FileKeys(path, disk).add(a_key("tablet"))
    finally:
        os.umask(before)
    assert disk.modes == {0o600}
    assert disk.calls[-4:] == [
        f"write {path.name}.unfinished",
        f"sync {path.name}.unfinished",
        f"rename {path.name}.unfinished {path.name}",
        f"sync {tmp_path.name}",
    ]


def test_what_is_written_is_plain_json_without_a_secret(path: Path):
    key = a_key("手机", None)
    FileKeys(path).add(key)
    written = json.loads(path.read_text("utf-8"))
    assert written["format"] == 1
    assert [row["name"] for row in written["keys"]] == ["手机"]
    assert "hf_" not in path.read_text("utf-8")


def test_a_change_by_another_is_seen_at_once(path: Path):
    mine, theirs = FileKeys(path), FileKeys(path)
    key = a_key()
    assert mine.find(key.digest) is None
    theirs.add(key)
    assert mine.find(key.digest) == key
    theirs.revoke(key.id, ENDED)
    assert mine.find(key.digest) is None
    path.unlink()
    assert mine.all() == []


def test_a_file_that_has_not_changed_is_not_read_again(path: Path, monkeypatch):
    keys, key = FileKeys(path), a_key()
    keys.add(key)
    keys.find(key.digest)
    read: list[Path] = []
    whole = Path.read_bytes

    def counted(path: Path) -> bytes:
        read.append(path)
        return whole(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    for _ in range(50):
        assert keys.find(key.digest) == key
    assert read == []
    FileKeys(path).add(a_key("tablet"))
    read.clear()
    keys.find(key.digest)
    assert read == [path]


DAMAGED = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"format": 1}',
    b'{"format": 0, "keys": []}',
    b'{"format": "2", "keys": []}',
    b'{"format": 1, "keys": {"a": 1}}',
    b'{"format": 1, "keys": [{"id": "1"}]}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_an_error_and_is_left_as_it_is(path: Path, data: bytes):
    path.write_bytes(data)
    keys = FileKeys(path)
    for call in (
        keys.all,
        lambda: keys.find("0" * 64),
        lambda: keys.add(a_key()),
        lambda: keys.revoke("1", ENDED),
    ):
        with pytest.raises(StoreDamaged, match="holdfast keys add"):
            call()
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", 1),
        ("name", None),
        ("space", 3),
        ("made_at", "yesterday"),
        ("made_at", "2024-05-01T09:30:00"),
        ("revoked_at", False),
        ("revoked_at", ""),
        ("digest", "0" * 63),
        ("digest", "F" * 64),
        ("digest", "0 " * 32),
        ("digest", "x" * 64),
    ],
)
def test_a_row_with_a_wrong_value_is_damage(path: Path, field: str, value: object):
    """A revocation that cannot be read must not count as none."""
    FileKeys(path).add(a_key())
    written = json.loads(path.read_text("utf-8"))
    written["keys"][0][field] = value
    path.write_text(json.dumps(written))
    with pytest.raises(StoreDamaged):
        FileKeys(path).all()


def test_damage_is_not_quoted(path: Path):
    path.write_text('{"format": 1, "keys": ["canary-91be07"]}')
    with pytest.raises(StoreDamaged) as raised:
        FileKeys(path).all()
    assert "canary" not in str(raised.value)
    assert raised.value.__suppress_context__


def test_a_newer_file_is_not_touched(path: Path):
    path.write_text('{"format": 2, "doors": []}')
    with pytest.raises(StoreUnsuitable, match="newer"):
        FileKeys(path).add(a_key())
    assert path.read_text() == '{"format": 2, "doors": []}'


@pytest.mark.parametrize(("number", "error"), [(errno.ENOSPC, StoreFull), (errno.EIO, StoreFailed)])
def test_what_fails_half_way_leaves_the_old_keys(path: Path, number, error):
    class Refusing(PrivateDisk):
        def sync(self, path: Path) -> None:
            raise OSError(number, os.strerror(number))

    key = a_key()
    FileKeys(path).add(key)
    with pytest.raises(error):
        FileKeys(path, Refusing()).add(a_key("tablet"))
    assert FileKeys(path).all() == [key]
    FileKeys(path).add(a_key("tablet"))
    assert len(FileKeys(path).all()) == 2


def _add_ten(path: str, name: str) -> None:
    for number in range(10):
        FileKeys(path).add(a_key(f"{name}{number}"))


def test_processes_that_add_at_once_lose_nothing(path: Path):
    spawn = multiprocessing.get_context("spawn")
    others = [spawn.Process(target=_add_ten, args=(str(path), name)) for name in "ab"]
    for process in others:
        process.start()
    _add_ten(str(path), "c")
    for process in others:
        process.join()
    assert [process.exitcode for process in others] == [0, 0]
    names = sorted(key.name for key in FileKeys(path).all())
    assert names == [f"{name}{number}" for name in "abc" for number in range(10)]


def test_a_file_that_may_not_be_looked_at_is_told_in_our_words(path: Path, monkeypatch):
    def refuse(name: str) -> os.stat_result:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    keys = FileKeys(path)
    monkeypatch.setattr(os, "stat", refuse)
    for call in (keys.revision, keys.all, lambda: keys.find("0" * 64)):
        with pytest.raises(StoreError):
            call()
