"""Character archive: a character server's folder as one .zip, unpacked where it can do no harm.

Nothing here trusts the file. Names that lead elsewhere, links, locked or doubled entries, too many
of them and more bytes than were agreed on are refused before anything of it is read as a memory.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from holdfast.errors import ImportRefused, TooLarge

MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
"""How a .zip begins, and how one begins that is empty."""

MOST_BYTES = 4 << 30
MOST_FILES, DEEPEST = 20_000, 8
MOST_CONTENTS = 4 << 20
"""How long the table of contents may be: it is read whole before a name in it is seen."""

PIECE = 1 << 20
_END, _LONG_END = b"PK\x05\x06", b"PK\x06\x07"
_END_BYTES, _LONG_END_BYTES, _REMARK = 22, 20, 1 << 16
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LOCKED, _UTF8 = 0x1, 0x800
_ADDED = ("__MACOSX", ".DS_Store", "Thumbs.db")
"""What systems put into archives by themselves."""


@contextmanager
def unpacked_archive(
    file: IO[bytes],
    *,
    zone: tzinfo = UTC,
    most_bytes: int = MOST_BYTES,
    progress: Callable[[float], None] | None = None,
) -> Iterator[Path]:
    """The folder in a .zip, for as long as the block runs; then it is gone.

    Times of files are in `zone`. `progress` is told the share that is unpacked. Raises ImportRefused
    for what is no such file, or one that would do harm, and TooLarge where it swells beyond
    `most_bytes`.
    """
    _see_the_contents_are_short(file)
    with TemporaryDirectory(prefix="holdfast-characters-") as name:
        folder = Path(name).resolve()
        try:
            with zipfile.ZipFile(file) as archive:
                _unpack(archive, folder, zone, most_bytes, progress)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise ImportRefused("The archive is damaged, or no .zip that can be read.") from error
        except FileExistsError as error:
            raise ImportRefused("Two files of the archive have the same name.") from error
        except (OSError, UnicodeError) as error:
            raise ImportRefused("A name in the archive is none that a file can have.") from error
        yield _home(folder)


def _see_the_contents_are_short(file: IO[bytes]) -> None:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_BYTES - _LONG_END_BYTES - _REMARK))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_BYTES:
        raise ImportRefused("The archive is cut short, or no .zip.")
    contents = int.from_bytes(tail[at + 12 : at + 16], "little")
    long = tail[max(0, at - _LONG_END_BYTES) : at].startswith(_LONG_END)
    if contents > MOST_CONTENTS or long:
        raise _too_many()


def _unpack(
    archive: zipfile.ZipFile,
    folder: Path,
    zone: tzinfo,
    most_bytes: int,
    progress: Callable[[float], None] | None,
) -> None:
    entries = [(each, _place(each)) for each in archive.infolist() if not each.is_dir()]
    if len(entries) > MOST_FILES:
        raise _too_many()
    taken = 0
    for done, (entry, parts) in enumerate(entries):
        if progress is not None:
            progress(done / len(entries))
        if not parts:
            continue
        target = folder.joinpath(*parts)
        if not target.is_relative_to(folder):
            raise _elsewhere(entry.filename)
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, target.open("xb") as out:
            while piece := source.read(PIECE):
                taken += len(piece)
                if taken > most_bytes:
                    raise TooLarge(
                        f"The archive unpacks to more than {most_bytes >> 20:,} MiB.",
                        remedy="Import its characters in several archives.",
                    )
                out.write(piece)
        with suppress(ValueError, OverflowError, OSError):  # a time that cannot be
            moment = datetime(*entry.date_time, tzinfo=zone).timestamp()
            os.utime(target, (moment, moment))


def _place(entry: zipfile.ZipInfo) -> list[str]:
    """Where an entry belongs, name by name; nowhere what systems add. ImportRefused for a trap."""
    name = _name(entry)
    parts = name.split("/")
    if any(part in _ADDED for part in parts):
        return []
    if entry.flag_bits & _LOCKED or entry.compress_type not in _METHODS:
        raise ImportRefused(
            "The archive is locked, or packed in a way that is not read here.",
            remedy="Pack the folder again as a plain .zip without a password.",
        )
    trap = {"", ".", ".."} & {*parts} or any(sign in name for sign in ("\\", "\0"))
    if trap or len(parts) > DEEPEST or stat.S_ISLNK(entry.external_attr >> 16):
        raise _elsewhere(name)
    return parts


def _name(entry: zipfile.ZipInfo) -> str:
    """The entry's name. Without a mark it may be in the system's letters: UTF-8, or Chinese ones."""
    name = entry.orig_filename
    if entry.flag_bits & _UTF8 or name.isascii():
        return name
    raw = name.encode("cp437")
    for letters in ("utf-8", "gb18030"):
        with suppress(UnicodeDecodeError):
            return raw.decode(letters)
    return name


def _home(folder: Path) -> Path:
    """The folder that the files are in: many archives hold one folder that holds everything."""
    inside = [*folder.iterdir()]
    if len(inside) == 1 and inside[0].is_dir() and inside[0].name != "archive":
        return _home(inside[0])
    return folder


def _elsewhere(name: str) -> ImportRefused:
    return ImportRefused(
        f"The archive has an entry that leads elsewhere: {name[:120]!r}.",
        remedy="Pack the folder itself, without links.",
    )


def _too_many() -> ImportRefused:
    return ImportRefused(
        f"The archive holds more than {MOST_FILES:,} files.",
        remedy="Import its characters in several archives.",
    )
