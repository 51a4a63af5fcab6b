"""Learned: what was made out in a conversation, as far as pages show it beside what was said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from holdfast.domain.day import Talk
from holdfast.domain.event import Event
from holdfast.domain.item import Item, ItemKind
from holdfast.flow.extract.events import GIST
from holdfast.memory import Memory

EVENTS = 500
"""How many of one session are looked at."""

_KINDS = frozenset([ItemKind.FACT, ItemKind.EVENT, ItemKind.SLOT, ItemKind.INSTRUCTION])


class Learned(NamedTuple):
    """What was claimed, and what is told of it."""

    facts: list[Item]
    gists: list[Item]


def learned(items: Iterable[Item]) -> tuple[Learned, list[Item]]:
    """What of some items was learned, and the rest of them: summaries, notes and the like.

    Slots are folded from the facts and events told by the gists: they say nothing more.
    """
    found, rest = Learned([], []), list[Item]()
    for item in items:
        if item.kind is ItemKind.FACT:
            found.facts.append(item)
        elif item.kind is ItemKind.EVENT and item.level == GIST:
            found.gists.append(item)
        elif item.kind not in _KINDS:
            rest.append(item)
    return found, rest


def of_talks(
    memory: Memory, user: str, talks: Sequence[Talk], since: datetime
) -> dict[tuple[date, str], list[Event]]:
    """The events of some talks, the newest talk first, by the talk's day and session.

    An event stands with the talk of the day on which it began.
    """
    found: dict[tuple[date, str], list[Event]] = {}
    for session in dict.fromkeys(talk.session for talk in talks):
        days = [talk for talk in reversed(talks) if talk.session == session]
        events = memory.events.list(
            user, session=session, since=since, until=days[-1].last_at, limit=EVENTS
        )
        for event in reversed(events):
            day = next((talk.date for talk in days if talk.last_at >= event.began_at), None)
            if day is not None:
                found.setdefault((day, session), []).append(event)
    return found
