"""The index of one user, in memory: every message's terms, and what is needed to filter by."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from typing import NamedTuple

from holdfast.domain.user import Stamp
from holdfast.ports.terms import IndexRow
from holdfast.text.terms import is_undivided, stored_terms

SATURATION = 1.2
"""How soon another mention of the same term stops counting (BM25's k1)."""

LENGTH_WEIGHT = 0.75
"""How much a long message is held back (BM25's b)."""

_BYTES_PER_ENTRY = 900
_BYTES_PER_LETTER = 2


class Entry(NamedTuple):
    """One message, as far as the index knows it. `said_at` is in microseconds.

    In `terms` every term has a space of its own on either side; `length` counts words, and the
    characters of what is not divided into words.
    """

    seq: int
    id: str
    session: str
    agent: str
    said_at: int
    terms: str
    length: int


class UserIndex:
    """Exact keyword search over one user's messages, by going through them.

    Fed with rows in the order of the log; a row whose id is already here takes its place. Not
    thread-safe by itself: hold `lock` while feeding or searching.
    """

    def __init__(self, epoch: int) -> None:
        self.lock = threading.Lock()
        self.stamp = Stamp(epoch, 0)
        self.entries: dict[int, Entry] = {}
        self._place_of: dict[str, int] = {}
        self._length = 0
        self._letters = 0

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return self._letters * _BYTES_PER_LETTER + len(self.entries) * _BYTES_PER_ENTRY

    def feed(self, rows: Iterable[IndexRow], stamp: Stamp) -> None:
        """Take in what came since the last time."""
        for seq, id_, session, agent, said_at, analysed, words in rows:
            stored = words if analysed else " ".join(stored_terms(words))
            self._let_go(id_)
            terms = f" {stored.replace(' ', '  ')} "
            length = _length(stored)
            self.entries[seq] = Entry(seq, id_, session, agent, said_at, terms, length)
            self._place_of[id_] = seq
            self._length += length
            self._letters += len(terms)
        self.stamp = stamp

    def _let_go(self, message_id: str) -> None:
        """An older version gives way."""
        seq = self._place_of.pop(message_id, None)
        if seq is not None:
            entry = self.entries.pop(seq)
            self._length -= entry.length
            self._letters -= len(entry.terms)

    def score(self, terms: Iterable[str], among: frozenset[int] | None = None) -> dict[int, float]:
        """BM25 of every message that holds any of the terms, by place in the log.

        `among` narrows what is scored, not what is counted: a term is as rare as it is for the
        user as a whole.
        """
        scores: dict[int, float] = {}
        total = len(self.entries)
        mean = self._length / total if self._length else 1.0
        for term in terms:
            sought = term if is_undivided(term) else f" {term} "
            held = [entry for entry in self.entries.values() if sought in entry.terms]
            rarity = math.log(1 + (total - len(held) + 0.5) / (len(held) + 0.5))
            for entry in held:
                if among is None or entry.seq in among:
                    count = entry.terms.count(sought)
                    length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * entry.length / mean
                    weight = count * (SATURATION + 1) / (count + SATURATION * length)
                    scores[entry.seq] = scores.get(entry.seq, 0.0) + rarity * weight
        return scores


def _length(stored: str) -> int:
    """How many words, and how many characters beyond one for each undivided run."""
    if not stored:
        return 0
    words = stored.count(" ") + 1
    return words if stored.isascii() else words + (len(stored.encode()) - len(stored)) // 2
