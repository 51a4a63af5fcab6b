"""Forgetting in the archives: no byte is left, and the rest stays."""

from __future__ import annotations

from datetime import date

import pytest

from holdfast.flow.maintain.archive.compact import compact_day
from holdfast.flow.maintain.archive.contents import list_archives
from holdfast.flow.maintain.archive.merge import merge_day
from holdfast.flow.maintain.archive.packing import unpacked
from holdfast.flow.maintain.archive.remove import Removal, remove, remove_user
from holdfast.flow.maintain.archive.write import archive_stretch
from holdfast.ports.archives import Shelf
from holdfast.stores.files.archives import FileArchives
from tests.unit.flow.maintain.archive.stretches import MEI, SHANGHAI, SHELF, SPACE, said, stretch

DAY = date(2026, 3, 5)
SECRET = "the key is under the blue pot 钥匙在蓝色花盆下面"


def archive(archives, name, *texts, **options):
    of = stretch(name)
    archive_stretch(archives, SPACE, of, said(of, *texts), zone=SHANGHAI, **options)


def holding(root, text):
    """The files that hold a text, also once they are unpacked."""
    files = [path for path in root.rglob("*") if path.is_file()]
    found = [p for p in files if text.encode() in p.read_bytes() + unpacked(p.read_bytes())[0]]
    return sorted(path.name for path in found)


def everywhere(archives):
    """A stretch that is in a file, in a log, in a merged day and in copies kept aside."""
    archive(archives, "secret", SECRET, "x", append=True)
    archive(archives, "other", append=True)
    archive(archives, "secret", SECRET + "!", "x", gz=False)
    archive(archives, "third")
    merge_day(archives, SHELF, DAY)
    name = next(n for n in archives.names(SHELF) if stretch("secret").id in n)
    archives.put(SHELF, name, archives.read(SHELF, name) + b" ]")
    archive(archives, "secret", SECRET + "!", "x", gz=False)
    merged = "day/merged_juno_20260305.json.gz"
    archives.put(SHELF, merged, archives.read(SHELF, merged)[:-9])
    merge_day(archives, SHELF, DAY)


def test_no_byte_is_left_and_the_rest_stays(root):
    archives = FileArchives(root)
    everywhere(archives)
    assert len(holding(root, "blue pot")) == 5, "else this shows nothing"
    removal = remove(archives, SPACE, MEI, [stretch("secret").id])
    assert removal == Removal(stretches=1, files=3, rewritten=2)
    assert holding(root, "blue pot") == holding(root, stretch("secret").id) == []
    assert sorted(entry.session for entry in list_archives(archives, SPACE)) == ["other", "third"]
    assert remove(archives, SPACE, MEI, [stretch("secret").id]) == Removal()


@pytest.mark.parametrize("others", [True, False])
def test_what_an_interrupted_write_left_goes_too(root, others):
    archives = FileArchives(root)
    archive(archives, "other")
    if not others:
        archives.remove(SHELF, next(iter(archives.names(SHELF))))
    (root / SPACE / MEI / "juno" / "x.json.unfinished").write_text(SECRET, "utf-8")
    remove(archives, SPACE, MEI, [stretch("secret").id])
    assert holding(root, "blue pot") == []


@pytest.mark.parametrize("compacted", [False, True])
def test_a_file_goes_when_nothing_is_left_in_it(archives, root, compacted):
    archive(archives, "secret", SECRET, append=True)
    if compacted:
        compact_day(archives, SHELF, DAY)
    assert remove(archives, SPACE, MEI, [stretch("secret").id]).files == 1
    assert archives.names(SHELF) == {}
    if root.exists():
        assert list(root.rglob("*")) == [], "the names went too"


def test_a_day_that_cannot_be_read_goes_and_a_strangers_file_stays(archives):
    archive(archives, "other")
    cut = b"\x1f\x8b\x08\0\0\0"
    archives.put(SHELF, "day/merged_juno_20260304.json.gz", cut)
    archives.put(SHELF, "photos.gz", cut)
    assert remove(archives, SPACE, MEI, [stretch("secret").id]) == Removal(files=1)
    assert "photos.gz" in archives.names(SHELF)


def test_others_are_not_touched(archives):
    archive(archives, "secret", SECRET)
    ids = [stretch("secret").id]
    for nothing in (
        remove(archives, SPACE, "ben", ids),
        remove(archives, "elsewhere", MEI, ids),
        remove(archives, SPACE, MEI, ids, agent="mira"),
        remove(archives, SPACE, MEI, [stretch("unknown").id]),
        remove(archives, SPACE, MEI, []),
        remove(archives, SPACE, MEI, ["", ids[0][:-1], ids[0][1:]]),
    ):
        assert nothing == Removal()
    assert len(archives.names(SHELF)) == 1


def test_what_is_left_of_a_stretch_is_archived_again(root):
    archives = FileArchives(root)
    archive(archives, "secret", SECRET, "and tea")
    compact_day(archives, SHELF, DAY)
    of = stretch("secret")
    remove(archives, SPACE, MEI, [of.id])
    archive_stretch(archives, SPACE, of, said(of, SECRET, "and tea")[1:], zone=SHANGHAI)
    assert holding(root, "blue pot") == []
    assert len(holding(root, "and tea")) == 1


def test_a_user_goes_with_the_name(root):
    archives = FileArchives(root)
    everywhere(archives)
    long = Shelf(SPACE, "梅" * 200, "Juno")
    archives.put(long, "a.json", b"[]")
    assert remove_user(archives, SPACE, MEI) == 6
    assert remove_user(archives, SPACE, long.user) == 1
    assert list(root.rglob("*")) == []
