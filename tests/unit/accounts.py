"""Where each message is, after all that was made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from holdfast import ItemKind, Memory
from holdfast.testing.summarisers import FakeSummariser

ALL = 1_000_000


def said(count: int, start: int = 0) -> list[dict[str, str]]:
    """So many messages, the user's and the character's in turn, each with words of its own."""
    roles = ("user", "assistant")
    return [
        {"role": roles[n % 2], "content": f"line {n} 第{n}句"} for n in range(start, start + count)
    ]


def lost(memory: Memory, user: str, agent: str = "default") -> set[str]:
    """The messages that the memo neither shows word for word nor has summed up."""
    logged = {each.id for each in memory.messages.latest(user, agent=agent, limit=ALL)}
    shown = {each.id for each in memory.recent(user, agent).messages}
    return logged - shown - summed_up(memory, user)


def summed_up(memory: Memory, user: str) -> set[str]:
    """The messages that a summary in sight rests on, through however many others."""
    items = {item.id: item for item in memory.items.find(user, kind=ItemKind.SUMMARY, limit=ALL)}
    now = max((item.superseded_at for item in items.values()), default=None)
    edge = {item.id for item in items.values() if item.superseded_at == now}
    found: set[str] = set()
    while edge:
        sources = {source for id_ in edge for source in items[id_].sources}
        found |= sources - set(items)
        edge = sources & set(items)
    return found


def read_again(summariser: FakeSummariser, messages: Iterable[str]) -> dict[str, int]:
    """The messages that were read more than once, and how often."""
    counts = Counter(id_ for lines in summariser.read for id_ in lines)
    return {id_: counts[id_] for id_ in messages if counts[id_] > 1}
