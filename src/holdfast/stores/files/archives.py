"""Archives as files: ``root / space / user / agent / name``."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from holdfast.errors import InvalidInput, StoreBusy, StoreUnsuitable
from holdfast.ports.archives import Archives, Shelf, checked_file, is_file_name
from holdfast.stores.files.disk import UNFINISHED, Disk, make_folders, put, translated
from holdfast.stores.files.locks import locked
from holdfast.text.file_names import folder_name, name_of

LOCK = ".lock"
NAME = "name.txt"
"""The file in a folder whose name was too long to stand in full."""

_OURS = (LOCK, NAME)
_TRIES = 100

P = ParamSpec("P")
T = TypeVar("T")


def _careful(call: Callable[P, T]) -> Callable[P, T]:
    @wraps(call)
    def translating(*args: P.args, **kwargs: P.kwargs) -> T:
        with translated():
            return call(*args, **kwargs)

    return translating


class FileArchives(Archives):
    """Files below one folder. Names of people and agents stay readable, and never lead out of it."""

    def __init__(self, root: Path, disk: Disk | None = None) -> None:
        self._named = Path(root)
        self._root = self._named.absolute()  # whatever folder the process goes to later
        self._disk = disk or Disk()

    @property
    def root(self) -> Path:
        """The folder, as it was named."""
        return self._named

    @_careful
    def shelves(self, space: str) -> list[Shelf]:
        return sorted(
            Shelf(space, user, agent)
            for user, folder in _named_folders(self._root / folder_name(space))
            for agent, shelf in _named_folders(folder)
            if any(path.name not in _OURS for path in _entries(shelf))
        )

    @contextmanager
    def hold(self, shelf: Shelf) -> Iterator[None]:
        with ExitStack() as held:
            with translated():
                if held.enter_context(self._locked(shelf)):
                    self._clear(shelf)
            yield

    @_careful
    def names(self, shelf: Shelf) -> Mapping[str, int]:
        folder = self._folder(shelf)
        found = dict(_sizes(folder)) | {f"day/{name}": n for name, n in _sizes(folder / "day")}
        return {name: found[name] for name in sorted(found)}

    @_careful
    def read(self, shelf: Shelf, name: str) -> bytes | None:
        try:
            return self._path(shelf, name).read_bytes()
        except FileNotFoundError:
            return None

    @_careful
    def put(self, shelf: Shelf, name: str, data: bytes) -> None:
        put(self._disk, self._ready(shelf, name), data)

    @_careful
    def append(self, shelf: Shelf, name: str, data: bytes) -> None:
        path = self._ready(shelf, name)
        if not path.exists():
            put(self._disk, path, data)
            return
        self._disk.add(path, data)
        self._disk.sync(path)

    @_careful
    def remove(self, shelf: Shelf, name: str) -> bool:
        path = self._path(shelf, name)
        if not path.exists():
            return False
        self._disk.remove(path)
        self._disk.sync(path.parent)
        return True

    @_careful
    def remove_shelf(self, shelf: Shelf) -> int:
        folder = self._folder(shelf)
        if not folder.is_dir():
            return 0
        with self.hold(shelf):
            names = self.names(shelf)
            for name in names:
                self._disk.remove(folder / name)
            for path in (path for path in _entries(folder) if path.name != LOCK):
                self._disk.remove(path)
            with suppress(OSError):  # it is open, which some systems mind, or in use again
                (folder / LOCK).unlink()
                self._prune(shelf)
        return len(names)

    @contextmanager
    def _locked(self, shelf: Shelf) -> Iterator[bool]:
        with ExitStack() as held:
            for _ in range(_TRIES):
                with suppress(FileNotFoundError):  # someone has just removed the shelf
                    self._make(shelf)
                    first = held.enter_context(locked(self._folder(shelf) / LOCK))
                    break
            else:
                raise StoreBusy("The archives were removed again and again while we waited.")
            yield first

    def _prune(self, shelf: Shelf) -> None:
        """Remove the folders that nothing is left in, from the shelf's own up to the space's."""
        folder = self._folder(shelf)
        for path in (folder / "day", folder, folder.parent, folder.parent.parent):
            rest = list(path.iterdir()) if path.is_dir() else []
            if any(each.name != NAME for each in rest):
                return
            for each in rest:
                self._disk.remove(each)
            if path.is_dir():
                path.rmdir()
                self._disk.sync(path.parent)

    def _folder(self, shelf: Shelf) -> Path:
        """The shelf's folder. A link in its place, or in that of `day`, may lead anywhere."""
        folder = self._root.joinpath(*map(folder_name, shelf.names))
        for path in (folder / "day", folder, folder.parent, folder.parent.parent):
            if path.is_symlink():
                raise StoreUnsuitable(
                    f"{path} is a link: archives are not put behind one.",
                    remedy="Put a folder in its place; only archive_dir itself may be a link.",
                )
        return folder

    def _path(self, shelf: Shelf, name: str) -> Path:
        if name.rpartition("/")[2] in _OURS or name.endswith(UNFINISHED):
            raise InvalidInput(f"{name!r} is a name that the archives use themselves.")
        return self._folder(shelf) / checked_file(name)

    def _ready(self, shelf: Shelf, name: str) -> Path:
        path = self._path(shelf, name)
        self._make(shelf)
        make_folders(self._disk, self._root, path.parent)
        return path

    def _make(self, shelf: Shelf) -> None:
        """Make the shelf's folders, and write down the names that they cannot show."""
        folder = self._root
        for name in shelf.names:
            folder /= folder_name(name)
            make_folders(self._disk, self._root, folder)
            if name_of(folder.name) is None:
                self._write_down(folder, name.encode("utf-8", "surrogatepass"))

    def _write_down(self, folder: Path, name: bytes) -> None:
        """Put the name into its folder, unless it is there."""
        for _ in range(_TRIES):
            if (folder / NAME).exists():
                return
            with suppress(FileNotFoundError):  # others write it too, or take the folder away
                make_folders(self._disk, self._root, folder)
                put(self._disk, folder / NAME, name)
        raise StoreBusy("A folder of the archives was removed again and again while we waited.")

    def _clear(self, shelf: Shelf) -> None:
        """Remove what an interrupted change left; nobody else is at work here."""
        for path in _entries(self._folder(shelf)):
            if path.name.endswith(UNFINISHED):
                self._disk.remove(path)


def _entries(folder: Path) -> Iterator[Path]:
    """Every file of a shelf, ours and hidden ones too."""
    for place in (folder, folder / "day"):
        if place.is_dir():
            yield from (path for path in list(place.iterdir()) if path.is_file())


def _sizes(folder: Path) -> Iterator[tuple[str, int]]:
    """The archives in a folder, with their sizes."""
    if not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        for each in entries:
            if each.name in _OURS or each.name.endswith(UNFINISHED) or not is_file_name(each.name):
                continue
            with suppress(FileNotFoundError):  # gone while we looked
                if each.is_file():
                    yield _as_given(folder, each.name), each.stat().st_size


def _as_given(folder: Path, name: str) -> str:
    """The name as it was written: some file systems take letters apart, and find them either way."""
    composed = unicodedata.normalize("NFC", name)
    return composed if composed != name and (folder / composed).exists() else name


def _named_folders(folder: Path) -> Iterator[tuple[str, Path]]:
    """The folders in a folder that stand for names, with the name of each."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink() and (name := _name(path)) is not None:
            yield name, path


def _name(path: Path) -> str | None:
    name = name_of(path.name)
    if name is not None or not (path / NAME).is_file():
        return name
    try:
        written = (path / NAME).read_bytes().decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None
    return written if folder_name(written) == path.name else None
