"""Outgoing messages: what is sent is what was given, with an id and a time."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.client.outgoing import body, checked, unchecked
from holdfast.errors import InvalidInput, MessageRefused
from holdfast.flow.capture.accept import accept
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from holdfast.wiring import limits_of

NOW = FrozenClock().now()
LIMITS = limits_of(Settings())

FORMS: list[Any] = [
    "tea 茶",
    {"role": "user", "content": "tea"},
    {"role": "assistant", "content": "tea", "name": "Mei", "mood": "glad"},
    {"type": "human", "data": {"content": "tea", "additional_kwargs": {"a": 1}}},
    {"type": "ai", "data": {"content": "tea", "type": "ai", "id": "run-1"}},
    {"content": "tea", "timestamp": 1_700_000_000},
    {"content": "tea", "created_at": "2023-01-01T09:00:00+08:00", "message_id": 7},
    {"content": "tea", "at": datetime(2023, 1, 1, 9, tzinfo=UTC)},
    {"content": "tea", "time": date(2023, 1, 1)},
    {"content": "tea", "id": ""},
    {"type": "image", "url": "x"},
    [{"type": "text", "text": "see"}, {"type": "image", "url": "x" * 9000}],
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": {"name": "f"}}]},
    ["one", {"content": "two"}, {"content": "three", "id": "3"}],
]


def accepted(messages: object) -> list[Any]:
    drafts = accept(messages, at=None, now=NOW, limits=LIMITS)
    return [draft._replace(client_id=None) for draft in drafts]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: json.dumps(form, default=str)[:40])
def test_the_server_reads_what_was_given(form):
    """Nothing but the id is added that the library would see."""
    sent = [json.loads(each.message) for each in checked(form, at=None, now=NOW, limits=LIMITS)]
    assert accepted(sent) == accepted(form)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: json.dumps(form, default=str)[:40])
def test_the_id_is_the_one_that_the_server_goes_by(form):
    outgoing = checked(form, at=None, now=NOW, limits=LIMITS)
    drafts = accept(
        [json.loads(each.message) for each in outgoing], at=None, now=NOW, limits=LIMITS
    )
    assert [draft.client_id for draft in drafts] == [each.id for each in outgoing]


def test_ids_that_were_given_are_kept():
    messages = [{"content": "a", "id": "1"}, {"content": "b", "message_id": 2}, "c"]
    first, second, third = (each.id for each in checked(messages, at=None, now=NOW, limits=LIMITS))
    assert (first, second) == ("1", "2")
    assert len(third) == 36


@pytest.mark.parametrize("at", [None, datetime(2023, 1, 1), "2023-01-01", 1_700_000_000.5])  # noqa: DTZ001
def test_the_time_of_the_call_is_written_into_each_message(at):
    given_time = (
        NOW.isoformat() if at is None else at.isoformat() if isinstance(at, datetime) else at
    )
    sent = [
        json.loads(each.message)
        for each in checked(["a", {"content": "b", "time": 5}], at=at, now=NOW, limits=LIMITS)
    ]
    assert [each.get("at") for each in sent] == [given_time, None]


@pytest.mark.parametrize(
    "messages",
    [["a", ""], ["a", 5], [b"a"], {"content": "half \ud800"}, {"content": "a", "x": {1}}],
)
@pytest.mark.parametrize("prepare", [checked, unchecked])
def test_mistakes_are_told_in_the_librarys_words(messages, prepare):
    with pytest.raises(MessageRefused) as here:
        accept(messages, at=None, now=NOW, limits=LIMITS)
    if prepare is unchecked and messages == ["a", ""]:
        return  # that is for the server to judge
    with pytest.raises(MessageRefused) as far:
        prepare(messages, at=None, now=NOW, limits=LIMITS)
    assert far.value.message == here.value.message


def test_a_time_that_is_none():
    with pytest.raises(InvalidInput):
        checked("a", at="someday", now=NOW, limits=LIMITS)


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=50)
@given(names, names, st.lists(names, max_size=3))
def test_a_body_is_json_whatever_the_names(user, session, texts):
    messages = [json.dumps({"content": text}) for text in texts]
    assert json.loads(body(user, session, "a", messages)) == {
        "user": user, "session": session, "agent": "a", "messages": [{"content": t} for t in texts]
    }  # fmt: skip
