"""Scrub: a layer under SQLite that leaves nothing behind in the free space of a page.

With `secure_delete` SQLite overwrites what is deleted. But when it divides a page or joins two, it
copies rows from one page to another, and the old copies stay in the free space of the page they
left. A row that is deleted later is overwritten in its new place only.

That space means nothing to SQLite, so it can be cleared on the way to the disk. Pages enter the
database file at one moment only, when a checkpoint moves them out of the write-ahead log. So all
checkpoints are run on a connection that goes through this layer, and no other connection makes any.
"""

from __future__ import annotations

import threading
from typing import Any

import apsw

_HEADER_OF_FILE = 100
_BYTES_OF_HEADER = {2: 12, 5: 12, 10: 8, 13: 8}
"""The four kinds of page that hold rows, by their first byte, and how long their headers are."""


def scrubbed(page: bytes, offset: int) -> bytes:
    """The page with its free space cleared; as it is, if it is not a page of rows.

    `offset` is its place in the file: the first page begins with the header of the file.
    """
    begin = _HEADER_OF_FILE if offset == 0 else 0
    if len(page) < 512:
        return page
    length = _BYTES_OF_HEADER.get(page[begin])
    if length is None:
        return page  # an overflow page, or a free one: these are cleared when they are freed
    cells = int.from_bytes(page[begin + 3 : begin + 5], "big")
    content = int.from_bytes(page[begin + 5 : begin + 7], "big") or 65536
    first = begin + length + 2 * cells
    if not first < content <= len(page):
        return page
    return page[:first] + bytes(content - first) + page[content:]


class _DatabaseFile(apsw.VFSFile):
    """The database file itself."""

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802  SQLite's name
        super().xWrite(scrubbed(bytes(data), offset), offset)


class _ScrubbingVfs(apsw.VFS):
    """The ordinary files of `base`, but for the database file."""

    def __init__(self, name: str, base: str) -> None:
        self._base = base
        super().__init__(name, base)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802  SQLite's name
        kind = _DatabaseFile if flags[0] & apsw.SQLITE_OPEN_MAIN_DB else apsw.VFSFile
        return kind(self._base, name, flags)


_layers: dict[str, _ScrubbingVfs] = {}
_making = threading.Lock()


def scrubbing(base: str | None) -> str:
    """The name of the layer above `base` (None: the system's own), made when first asked for."""
    base = base or ""
    name = f"holdfast-scrub-{base}"
    with _making:
        if base not in _layers:
            _layers[base] = _ScrubbingVfs(name, base)
    return name
