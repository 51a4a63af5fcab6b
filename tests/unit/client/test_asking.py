"""Asking: what a call of the library looks like on the wire."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from holdfast.client.address import endpoint_of
from holdfast.client.asking import PATIENT, REPEATABLE, call_of, request_for, value_of
from holdfast.client.tries import Answer
from holdfast.domain.item import ItemKind
from holdfast.errors import InvalidInput, NotFound, ServerUnreachable
from holdfast.memory import Memory
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.items import Items
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.profile import Profile
from holdfast.wire.calls import BY_NAME, CALLS
from tests.unit.client.scripted_server import told

ENDPOINT = endpoint_of("", "", {})


def asked(method, *args, **named):
    return request_for(call_of(method), "", args, named)


def test_a_read_is_a_query_of_what_was_given_and_nothing_else():
    request = asked(
        Items.between, "王", datetime(2024, 5, 1, tzinfo=UTC), kind=ItemKind.NOTE, current=False
    )
    assert (request.method, request.path, request.body) == ("GET", "/v1/items/between", None)
    assert request.query == {
        "user": "王", "since": "2024-05-01T00:00:00+00:00", "kind": "note", "current": "false"
    }  # fmt: skip
    assert request.repeatable


def test_a_none_that_is_no_default_is_an_empty_text_and_comes_back():
    everybody = asked(Profile.get, "王", about=None, as_of=None)
    assert everybody.query == {"user": "王", "about": ""}
    call = BY_NAME["profile.get"]
    assert call.read_texts(everybody.query or {}) == {"user": "王", "about": None}
    assert call.read_texts({"user": "王", "about": "Anna"})["about"] == "Anna"
    assert "about" not in call.read_texts({"user": "王"})
    assert [each.name for each in CALLS if each.emptied] == ["profile.get"]


def test_all_else_is_a_body():
    request = asked(Memory.context, "u", "tea", holding={"a"}, since=None)
    assert json.loads(request.body) == {
        "user": "u",
        "query": "tea",
        "holding": ["a"],
        "since": None,
    }


def test_a_name_in_a_path_is_quoted():
    assert asked(Messages.get, "u", "a b?c#d%").path == "/v1/messages/a%20b%3Fc%23d%25"


@pytest.mark.parametrize("name", ["a/b", ".", "..", "", " ", "line\n", None, 5])
def test_a_name_that_no_path_can_hold(name):
    with pytest.raises(InvalidInput):
        asked(Messages.get, "u", name)


def test_what_is_to_go_is_named_in_the_query():
    request = asked(Admin.unset_preference, "语气/tone & more")
    assert (request.method, request.path, request.body) == ("DELETE", "/v1/preferences", None)
    assert request.query == {"name": "语气/tone & more"}
    assert not request.repeatable, "the second time it would say that there was none"


@pytest.mark.parametrize("value", ["half \ud800", object(), {1: object()}])
def test_what_json_cannot_hold(value):
    with pytest.raises(InvalidInput):
        asked(Admin.set_preference, "p", value)


def test_only_what_may_be_done_twice_is_repeated():
    assert asked(Memory.recall, "u", "tea").repeatable
    for method, args in ((Memory.correct, ("u", "1", "x")), (Memory.forget, ("u",))):
        assert not asked(method, *args).repeatable


def test_the_lists_name_calls_that_are_there():
    assert BY_NAME.keys() >= REPEATABLE | PATIENT


def test_a_method_without_a_route():
    with pytest.raises(LookupError):
        call_of(Admin.run_jobs)


def test_nothing_of_that_name_is_none_where_the_library_says_none():
    missing = Answer(404, told("not_found"))
    assert value_of(call_of(Messages.get), missing, ENDPOINT) is None
    with pytest.raises(NotFound):
        value_of(call_of(Memory.explain), missing, ENDPOINT)


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"ids": 5}', b"[" * 100_000])
def test_an_answer_of_another_shape_is_not_ours(body):
    with pytest.raises(ServerUnreachable, match="not a Holdfast server"):
        value_of(call_of(Memory.add), Answer(201, body), ENDPOINT)
