"""Rules over kinds: the words that matter are written as letters, and patterns over them reduced."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from holdfast.text.when.readings import Made, Node, Reading, node_of, resolved
from holdfast.text.when.spans import Now, Span

Make = Callable[[Sequence[Node], Now], Made]


class Rules:
    """Patterns and what to make of their matches, in order."""

    __slots__ = ("each",)

    def __init__(self, *written: tuple[str, Make]) -> None:
        self.each = tuple((re.compile(pattern), make) for pattern, make in written)

    @classmethod
    def joined(cls, parts: Iterable[Rules]) -> Rules:
        """The rules of all parts, one after the other."""
        whole = cls()
        whole.each = tuple(rule for part in parts for rule in part.each)
        return whole

    def fit(self, signs: str) -> bool:
        """Whether one of them has anything to do."""
        return _next(self, signs, 0) >= 0


def signs_of(nodes: Iterable[Node]) -> str:
    """The letters of their kinds."""
    return "".join([node.kind for node in nodes])


def reduced(nodes: list[Node], signs: str, grammar: Rules, now: Now) -> list[Node]:
    """Apply each rule once, in order, to nodes of these signs; what it matched becomes one node."""
    at = _next(grammar, signs, 0)
    while at >= 0:
        nodes = _rewritten(nodes, signs, *grammar.each[at], now)
        signs = signs_of(nodes)
        at = _next(grammar, signs, at + 1)
    return nodes


@lru_cache(maxsize=4096)
def _next(grammar: Rules, signs: str, start: int) -> int:
    """The first rule from one on that fits; kept, as few such words come back again and again."""
    for at in range(start, len(grammar.each)):
        if grammar.each[at][0].search(signs) is not None:
            return at
    return -1


def _rewritten(
    nodes: list[Node], signs: str, pattern: re.Pattern[str], make: Make, now: Now
) -> list[Node]:
    done: list[Node] = []
    past = 0
    for match in pattern.finditer(signs):
        start, stop = match.span()
        taken = nodes[start:stop]
        made = make(taken, now)
        if made is None:
            continue
        kind, reading = made
        done.extend(nodes[past:start])
        done.append(node_of((kind, taken[0].start, taken[-1].stop, _number(taken), reading)))
        past = stop
    return done + nodes[past:]


def _number(nodes: Sequence[Node]) -> int:
    """What is left of one node keeps its number: a month is still the fifth."""
    return nodes[0].number if len(nodes) == 1 else 0


def first(nodes: Sequence[Node], kinds: str) -> Node | None:
    for node in nodes:
        if node.kind in kinds:
            return node
    return None


def number(nodes: Sequence[Node], kinds: str, otherwise: int = 1) -> int:
    node = first(nodes, kinds)
    return otherwise if node is None else node.number


def reading(nodes: Sequence[Node], kinds: str) -> Reading | None:
    node = first(nodes, kinds)
    return None if node is None else node.reading


def span(nodes: Sequence[Node], kinds: str, now: Now) -> Span | None:
    found = reading(nodes, kinds)
    return None if found is None else resolved(found, now)
