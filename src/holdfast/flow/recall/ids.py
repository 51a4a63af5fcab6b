"""Ids: what the messages of an index are called, by place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Ids:
    """The ids of messages, in their order.

    Those that come from a leaf stay the bytes they are, each as long as the next, until one is
    asked for: a question wants ten of them, and to make strings of all takes longer than the rest
    of opening a leaf.
    """

    __slots__ = ("_begin", "_count", "_data", "_later", "_width")

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._data, self._begin, self._count, self._width = b"", 0, 0, 1
        self._later = [*ids]

    @classmethod
    def within(cls, data: bytes, begin: int, count: int, width: int) -> Ids:
        """So many ids of that width, one after the other within some bytes."""
        ids = cls()
        ids._data, ids._begin, ids._count, ids._width = data, begin, count, width
        return ids

    def __len__(self) -> int:
        return self._count + len(self._later)

    def __getitem__(self, place: int) -> str:
        later = place - self._count
        if later >= 0:
            return self._later[later]
        begin = self._begin + place * self._width
        return self._data[begin : begin + self._width].decode()

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(len(self)))

    def extend(self, ids: Iterable[str]) -> None:
        """Append ids."""
        self._later.extend(ids)

    def place_of(self, id_: str) -> int | None:
        """The place of the message of that id; None if it is not here."""
        letters, width, end = id_.encode(), self._width, self._begin + self._count * self._width
        found = self._data.find(letters, self._begin, end) if len(letters) == width else -1
        while found >= 0:
            place, within = divmod(found - self._begin, width)
            if not within:
                return place
            found = self._data.find(letters, found + 1, end)
        return self._count + self._later.index(id_) if id_ in self._later else None
