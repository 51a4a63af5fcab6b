"""A session's stretches for people and for export: ended or not, with what was said in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Message
from holdfast.domain.session import Ending, Session, SessionState, Stretch

if TYPE_CHECKING:
    from holdfast.memory import Memory

PAGE = 1000

Key = tuple[str, int]
"""A stretch of a user: the session's name, and its number in it."""


class Part(NamedTuple):
    """A stretch and what was said in it; the present one is active, and its ending means nothing."""

    stretch: Stretch
    messages: list[Message]


def parts(memory: Memory, user: str, session: Session) -> list[Part]:
    """The stretches of a session that have messages, in order."""
    said = memory.sessions.messages(user, session.name)
    stretches = [*memory.sessions.stretches(user, session.name)]
    if session.state is SessionState.ACTIVE:
        stretches.append(_present(memory, session))
    found = [
        Part(each, [message for message in said if each.first <= message.number <= each.last])
        for each in stretches
    ]
    return [part for part in found if part.messages]


def _present(memory: Memory, session: Session) -> Stretch:
    """The stretch that still runs, in the form of one that has ended."""
    name = f"{memory.space}\n{session.user}\n{session.name}\n{session.stretch}"
    return Stretch(
        user=session.user,
        session=session.name,
        number=session.stretch,
        id=str(uuid5(NAMESPACE_URL, name)),
        agent=session.agent,
        state=SessionState.ACTIVE,
        ending=Ending.BY_HAND,
        first=session.first_number,
        last=session.last_number,
        first_seq=session.first_seq,
        last_seq=session.first_seq,
        began_at=session.began_at,
        last_at=session.last_at,
        ended_at=session.last_at,
    )


def items(memory: Memory, user: str, kind: ItemKind | None = None) -> Iterator[Item]:
    """All that is known of a user, or all of a kind."""
    after = ""
    while page := memory.items.find(user, kind=kind, after=after, limit=PAGE):
        yield from page
        after = page[-1].id


def summaries(memory: Memory, user: str, agent: str | None = None) -> dict[Key, Item]:
    """What each stretch was summed up to: the summary of the whole of it, else of its first part."""
    found: dict[Key, Item] = {}
    for item in items(memory, user, ItemKind.SUMMARY):
        key = (item.session, item.stretch)
        best = found.get(key)
        if (
            item.session
            and agent in (None, item.agent)
            and (best is None or _rank(item) > _rank(best))
        ):
            found[key] = item
    return found


def _rank(item: Item) -> tuple[int, int]:
    return item.level, -item.place
