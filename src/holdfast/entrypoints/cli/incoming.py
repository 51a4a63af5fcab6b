"""Text that comes in from a file or from stdin: UTF-8, or refused with where it stops being so."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from holdfast.errors import InvalidInput


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file's bytes, or those of stdin for `-`. InvalidInput where it cannot be read."""
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read: {error.strerror}.", remedy="Check the path."
        ) from error
    with file:
        yield file


def read_whole(path: Path) -> str:
    """All of it as text. InvalidInput where it is not UTF-8."""
    with opened(path) as stream:
        return decoded(stream.read(), path)


def decoded(data: bytes, path: Path) -> str:
    """The bytes as text, without the mark that some editors put in front."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        name = "Stdin" if str(path) == "-" else str(path)
        raise InvalidInput(
            f"{name} is not UTF-8 text (line {line}).", remedy="Convert it to UTF-8 and try again."
        ) from None
