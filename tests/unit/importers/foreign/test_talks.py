"""Conversations from elsewhere: ChatGPT's trees and Claude's lists."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.importers.foreign.export import Piece, read_export
from holdfast.importers.foreign.found import Damage, Form, Found


def read(*talks: object) -> list[Any]:
    data = json.dumps(talks, ensure_ascii=False).encode()
    return [*read_export([Piece("conversations.json", lambda: data)]).things]


def node(id_: str, parent: str | None, role: str, *parts: object, **more: Any) -> dict[str, Any]:
    content = more.pop("content", {"content_type": "text", "parts": [*parts]})
    message = {"id": f"m-{id_}", "author": {"role": role, "name": None}, "content": content} | more
    return {"id": id_, "parent": parent, "children": [], "message": message}


def chatgpt(*nodes: dict[str, Any], last: str | None = None, **more: Any) -> dict[str, Any]:
    root: dict[str, Any] = {"id": "root", "parent": None, "children": [], "message": None}
    return {
        "title": "茶 and tea",
        "create_time": 1735700000.5,
        "mapping": {each["id"]: each for each in (root, *nodes)},
        "current_node": last or nodes[-1]["id"],
        "conversation_id": "talk-1",
    } | more


def test_a_conversation_of_chatgpt_is_taken_along_its_last_branch():
    found = read(
        chatgpt(
            node("a", "root", "user", "我喜欢龙井茶。", create_time=1735700001.0),
            node("b", "a", "assistant", "Green tea it is.", metadata={"model_slug": "gpt-x"}),
            node("c", "a", "assistant", "好的，龙井。", create_time=1735700003.0),
            node("d", "c", "user", "谢谢", create_time=1735700004.0),
        )
    )
    said = [each for each in found if isinstance(each, Found)]
    assert [(each.message["role"], each.message["content"]) for each in said] == [
        ("user", "我喜欢龙井茶。"), ("assistant", "好的，龙井。"), ("user", "谢谢"),
    ]  # fmt: skip
    assert {each.session for each in said} == {"talk-1"}
    assert {each.agent for each in said} == {"ChatGPT"}
    assert said[0].message["at"] == datetime(2025, 1, 1, 2, 53, 21, tzinfo=UTC)
    assert (said[0].message["id"], said[0].message["title"]) == ("m-a", "茶 and tea")
    assert "title" not in said[1].message
    assert [each.why for each in found if isinstance(each, Damage)] == [
        "a message of branches that were not gone on with"
    ]


def test_what_a_model_says_to_itself_and_what_is_hidden_is_left_out():
    hidden = {"is_visually_hidden_from_conversation": True}
    found = read(
        chatgpt(
            node("a", "root", "system", "You are kind.", metadata=hidden),
            node("b", "a", "user", "Hello"),
            node("c", "b", "assistant", content={"content_type": "thoughts", "thoughts": []}),
            node("d", "c", "assistant", content={"content_type": "code", "text": "print(1)"}),
            node("e", "d", "tool", content={"content_type": "execution_output", "text": "1"}),
        )
    )
    assert [each.message["content"] for each in found] == ["Hello", "print(1)", "1"]


def test_pictures_and_speech_come_as_parts_and_words():
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}
    heard = {"content_type": "audio_transcription", "text": "Lily moved.", "direction": "in"}
    content = {"content_type": "multimodal_text", "parts": [picture, heard, "Look!"]}
    (found,) = read(chatgpt(node("a", "root", "user", content=content)))
    text, part = found.message["content"]
    assert text == "Look!\nLily moved."
    assert (part["type"], part["asset_pointer"]) == ("image_asset_pointer", "file-service://x")


def test_what_is_asked_of_all_conversations_is_the_users_word():
    wishes = {"content_type": "user_editable_context", "user_profile": "I am a nurse.",
              "user_instructions": "Always answer in French."}  # fmt: skip
    found = read(
        chatgpt(node("a", "root", "user", content=wishes), node("b", "a", "user", "Hi")),
        chatgpt(node("a", "root", "user", content=wishes), conversation_id="talk-2"),
    )
    first, said, second = found
    assert (first.message["role"], first.session) == ("user", "custom-instructions")
    assert first.message["content"] == "I am a nurse.\nAlways answer in French."
    assert first.message["id"] == second.message["id"]
    assert said.message["title"]


@pytest.mark.parametrize("own", [True, False])
def test_what_a_model_was_told_of_the_users_wishes_is_not_the_users_word(own):
    """As ChatGPT writes it: wrapped in orders to the model, with the user's own words beside it."""
    wishes = {
        "content_type": "user_editable_context",
        "user_profile": "The user provided the following information about themselves. Only "
        "acknowledge the profile when it is directly related.\nUser profile:\n```I am a nurse.```",
        "user_instructions": "The user provided the additional info about how they would like you "
        "to respond:\n```Always answer in French.```",
    }
    data = {
        "about_user_message": "I am a nurse.",
        "about_model_message": "Always answer in French.",
    }
    metadata: dict[str, Any] = {
        "is_visually_hidden_from_conversation": True,
        "is_user_system_message": True,
    }
    metadata |= {"user_context_message_data": data} if own else {}
    (first, *_) = read(
        chatgpt(
            node("a", "root", "user", content=wishes, metadata=metadata),
            node("b", "a", "user", "Hi"),
        )
    )
    assert first.message["content"] == "I am a nurse.\nAlways answer in French."


def test_files_of_an_archive_that_hold_no_talk_are_named_once_each():
    talk = chatgpt(node("a", "root", "user", "Hi"))
    files = {
        "conversations.json": [talk],
        "user.json": {"id": "u"},
        "shared.json": [{"id": 1}] * 40,
    }
    pieces = [Piece(name, json.dumps(value).encode) for name, value in files.items()]
    export = read_export(pieces, Form.CHATGPT)
    assert [each.place for each in export.damaged] == ["user.json, entry 1", "shared.json"]
    assert "40 times" in str(export.damaged)


def test_a_tree_without_its_last_message_or_with_a_ring_in_it_is_walked():
    talk = chatgpt(node("a", "root", "user", "one", create_time=1.0), node("b", "a", "user", "two"))
    del talk["current_node"]
    assert [each.message["content"] for each in read(talk)] == ["one", "two"]
    ring = chatgpt(node("a", "b", "user", "one"), node("b", "a", "user", "two"))
    assert {each.message["content"] for each in read(ring)} == {"one", "two"}


def claude(*messages: object, **more: Any) -> dict[str, Any]:
    return {
        "uuid": "talk-9", "name": "去成都", "created_at": "2025-05-01T08:00:00.000000Z",
        "account": {"uuid": "x"}, "chat_messages": [*messages],
    } | more  # fmt: skip


def test_a_conversation_of_claude():
    document = {"file_name": "plan.txt", "file_type": "txt", "extracted_content": "Day 1: pandas"}
    found = read(
        claude(
            {"uuid": "m1", "sender": "human", "text": "看看这个", "content": [], "attachments": [document],
             "files": [{"file_name": "map.png"}], "created_at": "2025-05-01T08:01:00Z"},
            {"uuid": "m2", "sender": "assistant", "text": "old", "attachments": [], "files": [],
             "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "熊猫！"},
                         {"type": "tool_use", "name": "search", "input": {"q": "panda"}}]},
            {"uuid": "m3", "sender": "human", "text": "", "content": [], "attachments": []},
        )
    )  # fmt: skip
    made = [each.message for each in found]
    assert [(each["id"], each["role"]) for each in made] == [
        ("m1/1", "document"), ("m1", "user"), ("m2", "assistant"),
    ]  # fmt: skip
    assert (made[0]["speaker"], made[0]["content"]) == ("plan.txt", "Day 1: pandas")
    assert made[1]["content"] == ["看看这个", {"file_name": "map.png", "type": "file"}]
    assert made[2]["content"][0] == "熊猫！"
    assert made[2]["at"] == datetime(2025, 5, 1, 8, tzinfo=UTC)


def test_an_archive_of_claude_has_memories_beside_its_conversations():
    files = {
        "conversations.json": [claude({"uuid": "m1", "sender": "human", "text": "Hi"})],
        "memories.json": [{"conversations_memory": "Ann is a nurse.", "project_memories": {"p": "Uses Rust."}}],
        "projects.json": [{"uuid": "p", "name": "Tool"}],
        "users.json": [{"uuid": "u", "full_name": "Ann"}],
    }  # fmt: skip
    pieces = [Piece(name, json.dumps(value).encode) for name, value in files.items()]
    export = read_export(pieces)
    assert export.form is Form.CLAUDE
    assert [(each.session, each.memory) for each in export.things if isinstance(each, Found)] == [
        ("talk-9", False), ("claude-memory", True), ("claude-memory", True),
    ]  # fmt: skip


def test_a_file_that_was_cut_short_gives_what_stands_before_the_cut():
    talks = [
        claude({"uuid": f"m{n}", "sender": "human", "text": f"tea {n}"}, uuid=f"t{n}")
        for n in range(5)
    ]
    data = json.dumps(talks, ensure_ascii=False).encode()[:-120]
    export = read_export([Piece("conversations.json", lambda: data)])
    assert len([each for each in export.things if isinstance(each, Found)]) == 4
    assert [each.place for each in export.damaged] == ["entry 5"]


def test_what_is_damaged_in_the_middle_gives_both_sides():
    talks = [
        claude({"uuid": f"m{n}", "sender": "human", "text": f"tea {n}"}, uuid=f"t{n}")
        for n in range(5)
    ]
    data = json.dumps(talks, ensure_ascii=False).replace('"tea 2"', '"tea \\x 2"').encode()
    export = read_export([Piece("conversations.json", lambda: data)])
    texts = [each.message["content"] for each in export.things if isinstance(each, Found)]
    assert texts == ["tea 0", "tea 1", "tea 3", "tea 4"]
    assert len(export.damaged) == 1
