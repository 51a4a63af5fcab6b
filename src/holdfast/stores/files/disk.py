"""The disk: the few calls by which files are changed, so that a test can stand between them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holdfast.errors import HoldfastError, StoreFailed, StoreFull, StoreReadOnly

UNFINISHED = ".unfinished"
"""What the name of a file ends with until it is whole."""


class Disk:
    """Changes to files and folders. What returned is on the disk once its folder was synced."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a new file, or an old one anew."""
        with path.open("wb") as file:
            file.write(data)

    def add(self, path: Path, data: bytes) -> None:
        """Write behind what is there."""
        with path.open("ab") as file:
            file.write(data)

    def sync(self, path: Path) -> None:
        """Have a file's contents, or a folder's names, reach the disk itself."""
        if os.name == "nt" and path.is_dir():
            return  # folders cannot be opened there, and are kept by the system's own journal
        descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
        try:
            _through(descriptor)
        finally:
            os.close(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name. One that has that name is replaced."""
        old.replace(new)

    def remove(self, path: Path) -> None:
        """Delete a file."""
        path.unlink()

    def make_folder(self, path: Path) -> None:
        """Make a folder that only its owner can look into. It may be there.

        One that was there and is gone by the time we look says `FileNotFoundError`.
        """
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            if path.is_dir():
                return
            if os.path.lexists(path):
                raise
            raise FileNotFoundError(errno.ENOENT, "Removed meanwhile", str(path)) from None


def put(disk: Disk, path: Path, data: bytes) -> None:
    """Write a file so that its name stands for the old contents or for the new, never for less."""
    unfinished = path.with_name(path.name + UNFINISHED)
    disk.write(unfinished, data)
    disk.sync(unfinished)
    disk.rename(unfinished, path)
    disk.sync(path.parent)


def make_folders(disk: Disk, root: Path, folder: Path) -> None:
    """Make a folder and those above it, up to the root, which is made too."""
    if folder.is_dir():
        return
    if folder != root:
        make_folders(disk, root, folder.parent)
        disk.make_folder(folder)
        disk.sync(folder.parent)
    else:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


@contextmanager
def translated() -> Iterator[None]:
    """Let no error of the operating system out untranslated."""
    try:
        yield
    except OSError as error:
        raise _meaning(error) from error


def _meaning(error: OSError) -> HoldfastError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(f"The disk is full ({error}).")
    if isinstance(error, PermissionError):
        return StoreReadOnly(f"This may not be written ({error}).")
    return StoreFailed(f"The system refused ({error}).")


def _through(descriptor: int) -> None:
    """Sync, past the drive's own cache where the system has a call for that."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fsync(descriptor)
