"""Uploads: long bodies, received and unpacked within limits."""

from __future__ import annotations

import asyncio
import gzip
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from fastapi import Request

from holdfast.entrypoints.http.threads import Threads
from holdfast.errors import ImportRefused, TooLarge

PIECE = 1 << 20
LONGEST_LINE = 24 << 20
"""A line holds one message, or one attachment in base 64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How much may come, packed or unpacked, how long a sender may be silent, and how slow.

    A sender that has been waited for longer than `patience_seconds` in all must have sent
    `least_rate` bytes for each second of that.
    """

    most_bytes: int
    silence_seconds: float
    patience_seconds: float = 30.0
    least_rate: int = 8 << 10
    in_memory: int = 1 << 20


async def receive(
    request: Request,
    into: IO[bytes],
    limits: Room,
    threads: Threads,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Write the whole body to a file. TooLarge, or ImportRefused for one that stops coming.

    What counts as slow is the sender alone: time in which we write is not held against it.
    """
    held, taken, waited = bytearray(), 0, 0.0
    pieces = request.stream().__aiter__()
    while True:
        began = clock()
        try:
            piece = await asyncio.wait_for(anext(pieces, None), limits.silence_seconds)
        except TimeoutError:
            raise ImportRefused("The import stopped coming.") from None
        taken += len(piece or b"")
        waited += clock() - began
        if piece is not None and _is_slow(taken, waited, limits):
            raise ImportRefused("The import comes too slowly.", remedy="Send it in smaller pieces.")
        if taken > limits.most_bytes:
            raise _too_large(limits)
        held += piece or b""
        if piece is None or len(held) >= PIECE:
            await threads.run(into.write, bytes(held))
            held.clear()
        if piece is None:
            return


def _is_slow(taken: int, waited: float, limits: Room) -> bool:
    return waited > limits.patience_seconds and taken < waited * limits.least_rate


def lines(arrived: IO[bytes], limits: Room, *, packed: bool) -> Iterator[str]:
    """The lines of what arrived. What swells beyond the limit is given up where it does."""
    stream: IO[bytes] = gzip.GzipFile(fileobj=arrived, mode="rb") if packed else arrived  # type: ignore[assignment]
    taken, number = 0, 0
    try:
        while line := stream.readline(LONGEST_LINE + 1):
            taken, number = taken + len(line), number + 1
            if len(line) > LONGEST_LINE:
                raise TooLarge(
                    f"Line {number} is longer than {LONGEST_LINE >> 20} MiB.",
                    remedy="It is no line of an export: see that the file is one.",
                )
            if taken > limits.most_bytes:
                raise _too_large(limits)
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except (OSError, EOFError, zlib.error):
        raise ImportRefused("The import is not a whole gzip file.") from None
    except UnicodeDecodeError:
        raise ImportRefused(f"Line {number} is not UTF-8 text.") from None


def _too_large(limits: Room) -> TooLarge:
    most = limits.most_bytes >> 20
    return TooLarge(
        f"The import is larger than {most:,} MiB.",
        remedy="Import it in several pieces, or raise serve_import_mb in the server's settings.",
    )
