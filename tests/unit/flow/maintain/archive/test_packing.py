"""Packing: the same bytes every time, readable by anyone, honest about what is missing."""

from __future__ import annotations

import gzip

import pytest

from holdfast.flow.maintain.archive import packing
from holdfast.flow.maintain.archive.packing import packed, unpacked

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
