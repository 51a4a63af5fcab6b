"""Uploading: a file as it comes, alone or in a form, kept on the disk and never in memory whole."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from fastapi import Request

from holdfast.errors import ImportRefused

FORM = "multipart/form-data"
PIECE = 1 << 20
MOST_PARTS, LONGEST_HEAD, LONGEST_FIELD = 20, 16 << 10, 64 << 10
LINGER_SECONDS, LINGER_BYTES = 1.0, 4 << 20

_BOUNDARY = re.compile(r'boundary="?([^";,\s]{1,70})"?', re.IGNORECASE)
_NAME = re.compile(rb'[;\s]name="([^"]*)"')
_FILE = re.compile(rb'[;\s]filename="([^"]*)"')


class Window(io.RawIOBase):
    """A part of a file, read as if it were a whole one. `at` is how far it was read."""

    def __init__(self, file: IO[bytes], begin: int, end: int) -> None:
        super().__init__()
        self._file = file
        self._begin = begin
        self.size = end - begin
        self.at = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It can be gone to any place in it."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        begin = {io.SEEK_SET: 0, io.SEEK_CUR: self.at, io.SEEK_END: self.size}[whence]
        self.at = max(0, begin + offset)
        return self.at

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        """Read on; 0 at the end."""
        self._file.seek(self._begin + self.at)
        data = self._file.read(min(len(buffer), max(0, self.size - self.at)))
        buffer[: len(data)] = data
        self.at += len(data)
        return len(data)

    @property
    def share(self) -> float:
        """How much of it was read, from 0 to 1."""
        return self.at / self.size if self.size else 1.0


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has come, and the fields of the form that it came in."""

    file: IO[bytes]
    begin: int
    end: int
    fields: Mapping[str, str] = field(default_factory=dict)

    def window(self) -> Window:
        """The file from its beginning."""
        return Window(self.file, self.begin, self.end)


def opened(arrived: IO[bytes], kind: str) -> Upload:
    """What has come: a body as it is, or the file in a form. ImportRefused where none is in it."""
    if not kind.lower().startswith(FORM):
        return Upload(arrived, 0, arrived.seek(0, io.SEEK_END))
    boundary = _BOUNDARY.search(kind)
    if boundary is None:
        raise _broken()
    fields: dict[str, str] = {}
    file: tuple[int, int] | None = None
    for head, begin, end in _parts(arrived, b"--" + boundary[1].encode("latin-1")):
        name = _NAME.search(head)
        if _FILE.search(head):
            file = file or (begin, end)
        elif name is not None and end - begin <= LONGEST_FIELD:
            arrived.seek(begin)
            fields[name[1].decode("utf-8", "replace")] = _text(arrived.read(end - begin))
    return Upload(arrived, *(file or (0, 0)), fields)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _parts(arrived: IO[bytes], mark: bytes) -> Iterator[tuple[bytes, int, int]]:
    """The head of each part, and where its body begins and ends."""
    at = _find(arrived, mark, 0)
    for _ in range(MOST_PARTS):
        if at < 0:
            raise _broken()
        arrived.seek(at + len(mark))
        head = arrived.read(LONGEST_HEAD)
        if head.startswith(b"--"):
            return
        length = head.find(b"\r\n\r\n")
        end = _find(arrived, b"\r\n" + mark, at + len(mark) + length)
        if length < 0 or end < 0:
            raise _broken()
        yield head[:length], at + len(mark) + length + 4, end
        at = end + 2
    raise _broken()


def _find(file: IO[bytes], wanted: bytes, begin: int) -> int:
    """Where something stands in a file, from `begin` on; -1 if nowhere."""
    file.seek(begin)
    at, rest = begin, b""
    while piece := file.read(PIECE):
        held = rest + piece
        if (found := held.find(wanted)) >= 0:
            return at - len(rest) + found
        at, rest = at + len(piece), held[-(len(wanted) - 1) :]
    return -1


def _broken() -> ImportRefused:
    return ImportRefused("The form did not come whole.", remedy="Send it again.")


async def let_go(request: Request) -> None:
    """Throw away, for a moment, a body that nobody wants, so that its sender can read why."""
    left = LINGER_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            async for piece in request.stream():
                left -= len(piece)
                if left <= 0:
                    return
