"""Needed: signs without which a form cannot match, so that most forms are passed over at a glance.

A class of words counts as a sign, too, written as forms write it: {trade}.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

Signs = frozenset[str]

_NONE: Signs = frozenset()
_COMMON = frozenset("的了我是在一不有就个也都上去到过会你他她家要年天大人")
"""Signs that stand in many clauses, and tell a form little."""

_TIMES = re.compile(r"(?:[?*+]|\{(?P<least>\d+)(?:,\d*)?\})\??")
_WIDEST = 64
"""A range of more signs than this says nothing."""


def needed(form: str, classes: Container[str] = ()) -> Signs:
    """Signs one of which stands in all that a form matches; none if that is not sure.

    >>> sorted(needed("(?:老家|家乡)(?:是在|在)?<place>")), needed("[^，]{2,4}(?:啊)?")
    (['乡', '老'], frozenset())
    """
    return _Reader(form, classes).alternatives()


def _rarest(found: Iterable[Signs]) -> Signs:
    """Of several sets, each of which is needed, the one that is seen least."""
    sure = [each for each in found if each]
    return min(
        sure, key=lambda each: sum(9 if sign in _COMMON else 1 for sign in each), default=_NONE
    )


class _Reader:
    """Reads the part of the notation that forms are written in, from left to right."""

    def __init__(self, form: str, classes: Container[str]) -> None:
        self._form = form
        self._classes = classes
        self._at = 0

    def alternatives(self) -> Signs:
        """Up to the end, or the bracket that closes the group."""
        branches = [self._sequence()]
        while self._next() == "|":
            self._at += 1
            branches.append(self._sequence())
        return frozenset().union(*branches) if all(branches) else _NONE

    def _next(self) -> str:
        return self._form[self._at : self._at + 1]

    def _sequence(self) -> Signs:
        found: list[Signs] = []
        while self._next() not in ("", "|", ")"):
            signs = self._item()
            found.append(signs if self._must_stand() else _NONE)
        return _rarest(found)

    def _item(self) -> Signs:
        sign = self._next()
        self._at += 1
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._class()
        if sign == "\\":
            return self._escaped()
        if sign == "<":  # a slot
            self._at = self._form.index(">", self._at) + 1
            return _NONE
        if sign == "{":
            return self._named()
        return _NONE if sign in ".^$" else frozenset(sign)

    def _named(self) -> Signs:
        """A class of words, or a part that stands under a name."""
        end = self._form.index("}", self._at)
        name = self._form[self._at : end]
        self._at = end + 1
        return frozenset([f"{{{name}}}"]) if name in self._classes else _NONE

    def _group(self) -> Signs:
        around = False
        if self._form.startswith("?P=", self._at):
            self._at = self._form.index(")", self._at) + 1
            return _NONE
        if self._form.startswith("?P<", self._at):
            self._at = self._form.index(">", self._at) + 1
        elif self._next() == "?":
            mark = self._form[self._at + 1]
            around = mark != ":"
            self._at += 3 if mark == "<" else 2
        signs = self.alternatives()
        self._at += 1
        return _NONE if around else signs

    def _class(self) -> Signs:
        end = self._form.index("]", self._at + 1)
        body = self._form[self._at : end]
        self._at = end + 1
        if body.startswith("^") or "\\" in body:
            return _NONE
        signs: set[str] = set()
        place = 0
        while place < len(body):
            if body[place + 1 : place + 2] == "-" and place + 2 < len(body):
                first, last = ord(body[place]), ord(body[place + 2])
                if last - first > _WIDEST:
                    return _NONE
                signs.update(map(chr, range(first, last + 1)))
                place += 3
            else:
                signs.add(body[place])
                place += 1
        return frozenset(signs)

    def _escaped(self) -> Signs:
        sign = self._next()
        self._at += 1
        if sign == "d":
            return frozenset("0123456789")
        if sign == "u":
            self._at += 4
        return _NONE if sign.isalnum() else frozenset(sign)

    def _must_stand(self) -> bool:
        """Whether the item before stands there at least once; passes over how often it may."""
        times = _TIMES.match(self._form, self._at)
        if times is None:
            return True
        self._at = times.end()
        return times[0][0] == "+" or (times["least"] or "0") != "0"
