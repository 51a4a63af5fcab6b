"""Kin: the values of one topic while claims are folded, those that hold found by what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from holdfast.domain.slot import Standing
from holdfast.flow.extract.alike import same_form
from holdfast.flow.extract.shape import shape_of

if TYPE_CHECKING:
    from holdfast.flow.extract.fold import Told

_WORD = re.compile(r"\w+")


@dataclass(slots=True, eq=False)
class Value:
    """A value while claims are folded into it."""

    first: Told
    about: str
    number: int
    """Its place among its kin."""
    sub: str = ""
    """The sub-topic of all its kin, as it was called first."""
    told: list[Told] = field(default_factory=list)
    until: datetime | None = None
    dropped_at: datetime | None = None
    standing: Standing = Standing.CURRENT
    closed_by: Told | None = None
    forms: dict[str, None] = field(default_factory=dict)
    """What it was said to be, by its meaning."""
    form: str = ""
    """What it was said to be last."""

    def close(self, by: Told, standing: Standing) -> None:
        """It holds no longer, or never did. It never ends before it began, nor unlearned."""
        self.standing, self.closed_by = standing, by
        self.until = by.since if by.since > self.since else max(by.said_at, self.since)
        self.dropped_at = max(by.known_from, self.known_from)

    @property
    def since(self) -> datetime:
        """As was said last, where anybody said since when; else since it was first said."""
        told = (each.claim.since for each in reversed(self.told) if each.claim.since)
        return next(told, self.first.said_at)

    @property
    def known_from(self) -> datetime:
        return min(each.known_from for each in self.told)


class Kin:
    """The values that somebody's topic has had. What is closed stays closed."""

    __slots__ = ("_by_key", "_by_rarest", "_current", "_disputed", "one", "sub", "values")

    def __init__(self, sub: str = "", *, one: bool = False) -> None:
        self.sub, self.one = sub, one
        self.values: list[Value] = []
        self._current: dict[int, Value] = {}
        self._disputed: dict[int, Value] = {}
        self._by_key: dict[str, dict[int, Value]] = {}
        self._by_rarest: dict[str, dict[int, Value]] = {}

    @property
    def open(self) -> list[Value]:
        """Those that hold, or may."""
        return [*self._current.values(), *self._disputed.values()]

    @property
    def count(self) -> int:
        """How many of them there are."""
        return len(self._current) + len(self._disputed)

    @property
    def disputed(self) -> list[Value]:
        """Those that stand against each other."""
        return [*self._disputed.values()]

    def begin(self, first: Told, about: str) -> Value:
        """Have a value said that was not there."""
        value = Value(first, about, len(self.values), self.sub)
        self.values.append(value)
        self._current[value.number] = value
        self.add(value, first)
        return value

    def add(self, value: Value, each: Told) -> None:
        """Have a value that is open said once more."""
        value.told.append(each)
        value.form = shape_of(each.claim.topic, each.claim.value)
        if value.form in value.forms:
            return
        value.forms[value.form] = None
        rarest = min(_own(value.form), key=lambda key: len(self._by_key.get(key, ())))
        self._by_rarest.setdefault(rarest, {})[value.number] = value
        for key in _keys(value.form):
            self._by_key.setdefault(key, {})[value.number] = value

    def close(self, value: Value, by: Told, standing: Standing = Standing.PAST) -> None:
        """It holds no longer, or never did."""
        value.close(by, standing)
        self._current.pop(value.number, None)
        self._disputed.pop(value.number, None)
        for shape in value.forms:
            for key in _keys(shape):
                self._by_key[key].pop(value.number, None)
                self._by_rarest.get(key, {}).pop(value.number, None)

    def dispute(self) -> None:
        """All that are open stand against each other."""
        for value in self._current.values():
            value.standing = Standing.DISPUTED
        self._disputed |= self._current
        self._current.clear()

    def agree(self, value: Value) -> None:
        """One that is open holds."""
        value.standing = Standing.CURRENT
        self._disputed.pop(value.number, None)
        self._current[value.number] = value

    def said_last(self, shape: str) -> Value | None:
        """The youngest of the open ones whose last word means this."""
        found = (value for value in self._near(shape) if same_form(value.form, shape))
        return max(found, key=lambda value: value.number, default=None)

    def meaning(self, shape: str) -> list[Value]:
        """The open ones that were ever said in words that mean this."""
        near = self._near(shape)
        return [value for value in near if any(same_form(each, shape) for each in value.forms)]

    def saying(self, shape: str) -> list[Value]:
        """The open ones that were ever said in just these words, or others of their meaning."""
        return [v for v in self._by_key.get(shape, {}).values() if shape in v.forms]

    def _near(self, shape: str) -> Iterable[Value]:
        """The open ones of which some may mean this; none that does is missing.

        A form that contains another has all keys of its own. So what contains this is among those
        that have its rarest one, and what this contains has its rarest one among all keys of this.
        """
        rarest = min(_own(shape), key=lambda key: len(self._by_key.get(key, ())))
        found = dict(self._by_key.get(rarest, {}))
        for key in _keys(shape):
            found |= self._by_rarest.get(key, {})
        return list(found.values())


def _own(shape: str) -> list[str]:
    """What any form that contains this has among its keys, the empty one at least.

    Plain letters are only found as whole words (see `same_form`), others anywhere.
    """
    if shape.isascii():
        return _WORD.findall(shape) or [""]
    return _pairs(shape) or [shape]


def _keys(shape: str) -> set[str]:
    """All keys of a form."""
    return {"", shape, *_WORD.findall(shape), *_pairs(shape)}


def _pairs(shape: str) -> list[str]:
    return [] if shape.isascii() else [one + two for one, two in pairwise(shape)]
