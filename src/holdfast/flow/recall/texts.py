"""Texts: what the messages of a leaf say, as bytes, of which only those that are found are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_MESSAGES, MOST_BYTES = 512, 1 << 17
"""Of more messages than this, or of longer ones, the texts are left where they are. To read those of
ten hits, row by row, is most of a first question about a hundred messages, and little of one about
thousands."""


class Texts(NamedTuple):
    """Texts one after the other, within bytes of which they are a part, and the zones of their times."""

    data: bytes
    begin: int
    ends: NDArray[np.unsignedinteger]
    zones: list[str]
    zone_of: NDArray[np.unsignedinteger]

    @property
    def letters(self) -> bytes:
        """The texts alone."""
        return self.data[self.begin : self.begin + self.ends.item(-1)]

    @property
    def bytes(self) -> int:
        """About how much memory they take."""
        return self.ends.item(-1) + 8 * len(self.ends)

    def at(self, places: Iterable[int]) -> list[tuple[str, str]]:
        """Text and zone at each of these places."""
        data, begin, ends, zones, zone_of = self
        end, zone = ends.item, zone_of.item
        return [
            (
                data[begin + end(place - 1) if place else begin : begin + end(place)].decode(),
                zones[zone(place)],
            )
            for place in places
        ]


def texts(told: Sequence[tuple[str, str]]) -> Texts | None:
    """These texts and zones; None if there are none, too many, or too long ones."""
    letters = [text.encode() for text, _ in told]
    if not told or len(told) > MOST_MESSAGES or sum(map(len, letters)) > MOST_BYTES:
        return None
    zones = {zone: number for number, zone in enumerate(dict.fromkeys(zone for _, zone in told))}
    ends = np.array([*accumulate(map(len, letters))], np.uint32)
    zone_of = np.array([zones[zone] for _, zone in told], np.uint32)
    return Texts(b"".join(letters), 0, ends, [*zones], zone_of)
