"""Users of a project: who is remembered, and what an app keeps beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from holdfast.domain.ids import new_id
from holdfast.domain.item import ItemKind
from holdfast.entrypoints.memobase.ask import Ask, Data, Route, is_id
from holdfast.entrypoints.memobase.profiles import rows
from holdfast.errors import Conflict, InvalidInput
from holdfast.flow.extract.events import EVENT
from holdfast.memory import Memory

_ORDERS = ("updated_at", "profile_count", "event_count")
_MANY = 1_000_000


def add(ask: Ask) -> Data:
    """Add a user, with an id of the app's own or a fresh one.

    One that is there already is fine where nothing is to be kept with it: two may get or create it
    at the same moment.
    """
    fields = ask.fields()
    user = str(fields.get("id") or new_id()).lower()
    if not is_id(user):
        raise InvalidInput("The id of a user must be a UUID of version 4 or 5.")
    data = fields.get("data")
    if ask.memory.admin.details(user) is None:
        ask.memory.admin.set_details(user, _mapping(data))
    elif data is not None:
        raise Conflict(f"There is a user {user} already.", remedy="Get or update it.")
    return {"id": user}


def get(ask: Ask) -> Data:
    """What the app keeps beside a user."""
    known = ask.memory.admin.details(ask.known_user())
    kept = {} if known is None else dict(known.kept)
    made, changed = _times(ask.memory, ask.user)
    return {"data": kept, "id": None, "created_at": made, "updated_at": changed}


def update(ask: Ask) -> Data:
    """Keep something else. What clients wrap once more is unwrapped."""
    fields = ask.fields()
    wrapped = set(fields) == {"data"} and isinstance(fields["data"], Mapping | None)
    ask.memory.admin.set_details(ask.known_user(), _mapping(fields["data"] if wrapped else fields))
    return {"id": ask.user}


def delete(ask: Ask) -> Data:
    """Forget everything of a user."""
    ask.memory.forget(ask.known_user(), everything=True)
    return None


def listed(ask: Ask) -> Data:
    """The users of the project, a page at a time."""
    query, order = ask.query, ask.query.text("order_by") or "updated_at"
    if order not in _ORDERS:
        raise InvalidInput(f"order_by must be one of {', '.join(_ORDERS)}.")
    search = query.text("search").strip().lower()
    every = [user for user in ask.memory.admin.users() if is_id(user)]
    names = [user for user in every if search in user or search in _words(ask.memory, user)]
    # What every user has would be counted for nothing where only the last to change are wanted.
    shown = [_brief(ask, user, counted=order != "updated_at") for user in names]
    shown.sort(key=lambda row: (row[order], row["id"]), reverse=query.flag("order_desc"))
    offset, limit = query.whole("offset", 0) or 0, query.whole("limit", 10)
    page = shown[offset : offset + (10 if limit is None else limit)]
    whole = page if order != "updated_at" else [_brief(ask, row["id"]) for row in page]
    return {"users": whole, "count": len(names)}


def _brief(ask: Ask, user: str, *, counted: bool = True) -> dict[str, Any]:
    made, changed = _times(ask.memory, user)
    known = ask.memory.admin.details(user)
    return {
        "id": user,
        "additional_fields": {} if known is None else dict(known.kept),
        "created_at": made,
        "updated_at": changed,
        "project_id": ask.project,
        "profile_count": len(rows(ask.memory, user)) if counted else 0,
        "event_count": _events(ask.memory, user) if counted else 0,
    }


def _words(memory: Memory, user: str) -> str:
    """The texts that an app keeps with a user, by which it may look for one."""
    known = memory.admin.details(user)
    return "" if known is None else "\n".join(_texts(known.kept)).lower()


def _texts(kept: object) -> Iterator[str]:
    if isinstance(kept, str):
        yield kept
    elif isinstance(kept, Mapping | list):
        for each in kept.values() if isinstance(kept, Mapping) else kept:
            yield from _texts(each)


def _events(memory: Memory, user: str) -> int:
    found = memory.items.between(user, kind=ItemKind.EVENT, level=EVENT, current=False, limit=_MANY)
    return len(found)


def _times(memory: Memory, user: str) -> tuple[datetime, datetime]:
    """When the user was first and last told of; by messages where nothing else says so."""
    known = memory.admin.details(user)
    last = [session.touched_at for session in memory.sessions.list(user, limit=1)]
    own = [] if known is None else [known.made_at, known.changed_at]
    moments = [each for each in (*own, *last) if each is not None]
    return (min(moments), max(moments)) if moments else (_EPOCH, _EPOCH)


_EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


def _mapping(given: object) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise InvalidInput("The data of a user must be a JSON object.")
    return given


ROUTES = (
    Route("POST", "/users", add),
    Route("GET", "/users/{user}", get),
    Route("PUT", "/users/{user}", update),
    Route("DELETE", "/users/{user}", delete),
    Route("GET", "/project/users", listed),
)
