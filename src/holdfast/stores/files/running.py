"""Running: a note beside a memory that a server has it open, and where that server is."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple


class Running(NamedTuple):
    """A server that has the memory open."""

    url: str
    pid: int


@contextmanager
def running(db: str | Path, url: str) -> Iterator[None]:
    """Leave the note while a server runs. It is for people: nothing depends on it."""
    note = _place(db)
    with suppress(OSError):
        note.write_text(json.dumps({"url": url, "pid": os.getpid()}), "utf-8")
    try:
        yield
    finally:
        found = running_on(db)
        if found is None or found.pid == os.getpid():
            with suppress(OSError):
                note.unlink()


def running_on(db: str | Path) -> Running | None:
    """The server that has the memory open; None where there is none, or it was killed."""
    try:
        said = json.loads(_place(db).read_text("utf-8"))
        found = Running(str(said["url"]), int(said["pid"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if _lives(found.pid) else None


def _place(db: str | Path) -> Path:
    path = Path(db)
    return path.with_name(path.name + ".server.json")


def _lives(pid: int) -> bool:
    if os.name == "nt":
        return True  # a signal of 0 would end the process there
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
