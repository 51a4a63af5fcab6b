"""Stretches and their messages, in one line each."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from holdfast.domain.message import Message
from holdfast.domain.session import Ending, Stretch
from holdfast.ports.archives import Shelf

SHANGHAI = ZoneInfo("Asia/Shanghai")
BEGAN = datetime(2026, 3, 5, 13, 40, 7, tzinfo=UTC)
"""2026-03-05 21:40:07 in Shanghai."""

SPACE, MEI, JUNO = "home", "mei", "juno"
SHELF = Shelf(SPACE, MEI, JUNO)


def stretch(name: str, *, began: datetime = BEGAN, messages: int = 2, agent: str = JUNO) -> Stretch:
    """A stretch that has ended; its id is made of its name, and is always the same."""
    return Stretch(
        user=MEI,
        session=name,
        number=1,
        id=id_of(name),
        agent=agent,
        ending=Ending.IDLE,
        first=1,
        last=messages,
        first_seq=1,
        last_seq=1_000,
        began_at=began,
        last_at=began + timedelta(minutes=messages),
        ended_at=began + timedelta(hours=1),
    )


def id_of(name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def said(of: Stretch, *texts: str, version: int = 1) -> list[Message]:
    """What was said in a stretch, by the two in turn. Without texts: texts that name it."""
    texts = texts or tuple(f"{of.session}: 第{n}句, line {n}" for n in range(of.first, of.last + 1))
    return [
        Message(
            id=str(uuid.uuid5(uuid.NAMESPACE_OID, f"{of.id} {number}")),
            user=of.user,
            session=of.session,
            agent=of.agent,
            seq=number,
            number=number,
            version=version,
            role=("user", "assistant")[(number - of.first) % 2],
            speaker="美" if (number - of.first) % 2 == 0 else None,
            text=text,
            said_at=(of.began_at + timedelta(minutes=number)).astimezone(SHANGHAI),
            stored_at=of.began_at,
        )
        for number, text in enumerate(texts, of.first)
    ]
