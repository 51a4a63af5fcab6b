"""Conversations that people had elsewhere: the exports of ChatGPT and of Claude."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from holdfast.importers.foreign.found import (
    Damage,
    Found,
    Thing,
    clean,
    digest,
    moment,
    named,
)
from holdfast.importers.foreign.rows import Row

CHATGPT, CLAUDE = "ChatGPT", "Claude"
_MUSED = frozenset(["thoughts", "reasoning_recap", "model_editable_context"])
"""What a model said to itself. It was said to nobody."""

_WISHES, _OWN_WORDS = "user_editable_context", "user_context_message_data"
_FENCED = re.compile(r"```(.*)```", re.DOTALL)
_PLACES = ("content", "result", "text")


def from_chatgpt(row: Row) -> Iterator[Thing]:
    """A conversation is a tree: an answer that was asked for again begins a branch. The branch that
    was gone on with is taken."""
    talk, place = row.value, row.place
    nodes = talk.get("mapping") if isinstance(talk, Mapping) else None
    if not isinstance(nodes, Mapping):
        yield Damage(place, "no conversation")
        return
    session = named(talk, "conversation_id", "id") or digest(place, talk.get("title"))
    branch = _branch(nodes, talk.get("current_node"))
    title = named(talk, "title")
    for number, node in enumerate(branch, 1):
        where = f"{place}, message {number}"
        found = _wishes(node, where) or _chatgpt_message(node, where, session)
        if found is None:
            continue
        if isinstance(found, Found):
            _date(found.message, talk.get("create_time"))
            if title and found.session == session:
                found.message["title"], title = title, None
        yield found
    aside = sum(_speaks(node) for node in nodes.values()) - sum(map(_speaks, branch))
    if aside > 0:
        what = "a message" if aside == 1 else f"{aside} messages"
        yield Damage(place, f"{what} of branches that were not gone on with")


def _branch(nodes: Mapping[str, Any], last: object) -> list[Mapping[str, Any]]:
    """From the beginning of a conversation to its last message. A ring in it is walked once."""
    if not isinstance(last, str) or last not in nodes:
        found = (node.get("parent") for node in nodes.values() if isinstance(node, Mapping))
        parents = {parent for parent in found if isinstance(parent, str)}
        leaves = [key for key, node in nodes.items() if key not in parents and _speaks(node)]
        last = max(leaves, key=lambda key: _said_at(nodes[key]), default=None)
    walked: dict[Any, Mapping[str, Any]] = {}
    while isinstance(last, str) and last not in walked and isinstance(nodes.get(last), Mapping):
        walked[last] = nodes[last]
        last = nodes[last].get("parent")
    return [*walked.values()][::-1]


def _said_at(node: Mapping[str, Any]) -> float:
    at = moment(node["message"].get("create_time"))
    return at.timestamp() if at else 0.0


def _speaks(node: object) -> bool:
    """Whether somebody says something in it."""
    message = node.get("message") if isinstance(node, Mapping) else None
    return isinstance(message, Mapping) and bool(_chatgpt_content(message))


def _wishes(node: Mapping[str, Any], where: str) -> Found | None:
    """What the user has asked of all conversations. It lies in each of them, and is taken once."""
    message = node.get("message")
    content = message.get("content") if isinstance(message, Mapping) else None
    if not isinstance(content, Mapping) or content.get("content_type") != _WISHES:
        return None
    metadata = message.get("metadata") if isinstance(message, Mapping) else None
    own = metadata.get(_OWN_WORDS) if isinstance(metadata, Mapping) else None
    told = [content.get(key) for key in ("user_profile", "user_instructions")]
    if isinstance(own, Mapping):  # as written, where the content tells a model what to make of it
        told = [own.get(key) for key in ("about_user_message", "about_model_message")]
    else:
        told = [_fenced(each) for each in told]
    text = "\n".join(clean(each) for each in told if isinstance(each, str) and each.strip())
    made = {"id": digest(_WISHES, text), "role": "user", "content": text}
    return Found(where, "custom-instructions", made, agent=CHATGPT) if text else None


def _fenced(told: Any) -> Any:
    """What the user wrote: it stands between fences, if there are some."""
    fenced = _FENCED.search(told) if isinstance(told, str) else None
    return fenced[1] if fenced else told


def _chatgpt_message(node: Mapping[str, Any], where: str, session: str) -> Thing | None:
    message = node.get("message")
    if not isinstance(message, Mapping):
        return None if message is None else Damage(where, "no message")
    content = _chatgpt_content(message)
    if not content:
        return None
    author = message.get("author")
    author = author if isinstance(author, Mapping) else {}
    metadata = message.get("metadata")
    model = metadata.get("model_slug") if isinstance(metadata, Mapping) else None
    id_ = named(message, "id") or named(node, "id") or digest(session, where)
    made: dict[str, Any] = {
        "id": id_[:200],
        "role": named(author, "role") or "unknown",
        "content": content,
    }
    if name := named(author, "name"):
        made["speaker"] = name[:200]
    if isinstance(model, str):
        made["model"] = clean(model)
    _date(made, message.get("create_time"))
    return Found(where, session, made, agent=CHATGPT)


def _chatgpt_content(message: Mapping[str, Any]) -> Any:
    """What was said: a text, or a list where there is more than text; None for nothing."""
    content = message.get("content")
    metadata = message.get("metadata")
    hidden = isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation")
    if not isinstance(content, Mapping) or hidden:
        return None
    kind = content.get("content_type")
    if kind == _WISHES or (isinstance(kind, str) and kind in _MUSED):
        return None  # of wishes, see `_wishes`
    parts = content.get("parts")
    given = parts if isinstance(parts, list) else [content.get(key) for key in _PLACES]
    return _content(given)


def _content(parts: list[Any]) -> Any:
    texts = [clean(each) for each in parts if isinstance(each, str) and each.strip()]
    texts += [clean(each["text"]) for each in parts if _is_voice(each)]
    others = [{"type": "part", **each} for each in parts if isinstance(each, Mapping)]
    others = [_typed(each) for each in others if not _is_voice(each)]
    text = "\n".join(texts)
    return [*([text] if text else []), *others] if others else text


def _is_voice(part: object) -> bool:
    """Whether it is what was heard of a spoken message."""
    return isinstance(part, Mapping) and isinstance(part.get("text"), str) and bool(part["text"])


def _typed(part: dict[str, Any]) -> dict[str, Any]:
    kind = part.get("content_type", part["type"])
    return {**part, "type": str(kind)}


def from_claude(row: Row) -> Iterator[Thing]:
    """{"uuid", "name", "created_at", "chat_messages": [{"uuid", "sender", "text", "content", ...}]}"""
    talk, place = row.value, row.place
    if not isinstance(talk, Mapping):
        yield Damage(place, "no conversation")
        return
    if isinstance(talk.get("conversations_memory"), str):
        yield from _claude_memories(talk, place)
        return
    said = talk.get("chat_messages")
    if not isinstance(said, list):
        yield Damage(place, "no conversation")
        return
    session = named(talk, "uuid", "id") or digest(place, talk.get("name"))
    title = named(talk, "name", "title")
    for number, message in enumerate(said, 1):
        where = f"{place}, message {number}"
        if not isinstance(message, Mapping):
            yield Damage(where, "no message")
            continue
        for found in _claude_message(message, where, session):
            _date(found.message, talk.get("created_at"))
            if title:
                found.message["title"], title = title, None
            yield found


def _claude_message(message: Mapping[str, Any], where: str, session: str) -> Iterator[Found]:
    """What was said, and before it each document that was handed over with it."""
    id_ = (named(message, "uuid", "id") or digest(session, where))[:200]
    sender = named(message, "sender", "role") or "unknown"
    role = {"human": "user"}.get(sender, sender)
    files = [each for each in _list(message.get("files")) if isinstance(each, Mapping)]
    for number, document in enumerate(_list(message.get("attachments")), 1):
        text = document.get("extracted_content") if isinstance(document, Mapping) else None
        if not isinstance(text, str) or not text.strip():
            files += [document] if isinstance(document, Mapping) else []
            continue
        made = {"id": f"{id_}/{number}", "role": "document", "content": clean(text)}
        if name := named(document, "file_name"):
            made["speaker"] = name[:200]
        _date(made, message.get("created_at"))
        yield Found(where, session, made, agent=CLAUDE)
    content = _claude_content(message, files)
    if content:
        made = {"id": id_, "role": role, "content": content}
        _date(made, message.get("created_at"))
        yield Found(where, session, made, agent=CLAUDE)


def _claude_content(message: Mapping[str, Any], files: list[Mapping[str, Any]]) -> Any:
    blocks = [each for each in _list(message.get("content")) if isinstance(each, Mapping)]
    texts = [str(each.get("text") or "") for each in blocks if each.get("type") == "text"]
    text = "\n".join(each for each in texts if each.strip())
    if not text.strip() and isinstance(message.get("text"), str):
        text = message["text"]
    others = [dict(each) for each in blocks if each.get("type") not in ("text", "thinking")]
    others += [{**each, "type": "file"} for each in files]
    text = clean(text).strip()
    return [*([text] if text else []), *others] if others else text


def _claude_memories(value: Mapping[str, Any], place: str) -> Iterator[Thing]:
    """What Claude has written down of the user, as a whole and for each project."""
    projects = value.get("project_memories")
    texts = {"": value["conversations_memory"]}
    texts |= dict(projects) if isinstance(projects, Mapping) else {}
    for name, text in texts.items():
        if isinstance(text, str) and text.strip():
            made = {"id": digest("claude-memory", name), "role": "document", "speaker": CLAUDE}
            yield Found(place, "claude-memory", made | {"content": clean(text)}, memory=True)


def _date(message: dict[str, Any], given: object) -> None:
    """Date a message that has no time yet."""
    if "at" not in message and (at := moment(given)):
        message["at"] = at


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
