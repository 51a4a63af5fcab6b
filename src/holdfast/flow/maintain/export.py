"""Export: a memory as a stream of lines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime

from holdfast.domain.item import ItemKind
from holdfast.domain.memo import Memo
from holdfast.domain.message import Message, Selection
from holdfast.errors import NotFound
from holdfast.flow.maintain import lines
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

PAGE = 500
"""How many rows are read at a time."""

HEAVIEST_UNSEALED = 4 << 20
SEALED_AT_ONCE = 1000
"""How many rows (or bytes) lie between two seals at most: an import takes in nothing that is not sealed."""

_ALL = 1 << 62


def only(unit: Unit, user: str) -> list[str]:
    """One user to export. Raises NotFound for one who is not known."""
    if unit.users.stamp(user) is None:
        raise NotFound(f"Nobody called {user!r} is remembered.")
    return [user]


def export(store: Store, space: str, users: Iterable[str], now: datetime) -> Iterator[str]:
    """The users' memories, a line at a time: a header, the rows with seals between them, and a footer.

    Read a page at a time, so that a slow consumer holds nothing up. What is added meanwhile may
    or may not be in it.
    """
    digest, count, unsealed = hashlib.sha256(), 0, 0
    yield lines.written(
        {"kind": "holdfast", "format": lines.FORMAT, "exported_at": lines.moment(now)}
    )
    for user in users:
        for row in _rows(store, space, user):
            text = lines.written(row)
            data = text.encode()
            digest.update(data)
            count += 1
            unsealed += len(data)
            yield text
            if count % SEALED_AT_ONCE == 0 or unsealed > HEAVIEST_UNSEALED:
                unsealed = 0
                yield lines.written({"kind": "seal", "lines": count, "sha256": digest.hexdigest()})
    yield lines.written({"kind": "end", "lines": count, "sha256": digest.hexdigest()})


def _rows(store: Store, space: str, user: str) -> Iterator[lines.Line]:
    after = 0
    while page := _read_page(store, space, user, after):
        for message, refs in page:
            yield lines.message_line(message)
            for ref in refs:
                data = _load(store, space, user, ref)
                if data is not None:
                    yield lines.attachment_line(message, ref, data)
        after = page[-1][0].seq
    # What rests on other items comes behind them.
    items = store.read(space, lambda unit: unit.items.find(user, limit=_ALL))
    for item in sorted(items, key=lambda item: (item.kind is ItemKind.NOTE, item.level)):
        yield lines.item_line(item)
    # Sessions come last: what they count is right whatever was forgotten or added before.
    yield from store.read(space, lambda unit: [*_sessions(unit, user)])


def _sessions(unit: Unit, user: str) -> Iterator[lines.Line]:
    sessions = unit.sessions.latest(user, limit=_ALL)
    for session in sessions:
        for stretch in unit.stretches.of(user, session.name):
            yield lines.stretch_line(stretch)
    for session in sessions:
        yield lines.session_line(session)
    for memo in unit.memos.of(user):
        if memo.hidden or memo.reworded or memo.cleared_to:
            yield lines.memo_line(memo, _last_before(unit, memo))


def _last_before(unit: Unit, memo: Memo) -> str | None:
    """The last message that a memo does not show any more."""
    which = Selection(to_seq=memo.cleared_to, all_versions=True)
    found = unit.log.find(memo.user, which, limit=1, newest_first=True)
    return found[0].id if found and memo.cleared_to else None


def _read_page(store: Store, space: str, user: str, after: int) -> list[tuple[Message, list[str]]]:
    return store.read(space, lambda unit: _page(unit, user, after))


def _load(store: Store, space: str, user: str, ref: str) -> bytes | None:
    return store.read(space, lambda unit: unit.attachments.load(user, ref))


def _page(unit: Unit, user: str, after: int) -> list[tuple[Message, list[str]]]:
    """The next versions behind `after`, the first of each with what is attached to it."""
    which = Selection(after_seq=after, all_versions=True)
    messages = unit.log.find(user, which, limit=PAGE)
    firsts = [message.id for message in messages if message.version == 1]
    refs: dict[str, list[str]] = {}
    for owner, ref in unit.attachments.of(user, firsts):
        refs.setdefault(owner, []).append(ref)
    return [(m, refs.get(m.id, []) if m.version == 1 else []) for m in messages]
