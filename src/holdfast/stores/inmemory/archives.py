"""Archives that last as long as the process."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from holdfast.ports.archives import Archives, Shelf, checked_file


class InMemoryArchives(Archives):
    """Bytes by shelf and name."""

    def __init__(self) -> None:
        self._files: dict[Shelf, dict[str, bytes]] = {}
        self._turns: dict[Shelf, threading.RLock] = {}

    def shelves(self, space: str) -> list[Shelf]:
        return sorted(
            shelf for shelf, files in self._files.items() if files and shelf.space == space
        )

    @contextmanager
    def hold(self, shelf: Shelf) -> Iterator[None]:
        with self._turns.setdefault(shelf, threading.RLock()):
            yield

    def names(self, shelf: Shelf) -> Mapping[str, int]:
        files = self._files.get(shelf, {})
        return {name: len(files[name]) for name in sorted(files)}

    def read(self, shelf: Shelf, name: str) -> bytes | None:
        return self._files.get(shelf, {}).get(checked_file(name))

    def put(self, shelf: Shelf, name: str, data: bytes) -> None:
        self._files.setdefault(shelf, {})[checked_file(name)] = bytes(data)

    def append(self, shelf: Shelf, name: str, data: bytes) -> None:
        self.put(shelf, name, (self.read(shelf, name) or b"") + data)

    def remove(self, shelf: Shelf, name: str) -> bool:
        return self._files.get(shelf, {}).pop(checked_file(name), None) is not None

    def remove_shelf(self, shelf: Shelf) -> int:
        return len(self._files.pop(shelf, {}))
