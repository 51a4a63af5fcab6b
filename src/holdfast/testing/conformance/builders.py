"""Builders: valid rows in one line, so that a test shows only what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from holdfast.domain.entry import Entry
from holdfast.domain.item import Item, ItemKind
from holdfast.domain.job import Job
from holdfast.domain.message import DEFAULT, Json, Message, Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.domain.session import Ending, Session, Stretch
from holdfast.ports.marks import Mark
from holdfast.ports.sessions import Arrival
from holdfast.ports.unit import Unit

SPACE = "home"
ANN = "ann"
BEN = "ben"
AT = datetime(2024, 5, 1, 9, 30, 0, 123456, tzinfo=UTC)
FOREVER = from_micros(NEVER)


def later(seconds: float = 0, *, microseconds: int = 0) -> datetime:
    """A moment that far behind `AT`."""
    return AT + timedelta(seconds=seconds, microseconds=microseconds)


def message(
    id_: str,
    seq: int,
    *,
    user: str = ANN,
    session: str = DEFAULT,
    agent: str = DEFAULT,
    version: int = 1,
    role: str = "user",
    speaker: str | None = None,
    text: str | None = None,
    parts: Sequence[Mapping[str, Json]] = (),
    extra: Mapping[str, Json] | None = None,
    said_at: datetime = AT,
    client_id: str | None = None,
) -> Message:
    """A message whose text names it."""
    return Message(
        id=id_,
        user=user,
        session=session,
        agent=agent,
        seq=seq,
        number=seq,
        version=version,
        role=role,
        speaker=speaker,
        text=f"text of {id_}, version {version}" if text is None else text,
        parts=tuple(parts),
        extra={} if extra is None else extra,
        said_at=said_at,
        stored_at=AT,
        client_id=client_id,
    )


def keep(unit: Unit, *messages: Message) -> None:
    """Append messages as the flow does: their places reserved first."""
    for each in messages:
        stamp = unit.users.stamp(each.user)
        missing = each.seq - (stamp.last_seq if stamp else 0)
        if missing > 0:
            unit.users.advance(each.user, missing)
    append(unit, messages)


def append(unit: Unit, messages: Iterable[Message], marks: Sequence[Mark] = ()) -> None:
    """Append messages as they are."""
    unit.log.append([Entry.of(each) for each in messages], marks)


def session(name: str, *, user: str = ANN, last_number: int = 0, last_at: datetime = AT) -> Session:
    """An active session."""
    return Session(
        user=user,
        name=name,
        last_number=last_number,
        opened_at=AT,
        last_at=last_at,
        touched_at=last_at,
        began_at=AT,
    )


def arrival(
    count: int = 1,
    at: datetime = AT,
    *,
    seq: int = 1,
    told_at: datetime | None = None,
    agent: str = DEFAULT,
) -> Arrival:
    """Messages said, and told unless something else is said, at one moment."""
    return Arrival(count, seq, at, at, told_at or at, agent)


def stretch(session: str, number: int = 1, *, user: str = ANN) -> Stretch:
    """A stretch that was ended by hand and is being sealed."""
    return Stretch(
        user=user,
        session=session,
        number=number,
        id=f"{session}-{number}",
        ending=Ending.BY_HAND,
        first=1,
        last=2,
        first_seq=1,
        last_seq=9,
        began_at=AT,
        last_at=AT,
        ended_at=AT,
    )


def item(
    id_: str,
    *,
    user: str = ANN,
    kind: ItemKind = ItemKind.FACT,
    text: str | None = None,
    attributes: Mapping[str, Json] | None = None,
    sources: Sequence[str] = ("m1",),
) -> Item:
    """An item that holds for ever."""
    return Item(
        id=id_,
        user=user,
        kind=kind,
        text=f"text of {id_}" if text is None else text,
        attributes={} if attributes is None else attributes,
        importance=0.5,
        confidence=0.9,
        trust=Trust.USER,
        valid_from=AT,
        valid_to=FOREVER,
        known_from=AT,
        superseded_at=FOREVER,
        expires_at=FOREVER,
        sources=tuple(sources),
    )


def job(
    id_: str,
    *,
    space: str = SPACE,
    user: str = ANN,
    kind: str = "index",
    key: str | None = None,
    payload: Mapping[str, Json] | None = None,
    at: datetime = AT,
) -> Job:
    """A job that is due and was made at `at`; its key is its id unless given."""
    return Job(
        id=id_,
        space=space,
        user=user,
        kind=kind,
        key=id_ if key is None else key,
        payload={} if payload is None else payload,
        run_at=at,
        leased_until=at,
        created_at=at,
    )


TEXTS: Mapping[str, str] = {
    "empty": "",
    "spaces": "  kept \t as\r\nit\n\nis  ",
    "chinese": "我叫小明,住在上海。「繁體字」也行。",
    "emoji": "👩‍👩‍👧‍👦 🇨🇳 ☕️",
    "composed": "caf\u00e9 and cafe\u0301",
    "right to left": "שלום مرحبا",
    "quotes": """'single' "double" `back` ; -- % _ \\ {} ? :name""",
    "long": "很长的话 and a long one. " * 50_000,
}
"""Texts that a store must give back as they are."""

VALUES: Mapping[str, Json] = {
    "null": None,
    "true": True,
    "zero": 0,
    "float": 0.1 + 0.2,
    "whole float": 1.0,
    "tiny": 5e-324,
    "huge": 1.7976931348623157e308,
    "big": 2**53,
    "big negative": -(2**53),
    "empty text": "",
    "unicode": '键 🗝️ \u2028 " \\ / \n',
    "empty list": [],
    "empty object": {},
    "nested": {"": [{"键": [None, [[]], {"a": {}}]}, 1, 1.0, True, "1"], "b": {"c": [0]}},
}
"""JSON that a store must give back as it is."""
