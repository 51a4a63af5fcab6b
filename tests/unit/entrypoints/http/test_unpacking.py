"""Unpacking: what comes packed is unpacked within limits."""

from __future__ import annotations

import gzip
import io
import tracemalloc
import zlib

import pytest

from holdfast.entrypoints.http import uploads
from holdfast.entrypoints.http.uploads import Room, lines
from holdfast.errors import ImportRefused, TooLarge

LIMITS = Room(most_bytes=1000, silence_seconds=1)


def read(data: bytes, *, packed: bool = False, limits: Room = LIMITS) -> list[str]:
    return [*lines(io.BytesIO(data), limits, packed=packed)]


@pytest.mark.parametrize("packed", [False, True])
def test_lines_come_as_they_were_written(packed):
    data = "\ufeffa\n年糕\nc".encode()
    assert read(gzip.compress(data) if packed else data, packed=packed) == ["a\n", "年糕\n", "c"]


@pytest.mark.parametrize("packed", [False, True])
def test_more_than_the_limit_is_given_up(packed):
    data = b"x" * 99 + b"\n"
    for times, fits in ((10, True), (11, False)):
        body = gzip.compress(data * times) if packed else data * times
        if fits:
            assert len(read(body, packed=packed)) == times
        else:
            with pytest.raises(TooLarge, match="larger than"):
                read(body, packed=packed)


def test_a_line_that_swells_is_given_up_before_it_fills_the_memory(monkeypatch):
    """A bomb: a thousand times larger unpacked, and without an end of line."""
    monkeypatch.setattr(uploads, "LONGEST_LINE", 1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(64)), packer.flush()])
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="Line 1 is longer than 1 MiB"):
            read(bomb, packed=True, limits=Room(most_bytes=1 << 30, silence_seconds=1))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20


@pytest.mark.parametrize(
    "damage", [b"junk", gzip.compress(b"a\nb\n", mtime=0)[:-9], b"\x1f\x8b" + b"0" * 40]
)
def test_what_is_no_whole_gzip_is_refused(damage):
    with pytest.raises(ImportRefused, match="gzip"):
        read(damage, packed=True)


def test_what_is_no_text_is_refused_with_its_line():
    with pytest.raises(ImportRefused, match="Line 2"):
        read(b"a\n\xff\n")
