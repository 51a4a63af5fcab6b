"""A disk whose power can be cut: what was not synced by then is lost, in part, or torn.

An SQLite VFS. Reads and writes go to the real file, as they would go to the system's cache; beside
it, the disk remembers what a sync has made safe and which writes came after. When the power goes,
`Disk.remains` is what a machine would find at its next start, and every later call fails.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

MAIN_DB = apsw.SQLITE_OPEN_MAIN_DB
KEPT_KINDS = MAIN_DB | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
"""The shared memory beside the log is not among them: it means nothing after a restart."""

Change = Callable[[bytearray], None]


@dataclass
class Platter:
    """One file: what is safe, and what was done to it since."""

    safe: bytes = b""
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    there: bool = True
    before: list[bytes | None] = field(default_factory=list)
    """What else its name may stand for, an older file or none, until the folder is synced."""

    def sync(self) -> None:
        """Everything written so far is safe."""
        self.safe = applied(self.safe, self.pending)
        self.pending.clear()

    def after_the_cut(self, dice: random.Random) -> bytes | None:
        """What is found there when the power is back; None if no such file is."""
        return dice.choice([*self.before, self._survivor(dice) if self.there else None])

    def _survivor(self, dice: random.Random) -> bytes:
        manner = dice.choice(("nothing", "everything", "the first", "any", "torn", "torn"))
        if manner == "nothing":
            return self.safe
        if manner == "everything":
            return applied(self.safe, self.pending)
        if manner == "the first":
            return applied(self.safe, self.pending[: dice.randint(0, len(self.pending))])
        pieces = self.pending
        if manner == "torn":
            pieces = in_sectors(self.pending, dice.choice((512, 4096)))
        return applied(self.safe, [piece for piece in pieces if dice.random() < 0.5])


def applied(safe: bytes, changes: list[tuple[int, bytes | None]]) -> bytes:
    """The bytes after these writes; one without data cuts the file at its place."""
    content = bytearray(safe)
    for place, data in changes:
        if data is None:
            del content[place:]
        else:
            content.extend(bytes(max(0, place - len(content))))
            content[place : place + len(data)] = data
    return bytes(content)


def in_sectors(
    changes: list[tuple[int, bytes | None]], sector: int
) -> list[tuple[int, bytes | None]]:
    """The same writes, each cut at the borders of the disk's sectors."""
    pieces: list[tuple[int, bytes | None]] = []
    for place, data in changes:
        if data is None:
            pieces.append((place, None))
            continue
        start = 0
        while start < len(data):
            end = min(len(data), start + sector - (place + start) % sector)
            pieces.append((place + start, data[start:end]))
            start = end
    return pieces


class Disk:
    """All files of one memory, and the moment at which their power goes."""

    def __init__(self, folder: Path, seed: int, *, cut_at: int) -> None:
        self._dice = random.Random(seed)
        self._cut_at = cut_at
        self._lock = threading.Lock()
        self._platters = {str(file): Platter(file.read_bytes()) for file in folder.iterdir()}
        self.operations = 0
        self.remains: dict[str, bytes] | None = None

    def perform(self, name: str, act: Callable[[Platter | None], None]) -> None:
        """One operation on the disk, unless this is the one at which the power goes."""
        with self._lock:
            self.operations += 1
            if self.operations >= self._cut_at:
                self._cut()
            if self.remains is not None:
                raise apsw.IOError("the power is gone")
            act(self._platters.get(name))

    def cut(self) -> None:
        """Now."""
        with self._lock:
            self._cut()

    def _cut(self) -> None:
        if self.remains is None:
            found = {
                name: platter.after_the_cut(self._dice) for name, platter in self._platters.items()
            }
            self.remains = {name: data for name, data in found.items() if data is not None}

    def opened(self, name: str) -> None:
        """A file is opened, and made if it was not there. Older contents may come back."""
        with self._lock:
            platter = self._platters.get(name, Platter(there=False))
            if not platter.there:
                self._platters[name] = Platter(before=[None, *platter.before])

    def deleted(self, name: str) -> None:
        """A file is deleted. Until the folder is synced, it may come back."""
        with self._lock:
            platter = self._platters.get(name)
            if platter is not None:
                older = [*platter.before, platter.safe]
                self._platters[name] = Platter(there=False, before=older)

    def settle(self) -> None:
        """The folder is synced: every name stands for what it stands for now."""
        with self._lock:
            for platter in self._platters.values():
                platter.before.clear()

    def put_back(self, folder: Path) -> None:
        """Write what remains into `folder`, where an ordinary start will find it."""
        assert self.remains is not None
        for name, content in self.remains.items():
            (folder / Path(name).name).write_bytes(content)


class PoweredFile(apsw.VFSFile):
    """A file on such a disk."""

    def __init__(self, disk: Disk, base: str, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self._kept = name is not None and bool(flags[0] & KEPT_KINDS)
        self._settles_folder = False
        if self._kept:
            disk.perform(self._name, lambda _: None)
            self._settles_folder = not flags[0] & MAIN_DB and not Path(self._name).exists()
            disk.opened(self._name)
        super().__init__(base, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  SQLite's name
        copy = bytes(data)
        self._record(lambda platter: platter.pending.append((offset, copy)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802  SQLite's name
        self._record(lambda platter: platter.pending.append((newsize, None)))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802  SQLite's name
        self._record(Platter.sync)
        if self._settles_folder:  # SQLite syncs the folder with the first sync of a new log
            self._disk.settle()
            self._settles_folder = False

    def _record(self, change: Callable[[Platter], None]) -> None:
        if not self._kept:
            return

        def act(platter: Platter | None) -> None:
            assert platter is not None
            change(platter)

        self._disk.perform(self._name, act)


class PoweredVFS(apsw.VFS):
    """The system's own VFS, with such a disk below it."""

    def __init__(self, name: str, disk: Disk) -> None:
        self._disk = disk
        self.name = name
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> PoweredFile:  # noqa: N802  SQLite's name
        return PoweredFile(self._disk, "", name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802  SQLite's name
        self._disk.perform(filename, lambda _: None)
        self._disk.deleted(filename)
        if syncdir:
            self._disk.settle()
        super().xDelete(filename, syncdir)

    def excepthook(self, *_: object) -> bool:
        """Say nothing where SQLite passes over an error, as it does when closing."""
        return True
