"""The index of one user, in memory: columns, postings and vectors, fed from the store's rows."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.message import trust_of
from holdfast.domain.moments import FIRST, NEVER, from_micros
from holdfast.domain.user import Stamp
from holdfast.flow.recall.columns import Codes, Column
from holdfast.flow.recall.facts import Fact, words_of
from holdfast.flow.recall.measures import Measures, measured
from holdfast.flow.recall.near import Nearness
from holdfast.flow.recall.postings import Postings
from holdfast.flow.recall.speakers import Speaker, speakers
from holdfast.flow.recall.vectors import Vectors
from holdfast.ports.marks import LENGTH_FROM, Sheet
from holdfast.text.traits import Trait

if TYPE_CHECKING:
    from holdfast.flow.recall.keys import Keys

NOBODY = -1
"""In `before` and `after`: there is no neighbour."""

_NEVER = (NOBODY, 0)
"""The last place and number of a session that is not here."""

_BYTES_PER_ID, _BYTES_PER_FACT = 120, 400
_MOST_TOLD, _MOST_LETTERS = 1024, 1 << 20
"""How many messages' texts are kept, of those that were found, and how long they may be in all."""

_QUESTION = int(Trait.QUESTION)

Whole = NDArray[np.int64]


class UserIndex:
    """One user's messages, each at a place of its own, in the order of the log.

    Fed with sheets; rows are only ever appended. A sheet that changes what is here (a correction
    does) cannot be fed: `takes` says so, and the index is then made anew. Not thread-safe by
    itself: hold `lock` while feeding or searching.
    """

    def __init__(self, epoch: int) -> None:
        self.lock = threading.Lock()
        self.stamp = Stamp(epoch, 0)
        self.ids: list[str] = []
        self.postings = Postings()
        self.vectors = Vectors()
        self.sessions, self.agents = Codes(), Codes()
        self.roles, self.speakers = Codes(), Codes()
        self._seqs, self._said_at = Column(np.int64), Column(np.int64)
        self._lengths = Column(np.float64)
        self._questions, self._assistant = Column(np.bool_), Column(np.bool_)
        self._before, self._after = Column(np.int64), Column(np.int64)
        self.told: dict[int, tuple[str, str]] = {}
        self._facts: dict[int, Fact] = {}
        self.nearness = Nearness()
        self.keys: Keys | None = None
        """What leads to the messages beside their own words; None as long as nobody asks for it."""
        self._letters = 0
        self._last: dict[str, tuple[int, int]] = {}
        self._lacking: list[int] = []
        self._measures: Measures | None = None
        self._named: list[Speaker] | None = []

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        columns = (
            self._seqs,
            self._said_at,
            self._lengths,
            self._questions,
            self._assistant,
            self._before,
            self._after,
        )
        names = (self.sessions, self.agents, self.roles, self.speakers)
        return (
            sum(column.bytes for column in columns)
            + sum(codes.bytes for codes in names)
            + self.postings.bytes
            + self.vectors.bytes
            + _BYTES_PER_ID * (len(self.ids) + len(self.told))
            + _BYTES_PER_FACT * (len(self._facts) + len(self.nearness))
            + 2 * self._letters  # as they were told, and as they are compared
            + (self.keys.bytes if self.keys else 0)
        )

    @property
    def seqs(self) -> Whole:
        """Where each message stands in the log."""
        return self._seqs.view

    @property
    def said_at(self) -> Whole:
        """When each was said, in microseconds."""
        return self._said_at.view

    @property
    def before(self) -> Whole:
        """The place of what was said just before each, in the same session, or NOBODY."""
        return self._before.view

    @property
    def after(self) -> Whole:
        """The place of what was said just after each, in the same session, or NOBODY."""
        return self._after.view

    @property
    def measures(self) -> Measures:
        """What is worked out once, until more is fed."""
        if self._measures is None:
            self._measures = measured(
                lengths=self._lengths.view,
                questions=self._questions.view,
                assistant=self._assistant.view,
                before=self._before.view,
                after=self._after.view,
                sessions=self.sessions.numbers,
            )
        return self._measures

    @property
    def named_speakers(self) -> list[Speaker]:
        """Those who spoke and have names."""
        if self._named is None:
            self._named = speakers(self.speakers.names)
        return self._named

    def takes(self, sheet: Sheet) -> bool:
        """Whether the sheet only adds to the end of what is here."""
        if not self.ids:
            return True
        if any(version > 1 for version in sheet.versions):
            return False
        last, said = self._last, zip(sheet.sessions, sheet.numbers, strict=True)
        return all(last.get(session, _NEVER)[1] < number for session, number in said)

    def feed(self, sheet: Sheet) -> None:
        """Take in what came since the last time. No terms may be missing; vectors may."""
        if not sheet.seqs:
            return
        first = len(self.ids)
        if None in sheet.vectors:
            self._lacking.extend(n for n, row in enumerate(sheet.vectors, first) if row is None)
        self.postings.extend(sheet.known_terms)
        self.vectors.extend(sheet.vectors)
        self._seqs.extend(sheet.seqs)
        if not FIRST <= min(sheet.said_at) <= max(sheet.said_at) <= NEVER:
            raise ValueError("a time lies outside the calendar")
        self._said_at.extend(sheet.said_at)
        traits = np.array(sheet.traits, np.int64)
        self._lengths.extend(traits >> LENGTH_FROM)
        self._questions.extend(traits & _QUESTION != 0)
        self._assistant.extend([role == "assistant" for role in sheet.roles])
        self.sessions.extend(sheet.sessions)
        self.agents.extend(sheet.agents)
        self.roles.extend(sheet.roles)
        self.speakers.extend(sheet.speakers)
        if not _NO_NAMES.issuperset(sheet.speakers):
            self._named = None
        self._join(first, sheet.sessions, array("q", sheet.numbers))
        self.ids.extend(sheet.ids)
        self._measures = None

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
        told = self.told
        unread = [place for place in places if place not in told]
        if unread:
            seqs = dict(zip(self.seqs[unread].tolist(), unread, strict=True))
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
            told, seqs, said_at = self.texts(fresh, read), self.seqs, self.said_at
            for place in fresh:
                if place in told:
                    moment = from_micros(said_at.item(place), told[place][1])
                    facts[place] = self._fact(place, told[place][0], seqs.item(place), moment)
        return facts

    def _fact(self, place: int, text: str, seq: int, said_at: datetime) -> Fact:
        role, speaker = self.roles.at(place) or "", self.speakers.at(place)
        voice = (role, speaker, words_of(text) or self.ids[place])
        session, agent = self.sessions.at(place) or "", self.agents.at(place) or ""
        return Fact(voice, text, seq, session, agent, role, speaker, said_at, trust_of(role))

    @property
    def first_without_vector(self) -> int:
        """Where in the log the first message stands that has no vector yet; 0 if all have."""
        return int(self.seqs[self._lacking[0]]) if self._lacking else 0

    def fill(self, sheet: Sheet) -> None:
        """Take the vectors of messages that are here and had none."""
        found = dict(zip(sheet.seqs, sheet.vectors, strict=True))
        rows = [(place, found.get(int(self.seqs[place]))) for place in self._lacking]
        self.vectors.fill([(place, row) for place, row in rows if row is not None])
        self._lacking = [place for place, row in rows if row is None]
        self.nearness.clear()

    def _join(self, first: int, sessions: Sequence[str], numbers: Sequence[int]) -> None:
        """Join the messages from `first` on to their neighbours: by number, within a session."""
        count, last = len(numbers), self._last
        before, after = [NOBODY] * count, [NOBODY] * count
        earlier = []
        for at in sorted(range(count), key=numbers.__getitem__):
            ahead, _ = last.get(sessions[at], _NEVER)
            if ahead >= first:
                after[ahead - first] = first + at
            elif ahead != NOBODY:
                earlier.append((ahead, first + at))
            before[at] = ahead
            last[sessions[at]] = (first + at, numbers[at])
        self._before.extend(before)
        self._after.extend(after)
        for ahead, place in earlier:
            self._after.view[ahead] = place


_NO_NAMES = frozenset({None})
