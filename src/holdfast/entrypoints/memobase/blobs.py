"""Blobs: what an app hands over in one piece: a chat, a summary, a document.

A blob is not kept beside the log: it *is* messages of it. Its id is that of the first of them,
which also says how many they are and what came with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from holdfast.domain.message import DEFAULT, Message
from holdfast.domain.session import SessionState
from holdfast.entrypoints.memobase.ask import Ask, Data, Route
from holdfast.entrypoints.memobase.results import results
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.capture.names import fault_in, storable
from holdfast.flow.capture.times import AHEAD, parsed_time
from holdfast.memory import Memory

CHAT, SUMMARY, DOC = "chat", "summary", "doc"
TYPES = (CHAT, SUMMARY, DOC, "image", "code", "transcript")
SOURCE = "source"
"""The tag of all that is no chat: it waits in buffers of its own."""

BLOB = "blob"
"""Under this name a message says which blob it belongs to."""

TAGGED = ("friend_id", "agent_id", "session_id")
"""Fields of a blob that its event is found by."""

WITH = ("friend_id", "agent_id")
"""Of these, the ones that name whom the user talked with."""

ROLES = ("user", "assistant")
_TEXTS = {SUMMARY: "summary", DOC: "content", "code": "content"}
_STATES = {
    "processing": SessionState.SEALING,
    "done": SessionState.SEALED,
    "failed": SessionState.FAILED,
}
_MANY = 1_000_000


def insert(ask: Ask) -> Data:
    """Keep a blob; with `wait_process`, learn from it before the answer."""
    user, memory, fields = ask.known_user(), ask.memory, ask.fields()
    kind, data, own = _checked(fields)
    messages = _messages(kind, data, own, _moment(fields.get("created_at")))
    named = _tags(own)
    agent = next((named[name] for name in WITH if name in named), DEFAULT)
    tags = named | ({} if kind == CHAT else {SOURCE: kind})
    blob = memory.buffers.add(user, messages, tags=tags, agent=agent)[0]
    waits = ask.query.flag("wait_process")
    return {"id": blob, "chat_results": results(memory, user) if waits else []}


def get(ask: Ask) -> Data:
    """A blob as it was handed over."""
    parts = _parts(ask.memory, ask.known_user(), ask.path["blob"])
    if not parts:
        raise NotFound(f"There is no blob {ask.path['blob']}.")
    own = parts[0].extra[BLOB]
    return {
        "blob_type": own["type"],
        "blob_data": _data(own, parts),
        "fields": own.get("fields"),
        "created_at": own.get("created_at") or parts[0].stored_at,
        "updated_at": parts[0].stored_at,
    }


def delete(ask: Ask) -> Data:
    """Forget a blob, and with it what was learned of it alone. One that is not there is no fault."""
    for message in _parts(ask.memory, ask.known_user(), ask.path["blob"]):
        ask.memory.forget(ask.user, message=message.id)
    return None


def listed(ask: Ask) -> Data:
    """The ids of a user's blobs of one type, in the order in which they came, a page at a time."""
    said = ask.memory.messages.list(ask.known_user(), limit=_MANY)
    ids = _ids(said, ask.path["type"])
    page, size = ask.query.whole("page", 0) or 0, ask.query.whole("page_size", 10) or 10
    return {"ids": ids[page * size : (page + 1) * size]}


def buffered(ask: Ask) -> Data:
    """The ids of the blobs that wait, are being learned from, were, or could not be yet."""
    status, kind = ask.query.text("status") or "idle", ask.path["type"]
    if status not in ("idle", *_STATES):
        raise InvalidInput(f"status must be one of idle, {', '.join(_STATES)}.")
    user, memory = ask.known_user(), ask.memory
    if status == "idle":
        return {"ids": _ids(memory.buffers.waiting(user), kind)}
    said: list[Message] = []
    for stretch in memory.buffers.ended(user):
        if stretch.state is _STATES[status]:
            said += memory.sessions.messages(user, stretch.session, stretch.number)
    return {"ids": _ids(said, kind)}


def flush(ask: Ask) -> Data:
    """Learn from what waits. What failed before is tried again."""
    user = ask.known_user()
    idle = _ids(ask.memory.buffers.waiting(user), ask.path["type"])
    made = results(ask.memory, user)
    if not idle:
        return []
    return made if ask.query.flag("wait_process") else None


def _checked(fields: Mapping[str, Any]) -> tuple[str, Mapping[str, Any], dict[str, Any]]:
    kind, data, own = fields.get("blob_type"), fields.get("blob_data"), fields.get("fields")
    if kind not in TYPES:
        raise InvalidInput(f"blob_type must be one of {', '.join(TYPES)}.")
    if not isinstance(data, Mapping) or not isinstance(own, Mapping | None):
        raise InvalidInput("blob_data must be a JSON object, and fields one or null.")
    return kind, data, dict(own or {})


def _messages(
    kind: str, data: Mapping[str, Any], own: Mapping[str, Any], at: datetime | None
) -> list[dict[str, Any]]:
    """The messages that a blob is, as the library takes them."""
    head = {"type": kind, "fields": own or None, "created_at": at and at.isoformat()}
    if kind == CHAT:
        turns = data.get("messages")
        if not isinstance(turns, list) or not turns:
            raise InvalidInput("A chat blob needs a list of messages, and at least one.")
        made = [*_turns(turns, at)]
        made[0][BLOB] = {**made[0][BLOB], **head, "size": len(made)}
        return made
    text = data.get(_TEXTS.get(kind, ""))
    if kind in (SUMMARY, DOC) and not isinstance(text, str):
        raise InvalidInput(f"A {kind} blob needs {_TEXTS[kind]}, which is text.")
    whole = {} if kind in (SUMMARY, DOC) else {"data": dict(data)}
    words = text if isinstance(text, str) else ""
    return [_message("document", words, at) | {BLOB: {**head, **whole, "size": 1}}]


def _turns(turns: Sequence[object], at: datetime | None) -> Iterator[dict[str, Any]]:
    """Each as old as it says, or as the one before it."""
    for turn in turns:
        made = _turn(turn, at)
        at = made["at"]
        yield made


def _turn(turn: object, at: datetime | None) -> dict[str, Any]:
    if not isinstance(turn, Mapping) or turn.get("role") not in ROLES:
        raise InvalidInput("A message's role must be user or assistant.")
    if not isinstance(turn.get("content"), str):
        raise InvalidInput("A message's content must be text.")
    role, alias = turn["role"], turn.get("alias")
    said = {name: turn[name] for name in ("alias", "created_at") if turn.get(name) is not None}
    made = _message(role, turn["content"], _moment(turn.get("created_at")) or at)
    if role == "assistant" and isinstance(alias, str) and not fault_in(alias) and alias.strip():
        made["speaker"] = alias[:256]  # of the user it is another name, and no other speaker
    return made | {BLOB: {"said": said}}


def _message(role: str, text: str, at: datetime | None) -> dict[str, Any]:
    """One that has nothing to say is kept all the same: the blob is given back as it came."""
    words = storable(text)
    content: object = words if words.strip() else [{"type": "blank", "text_was": words}]
    return {"role": role, "content": content, "at": at}


def _moment(given: object) -> datetime | None:
    """When it was said, where that can be read and has been; it is any text at all."""
    if not isinstance(given, str) or not given.strip():
        return None
    try:
        moment = parsed_time(given.strip().replace("/", "-"), "UTC")
    except InvalidInput:
        return None
    return moment if moment <= datetime.now(moment.tzinfo) + AHEAD - timedelta(hours=1) else None


def _tags(own: Mapping[str, Any]) -> dict[str, str]:
    values = {name: str(own[name]) for name in TAGGED if own.get(name) not in (None, "")}
    return {name: text for name, text in values.items() if _is_tag(text)}


def _is_tag(text: str) -> bool:
    return bool(text.strip()) and len(text) <= 256 and fault_in(text, allowed="") is None


def _ids(said: Iterable[Message], kind: str) -> list[str]:
    return [each.id for each in said if head_of(each).get("type") == kind]


def head_of(message: Message) -> Mapping[str, Any]:
    """What the first message of a blob says of it; of any other message, nothing of the kind."""
    head = message.extra.get(BLOB)
    return head if isinstance(head, Mapping) else {}


def _parts(memory: Memory, user: str, blob: str) -> Sequence[Message]:
    """The messages of a blob; none where there is none of that id."""
    first = memory.messages.get(user, blob)
    if first is None or "type" not in head_of(first):
        return []
    more = int(head_of(first).get("size", 1)) - 1
    rest = memory.sessions.turns(user, first.session, after=blob, limit=more) if more else []
    last = first.number + more
    return [
        first,
        *(each for each in rest if each.number <= last and not head_of(each).get("type")),
    ]


def _data(own: Mapping[str, Any], parts: Sequence[Message]) -> dict[str, Any]:
    if "data" in own:
        return dict(own["data"])
    if own["type"] != CHAT:
        return {_TEXTS[own["type"]]: _words(parts[0])}
    return {"messages": [_given(message) for message in parts]}


def _given(message: Message) -> dict[str, Any]:
    said = head_of(message).get("said") or {}
    return {
        "role": message.role,
        "content": _words(message),
        "alias": said.get("alias"),
        "created_at": said.get("created_at"),
    }


def _words(message: Message) -> str:
    if message.text:
        return message.text
    return str(message.parts[0].get("text_was", "")) if message.parts else ""


ROUTES = (
    Route("POST", "/blobs/insert/{user}", insert, learns=True),
    Route("GET", "/blobs/{user}/{blob}", get),
    Route("DELETE", "/blobs/{user}/{blob}", delete),
    Route("GET", "/users/blobs/{user}/{type}", listed),
    Route("POST", "/users/buffer/{user}/{type}", flush, learns=True),
    Route("GET", "/users/buffer/capacity/{user}/{type}", buffered),
)
