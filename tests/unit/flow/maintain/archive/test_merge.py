"""A day in one file: every session once, however often."""

from __future__ import annotations

import gzip
import json
from datetime import date

import pytest

from holdfast.flow.maintain.archive.compact import compact_day
from holdfast.flow.maintain.archive.contents import list_archives, list_faults
from holdfast.flow.maintain.archive.conversation import Fault
from holdfast.flow.maintain.archive.merge import MergeReport, merge_day
from holdfast.flow.maintain.archive.shelf import Skipped
from holdfast.flow.maintain.archive.write import archive_stretch
from tests.unit.flow.maintain.archive.stretches import BEGAN, SHANGHAI, SHELF, SPACE, said, stretch

DAY = date(2026, 3, 5)
MERGED = "day/merged_juno_20260305.json.gz"


def archive(archives, *names, **options):
    for name in names:
        of = stretch(name)
        archive_stretch(archives, SPACE, of, said(of), zone=SHANGHAI, **options)


def forms_in(archives, name=MERGED):
    return json.loads(gzip.decompress(archives.read(SHELF, name)))


def separators(archives):
    contents = [form["data"]["content"] for form in forms_in(archives)]
    return [text for text in contents if text.startswith("会话分割: ")]


def sessions(archives):
    return sorted(entry.session for entry in list_archives(archives, SPACE))


@pytest.mark.capability("B7", "B8")
def test_a_day_is_merged_with_separators(archives):
    archive(archives, "a", "b")
    archive(archives, "c", append=True)
    report = merge_day(archives, SHELF, DAY)
    assert report == MergeReport(output=MERGED, sessions=3, messages=6 + 3, changed=True)
    assert len(forms_in(archives)) == report.messages
    files = {f"会话分割: session_20260305_214007_{stretch(name).id}.json" for name in "abc"}
    assert set(separators(archives)) == files


@pytest.mark.capability("B10")
def test_merging_again_adds_what_is_new_and_doubles_nothing(archives):
    archive(archives, "a", "b")
    merge_day(archives, SHELF, DAY)
    assert not merge_day(archives, SHELF, DAY).changed
    archive(archives, "c")
    report = merge_day(archives, SHELF, DAY)
    assert (report.sessions, report.changed) == (3, True)
    assert len(set(separators(archives))) == len(separators(archives)) == 3
    assert sessions(archives) == ["a", "b", "c"]


@pytest.mark.capability("B10")
def test_what_was_compacted_before_is_kept_by_the_next_of_the_day(archives):
    archive(archives, "a")
    archive(archives, "b", append=True)
    assert compact_day(archives, SHELF, DAY).removed == 2
    assert list(archives.names(SHELF)) == [MERGED]
    archive(archives, "c")
    assert merge_day(archives, SHELF, DAY).sessions == 3
    archive(archives, "d", append=True)
    assert compact_day(archives, SHELF, DAY).merged.sessions == 4
    assert sessions(archives) == ["a", "b", "c", "d"]
    assert len(separators(archives)) == 4


def test_merging_twice_writes_once(archives, monkeypatch):
    archive(archives, "a")
    merge_day(archives, SHELF, DAY)
    monkeypatch.setattr(archives, "put", lambda *_: pytest.fail("it was written again"))
    merge_day(archives, SHELF, DAY)


def test_an_empty_day_has_no_file(archives):
    assert merge_day(archives, SHELF, DAY) == MergeReport(output=None)
    assert archives.names(SHELF) == {}


def test_days_are_apart(archives):
    archive(archives, "a")
    early = stretch("early", began=BEGAN.replace(day=4))
    archive_stretch(archives, SPACE, early, said(early), zone=SHANGHAI)
    assert merge_day(archives, SHELF, DAY).sessions == 1
    assert merge_day(archives, SHELF, date(2026, 3, 4)).sessions == 1


def test_packed_or_plain_there_is_one_merged_file(archives):
    archive(archives, "a")
    merge_day(archives, SHELF, DAY)
    assert merge_day(archives, SHELF, DAY, gz=False).output == "day/merged_juno_20260305.json"
    names = [name for name in archives.names(SHELF) if "merged" in name]
    assert names == ["day/merged_juno_20260305.json"]


FOREIGN = {
    "cut short": (b"\x1f\x8b\x08\0\0\0", Fault.BROKEN),
    "no json": (b"hello", Fault.BROKEN),
    "of another program": (b'[{"type":"human","data":{"content":"hi"}}]', Fault.FOREIGN),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_that_cannot_be_taken_is_told_and_left(archives, kind):
    data, fault = FOREIGN[kind]
    archive(archives, "a")
    strange = f"session_20260305_000000_{stretch('x').id}.json"
    archives.put(SHELF, strange, data)
    for merged in (merge_day(archives, SHELF, DAY), compact_day(archives, SHELF, DAY).merged):
        assert merged.sessions == 1
        assert merged.skipped == (Skipped(strange, fault),)
    assert archives.read(SHELF, strange) == data
    assert list(list_faults(archives, SPACE)) == [(SHELF, Skipped(strange, fault))]


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_merged_file_that_cannot_be_taken_is_kept_aside(archives, kind):
    data, fault = FOREIGN[kind]
    archive(archives, "a")
    archives.put(SHELF, MERGED, data)
    report = merge_day(archives, SHELF, DAY)
    assert (report.sessions, report.skipped) == (1, (Skipped(MERGED, fault),))
    assert report.aside == f"{MERGED}.aside-1"
    assert archives.read(SHELF, report.aside) == data


def test_of_an_edited_merged_file_the_untouched_sessions_go_on(archives):
    archive(archives, "a", "b")
    compact_day(archives, SHELF, DAY, gz=False)
    name = "day/merged_juno_20260305.json"
    edited = archives.read(SHELF, name).replace("a: 第1句".encode(), b"a lie")
    archives.put(SHELF, name, edited)
    archive(archives, "c")
    report = merge_day(archives, SHELF, DAY, gz=False)
    assert report.skipped == (Skipped(name, Fault.EDITED),)
    assert archives.read(SHELF, report.aside) == edited
    assert sessions(archives) == ["b", "c"], "the log has the third, and archives it again"
    archive(archives, "a")
    assert sessions(archives) == ["a", "b", "c"]
