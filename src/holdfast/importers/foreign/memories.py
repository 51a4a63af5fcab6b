"""Memories that other systems drew from talk: mem0's, the MCP reference memory's, LangGraph's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from holdfast.importers.foreign.found import (
    ELSEWHERE,
    TIMES,
    Damage,
    Form,
    Found,
    Thing,
    clean,
    digest,
    first_time,
    memory,
    named,
)
from holdfast.importers.foreign.rows import Row

_USERS = frozenset(["default_user", "user", "the user", "me", "用户", "我"])
_TEXTS = ("text", "memory", "content", "fact", "value", "data")
_NO_OBJECT = "this is no object"


def from_mem0(row: Row) -> Iterator[Thing]:
    """{"id", "memory", "created_at", "updated_at", "user_id", "agent_id", "run_id", "metadata", ...}"""
    place, value = row
    if not isinstance(value, Mapping):
        yield Damage(place, _NO_OBJECT)
        return
    if {"source", "relationship"} <= value.keys():
        yield _relation(value, place, ("source", "relationship", "target", "destination"))
        return
    if value.get("event") == "DELETE":
        yield Damage(place, "it was deleted there")
        return
    text = value.get("memory", value.get("text", value.get("data")))
    yield memory(
        value,
        place,
        text,
        form=Form.MEM0,
        session=named(value, "run_id") or "",
        user=named(value, "user_id"),
        agent=named(value, "agent_id"),
    )


def from_mcp(row: Row) -> Iterator[Thing]:
    """{"type": "entity", "name", "observations": [...]} or {"type": "relation", "from", "to", ...}

    What its tools answer has no types; then the fields tell.
    """
    place, value = row
    if not isinstance(value, Mapping):
        yield Damage(place, _NO_OBJECT)
    elif value.get("type", "observations" in value and "entity") == "entity":
        yield from _observed(value, place)
    elif value.get("type", "relationType" in value and "relation") == "relation":
        yield _relation(value, place, ("from", "relationType", "to"))
    else:
        yield Damage(place, "neither an entity nor a relation")


def from_langgraph(row: Row) -> Iterator[Thing]:
    """{"namespace": [...], "key", "value": {...}, "created_at", "updated_at"}"""
    place, value = row
    if not isinstance(value, Mapping) or "value" not in value:
        yield Damage(place, "no item of a store")
        return
    space = value.get("namespace", value.get("prefix", ""))
    names = space.split(".") if isinstance(space, str) else [str(each) for each in _list(space)]
    held = value["value"]
    text = _text_in(held)
    if not isinstance(text, str) and held not in (None, "", {}, []):
        text = json.dumps(held, ensure_ascii=False)
    path = "/".join(clean(name) for name in names if name)
    kept = {**value, "namespace": names}
    made = memory(kept, place, text, form=Form.LANGGRAPH, session=path)
    if isinstance(made, Found) and isinstance(held, Mapping) and len(held) > 1:
        made.message[ELSEWHERE]["value"] = held
    yield made


def _text_in(held: object) -> object:
    """What is told in a value, which may lie one deeper: {"kind": "Memory", "content": {"content": ...}}"""
    if not isinstance(held, Mapping):
        return held
    told = [held[key] for key in _TEXTS if key in held]
    told += [text for each in told if isinstance(each, Mapping) and len(each) == 1
             for key, text in each.items() if key in _TEXTS]  # fmt: skip
    return next((each for each in told if isinstance(each, str)), None)


def from_lines(row: Row) -> Iterator[Thing]:
    """{"role", "content", ...} is a message; {"text", ...} without a role is a memory.

    {"messages": [...]} is a conversation, told in one line.
    """
    place = row.place
    value: Any = {"text": row.value} if isinstance(row.value, str) else row.value
    if not isinstance(value, Mapping):
        yield Damage(place, _NO_OBJECT)
        return
    talk = value.get("messages")
    if not isinstance(talk, list):
        yield _line(value, place, value)
        return
    usual = digest(place, *map(_words, talk[:2]))
    for number, each in enumerate(talk, 1):
        where = f"{place}, message {number}"
        is_one = isinstance(each, Mapping)
        yield _line(each, where, value, usual) if is_one else Damage(where, _NO_OBJECT)


def _line(value: Mapping[str, Any], place: str, of: Mapping[str, Any], usual: str = "") -> Thing:
    """A message, or a memory; whose it is and where it belongs is told `of` the whole line."""
    user = named(of, "user", "user_id")
    session = named(of, *_SESSIONS) or usual
    agent = named(of, "agent", "agent_id")
    if not any(value.get(key) for key in ("role", "sender", "speaker", "type")):
        text = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), None)
        return memory(value, place, text, form=Form.JSONL, session=session, user=user, agent=agent)
    return _said(value, place)._replace(user=user, session=session or "jsonl", agent=agent)


def _words(message: object) -> str:
    content = message.get("content") if isinstance(message, Mapping) else None
    return content if isinstance(content, str) else ""


_SESSIONS = ("session", "session_id", "conversation", "conversation_id", "thread", "thread_id")
_TAKEN = frozenset([*_SESSIONS, "user", "user_id", "agent", "agent_id"])


def _said(value: Mapping[str, Any], place: str) -> Found:
    """A line as the message it is; whose it is and where it belongs is told apart."""
    message = {str(key): kept for key, kept in value.items() if key not in _TAKEN}
    times = {key: message.pop(key) for key in TIMES if key in message}
    if at := first_time({key: times[key] for key in sorted(times, key=_said_first)}):
        message["at"] = at
    elif times:
        message[ELSEWHERE] = times
    sender = message.pop("sender", None)
    message.setdefault("role", sender or "user")
    if isinstance(message.get("content"), str):
        message["content"] = clean(message["content"])
    elif isinstance(message.get("text"), str):
        message["content"] = clean(message.pop("text"))
    message.setdefault("id", digest(place, message.get("role"), message.get("content")))
    return Found(place, "", message)


def _said_first(name: str) -> bool:
    """When a line was said counts for more than when it was changed."""
    return name == "updated_at"


def _observed(value: Mapping[str, Any], place: str) -> Iterator[Thing]:
    name, seen = value.get("name"), value.get("observations")
    if not isinstance(name, str) or not isinstance(seen, list):
        yield Damage(place, "an entity without a name or without observations")
        return
    about = "" if name.lower() in _USERS else clean(name)
    for number, text in enumerate(seen, 1):
        where = f"{place}, observation {number} of {clean(name)[:60]}"
        if isinstance(text, Mapping):
            text = text.get("text", text.get("content"))
        yield memory({}, where, text, form=Form.MCP, about=about)


def _relation(value: Mapping[str, Any], place: str, ends: tuple[str, ...]) -> Thing:
    parts = [part for key in ends if isinstance(part := value.get(key), str) and part.strip()]
    if len(parts) < 3:
        return Damage(place, "a relation without its two ends and its type")
    form = Form.MCP if "relationType" in value else Form.MEM0
    return memory({}, place, " ".join(parts).replace("_", " "), form=form)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
