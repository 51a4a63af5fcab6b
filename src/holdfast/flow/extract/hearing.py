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


def voice_of(user: str, talk: Sequence[Heard]) -> str | None:
    """The name by which the user speaks in a talk; None if nobody of that role has spoken.

    Where all that comes from the user's side is said under one name, that name is the user's:
    callers pass the name of an account as well as its id. Several of them are a group, in which
    the user goes by the id.
    """
    own = [each.message for each in talk if each.message.trust is Trust.USER]
    names = {form(each.speaker) if each.speaker else "" for each in own}
    if not names:
        return None
    return names.pop() or form(user) if len(names) == 1 else form(user)


def said(voice: str, known: Sequence[Heard], fresh: Sequence[Heard]) -> list[Said]:
    """What an extractor gets: those that it has learned from before, then those it has not."""
    return [_said(voice, each.message, known=True) for each in known] + [
        _said(voice, each.message, known=False) for each in fresh
    ]


def _said(voice: str, message: Message, *, known: bool) -> Said:
    text = _INJECTED.sub(" ", message.text[:LONGEST])  # what we recalled is not said again
    return Said(
        id=message.id, text=text, me=_me(voice, message), said_at=message.said_at, known=known
    )


def _me(voice: str, message: Message) -> str:
    """Whom "I" means. In a group chat a speaker's facts are the speaker's, never the user's."""
    if message.trust is Trust.USER:
        named = message.speaker is not None and form(message.speaker) != voice
        return str(message.speaker) if named else USER
    return "assistant" if message.trust is Trust.ASSISTANT else ""
