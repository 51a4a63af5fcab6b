"""Children: several who are told by name, with their ages: "my kids are Ines (12) and Duarte (9)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.providers.rules.english.clause import plain

_MANY = re.compile(
    r"\b(?:my|our|have|got|'ve|with) (?:\w+ )?(?P<kin>(?:twin )?(?:kids|children|boys|girls|sons|daughters|"
    r"twins|grandkids|grandchildren|nephews|nieces|brothers|sisters|siblings))"
    r"(?:,| are|:| called| named| -| —| \(| are called| are named) "
)
_CHILD = re.compile(
    r"(?P<name>[A-ZÀ-Þ][^\W\d_]+)(?: ?\((?:aged? )?(?P<age>\d{1,2})\)|, (?:aged? )?(?P<told>\d{1,2})\b"
    r"|,? who(?:'s|’s| is) (?P<is>\d{1,2})\b)?"
)
_JOINT = re.compile(r"(?:,? and (?:little |baby )?|,? & |, )")


class Child(NamedTuple):
    """One of them: how called, how old, and where that stands."""

    name: str
    start: int
    stop: int
    age: tuple[int, int] | None


def children_in(text: str) -> Iterator[tuple[int, int, list[Child]]]:
    """Where such a list begins and ends, its relation with it, and who is in it: two or more."""
    for many in _MANY.finditer(plain(text)):
        found: list[Child] = []
        at = many.end()
        while child := _CHILD.match(text, at):
            figure = next((g for g in ("age", "told", "is") if child[g]), None)
            found.append(
                Child(child["name"], *child.span(), child.span(figure) if figure else None)
            )
            joint = _JOINT.match(text, child.end())
            if joint is None:
                break
            at = joint.end()
        if len(found) > 1:
            yield many.start("kin"), found[-1].stop, found
