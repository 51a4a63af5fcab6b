"""The index of one user, in memory: columns, postings and vectors, fed from the store's rows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from holdfast.domain.message import trust_of
from holdfast.domain.moments import FIRST, NEVER, from_micros
from holdfast.domain.user import Stamp
from holdfast.flow.recall.columns import Codes, Table
from holdfast.flow.recall.facts import Fact, words_of
from holdfast.flow.recall.ids import Ids
from holdfast.flow.recall.leaf import Opened
from holdfast.flow.recall.measures import (
    Groups,
    Measures,
    Rows,
    Whole,
    Worths,
    measured,
    worth,
    worths,
)
from holdfast.flow.recall.near import Nearness
from holdfast.flow.recall.neighbours import Neighbours
from holdfast.flow.recall.postings import Postings, segment
from holdfast.flow.recall.speakers import Speaker, speakers
from holdfast.flow.recall.texts import Texts
from holdfast.flow.recall.vectors import Vectors
from holdfast.ports.marks import Sheet

if TYPE_CHECKING:
    from holdfast.flow.recall.keys import Keys

_BYTES_PER_ID, _BYTES_PER_FACT = 120, 400
_TRAITS = Rows._fields.index("traits")
_A_FEW = 8
"""The worths of so many messages are worked out one by one."""

_SAID_AT = Rows._fields.index("said_at")
_MOST_TOLD, _MOST_LETTERS = 1024, 1 << 20
"""How many messages' texts are kept, of those that were found, and how long they may be in all."""


class UserIndex:
    """One user's messages, each at a place of its own, in the order of the log.

    Fed with sheets; rows are only ever appended. A sheet that changes what is here (a correction
    does) cannot be fed: `takes` says so, and the index is then made anew. Not thread-safe by
    itself: hold `lock` while feeding or searching.
    """

    def __init__(self, epoch: int) -> None:
        self.lock = threading.Lock()
        self.stamp = Stamp(epoch, 0)
        self.ids = Ids()
        self.postings = Postings()
        self.vectors = Vectors()
        self.sessions, self.agents = Codes(), Codes()
        self.roles, self.speakers = Codes(), Codes()
        self._rows = Table(np.int64, len(Rows._fields))
        self._worths = Table(np.float64, len(Worths._fields))
        self.told: dict[int, tuple[str, str]] = {}
        self._facts: dict[int, Fact] = {}
        self.nearness = Nearness()
        self.keys: Keys | None = None
        """What leads to the messages beside their own words; None as long as nobody asks for it."""
        self._letters = 0
        self._texts: Texts | None = None
        self._neighbours = Neighbours()
        self._lacking: list[int] = []
        self._measures: Measures | None = None
        self._groups: Groups | None = None
        self._named: list[Speaker] | None = []

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return (
            self._rows.bytes
            + self._worths.bytes
            + sum(codes.bytes for codes in self._codes())
            + self.postings.bytes
            + self.vectors.bytes
            + _BYTES_PER_ID * (len(self.ids) + len(self.told))
            + _BYTES_PER_FACT * (len(self._facts) + len(self.nearness))
            + 2 * self._letters  # as they were told, and as they are compared
            + (self._texts.bytes if self._texts else 0)
            + (self.keys.bytes if self.keys else 0)
        )

    @property
    def rows(self) -> Rows:
        """What is known of each message in whole numbers."""
        return Rows(*self._rows.view)

    @property
    def said_at(self) -> Whole:
        """When each message was said, as `rows` has it."""
        said_at: Whole = self._rows.view[_SAID_AT]
        return said_at

    @property
    def worths(self) -> Worths:
        """What depends on each message and its neighbours alone."""
        return Worths(*self._worths.view)

    @property
    def measures(self) -> Measures:
        """What is worked out once, until more is fed."""
        if self._measures is None:
            self._groups = Groups(self.sessions.numbers, self._groups)
            self._measures = measured(
                self._rows.view,
                self._worths.view,
                self._groups,
                in_line=self._neighbours.in_line,
            )
        return self._measures

    @property
    def named_speakers(self) -> list[Speaker]:
        """Those who spoke and have names."""
        if self._named is None:
            self._named = speakers(self.speakers.names)
        return self._named

    def takes(self, sheet: Sheet, *, opened: bool = False) -> bool:
        """Whether the sheet only adds to the end of what is here.

        Of an index that was `opened` in the same moment no version can be replaced by the sheet.
        """
        if not len(self):
            return True
        if not opened and any(version > 1 for version in sheet.versions):
            return False
        return self._neighbours.end(zip(sheet.sessions, sheet.numbers, strict=True))

    def open(self, parts: Opened) -> None:
        """Begin with what leaves hold, as if it had been fed."""
        self.ids = parts.ids
        self._lacking = parts.lacking
        self.postings.open(parts.segments, len(parts.ids))
        self.vectors.open(parts.vectors, parts.scales)
        for codes, names, numbers in zip(self._codes(), parts.names, parts.codes, strict=True):
            codes.open(names, numbers)
        if not _NO_NAMES.issuperset(parts.names[-1]):
            self._named = None
        self._rows.extend(parts.rows)
        fresh = worths(self.rows, slice(None)) if parts.worths is None else parts.worths
        self._worths.extend(fresh)
        self._measures, self._texts = parts.measures, parts.texts
        self._groups = parts.measures.by_session if parts.measures else None
        self._neighbours.resume(
            self._session_at, self.rows.after, parts.numbers, in_line=parts.in_line
        )

    def parts(self, sheet: Sheet, told: Texts | None = None) -> Opened:
        """What `open` wants, of an index that was fed with this one sheet, and maybe its texts."""
        return Opened(
            ids=self.ids,
            names=[codes.names for codes in self._codes()],
            codes=np.array([codes.numbers for codes in self._codes()]),
            rows=self._rows.view,
            numbers=np.array(sheet.numbers, np.int64),
            segments=[segment(sheet.known_terms)],
            vectors=self.vectors.joined(sheet.vectors),
            scales=self.vectors.scales,
            lacking=self._lacking,
            in_line=self._neighbours.in_line,
            worths=self._worths.view,
            measures=self.measures,
            texts=told,
        )

    def _codes(self) -> tuple[Codes, ...]:
        return (self.sessions, self.agents, self.roles, self.speakers)

    def _session_at(self, place: int) -> str:
        return self.sessions.at(place) or ""

    def feed(self, sheet: Sheet) -> None:
        """Take in what came since the last time. No terms may be missing; vectors may."""
        if not sheet.seqs:
            return
        first = len(self.ids)
        if None in sheet.vectors:
            self._lacking.extend(n for n, row in enumerate(sheet.vectors, first) if row is None)
        self.postings.extend(sheet.known_terms)
        self.vectors.extend(sheet.vectors)
        self.sessions.extend(sheet.sessions)
        self.agents.extend(sheet.agents)
        self.roles.extend(sheet.roles)
        self.speakers.extend(sheet.speakers)
        if not _NO_NAMES.issuperset(sheet.speakers):
            self._named = None
        self._append(sheet, first)
        self.ids.extend(sheet.ids)
        self._measures = None

    def _append(self, sheet: Sheet, first: int) -> None:
        """Take in what can be said in numbers, of the messages and of how they follow each other."""
        assistant = map("assistant".__eq__, sheet.roles)
        columns = (sheet.seqs, sheet.said_at, sheet.traits, assistant, sheet.numbers)
        numbers = np.fromiter(chain(*columns), np.int64, len(columns) * len(sheet.seqs))
        *fresh, within = numbers.reshape(len(columns), -1)
        if fresh[1].min() < FIRST or fresh[1].max() > NEVER:
            raise ValueError("a time lies outside the calendar")
        if not first:
            joined = self._neighbours.join_all(sheet.sessions, self.sessions.numbers, within)
            self._rows.extend(np.array((*fresh, *joined.beside)))
            self._worths.extend(worths(self.rows, slice(None)))
            return
        joined = self._neighbours.join(sheet.sessions, within.tolist(), first)
        self._rows.extend(np.array((*fresh, *joined.beside)))
        rows = self.rows
        for ahead, place in joined.followed.items():
            rows.after[ahead] = place
        self._worths.extend(np.empty((len(Worths._fields), len(within))))
        changed = [*joined.followed, *range(first, first + len(within))]
        if len(changed) <= _A_FEW:
            for place in changed:
                self._worths.view[:, place] = self._worth(place)
        else:
            self._worths.view[:, changed] = worths(rows, changed)

    def _worth(self, place: int) -> list[float]:
        _, _, traits, assistant, before, after = self._rows.view[:, place].tolist()
        return worth(traits, assistant, before, after, self._rows.view.item(_TRAITS, before))

    def keep_few_texts(self) -> None:
        """Let go of the texts kept, if they have become many."""
        if len(self.told) >= _MOST_TOLD or self._letters >= _MOST_LETTERS:
            self.told.clear()
            self._facts.clear()
            self.nearness.clear()
            self._letters = 0

    def texts(
        self, places: Sequence[int], read: Callable[[Sequence[int]], dict[int, tuple[str, str]]]
    ) -> dict[int, tuple[str, str]]:
        """Text and zone by place, and of those found before: who was found is found again."""
        told, kept = self.told, self._texts
        if kept is not None and max(places, default=0) < len(kept.ends):
            return dict(zip(places, kept.at(places), strict=True))
        unread = [place for place in places if place not in told]
        if unread:
            seqs = dict(zip(self.rows.seqs[unread].tolist(), unread, strict=True))
            for seq, found in read(list(seqs)).items():
                told[seqs[seq]] = found
                self._letters += len(found[0])
        return told

    def facts(
        self, places: Sequence[int], read: Callable[[Sequence[int]], dict[int, tuple[str, str]]]
    ) -> dict[int, Fact]:
        """What a hit says, by place, and of those found before. What cannot be read has none."""
        facts = self._facts
        fresh = [place for place in places if place not in facts]
        if fresh:
            told, ids = self.texts(fresh, read), self.ids
            rows = zip(
                fresh,
                *self._rows.view[:2].take(fresh, 1).tolist(),
                *(codes.at_all(fresh) for codes in self._codes()),
                strict=True,
            )
            for place, seq, said_at, session, agent, role, speaker in rows:
                if place in told:
                    text, zone = told[place]
                    role = role or ""
                    id_ = ids[place]
                    voice = (role, speaker, words_of(text) or id_)
                    moment, trust = from_micros(said_at, zone), trust_of(role)
                    facts[place] = _fact((voice, (id_,), text, seq, session or "", agent or "",
                                          role, speaker, moment, trust))  # fmt: skip
        return facts

    @property
    def first_without_vector(self) -> int:
        """Where in the log the first message stands that has no vector yet; 0 if all have."""
        return int(self.rows.seqs[self._lacking[0]]) if self._lacking else 0

    def fill(self, sheet: Sheet) -> None:
        """Take the vectors of messages that are here and had none."""
        found = dict(zip(sheet.seqs, sheet.vectors, strict=True))
        seqs = self.rows.seqs
        rows = [(place, found.get(int(seqs[place]))) for place in self._lacking]
        self.vectors.fill([(place, row) for place, row in rows if row is not None])
        self._lacking = [place for place, row in rows if row is None]
        self.nearness.clear()


_NO_NAMES = frozenset({None})

_fact = partial(tuple.__new__, Fact)
"""Makes one of its fields, in half the time that it takes by their names."""
