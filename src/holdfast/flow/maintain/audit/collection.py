"""Collections: all memories that are looked over together, read once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from holdfast.domain.audit import AuditEntry
from holdfast.flow.maintain.audit.exchange import exchange
from holdfast.flow.maintain.audit.lexicon import ENGLISH, words
from holdfast.flow.maintain.audit.reading import Reading, normal
from holdfast.flow.maintain.audit.subject import NOBODY, SELF, alike, names_in
from holdfast.flow.maintain.audit.tokens import Words, words_of
from holdfast.flow.maintain.audit.vectors import Array, Vectors
from holdfast.ports.embedder import Embedder
from holdfast.text.stems import stem

NEAR = 0.30
"""The cosine below which two are not compared."""

FIGURES = frozenset(
    ["number", "year", "clock", "day", "height", "weight", "duration", "length", "share", "weekday", "month"]
)  # fmt: skip
"""Kinds of words that tell how many, how much or when."""

MOST = 16
"""So many others one memory is compared with: in a store of any size the work grows with its size."""


class Collection:
    """The memories, what each says, and how near they are to each other."""

    def __init__(self, entries: Sequence[AuditEntry], embedder: Embedder | None) -> None:
        names = names_in(normal(entry.text) for entry in entries)
        self.readings = [Reading(entry, names) for entry in entries]
        self._embedder = embedder
        self._likeness: dict[tuple[int, int], float] = {}

    @cached_property
    def words(self) -> list[Words]:
        """The words of each."""
        return [words_of(reading) for reading in self.readings]

    @cached_property
    def vectors(self) -> Vectors:
        """The vectors of each."""
        return Vectors(
            self._embedder,
            [words.forms for words in self.words],
            [_ABOUT.sub("", reading.low) for reading in self.readings],
        )

    @cached_property
    def near(self) -> list[tuple[int, int]]:
        """The pairs that are near enough to be looked at: of each memory the nearest few."""
        return list(self.vectors.near(NEAR, MOST))

    def same_one(self, one: int, other: int) -> bool:
        """Whether two may be about the same one."""
        here, there = self.readings[one], self.readings[other]
        if here.entry.about != there.entry.about:
            return False
        return alike(here.subject.who, there.subject.who)

    def kept_by_same(self, one: int, other: int) -> bool:
        """The same, but that an animal may be told of as its keeper's, and anybody without a name."""
        here, there = (self.readings[each] for each in (one, other))
        if here.entry.about != there.entry.about:
            return False
        who, whom = here.subject.keeper, there.subject.keeper
        if NOBODY in (who, whom):
            return self._may_be(who, other) and self._may_be(whom, one)
        return (
            alike(who, whom)
            or self._names(one, other)
            or self._names(other, one)
            or _speaks_of(here, who, there)
            or _speaks_of(there, whom, here)
            or (self._mentions(other, who) and self._mentions(one, whom))
        )

    def same_people(self, one: int, other: int) -> bool:
        """Whether two are about the same one, or each speaks of the one that the other is about."""
        here, there = (self.readings[each].subject.keeper for each in (one, other))
        return self.same_one(one, other) or (
            bool(here and there) and self._mentions(other, here) and self._mentions(one, there)
        )

    def _mentions(self, place: int, who: str) -> bool:
        """Whether a text speaks of this one, if only beside the one that it is about."""
        low, persons = self.readings[place].low, self.words[place].kinds.get("person", ())
        return all(
            _SELF.search(low) is not None if part == SELF else part in persons or part in low
            for part in who.split("/")
            if part
        )

    def _may_be(self, who: str, place: int) -> bool:
        """Whether a text that names nobody may be about this one: of somebody's aunt it says "aunt"."""
        relation = who.rpartition("/")[2] if "/" in who else ""
        return (
            not relation
            or who == self.readings[place].subject.keeper
            or relation in self.words[place].kinds.get("person", frozenset())
        )

    def _names(self, one: int, other: int) -> bool:
        """Whether one is about somebody whom the other names beside the one that both belong to."""
        here, there = self.readings[one].subject, self.readings[other].subject
        relation = here.who.rpartition("/")[2]
        named = self.words[other].kinds.get("person", frozenset())
        return (
            here.is_other and not there.is_other and here.owner == there.owner and relation in named
        )

    def likeness(self, one: int, other: int) -> float:
        """From 0 to 1, how much two say the same, by their words."""
        known = self._likeness.get((one, other))
        if known is None:
            here, there = self.vectors.overlap(one, other)
            known = 0.5 * self.vectors.cosine(one, other) + 0.25 * (here + there)
            self._likeness[one, other] = known
        return known

    def sameness(self, one: int, other: int) -> float:
        """The same with all words, told in a second way: it takes more for two to be one."""
        shared = sum(self.vectors.overlap(one, other))
        near = self.vectors.cosine(one, other) + self.vectors.whole(one, other)
        return 0.25 * (shared + near)

    def _replaced(self, one: int, other: int) -> tuple[str, str] | None:
        """The stretch in which alone the texts of two differ, if it means something else."""
        if self.vectors.cosine(one, other) < NEAR:
            return None
        found = exchange(*(_ABOUT.sub("", self.words[each].text) for each in (one, other)))
        if found is None or found.one.isdigit() or self._embedder is None:
            return None
        rows = self._embedder.embed([found.one, found.other, *found.wider])
        near = max(rows[0] @ rows[1], rows[2] @ rows[3] - _WITH_NEXT)
        if near >= (_OTHER if found.first else _MEANS_SAME):
            return None
        return found.one, found.other

    def _last_differs(self, one: int, other: int, near: Array) -> tuple[str, str] | None:
        """The last words of two that are the same but for these: green tea, black tea."""
        here, there = self.words[one], self.words[other]
        last, final = here.forms[-1], there.forms[-1]
        if len(here.forms) != len(there.forms) or {last, final} & (here.said | there.said):
            return None
        before = near[:-1, :-1]
        if min(before.max(1).min(), before.max(0).min()) < _ALL or last.isdigit():
            return None
        return (last, final) if near[-1, -1] < _CLOSE else None

    def told_apart(self, one: int, other: int) -> bool:
        """Whether both name one thing, each another of its kind: the garage key, the spare key."""
        here, there = self.words[one].qualified, self.words[other].qualified
        forms = {stem(form) for each in (one, other) for form in self.words[each].forms}
        for head in here.keys() & there.keys():
            some, others = here[head] - there[head], there[head] - here[head]
            if here[head] & there[head] or not some or not others:
                continue
            if {stem(word) for word in some | others} <= forms and (
                self.vectors.between(sorted(some), sorted(others)).max() < _QUALIFIED
            ):
                return True
        return False

    def apart(self, some: Sequence[str], others: Sequence[str], least: float) -> bool:
        """Whether no word of some is as near as this to one of others."""
        if self._embedder is None:
            return not set(some) & set(others)
        rows = self._embedder.embed([*some, *others])
        return float((rows[: len(some)] @ rows[len(some) :].T).max()) < least

    def unlike(self, one: int, other: int) -> set[str]:
        """The kinds of words of which both name some, but none that is the same."""
        here, there = self.words[one].kinds, self.words[other].kinds
        found = {kind for kind in here.keys() & there.keys() if not here[kind] & there[kind]}
        if self.readings[one].language != self.readings[other].language:
            found &= _BEYOND_LANGUAGE
        if "person" in found and _wider(here["person"], there["person"]):
            found.discard("person")
        if "name" in found and (
            _shortened(here["name"], there["name"]) or self._names_other(one, other)
        ):
            found.discard("name")
        return found

    def _names_other(self, one: int, other: int) -> bool:
        """Whether a name of one stands in the other, if only at its beginning or by its initials."""
        for place, against in ((one, other), (other, one)):
            low = self.readings[against].low
            initials = {each.lower() for each in _INITIALS.findall(_heads(self.readings[against]))}
            for name in self.words[place].kinds.get("name", ()):
                if name.lower() in low or name.lower() in initials:
                    return True
        return False

    def anchors(self, one: int, other: int) -> int:
        """The kinds of figures of which both name the same: a year, a count, an hour."""
        here, there = self.words[one].kinds, self.words[other].kinds
        return sum(bool(here[kind] & there[kind]) for kind in here.keys() & there.keys() & FIGURES)

    def exchanged(self, one: int, other: int) -> tuple[str, str] | None:
        """The word that each of two has in place of the other's, where all else is the same.

        In English it is the last one, in Chinese it stands in the same place: two verbs may mean
        one thing, what follows them hardly.
        """
        here, there = self.words[one].forms, self.words[other].forms
        if len(here) < 2 or len(there) < 2:
            return None
        near = self.vectors.between(here, there)
        odd = [
            [place for place, best in enumerate(each.max(1)) if best < _OTHER]
            for each in (near, near.T)
        ]
        rest = [best for each in (near, near.T) for best in each.max(1) if best >= _OTHER]
        if close := self._last_differs(one, other, near) or self._replaced(one, other):
            return None if words("lists.toml")["adverbial"].intersection(close) else close
        if [len(places) for places in odd] != [1, 1] or min(rest, default=0.0) < _SAME:
            return None
        at, to = odd[0][0], odd[1][0]
        last = at == len(here) - 1 and to == len(there) - 1
        if not last and (self.readings[one].language == ENGLISH or at != to):
            return None
        found = here[at], there[to]
        if not last and min(map(len, found)) < 2:
            return None
        return None if words("lists.toml")["adverbial"].intersection(found) else found


def _heads(reading: Reading) -> str:
    """The initials of the words with capitals that stand together, a run for each."""
    return " ".join(
        "".join(word[0] for word in run.split()) for run in _CAPITALS.findall(reading.text)
    )


def _speaks_of(one: Reading, who: str, other: Reading) -> bool:
    """Whether the other names whom the one is about, and is not about something of that one's."""
    return who.isalpha() and who in other.low and other.subject.owner != one.subject.owner


def _wider(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether one of two persons may be the other: a child is a son or a daughter."""
    return any(alike(one, other) for one in some for other in others)


def _shortened(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a name is another one's beginning: Postgres, PostgreSQL."""
    return any(one.startswith(other[:5]) for one in some for other in others if len(other) > 4)


_MEANS_SAME = 0.62
_WITH_NEXT = 0.15
"""Two stretches that are nearer than this mean the same; the next word, which is the same, adds some."""

_ALL = 0.95
_CLOSE = 0.72
"""Where all else is the same, a last word that is no nearer than this is another one."""

_ABOUT = re.compile(r"\b(?:the )?user(?:'s)?\b|该?用户的?")
"""Whom nearly all are about: it makes no two alike."""

_BEYOND_LANGUAGE = frozenset(["number", "year", "clock", "day", "height", "weight", "person"])
"""Kinds of words of which one may be told from another across languages."""

_SELF = re.compile(r"\b(?:user|my|me|i)\b|用户|我")
_CAPITALS = re.compile(r"[A-Z][a-z]+(?: (?:of )?[A-Z][a-z]+)+")
_INITIALS = re.compile(r"\w{2,}")

_QUALIFIED = 0.45
"""Two that qualify the same thing and are no nearer than this make two things of it."""

_OTHER = 0.35
"""A word that is no nearer than this to any of the other's is another one."""

_SAME = 0.85
