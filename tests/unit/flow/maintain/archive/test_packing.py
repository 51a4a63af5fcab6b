"""Packing: the same bytes every time, readable by anyone, honest about what is missing."""

from __future__ import annotations

import gzip

import pytest

from holdfast.flow.maintain.archive import packing
from holdfast.flow.maintain.archive.packing import ends_whole, has_member, packed, unpacked

TEXT = ("我叫小明。" * 1000).encode()


def test_packed_is_gzip_that_anyone_reads():
    assert gzip.decompress(packed(TEXT)) == TEXT
    assert gzip.decompress(packed(TEXT) + packed(b"more")) == TEXT + b"more"
    assert unpacked(gzip.compress(TEXT)) == (TEXT, True)


def test_packed_is_the_same_every_time():
    assert packed(TEXT) == packed(TEXT)
    assert packed(TEXT)[4:8] == b"\0\0\0\0", "a time would make it differ"


def test_plain_text_is_left_as_it_is():
    assert packed(TEXT, gz=False) == TEXT
    assert unpacked(TEXT) == (TEXT, True)


@pytest.mark.parametrize("members", [1, 3, 2000])
def test_members_come_back_joined(members):
    data = b"".join(packed(b"%d\n" % n) for n in range(members))
    assert unpacked(data) == (b"".join(b"%d\n" % n for n in range(members)), True)


def test_whatever_is_cut_off_is_told_and_the_rest_is_read():
    data = packed(b"one") + packed(TEXT)
    for cut in range(len(packed(b"one")) + 1, len(data)):
        text, whole = unpacked(data[:cut])
        assert not whole
        assert text.startswith(b"one")


@pytest.mark.parametrize("place", [12, -6, -1])
def test_damage_is_told(place):
    data = bytearray(packed(TEXT))
    data[place] ^= 0xFF
    assert not unpacked(bytes(data))[1]


def test_what_swells_without_end_is_stopped(monkeypatch):
    monkeypatch.setattr(packing, "MOST_BYTES", 1000)
    text, whole = unpacked(packed(b"a" * 100_000))
    assert (len(text), whole) == (1000, False)
    assert unpacked(packed(b"a" * 1000)) == (b"a" * 1000, True)


def test_a_named_member_is_found_without_unpacking():
    data = packed(b"one\n", name="id-1") + packed(b"two\n", name="id-2")
    assert gzip.decompress(data) == b"one\ntwo\n"
    assert has_member(data, "id-1")
    assert has_member(data, "id-2")
    assert has_member(data, "id-") is False
    assert has_member(packed(b"id-1"), "id-1") is None
    assert has_member(b"id-1", "id-1") is None


def test_behind_damage_the_named_members_are_read():
    members = [packed(b"%d\n" % n * 50, name=f"id-{n}") for n in range(3)]
    members[1] = members[1][:20] + b"\xff" * 9 + members[1][29:]
    text, whole = unpacked(b"".join(members))
    assert not whole
    assert text.startswith(b"0\n" * 50)
    assert text.endswith(b"2\n" * 50)


def test_lines_are_added_only_behind_a_whole_one():
    data = packed(b"one\n", name="id-1") + packed(b"two\n", name="id-2")
    assert ends_whole(data)
    assert ends_whole(packed(b"one\n") * 2)
    assert ends_whole(b"")
    assert ends_whole(b"one\n")
    assert not ends_whole(b"one\ntw")
    cuts = [data[:cut] for cut in range(1, len(data)) if cut != len(data) // 2]
    assert not any(map(ends_whole, cuts))
    assert not ends_whole(data + b"\0\0")
    assert not ends_whole(packed(b"one\n")[:-1])
