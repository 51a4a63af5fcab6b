"""Uploads: long bodies, received and unpacked within limits."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from fastapi import Request

from holdfast.entrypoints.http.threads import Threads
from holdfast.errors import ImportRefused, TooLarge

PIECE = 1 << 20
LONGEST_LINE = 24 << 20
"""A line holds one message, or one attachment in base 64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much may come, packed or unpacked, and how long a sender may be silent."""

    most_bytes: int
    silence_seconds: float
    in_memory: int = 1 << 20


async def receive(request: Request, into: IO[bytes], limits: Limits, threads: Threads) -> None:
    """Write the whole body to a file. TooLarge, or ImportRefused for one that stops coming."""
    held, taken = bytearray(), 0
    pieces = request.stream().__aiter__()
    while True:
        try:
            piece = await asyncio.wait_for(anext(pieces, None), limits.silence_seconds)
        except TimeoutError:
            raise ImportRefused("The import stopped coming.") from None
        taken += len(piece or b"")
        if taken > limits.most_bytes:
            raise _too_large(limits)
        held += piece or b""
        if piece is None or len(held) >= PIECE:
            await threads.run(into.write, bytes(held))
            held.clear()
        if piece is None:
            return


def lines(arrived: IO[bytes], limits: Limits, *, packed: bool) -> Iterator[str]:
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


def _too_large(limits: Limits) -> TooLarge:
    most = limits.most_bytes >> 20
    return TooLarge(
        f"The import is larger than {most:,} MiB.",
        remedy="Import it in several pieces, or raise serve_import_mb in the server's settings.",
    )
