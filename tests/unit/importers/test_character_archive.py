"""A character server's folder in a .zip is unpacked whole, and a trap of a .zip not at all."""

from __future__ import annotations

import io
import stat
import struct
import warnings
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from holdfast.errors import HoldfastError, TooLarge
from holdfast.importers import character_archive
from holdfast.importers.character_archive import unpacked_archive
from holdfast.importers.character_files import import_characters
from holdfast.memory import Memory
from tests.unit.importers.server_files import newer_server


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    held = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(held, "w", method) as archive:
        warnings.simplefilter("ignore")  # it warns of names that are doubled
        for name, data in files.items():
            archive.writestr(name, data)
    return held


def refused(file: io.BytesIO) -> str:
    with pytest.raises(HoldfastError) as caught, unpacked_archive(file):
        pass
    return str(caught.value)


@pytest.mark.parametrize("above", ["", "store/", "我的 backup/store/"])
def test_what_is_in_it_comes_in_as_from_the_folder(tmp_path: Path, above: str):
    store = newer_server(tmp_path / "store")
    files = {
        above + path.relative_to(store).as_posix(): path.read_bytes()
        for path in store.rglob("*")
        if path.is_file()
    }
    files["__MACOSX/x"] = files[f"{above}.DS_Store"] = b"added"
    plain, packed = (Memory.open(":memory:", worker=False) for _ in range(2))
    wanted = import_characters(store, plain.add, user="小明")
    shares: list[float] = []
    with unpacked_archive(zipped(files), progress=shares.append) as folder:
        found = import_characters(folder, packed.add, user="小明")
        place = folder
    assert (found.characters, found.messages, found.skipped) == (
        wanted.characters,
        wanted.messages,
        wanted.skipped,
    )
    said = [[(m.text, m.session) for m in each.messages.list("小明")] for each in (plain, packed)]
    assert said[0] == said[1] != []
    assert shares == sorted(shares)
    assert not place.exists(), "nothing is left behind"


@pytest.mark.parametrize("letters", ["utf-8", "gb18030"])
def test_names_in_the_systems_own_letters_are_read(letters: str):
    file = zipped({"recent_AAAA.json": b"[]"})
    name = "recent_小八.json".encode(letters)
    data = file.getvalue().replace(b"recent_AAAA.json", name.ljust(16, b"x")[:16])
    with unpacked_archive(io.BytesIO(data)) as folder:
        [path] = folder.iterdir()
        assert path.name.startswith("recent_小八")


def test_files_keep_their_times():
    info = zipfile.ZipInfo("recent_x.json", (2024, 3, 5, 21, 40, 8))
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(info, b"[]")
    with unpacked_archive(held) as folder:
        changed = (folder / "recent_x.json").stat().st_mtime
    assert datetime.fromtimestamp(changed, UTC) == datetime(2024, 3, 5, 21, 40, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    "name",
    [
        "../escaped.json",
        "a/../../escaped.json",
        "/etc/escaped.json",
        "a//b.json",
        "./a.json",
        "a\\..\\b.json",
        "/".join("abcdefghij"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(name: str, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "leads elsewhere" in refused(zipped({"recent_x.json": b"[]", name: b"x"}))
    assert [*tmp_path.rglob("*")] == []


def test_links_locks_doubles_and_odd_packing_are_refused():
    link = zipfile.ZipInfo("archive")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(link, "/etc")
    assert "leads elsewhere" in refused(held)
    locked = bytearray(zipped({"x": b"x"}).getvalue())
    at = locked.index(b"PK\x01\x02")
    locked[at + 8] |= 1
    assert "locked" in refused(io.BytesIO(bytes(locked)))
    assert "locked" in refused(zipped({"x": b"x" * 99}, zipfile.ZIP_LZMA))
    twice = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(twice, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("x", b"1")
        archive.writestr("x", b"2")
    assert "the same name" in refused(twice)
    assert "none that a file can have" in refused(zipped({"x" * 300: b"x"}))


def test_what_swells_is_given_up_where_it_does():
    bomb = zipped({f"recent_{n}.json": bytes(1 << 20) for n in range(8)})
    assert len(bomb.getvalue()) < 1 << 15
    with pytest.raises(TooLarge), unpacked_archive(bomb, most_bytes=3 << 20):
        pass
    with unpacked_archive(bomb, most_bytes=8 << 20) as folder:
        assert len([*folder.iterdir()]) == 8


def test_too_many_files_and_too_long_a_table_are_refused(monkeypatch):
    file = zipped({f"{n}": b"" for n in range(30)})
    monkeypatch.setattr(character_archive, "MOST_FILES", 29)
    assert "more than 29 files" in refused(file)
    monkeypatch.setattr(character_archive, "MOST_FILES", 30)
    monkeypatch.setattr(character_archive, "MOST_CONTENTS", 100)
    opened: list[object] = []
    monkeypatch.setattr(zipfile, "ZipFile", opened.append)
    assert "more than 30 files" in refused(file)
    monkeypatch.setattr(character_archive, "MOST_CONTENTS", 1 << 20)
    data = file.getvalue()
    at = data.rindex(b"PK\x05\x06")
    long = struct.pack("<4sIQI", b"PK\x06\x07", 0, 0, 1)
    assert "more than 30 files" in refused(io.BytesIO(data[:at] + long + data[at:]))
    assert opened == [], "the table is not read"


def test_what_is_no_whole_zip_is_refused():
    data = zipped({"recent_x.json": b"[]" * 99}).getvalue()
    at = data.index(b"recent_x.json") + 13
    spoiled = data[:at] + b"\xff\xff\xff" + data[at + 3 :]
    for wrong in (b"", data[:40], b"PK\x03\x04" + bytes(500), spoiled):
        assert refused(io.BytesIO(wrong))
