"""Packing: texts as gzip that is the same every time, and back as far as they can be read."""

from __future__ import annotations

import zlib

MOST_BYTES = 1 << 30
"""How much one file may unpack to; more than any day's talk, and less than a memory's end."""

_MAGIC = b"\x1f\x8b"
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_STEP = 1 << 16


def packed(text: bytes, *, gz: bool = True) -> bytes:
    """The text as one gzip member without a time in it; as it is where `gz` is false."""
    if not gz:
        return text
    press = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = press.compress(text) + press.flush()
    size = len(text) & 0xFFFFFFFF
    return _HEADER + body + zlib.crc32(text).to_bytes(4, "little") + size.to_bytes(4, "little")


def unpacked(data: bytes) -> tuple[bytes, bool]:
    """The text, and whether that is all of it: False for what is cut short, damaged or too large."""
    if not data.startswith(_MAGIC):
        return data, True
    text = bytearray()
    view, place = memoryview(data), 0
    while place < len(data):
        piece, length, whole = _member(view, place, MOST_BYTES - len(text))
        text += piece
        if not whole:
            return bytes(text), False
        place += length
    return bytes(text), True


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
