"""Hearing: the messages of a stretch as an extractor is to read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from holdfast.domain.claim import USER
from holdfast.domain.message import Message, Selection, Trust
from holdfast.flow.extract.alike import form
from holdfast.flow.window.render import CLOSING, OPENING, STANDING
from holdfast.ports.extractor import Said
from holdfast.ports.unit import Unit

LONGEST = 20_000
"""Of a longer message only the beginning is read: people do not tell of themselves at such length."""

_ALL = 1 << 62
_INJECTED = re.compile(
    rf"(?:{re.escape(OPENING)}|{re.escape(STANDING)}).*?(?:{re.escape(CLOSING)}|\Z)", re.DOTALL
)


class Heard(NamedTuple):
    """A message as it reads now, and its place in the log when it was first said."""

    message: Message
    place: int


def heard(unit: Unit, user: str, session: str, first: int, last: int | None) -> list[Heard]:
    """The messages of a session between two places of the log, each in its newest version."""
    which = Selection(session=session, after_seq=first - 1, to_seq=last, all_versions=True)
    rows = unit.log.find(user, which, limit=_ALL)
    places = {row.id: row.seq for row in rows if row.version == 1}
    return [Heard(message, places[message.id]) for message in unit.log.get(user, list(places))]


def said(user: str, known: Sequence[Heard], fresh: Sequence[Heard]) -> list[Said]:
    """What an extractor gets: those that it has learned from before, then those it has not."""
    return [_said(user, each.message, known=True) for each in known] + [
        _said(user, each.message, known=False) for each in fresh
    ]


def _said(user: str, message: Message, *, known: bool) -> Said:
    text = _INJECTED.sub(" ", message.text[:LONGEST])  # what we recalled is not said again
    return Said(
        id=message.id, text=text, me=_me(user, message), said_at=message.said_at, known=known
    )


def _me(user: str, message: Message) -> str:
    """Whom "I" means. In a group chat a speaker's facts are the speaker's, never the user's."""
    if message.trust is Trust.USER:
        named = message.speaker is not None and form(message.speaker) != form(user)
        return str(message.speaker) if named else USER
    return "assistant" if message.trust is Trust.ASSISTANT else ""
