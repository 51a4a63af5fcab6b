"""One stretch, one archive."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from datetime import UTC, date, timedelta, timezone

import pytest

from holdfast.domain.moments import FIRST, NEVER, from_micros
from holdfast.flow.maintain.archive.contents import list_archives, read_archive
from holdfast.flow.maintain.archive.merge import merge_day
from holdfast.flow.maintain.archive.write import archive_stretch, rebuild, said_in
from holdfast.testing.conformance.builders import keep, message
from tests.unit.flow.maintain.archive.stretches import BEGAN, SHANGHAI, SHELF, SPACE, said, stretch

TEA = stretch("tea")


def archive(archives, of=TEA, texts=(), **options):
    options = {"zone": SHANGHAI, **options}
    return archive_stretch(archives, SPACE, of, said(of, *texts), **options)


def texts_of(archives, of=TEA):
    kept = read_archive(archives, SHELF, of.id)
    return kept and [each["data"]["content"] for each in kept.messages]


@pytest.mark.capability("B6", "B8")
def test_a_stretch_has_a_file_of_its_own(archives):
    written = archive(archives)
    assert written.name is not None
    assert re.fullmatch(r"session_\d{8}_\d{6}_[0-9a-f-]{36}\.json\.gz", written.name)
    assert written.name == f"session_20260305_214007_{TEA.id}.json.gz"
    forms = json.loads(gzip.decompress(archives.read(SHELF, written.name)))
    assert [each["data"]["content"] for each in forms] == [m.text for m in said(TEA)]
    assert [each["type"] for each in forms] == ["human", "ai"]


def test_plain_json_can_be_chosen(archives):
    written = archive(archives, gz=False)
    assert written.name == f"session_20260305_214007_{TEA.id}.json"
    assert len(json.loads(archives.read(SHELF, written.name))) == written.messages == 2


@pytest.mark.parametrize("append", [False, True])
def test_the_same_again_writes_nothing(archives, monkeypatch, append):
    first = archive(archives, append=append)
    for write in ("put", "append", "remove"):
        monkeypatch.setattr(archives, write, lambda *_: pytest.fail("it was written again"))
    for again in (not append, append):
        assert archive(archives, append=again) == replace(first, changed=False)


def test_bytes_are_the_same_wherever_they_are_made(archives, tmp_path):
    name = archive(archives).name
    before = archives.read(SHELF, name)
    archives.remove(SHELF, name)
    assert archives.read(SHELF, archive(archives).name) == before


def test_an_append_log_has_a_line_for_each(archives):
    written = [archive(archives, stretch(f"s{n}"), append=True) for n in range(3)]
    assert {each.name for each in written} == {"day/append_juno_20260305.ndjson.gz"}
    text = gzip.decompress(archives.read(SHELF, written[0].name))
    rows = [json.loads(line) for line in text.splitlines()]
    assert [list(row) for row in rows] == [["uid", "timestamp", "messages"]] * 3
    assert [row["uid"] for row in rows] == [stretch(f"s{n}").id for n in range(3)]


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("then", [False, True])
@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("gz", [False, True])
def test_what_has_changed_is_written_again(archives, first, then, merged, gz):
    archive(archives, append=first)
    if merged:
        merge_day(archives, SHELF, BEGAN.date())
    assert archive(archives, texts=("new", "words"), append=then, gz=gz).changed
    assert texts_of(archives) == ["new", "words"]
    assert len(list(list_archives(archives, SPACE))) == 1


def test_another_zone_does_not_make_a_second_copy(archives):
    late = stretch("late", began=BEGAN.replace(hour=20))
    assert archive(archives, late).name == f"session_20260306_044007_{late.id}.json.gz"
    assert not archive(archives, late, zone=UTC).changed
    archive(archives, late, texts=("a", "b"), zone=UTC)
    assert list(archives.names(SHELF)) == [f"session_20260306_044007_{late.id}.json.gz"]
    assert texts_of(archives, late) == ["a", "b"]


def test_nothing_said_is_nothing_kept(archives):
    assert archive_stretch(archives, SPACE, TEA, [], zone=SHANGHAI).name is None
    archive(archives)
    assert archive_stretch(archives, SPACE, TEA, [], zone=SHANGHAI).changed
    assert archives.names(SHELF) == {}


@pytest.mark.parametrize("data", [b"[]", b"{", b"\x1f\x8b\x08", b"not ours", b"[1]"])
def test_a_file_in_the_way_is_kept_aside(archives, data):
    name = archive(archives).name
    archives.put(SHELF, name, data)
    written = archive(archives)
    assert written.changed
    assert written.aside == f"{name}.aside-1"
    assert archives.read(SHELF, written.aside) == data
    assert texts_of(archives) == [m.text for m in said(TEA)]
    assert not archive(archives).changed


def test_a_file_edited_by_hand_is_noticed_and_kept(archives):
    name = archive(archives, gz=False).name
    edited = archives.read(SHELF, name).replace(b"line 1", b"a lie")
    archives.put(SHELF, name, edited)
    assert texts_of(archives) is None
    written = archive(archives, gz=False)
    assert archives.read(SHELF, written.aside) == edited
    assert texts_of(archives) == [m.text for m in said(TEA)]


def test_a_log_with_damage_is_kept_aside_and_its_whole_lines_go_on(archives):
    one, two, three = (stretch(f"s{n}") for n in range(3))
    name = archive(archives, one, append=True).name
    whole = len(archives.read(SHELF, name))
    archive(archives, two, append=True)
    cut = archives.read(SHELF, name)[: whole + 40]
    archives.put(SHELF, name, cut)
    written = archive(archives, three, append=True)
    assert archives.read(SHELF, written.aside) == cut
    assert [each.id for each in list_archives(archives, SPACE)] == sorted([one.id, three.id])


def test_a_log_is_gone_on_with_as_it_was_begun(archives):
    archive(archives, append=True, gz=False)
    archive(archives, stretch("two"), append=True)
    archive(archives, texts=("new", "words"), append=True)
    assert list(archives.names(SHELF)) == ["day/append_juno_20260305.ndjson"]
    assert texts_of(archives) == ["new", "words"]


def test_the_archive_can_be_made_again_from_the_log(archives):
    stretches = [stretch(f"s{n}") for n in range(4)]
    for of in stretches:
        archive(archives, of)
    before = {name: archives.read(SHELF, name) for name in archives.names(SHELF)}
    for name in list(before)[:2]:
        archives.remove(SHELF, name)
    seen: list[int] = []
    rows = [(of, said(of)) for of in stretches]
    assert rebuild(archives, SPACE, rows, zone=SHANGHAI, progress=seen.append) == 2
    assert {name: archives.read(SHELF, name) for name in archives.names(SHELF)} == before
    assert seen == [1, 2, 3, 4]


def test_the_messages_of_a_stretch_are_its_newest_versions_in_order(store):
    of = replace(stretch("tea"), user="ann", first=2, last=3, first_seq=2)
    rows = [message(f"m{n}", n, session="tea") for n in range(1, 5)]
    rows.append(replace(message("m2", 5, session="tea", version=2), number=2))
    rows.append(message("x", 6, session="other"))
    store.write("home", lambda unit: keep(unit, *rows))
    found = store.read("home", lambda unit: said_in(unit, of))
    assert [(each.id, each.version) for each in found] == [("m2", 2), ("m3", 1)]


@pytest.mark.parametrize("micros", [FIRST, FIRST + 31_000_000_000_000_000, NEVER])
@pytest.mark.parametrize("hours", [-12, 0, 14])
def test_any_day_of_the_calendar_can_be_archived(archives, micros, hours):
    of = replace(TEA, began_at=from_micros(micros))
    messages = [replace(each, said_at=of.began_at) for each in said(TEA)]
    zone = timezone(timedelta(hours=hours))
    for append in (True, False):
        written = archive_stretch(archives, SPACE, of, messages, zone=zone, append=append)
        assert written.changed is append
    (entry,) = list_archives(archives, SPACE)
    day = date(int(entry.began[:4]), int(entry.began[4:6]), int(entry.began[6:8]))
    assert merge_day(archives, SHELF, day).sessions == 1
