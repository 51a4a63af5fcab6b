"""The index of one user, in memory: keyword postings and what is needed to filter by."""

from __future__ import annotations

import math
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from holdfast.domain.user import Stamp
from holdfast.ports.terms import IndexRow
from holdfast.text.terms import stored_terms

SATURATION = 1.2
"""How soon another mention of the same term stops counting (BM25's k1)."""

LENGTH_WEIGHT = 0.75
"""How much a long message is held back (BM25's b)."""

_BYTES_PER_POSTING = 20
_BYTES_PER_ENTRY = 700


class Entry(NamedTuple):
    """One message, as far as the index knows it. `said_at` is in microseconds."""

    seq: int
    id: str
    session: str
    agent: str
    said_at: int
    length: int


class UserIndex:
    """Exact keyword search over one user's messages.

    Fed with rows in the order of the log; a row whose id is already here takes its place. Not
    thread-safe by itself: hold `lock` while feeding or searching.
    """

    def __init__(self, epoch: int) -> None:
        self.lock = threading.Lock()
        self.stamp = Stamp(epoch, 0)
        self.entries: dict[int, Entry] = {}
        self._place_of: dict[str, int] = {}
        self._postings: defaultdict[str, list[int]] = defaultdict(list)
        self._count_of_postings = 0
        self._length = 0

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return self._count_of_postings * _BYTES_PER_POSTING + len(self.entries) * _BYTES_PER_ENTRY

    def feed(self, rows: Iterable[IndexRow], stamp: Stamp) -> None:
        """Take in what came since the last time."""
        for row in rows:
            terms = row.terms.split() if row.analysed else stored_terms(row.terms)
            self._replace(row.id)
            entry = Entry(row.seq, row.id, row.session, row.agent, row.said_at, len(terms))
            self.entries[row.seq] = entry
            self._place_of[row.id] = row.seq
            self._length += entry.length
            self._count_of_postings += len(terms)
            for term in terms:
                self._postings[term].append(row.seq)
        self.stamp = stamp

    def _replace(self, message_id: str) -> None:
        """Let go of an older version. Its postings stay behind and are passed over."""
        seq = self._place_of.pop(message_id, None)
        if seq is not None:
            self._length -= self.entries.pop(seq).length

    def score(self, terms: Iterable[str], among: frozenset[int] | None = None) -> dict[int, float]:
        """BM25 of every message that holds any of the terms, by place in the log.

        `among` narrows what is scored, not what is counted: a term is as rare as it is for the
        user as a whole.
        """
        scores: dict[int, float] = {}
        if not self.entries:
            return scores
        mean = self._length / len(self.entries) or 1.0
        for term in terms:
            counts = Counter(self._postings.get(term, ()))
            held = [(seq, count) for seq, count in counts.items() if seq in self.entries]
            if not held:
                continue
            rarity = math.log(1 + (len(self.entries) - len(held) + 0.5) / (len(held) + 0.5))
            for seq, count in held:
                if among is None or seq in among:
                    length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * self.entries[seq].length / mean
                    weight = count * (SATURATION + 1) / (count + SATURATION * length)
                    scores[seq] = scores.get(seq, 0.0) + rarity * weight
        return scores
