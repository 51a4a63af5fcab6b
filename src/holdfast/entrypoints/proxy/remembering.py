"""Remembering: what is recalled for a request, and what is kept of the turn."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from holdfast.domain.context import Context
from holdfast.entrypoints.http.switch import is_on
from holdfast.entrypoints.proxy.shapes import Answer, Asked, Shape
from holdfast.entrypoints.proxy.splice import spliced
from holdfast.entrypoints.proxy.who import SWITCH, Who, who_of
from holdfast.errors import HoldfastError, MessageRefused
from holdfast.flow.capture.conversation import stretch_of
from holdfast.flow.capture.names import storable
from holdfast.memory import Memory

HITS = 16
"""How many memories are looked at: about as many as a context has room for."""

log = logging.getLogger("holdfast.server")


class Outcome(StrEnum):
    """What became of memory in one turn, as the answer's header tells it."""

    OK = "ok"
    LATE = "late"
    FAILED = "failed"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Turn:
    """A request with what was recalled for it; `context` None: that failed.

    `body` is what the model is sent.
    """

    memory: Memory
    who: Who
    shape: Shape
    asked: Asked
    context: Context | None
    body: bytes

    def keep(self, answer: bytes, *, streamed: bool) -> list[str]:
        """Keep what was new in the request, and what was answered; the ids.

        An answer that was cut off is kept as far as it came, and says so (`incomplete`). What no
        memory can store is replaced in it. However often the same turn is kept, it is there once.
        """
        said = _message(self.shape.answer(answer, streamed))
        user, session, agent, _ = self.who
        stretch = stretch_of(self.memory.sessions.get(user, session))
        kept = self.asked.conversation.kept(stretch, said)
        if not kept:
            return []
        try:
            return self.memory.add(user, kept, session=session, agent=agent)
        except MessageRefused:  # a terminal's colours that were pasted, half of an emoji
            return self.memory.add(user, _mended(kept), session=session, agent=agent)


def _mended(value: Any) -> Any:
    """The same, with every text in it as it can be stored."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(key): _mended(held) for key, held in value.items()}
    return [_mended(each) for each in value] if isinstance(value, list) else value


def turn_of(
    memory: Memory, shape: Shape, body: bytes, headers: Mapping[bytes, bytes], usual_user: str
) -> Turn | None:
    """The turn that a request makes, with what is recalled for it.

    None where memory has no part in it: it is switched off, nobody is named, or the request cannot
    be read, which is for the model to say.
    """
    if headers.get(SWITCH, b"").strip().lower() == Outcome.OFF.encode() or not is_on(memory):
        return None
    try:
        asked = shape.read(body.decode("utf-8"))
    except ValueError:
        return None
    who = who_of(asked, headers, usual_user)
    if who is None:
        return None
    context = _recalled(memory, who, asked)
    places = shape.places(asked, context.stable, context.recalled) if context else []
    sent = spliced(asked.text, places).encode() if places else body
    return Turn(memory, who, shape, asked, context, sent)


def _recalled(memory: Memory, who: Who, asked: Asked) -> Context | None:
    """What to put into the request; None where memory fails. What is said can be kept all the same."""
    talk = asked.conversation
    try:
        return memory.context(who.user, talk.question, k=HITS, agent=who.narrow, holding=talk.texts)
    except HoldfastError as error:
        log.warning("nothing could be recalled for a chat: %s", type(error).__name__)
        return None


def _message(said: Answer) -> dict[str, object] | None:
    if said.message is None or said.whole:
        return said.message
    return {**said.message, "incomplete": True}
