"""Fields that hold what nobody expects there: whatever they are, the rest comes and nothing is raised."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from holdfast import Memory
from holdfast.importers.foreign import talks
from holdfast.importers.foreign.entries import audited
from holdfast.importers.foreign.export import Piece, read_export
from holdfast.importers.foreign.found import Form
from holdfast.importers.foreign.moving import move_in

TIMES = 150
AT = "2025-03-04T05:06:07Z"


def asked(id_: str, text: str) -> dict[str, Any]:
    return {
        "id": id_, "author": {"role": "user", "name": None}, "create_time": 1735700001.0,
        "content": {"content_type": "text", "parts": [text]}, "metadata": {"model_slug": "m"},
    }  # fmt: skip


WISHES = {
    **asked("w", ""),
    "content": {"content_type": "user_editable_context", "user_profile": "```a```"},
    "metadata": {"user_context_message_data": {"about_user_message": "I am a nurse."}},
}
CHAT = {"messages": [{"role": "user", "content": "Hi there.", "alias": "A", "created_at": AT}]}
OWNED = {"user_id": "u", "project_id": "p", "created_at": AT, "updated_at": AT}
DOCUMENTS: dict[Form, Any] = {
    Form.CHATGPT: [
        {"conversation_id": "c", "title": "Tea", "create_time": 1735700000.0, "current_node": "b",
         "mapping": {"w": {"id": "w", "parent": None, "message": WISHES},
                     "a": {"id": "a", "parent": "w", "message": asked("m1", "Hi.")},
                     "b": {"id": "b", "parent": "a", "message": asked("m2", "Bye.")}}}],
    Form.CLAUDE: [
        {"uuid": "c", "name": "Tea", "created_at": AT, "chat_messages": [
            {"uuid": "m", "sender": "human", "text": "Hi.", "created_at": AT,
             "content": [{"type": "text", "text": "Hi."}, {"type": "tool_use", "name": "t"}],
             "attachments": [{"file_name": "a.txt", "extracted_content": "Day 1"}], "files": [{}]}]},
        {"conversations_memory": "A nurse.", "project_memories": {"p": "Tea."}}],
    Form.MEM0: {"results": [
        {"id": "a", "memory": "Likes tea", "metadata": {"source": "s"}, **OWNED},
        {"source": "a", "relationship": "knows", "destination": "b"}]},
    Form.MCP: [
        {"type": "entity", "name": "K", "entityType": "person", "observations": ["likes tea"]},
        {"type": "relation", "from": "a", "to": "b", "relationType": "knows"}],
    Form.MEMOBASE: {
        "users": [{"id": "u", "project_id": "p", "additional_fields": {"plan": "x"}}],
        "general_blobs": [{"id": "b1", "blob_type": "chat", "blob_data": CHAT, **OWNED},
                          {"id": "b2", "blob_type": "doc", "blob_data": {"content": "x"}, **OWNED}],
        "user_profiles": [{"id": "p", "content": "c", **OWNED,
                           "attributes": {"topic": "t", "sub_topic": "s"}}],
        "user_events": [{"id": "e", **OWNED, "event_data": {
            "event_tip": None, "profile_delta": [{"content": "c"}], "event_tags": []}}]},
    Form.LANGGRAPH: [
        {"namespace": ["m", "mei"], "key": "k", "value": {"text": "tea", "n": 1}, "created_at": AT}],
    Form.JSONL: [
        {"role": "user", "content": "Hi.", "user": "mei", "session": "s", "id": "i", "at": AT},
        {"text": "Likes tea", "sources": ["m"]}],
}  # fmt: skip
JUNK: list[Any] = [
    None, True, 0, -1, 1e400, float("nan"), 10**400, "", " ", "x", "\ud800", "\0", "a" * 300,
    "9999-99-99", [], {}, [[]], [None], ["x", 1], {"a": 1}, {"text": 5}, {"parts": {}},
]  # fmt: skip


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    yield here
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*here, name))


def with_junk(document: Any, dice: random.Random) -> Any:
    """The document, with something else in one to three of its places."""
    found = copy.deepcopy(document)
    for _ in range(dice.randint(1, 3)):
        place = dice.choice([each for each in places(found) if each])
        holder = found
        for name in place[:-1]:
            holder = holder[name]
        holder[place[-1]] = copy.deepcopy(dice.choice(JUNK))
    return found


def brought_in(form: Form, times: int = TIMES) -> int:
    """How much came of all these documents; what is counted is what is stored."""
    dice, came = random.Random(3), 0
    for _ in range(times):
        data = json.dumps(with_junk(DOCUMENTS[form], dice)).encode()
        export = read_export([Piece("x.json", partial(bytes, data))], form)
        audited(export)
        with Memory.open(":memory:", worker=False) as memory:
            told = move_in(
                export, memory, others="mei", user_part=2,
                project="p" if "p" in export.projects else None,
            )  # fmt: skip
            users = memory.admin.users()
            kept = sum(len(memory.messages.latest(user, limit=100)) for user in users)
            assert kept == told.messages
            came += kept
    return came


@pytest.mark.parametrize("form", Form)
def test_the_rest_comes_and_nothing_is_raised(form):
    assert brought_in(form) > TIMES // 2


def test_a_reader_that_trusts_a_field_is_seen(monkeypatch):
    monkeypatch.setattr(talks, "_list", lambda value: value or [])
    with pytest.raises((TypeError, AttributeError)):
        brought_in(Form.CLAUDE)
