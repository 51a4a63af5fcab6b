"""Rows: what the reference store holds for one space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from holdfast.domain.item import Item
from holdfast.domain.job import Job
from holdfast.domain.memo import Memo
from holdfast.domain.message import Json, Message
from holdfast.domain.preference import Preference
from holdfast.domain.session import Session, Stretch
from holdfast.domain.user import Stamp
from holdfast.ports.marks import Mark
from holdfast.ports.sheaves import Leaf


@dataclass(slots=True)
class UserLog:
    """One user's log: rows by their place, and two ways to find a place."""

    rows: dict[int, Message] = field(default_factory=dict)
    places: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The places of each message's versions, oldest version first."""
    sent: dict[tuple[str, str], int] = field(default_factory=dict)
    """The places of first versions, by (session, client id)."""
    marks: dict[int, Mark] = field(default_factory=dict)

    def newest(self) -> list[Message]:
        """The newest version of every message, in the order of the log."""
        return [self.rows[seq] for seq in sorted(seqs[-1] for seqs in self.places.values())]


@dataclass(slots=True)
class Rows:
    """All rows of a space. No order of a dictionary means anything: an undo may change it."""

    stamps: dict[str, Stamp] = field(default_factory=dict)
    logs: dict[str, UserLog] = field(default_factory=dict)
    sheaves: dict[str, dict[int, tuple[str, Leaf]]] = field(default_factory=dict)
    """By user, then by where they end: by whom it was made, and the leaf."""
    attachments: dict[str, dict[tuple[str, str], bytes]] = field(default_factory=dict)
    """By user, then by (message id, ref)."""
    sessions: dict[str, dict[str, Session]] = field(default_factory=dict)
    """By user, then by name."""
    stretches: dict[str, dict[tuple[str, int], Stretch]] = field(default_factory=dict)
    """By user, then by session and number."""
    memos: dict[str, dict[str, Memo]] = field(default_factory=dict)
    """By user, then by agent."""
    items: dict[str, dict[str, Item]] = field(default_factory=dict)
    """By user, then by id."""
    jobs: dict[tuple[str, str, str], Job] = field(default_factory=dict)
    """By (user, kind, key): there is room for one of each only."""
    preferences: dict[str, Preference] = field(default_factory=dict)

    def in_use(self) -> bool:
        """Whether the space counts as existing."""
        return bool(self.stamps or self.jobs or self.preferences)


def copied(value: Json) -> Json:
    """The same JSON in fresh containers, so that neither side can change the other's."""
    if isinstance(value, Mapping):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [copied(inner) for inner in value]
    return value
