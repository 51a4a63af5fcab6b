"""Packing: texts as gzip that is the same every time, and back as far as they can be read."""

from __future__ import annotations

import zlib

MOST_BYTES = 1 << 30
"""How much one file may unpack to; more than any day's talk, and less than a memory's end."""

_MAGIC = b"\x1f\x8b"
_UNNAMED = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_NAMED = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"
_STEP = 1 << 16


def packed(text: bytes, *, gz: bool = True, name: str = "") -> bytes:
    """The text as one gzip member without a time in it; as it is where `gz` is false.

    The name stands in the member's head, so that `has_member` finds it without unpacking.
    """
    if not gz:
        return text
    head = _NAMED + name.encode("ascii") + b"\0" if name else _UNNAMED
    press = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = press.compress(text) + press.flush()
    size = len(text) & 0xFFFFFFFF
    return head + body + zlib.crc32(text).to_bytes(4, "little") + size.to_bytes(4, "little")


def unpacked(data: bytes) -> tuple[bytes, bool]:
    """The text, and whether that is all of it: False for what is cut short, damaged or too large.

    Behind a damaged member it goes on with the next one that has a name.
    """
    if not data.startswith(_MAGIC):
        return data, True
    text = bytearray()
    view, place, whole = memoryview(data), 0, True
    while 0 <= place < len(data) and len(text) < MOST_BYTES:
        piece, length, sound = _member(view, place, MOST_BYTES - len(text))
        text += piece
        place = place + length if sound else data.find(_NAMED, place + 1)
        whole = whole and sound
    return bytes(text), whole and place == len(data)


def has_member(data: bytes, name: str) -> bool | None:
    """Whether a member of that name is there; None if only unpacking can tell."""
    if not data.startswith(_NAMED):
        return None
    return _NAMED + name.encode("ascii") + b"\0" in data


def ends_whole(data: bytes) -> bool:
    """Whether lines can be added: the last one is whole."""
    if not data.startswith(_MAGIC):
        return data.endswith(b"\n") or not data
    last = data.rfind(_NAMED)
    if last < 0:
        return unpacked(data)[1]
    _, length, sound = _member(memoryview(data), last, MOST_BYTES)
    return sound and last + length == len(data)


def _member(view: memoryview, start: int, most: int) -> tuple[bytes, int, bool]:
    """One gzip member: its text, its length, and whether it is whole."""
    press, text, place = zlib.decompressobj(16 + zlib.MAX_WBITS), bytearray(), start
    try:
        while not press.eof and place < len(view):
            fed = press.unconsumed_tail or view[place : place + _STEP]
            if not press.unconsumed_tail:
                place += len(fed)
            text += press.decompress(fed, most - len(text) + 1)
            if len(text) > most:
                return bytes(text[:most]), 0, False
    except zlib.error:
        return bytes(text), 0, False
    return bytes(text), place - start - len(press.unused_data), press.eof
