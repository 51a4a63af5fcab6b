"""Keys in a JSON file that only its owner can read, beside the memory they are for."""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.domain.key import Key
from holdfast.errors import StoreDamaged, StoreUnsuitable
from holdfast.ports.keys import Keys, require_free
from holdfast.stores.files.disk import Disk, put, translated
from holdfast.stores.files.locks import locked

FORMAT = 1
_INDEXED = 16
_REMEDY = (
    "Restore the file from a copy, or move it away and make new keys with `holdfast keys add`."
)


def keys_path(db: str | Path) -> Path:
    """Where the keys of a memory are: beside its file."""
    path = Path(db)
    return path.with_name(path.name + ".keys.json")


class PrivateDisk(Disk):
    """A disk whose new files only their owner can read, from the first byte on."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a new file. What an interrupted change left under that name goes first."""
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)


class Stamp(NamedTuple):
    """What tells one edition of the file from another without reading it. No file: all zero."""

    changed: int = 0
    size: int = 0
    inode: int = 0


class _Edition(NamedTuple):
    """The file as it was read, and its live keys by the beginning of their digests."""

    stamp: Stamp
    keys: tuple[Key, ...]
    live: Mapping[str, tuple[Key, ...]]


class FileKeys(Keys):
    """Keys in one file. It is read again when another process has changed it.

    A file that cannot be understood is StoreDamaged and is never written over.
    """

    def __init__(self, path: str | Path, disk: Disk | None = None) -> None:
        self._path = Path(path)
        self._name = str(path)
        self._disk = disk or PrivateDisk()
        self._edition = _edition(Stamp(), ())

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def add(self, key: Key) -> None:
        with translated(), locked(self._lock):
            keys = self._read().keys
            require_free(key, keys)
            self._write((*keys, key))

    def all(self) -> list[Key]:
        with translated():
            return list(self._read().keys)

    def revoke(self, id_: str, at: datetime) -> bool:
        with translated(), locked(self._lock):
            keys = self._read().keys
            if not any(key.id == id_ and key.revoked_at is None for key in keys):
                return False
            self._write(
                tuple(replace(key, revoked_at=at) if key.id == id_ else key for key in keys)
            )
            return True

    def find(self, digest: str) -> Key | None:
        with translated():
            edition = self._read()
        # Few share a beginning, and a beginning is worth nothing; the rest is compared in full.
        wanted = digest.encode("utf-8", "surrogatepass")
        for key in edition.live.get(digest[:_INDEXED], ()):
            if hmac.compare_digest(key.digest.encode(), wanted):
                return key
        return None

    def revision(self) -> Stamp:
        return self._stamp()

    @property
    def _lock(self) -> Path:
        return self._path.with_name(self._path.name + ".lock")

    def _stamp(self) -> Stamp:
        try:
            there = os.stat(self._name)  # noqa: PTH116  at every request; a Path costs more
        except FileNotFoundError:
            return Stamp()
        except OSError:
            with translated():
                raise
        return Stamp(there.st_mtime_ns, there.st_size, there.st_ino)

    def _read(self) -> _Edition:
        """What is in the file. An edition is whole and never changes, so threads may share it."""
        edition = self._edition
        stamp = self._stamp()
        if stamp != edition.stamp:
            # The stamp was taken before: if the file has changed since, it is read again next time.
            edition = _edition(stamp, self._load() if stamp != Stamp() else ())
            self._edition = edition
        return edition

    def _load(self) -> tuple[Key, ...]:
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return ()
        try:
            written = json.loads(data)
            if written["format"] == FORMAT:
                return tuple(map(_parsed, written["keys"]))
            newer = isinstance(written["format"], int) and written["format"] > FORMAT
        except (ValueError, TypeError, LookupError, RecursionError):
            newer = False
        if newer:
            raise StoreUnsuitable(f"{self._path} was written by a newer Holdfast.")
        # What was read is not repeated: digests are nobody's business.
        raise StoreDamaged(f"{self._path} is not a list of keys.", remedy=_REMEDY) from None

    def _write(self, keys: tuple[Key, ...]) -> None:
        rows = {"format": FORMAT, "keys": [_row(key) for key in keys]}
        put(self._disk, self._path, json.dumps(rows, ensure_ascii=False, indent=1).encode() + b"\n")


def _edition(stamp: Stamp, keys: tuple[Key, ...]) -> _Edition:
    live: dict[str, tuple[Key, ...]] = {}
    for key in keys:
        if key.revoked_at is None:
            beginning = key.digest[:_INDEXED]
            live[beginning] = (*live.get(beginning, ()), key)
    return _Edition(stamp, keys, live)


def _row(key: Key) -> dict[str, str | None]:
    return {
        "id": key.id,
        "name": key.name,
        "space": key.space,
        "made_at": key.made_at.isoformat(),
        "revoked_at": key.revoked_at.isoformat() if key.revoked_at else None,
        "digest": key.digest,
    }


def _parsed(row: Any) -> Key:
    """The key of a row; ValueError, TypeError or LookupError where it is not one."""
    space, revoked = row["space"], row["revoked_at"]
    if not isinstance(space, str | None):
        raise TypeError("space")
    digest = _text(row, "digest")
    if len(bytes.fromhex(digest)) != 32 or digest != digest.lower() or len(digest) != 64:
        raise ValueError("digest")
    return Key(
        id=_text(row, "id"),
        name=_text(row, "name"),
        space=space,
        made_at=_moment(row["made_at"]),
        revoked_at=None if revoked is None else _moment(revoked),
        digest=digest,
    )


def _text(row: Any, name: str) -> str:
    value = row[name]
    if not isinstance(value, str):
        raise TypeError(name)
    return value


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a moment without its zone")
    return moment
