"""The check-up of a memory file. It reads, and changes nothing."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import apsw

from holdfast.domain.finding import Finding
from holdfast.errors import HoldfastError
from holdfast.stores.sqlite import backups
from holdfast.stores.sqlite.connections import APPLICATION_ID, FilePlace
from holdfast.stores.sqlite.failures import translated

OLDEST_SQLITE = (3, 51, 3)
"""Older ones can lose a commit when the write-ahead log is reset."""

LEAST_FREE_BYTES = 64 << 20
LARGEST_LOG_BYTES = 256 << 20
NETWORK_FILE_SYSTEMS = ("nfs", "cifs", "smb", "9p", "afs", "fuse.sshfs", "fuse.rclone", "glusterfs")


def check(place: FilePlace, version: int, *, thorough: bool, quick: bool = False) -> list[Finding]:
    """Every finding, in the order a person would look; with `quick`, without reading it all."""
    looks: list[Callable[[], Iterator[Finding]]] = [
        _sqlite,
        lambda: _file(place.path),
        lambda: _disk(place.path),
        lambda: _contents(place, version, None if quick else thorough),
        lambda: _backups(place.path),
    ]
    return [finding for look in looks for finding in look()]


def _sqlite() -> Iterator[Finding]:
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    yield Finding(
        "sqlite",
        version >= OLDEST_SQLITE,
        f"SQLite {apsw.sqlite_lib_version()}, apsw {apsw.apsw_version()}",
        "Upgrade apsw: this SQLite can lose a commit when its write-ahead log is reset.",
    )


def _file(path: Path) -> Iterator[Finding]:
    if not path.is_file():
        yield Finding("file", False, f"{path} does not exist", "Make it with `holdfast init`.")
        return
    size = path.stat().st_size
    yield Finding("file", True, f"{path}, {size:,} bytes")
    may_write = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    yield Finding(
        "write access",
        may_write,
        "file and folder can be written" if may_write else "file or folder cannot be written",
        f"Give this account write permission on {path} and on its folder.",
    )
    if os.name == "posix":
        others = path.stat().st_mode & 0o077
        yield Finding(
            "privacy",
            not others,
            "only its owner can read it" if not others else "others on this machine can read it",
            f"chmod 600 {path}",
        )


def _disk(path: Path) -> Iterator[Finding]:
    folder = path.parent if path.parent.is_dir() else Path()
    free = shutil.disk_usage(folder).free
    yield Finding(
        "disk space",
        free >= LEAST_FREE_BYTES,
        f"{free >> 20:,} MiB free",
        "Free some space: when the disk is full, new messages are refused.",
    )
    kind = file_system(folder)
    network = kind.startswith(NETWORK_FILE_SYSTEMS)
    yield Finding(
        "file system",
        not network,
        kind or "unknown",
        "Move the file to a local disk: a network file system cannot keep the promise of a commit.",
    )


def file_system(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The kind of file system that holds `folder`, or "" where the system does not tell."""
    if sys.platform != "linux" or not mounts.exists():
        return ""
    real = str(folder.resolve())
    best = ("", "")
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        _, point, kind, *_ = line.split(" ")
        point = point.replace("\\040", " ")
        inside = real == point or real.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best[0]):
            best = (point, kind)
    return best[1]


def _contents(place: FilePlace, version: int, thorough: bool | None) -> Iterator[Finding]:
    if not place.path.is_file():
        return
    try:
        with translated():
            connection = place.reader()
            try:
                found = list(_inside(connection, place, version, thorough))
            finally:
                connection.close()
    except HoldfastError as error:
        yield Finding("contents", False, error.message, error.remedy)
    else:
        yield from found


def _inside(
    connection: apsw.Connection, place: FilePlace, version: int, thorough: bool | None
) -> Iterator[Finding]:
    """What the file says of itself. `thorough` None: it is not read through."""
    ours = connection.pragma("application_id") == APPLICATION_ID
    yield Finding(
        "owner", ours, "a Holdfast memory" if ours else "not a Holdfast memory", "Check the path."
    )
    layout = connection.pragma("user_version")
    yield Finding(
        "layout",
        layout == version,
        f"layout {layout}, this Holdfast knows {version}",
        "Run `holdfast doctor --migrate`." if layout < version else "Upgrade Holdfast.",
    )
    mode = connection.pragma("journal_mode")
    yield Finding("journal", mode == "wal", f"journal mode {mode}", "Open it once for writing.")
    full = place.synchronous.upper() in ("FULL", "EXTRA")
    yield Finding(
        "durability",
        full,
        f"synchronous {place.synchronous}, erased on delete",
        "Use FULL: with less, a power cut loses what was acknowledged.",
    )
    log_bytes = place.log.stat().st_size if place.log.exists() else 0
    yield Finding(
        "write-ahead log",
        log_bytes <= LARGEST_LOG_BYTES,
        f"{log_bytes:,} bytes",
        "A reader keeps an old state open: find the process and let it finish.",
    )
    if thorough is not None:
        yield _integrity(connection, thorough)


def _integrity(connection: apsw.Connection, thorough: bool) -> Finding:
    name = "integrity_check" if thorough else "quick_check"
    faults = [row[0] for row in connection.execute(f"PRAGMA {name}(5)")]
    good = faults == ["ok"]
    return Finding(
        "integrity",
        good,
        f"{name.replace('_', ' ')}: {'; '.join(str(fault) for fault in faults)}",
        "Keep the file as it is, and restore an export or a backup beside it.",
    )


def _backups(path: Path) -> Iterator[Finding]:
    if not path.parent.is_dir():
        return
    copies = backups.found(path)
    if copies:
        days = (datetime.now(UTC) - copies[0][1]).days
        yield Finding("backups", True, f"{len(copies)} from migrations, the oldest {days} days old")
