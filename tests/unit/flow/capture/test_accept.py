"""Accept: messages in whatever form they come, as drafts."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from holdfast.domain.draft import Draft
from holdfast.domain.message import Trust, trust_of
from holdfast.errors import InvalidInput, MessageRefused
from holdfast.flow.capture.accept import Limits, accept

NOW = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)
LIMITS = Limits(
    max_message_chars=1000,
    max_batch=10,
    max_parts_bytes=50_000,
    inline_part_bytes=200,
    time_zone="Asia/Shanghai",
)
IMAGE = {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}}
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}


def drafts(given: object, at: datetime | None = None) -> list[Draft]:
    return accept(given, at=at, now=NOW, limits=LIMITS)


def draft(given: object) -> Draft:
    [only] = drafts(given)
    return only


def refusal(given: object) -> str:
    with pytest.raises(MessageRefused) as refused:
        drafts(given)
    return str(refused.value)


FORMS: dict[str, tuple[object, str, str]] = {
    "a text": ("hello", "user", "hello"),
    "role and content": ({"role": "assistant", "content": "hello"}, "assistant", "hello"),
    "content alone": ({"content": "hello"}, "user", "hello"),
    "text in place of content": ({"role": "user", "text": "hello"}, "user", "hello"),
    "langchain": ({"type": "human", "data": {"content": "hello"}}, "user", "hello"),
    "langchain, ai": (
        {"type": "ai", "data": {"content": "hi", "type": "ai", "tool_calls": []}},
        "assistant",
        "hi",
    ),
    "langchain, chat": (
        {"type": "chat", "data": {"content": "a", "role": "pirate"}},
        "pirate",
        "a",
    ),
    "langchain, flat": ({"type": "human", "content": "hello"}, "user", "hello"),
    "langchain, flat list": (
        {"type": "ai", "content": [{"type": "text", "text": "hello"}]},
        "assistant",
        "hello",
    ),
    "a list of parts": (
        {"role": "user", "content": [{"type": "text", "text": "one"}, "two"]},
        "user",
        "one\ntwo",
    ),
    "a tuple of parts": (
        {"role": "user", "content": ({"type": "text", "text": "a"},)},
        "user",
        "a",
    ),
    "one part": ({"role": "user", "content": {"type": "text", "text": "a"}}, "user", "a"),
    "the parts of the responses api": (
        {"role": "user", "content": [{"type": "input_text", "text": "a"}]},
        "user",
        "a",
    ),
    "parts alone": ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "user", "a\nb"),
    "text as it is": ({"content": "  tabs\tand\r\nlines \n"}, "user", "  tabs\tand\r\nlines \n"),
    "a system message": ({"role": "system", "content": "Be kind."}, "system", "Be kind."),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_one_draft(form):
    given, role, text = FORMS[form]
    accepted = draft(given)
    assert (accepted.role, accepted.text, accepted.parts) == (role, text, ())
    assert accepted.said_at == NOW
    assert accepted.speaker is None
    assert accepted.client_id is None


def test_a_list_may_mix_texts_and_messages_and_keeps_their_order():
    given = ["one", {"role": "assistant", "content": "two"}, {"type": "human", "content": "three"}]
    assert [(each.role, each.text) for each in drafts(given)] == [
        ("user", "one"),
        ("assistant", "two"),
        ("user", "three"),
    ]


def test_what_can_be_gone_through_once_only_is_accepted():
    def told() -> Iterator[str]:
        yield "one"
        yield "two"

    assert [each.text for each in drafts(told())] == ["one", "two"]


@pytest.mark.capability("A2")
def test_a_content_list_of_a_role_we_do_not_know_is_kept_as_it_is_and_not_trusted():
    tool = draft({"role": "tool", "content": [{"type": "text", "text": "a"}]})
    assert (tool.role, tool.text, trust_of(tool.role)) == ("tool", "a", Trust.TOOL)
    strange = draft({"role": "Night Watch", "content": [{"type": "text", "text": "a"}, IMAGE]})
    assert (strange.role, strange.text) == ("Night Watch", "a")
    assert strange.parts == (IMAGE,)
    assert trust_of(strange.role) is Trust.UNTRUSTED


def test_parts_that_are_not_text_are_kept_in_order():
    sound = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}
    accepted = draft({"content": [IMAGE, {"type": "text", "text": "What is this?"}, sound]})
    assert accepted.text == "What is this?"
    assert accepted.parts == (IMAGE, sound)


@pytest.mark.parametrize("content", [None, "", []])
def test_text_may_be_empty_where_there_are_tool_calls(content):
    accepted = draft({"role": "assistant", "content": content, "tool_calls": [CALL, CALL]})
    assert accepted.text == ""
    assert accepted.parts == ({"type": "tool_call", "call": CALL},) * 2


def test_text_may_be_empty_where_there_is_a_part():
    assert draft([IMAGE]).parts == (IMAGE,)


def test_what_a_text_part_carries_beside_its_text_is_kept():
    part = {"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}
    kept = draft({"content": [part]})
    assert kept.text == "a"
    assert kept.parts == ({"type": "text_details", "cache_control": {"type": "ephemeral"}},)


def test_what_a_text_part_without_a_type_carries_beside_its_text_is_kept():
    kept = draft({"content": [{"text": "a", "citations": [1, 2]}]})
    assert [part.get("citations") for part in kept.parts] == [[1, 2]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("content", "text"),
        ("at", "created_at"),
        ("id", "message_id"),
        ("speaker", "name"),
        ("role", "type"),
    ],
)
def test_of_two_fields_that_mean_the_same_neither_is_lost(first, second):
    values = {"content": "hello", first: "2024-01-01", second: "2023-12-31"}
    kept = draft(values)
    held = json.dumps(
        [kept.role, kept.speaker, kept.text, kept.client_id, str(kept.said_at), dict(kept.extra)]
    )
    assert "2024-01-01" in held
    assert "2023-12-31" in held


@pytest.mark.parametrize(
    "given",
    [
        {"type": "text", "text": "a"},
        ["look", {"type": "text", "text": "a"}],
        [{"type": "text", "text": "a"}, {"role": "user", "content": "b"}],
    ],
)
def test_the_type_of_a_part_is_not_taken_for_a_role(given):
    assert {each.role for each in drafts(given)} == {"user"}


def test_a_text_beside_an_image_is_one_message():
    accepted = draft(["What is this?", IMAGE])
    assert (accepted.text, accepted.parts) == ("What is this?", (IMAGE,))


@pytest.mark.parametrize("name", ["at", "time", "timestamp", "created_at"])
def test_a_message_keeps_the_time_it_brings(name):
    said = datetime(2019, 7, 1, 12, tzinfo=UTC)
    [accepted] = drafts({"content": "a", name: "2019-07-01T12:00:00+00:00"}, at=NOW)
    assert accepted.said_at == said


def test_a_message_without_a_time_gets_that_of_the_call_or_else_the_present():
    earlier = NOW - timedelta(days=3)
    assert drafts("a", at=earlier)[0].said_at == earlier
    assert drafts("a")[0].said_at == NOW


@pytest.mark.parametrize(
    ("given", "client_id"),
    [({"id": "c1"}, "c1"), ({"message_id": "c1"}, "c1"), ({"id": 17}, "17"), ({"id": ""}, None)],
)
def test_the_clients_id_is_kept_as_text(given, client_id):
    assert draft({"content": "a", **given}).client_id == client_id


@pytest.mark.parametrize("name", ["speaker", "name"])
def test_the_speaker_is_kept(name):
    assert draft({"content": "a", name: "莉莉"}).speaker == "莉莉"


def test_other_fields_are_kept_unless_they_say_nothing():
    given = {
        "content": "a",
        "tool_call_id": "call_1",
        "additional_kwargs": {"refusal": None, "deep": [1, {"键": 2.5}]},
        "score": 0,
        "response_metadata": {},
        "example": None,
    }
    assert draft(given).extra == {
        "tool_call_id": "call_1",
        "additional_kwargs": {"refusal": None, "deep": [1, {"键": 2.5}]},
        "score": 0,
    }


def test_what_the_caller_holds_is_neither_changed_nor_shared():
    given = [
        {"role": "user", "content": [{"type": "text", "text": "a"}, copy.deepcopy(IMAGE)]},
        {"role": "user", "content": "", "tool_calls": [copy.deepcopy(CALL)], "extra": {"a": [1]}},
        {"type": "human", "data": {"content": "b", "kept": {"a": [1]}}},
    ]
    before = copy.deepcopy(given)
    accepted = drafts(given)
    assert given == before
    kept = copy.deepcopy([(each.parts, each.extra) for each in accepted])
    changed: Any = given
    changed[0]["content"][1]["image_url"]["url"] = "changed"
    changed[1]["tool_calls"][0]["function"]["name"] = "changed"
    changed[1]["extra"]["a"].append("changed")
    changed[2]["data"]["kept"]["a"].append("changed")
    assert [(each.parts, each.extra) for each in accepted] == kept


def test_a_large_part_lies_beside_the_message_exactly():
    picture = {"type": "image", "data": "图" * 200, "nested": {"a": [1, 2.5, None]}}
    accepted = draft({"content": [{"type": "text", "text": "look"}, picture]})
    [(ref, data)] = accepted.attachments.items()
    assert json.loads(data) == picture
    assert accepted.parts == ({"type": "image", "ref": ref, "bytes": len(data)},)
    assert accepted.text == "look"


def test_a_part_is_large_when_it_weighs_more_than_the_limit_in_bytes():
    frame = len('{"type":"x","body":"猫"}'.encode())
    small = {"type": "x", "body": "猫" + "a" * (LIMITS.inline_part_bytes - frame)}
    assert draft([small]).attachments == {}
    assert len(draft([{**small, "body": small["body"] + "a"}]).attachments) == 1


def test_a_list_of_parts_may_hold_one_with_data_of_its_own():
    picture = {"type": "image", "source_type": "base64", "data": "AAAA", "mime_type": "image/png"}
    accepted = draft([{"type": "text", "text": "look"}, picture])
    assert (accepted.role, accepted.text, accepted.parts) == ("user", "look", (picture,))


LOOP: list[object] = []
LOOP.append(LOOP)

REFUSED: dict[str, tuple[object, str]] = {
    "an empty text": ("", "nothing"),
    "a blank text": (" \n\t ", "nothing"),
    "no content": ({"role": "user"}, "nothing"),
    "an empty list": ({"content": []}, "nothing"),
    "a long text": ("a" * 1001, "1,001 characters; 1,000"),
    "a control character": ("bell \x07", "U+0007"),
    "a nul": ("nul \x00", "U+0000"),
    "a c1 control character": ("csi \x9b", "U+009B"),
    "a lone surrogate": ("half \ud83d", "U+D83D"),
    "a lone surrogate in a part": ([{"type": "x", "deep": [{"a": "\udc00"}]}], "surrogate"),
    "a lone surrogate in a key": ([{"type": "x", "\udc00": 1}], "surrogate"),
    "a lone surrogate in a text part": ([{"type": "text", "text": "\udc00"}], "surrogate"),
    "a lone surrogate in another field": ({"content": "a", "x": {"b": ["\udc00"]}}, "surrogate"),
    "a lone surrogate in a tool call": ({"content": "a", "tool_calls": ["\udc00"]}, "surrogate"),
    "a lone surrogate in the speaker": ({"content": "a", "name": "\udc00"}, "surrogate"),
    "a lone surrogate in the id": ({"content": "a", "id": "\udc00"}, "surrogate"),
    "a lone surrogate in the role": ({"content": "a", "role": "\udc00"}, "surrogate"),
    "a line break in the speaker": ({"content": "a", "name": "a\nb"}, "U+000A"),
    "content that is a number": ({"content": 5}, "int"),
    "content that is bytes": ({"content": b"a"}, "bytes"),
    "a part that is a number": ({"content": ["a", 5]}, "int"),
    "tool calls that are a text": ({"content": "a", "tool_calls": "look"}, "tool_calls"),
    "tool calls that are bytes": ({"content": "a", "tool_calls": b"look"}, "tool_calls"),
    "tool calls that are a mapping": ({"content": "a", "tool_calls": {"a": 1}}, "tool_calls"),
    "a field that json cannot hold": ({"content": "a", "x": object()}, "JSON"),
    "a number that json cannot hold": ({"content": "a", "x": float("nan")}, "JSON"),
    "a part that holds itself": ([{"type": "x", "self": LOOP}], "a part or field"),
    "heavy parts": ([{"type": "x", "body": "a" * 30_000}] * 2, "50,000 bytes"),
    "heavy fields": ({"content": "a", "x": "a" * 60_000}, "50,000 bytes"),
    "a role that is a number": ({"role": 5, "content": "a"}, "role"),
    "an id that is a list": ({"content": "a", "id": ["c1"]}, "id"),
    "an id that is true": ({"content": "a", "id": True}, "id"),
    "a speaker that is a mapping": ({"content": "a", "speaker": {"name": "x"}}, "speaker"),
    "names of fields that are not text": ({"content": "a", 5: "b"}, "names"),
    "the future": ({"content": "a", "at": "2024-05-03"}, "future"),
    "milliseconds": ({"content": "a", "timestamp": 1714555800000}, "seconds"),
    "not a time": ({"content": "a", "at": "yesterday"}, "yesterday"),
    "a time that is true": ({"content": "a", "at": True}, "bool"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_stored_is_refused_with_the_reason(case):
    given, reason = REFUSED[case]
    assert reason in refusal(given)


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_message_of_a_batch_names_itself(case):
    given, reason = REFUSED[case]
    if isinstance(given, list):
        given = {"role": "user", "content": given}
    said = refusal(["good", given, "good"])
    assert said.startswith("Message 2 of 3: ")
    assert reason in said


class Guarded(list):
    """A list that notices when it is gone through without end."""

    looks = 0

    def __iter__(self):
        self.looks += 1
        assert self.looks < 1000
        return super().__iter__()


def test_what_holds_itself_twice_is_refused_before_it_fills_the_memory():
    loop = Guarded()
    loop.extend([loop, loop])
    assert "a part or field" in refusal([{"type": "x", "self": loop}])


def test_the_remedy_for_a_bad_time_is_not_lost():
    assert "1000" in refusal({"content": "a", "timestamp": 1714555800000})


@pytest.mark.parametrize("given", [None, 5, b"hello", bytearray(b"hello"), object(), True])
def test_what_holds_no_messages_is_refused(given):
    with pytest.raises(InvalidInput, match="Give a text"):
        drafts(given)


@pytest.mark.parametrize("given", [[], (), iter([])])
def test_no_message_at_all_is_refused(given):
    with pytest.raises(InvalidInput, match="at least one"):
        drafts(given)


def test_a_batch_has_a_limit():
    assert len(drafts(["a"] * 10)) == 10
    with pytest.raises(InvalidInput, match=r"11 messages in one call; 10 .* max_batch"):
        drafts(["a"] * 11)


@pytest.mark.parametrize("wrong", [None, 5, b"x", ("role", "user"), ["a"]])
def test_an_item_that_is_not_a_message_is_refused(wrong):
    assert "Message 2 of 2" in refusal(["a", wrong])
