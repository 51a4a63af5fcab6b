"""Backups: whole copies made before a migration, which expire."""

from __future__ import annotations

import os
import uuid
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import apsw

from holdfast.stores.sqlite.connections import FilePlace

_BLOCK = 1 << 20
_STAMP = "%Y%m%dT%H%M%S%fZ"


def make(place: FilePlace, version: int, at: datetime) -> Path:
    """Copy the file as it stands. The copy gets its name only once it is whole and on the disk.

    It takes the place of those that a migration from the same layout left when it was cut off.
    """
    target = place.path.with_name(f"{place.path.name}.backup-v{version}-{at:{_STAMP}}")
    partial = target.with_name(f"{target.name}.{uuid.uuid4().hex}.partial")
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT, 0o600))
    source, copy = place.reader(), apsw.Connection(str(partial))
    try:
        with copy.backup("main", source, "main") as backup:
            backup.step()
        copy.pragma("journal_mode", "delete")
    finally:
        copy.close()
        source.close()
    sync(partial)
    partial.rename(target)
    sync(target.parent)
    for before, _ in found(place.path):
        if before != target and before.name.startswith(f"{place.path.name}.backup-v{version}-"):
            _shred(before)
    return target


def found(path: Path) -> list[tuple[Path, datetime]]:
    """The backups of the file at `path` and when each was made, oldest first."""
    dated = []
    for copy in path.parent.glob(f"{_escaped(path.name)}.backup-v*"):
        stamp = copy.name.removesuffix(".partial").split("-")[-1].split(".")[0]
        try:
            made = datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
        except ValueError:
            continue  # not one of ours
        dated.append((copy, made))
    return sorted(dated, key=lambda pair: (pair[1], pair[0].name))


def expire(path: Path, before: datetime) -> int:
    """Overwrite and remove the backups made before that moment; how many went."""
    gone = 0
    for copy, made in found(path):
        if made < before:
            with suppress(FileNotFoundError):  # another process was quicker
                _shred(copy)
                gone += 1
    return gone


def _shred(path: Path) -> None:
    if not path.name.endswith(".partial"):  # half of it must not look whole
        path = path.rename(path.with_name(f"{path.name}.partial"))
    size = path.stat().st_size
    with path.open("r+b", buffering=0) as file:
        for start in range(0, size, _BLOCK):
            file.write(bytes(min(_BLOCK, size - start)))
        os.fsync(file.fileno())
    path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Put a file or a folder on the disk (folders where the system can)."""
    if os.name != "posix" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _escaped(name: str) -> str:
    return "".join(f"[{c}]" if c in "[?*" else c for c in name)
