"""Handing over: what was read elsewhere, given to a memory; what it refuses is named and left out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from holdfast.errors import Conflict, InvalidInput
from holdfast.flow.capture.names import checked_name

BATCH = 500
"""How many messages are handed over at once, at most."""


class Add(Protocol):
    """What takes the messages: `Memory.add`, or something like it."""

    def __call__(
        self, user: str, messages: object, /, *, session: str, agent: str
    ) -> Sequence[str]:
        """Store a batch; its ids. Raises InvalidInput or Conflict for one that cannot be."""
        ...


class Skipped(NamedTuple):
    """A file, or a message, that was left out, and why."""

    what: str
    why: str


class Batch(NamedTuple):
    """What one user and one agent said to each other in one session, ready to be added."""

    agent: str
    session: str
    messages: list[dict[str, Any]]


class Handed(NamedTuple):
    """The ids that the messages of a batch have got, None where one was refused; and why it was."""

    ids: list[str | None]
    skipped: list[Skipped]


def hand_over(add: Add, user: str, batch: Batch) -> Handed:
    """Add the messages; where some are refused, those that can be added."""
    handed = Handed([], [])
    for start in range(0, len(batch.messages), BATCH):
        some = batch.messages[start : start + BATCH]
        try:
            handed.ids.extend(add(user, some, session=batch.session, agent=batch.agent))
        except (InvalidInput, Conflict):
            for message in some:
                _one(add, user, batch, message, handed)
    return handed


def _one(add: Add, user: str, batch: Batch, message: dict[str, Any], handed: Handed) -> None:
    try:
        handed.ids.extend(add(user, [message], session=batch.session, agent=batch.agent))
    except (InvalidInput, Conflict) as error:
        handed.ids.append(None)
        handed.skipped.append(Skipped(f"a message of {batch.session}", error.message))


def session_name(name: str) -> str:
    """The name, or one made of it where a session cannot be called so."""
    try:
        return checked_name(name, "session")
    except InvalidInput:
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
        return f"session-{digest[:32]}"
