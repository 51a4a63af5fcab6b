"""What is wrong with a request is told in few words, however much is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from holdfast.entrypoints.http.desk import Desk
from holdfast.wire.calls import BY_NAME
from tests.unit.entrypoints.http.asking import a_desk, ask

MANY = 5_000


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with a_desk(tmp_path) as made:
        yield made


def refused(desk: Desk, path: str, body: dict[str, Any], method: str = "POST") -> str:
    answer = ask(desk, method, path, json.dumps(body).encode())
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "invalid_input"
    return str(error["message"])


def faults(call: str, body: dict[str, Any]) -> int:
    with pytest.raises(ValidationError) as raised:
        BY_NAME[call].read_body(json.dumps(body).encode())
    return raised.value.error_count()


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("items.add", {"user": "u", "text": "茶", "sources": [1] * MANY}),
        ("items.remove", {"user": "u", "item_ids": [1] * MANY}),
        ("context", {"user": "u", "query": "tea", "holding": [1] * MANY}),
        ("memo.save", {"user": "u", "turns": [1] * MANY}),
        ("items.put", {"item": {"user": "u", "sources": [1] * MANY}}),
    ],
)
def test_a_list_is_read_as_far_as_its_first_wrong_member(call: str, body: dict[str, Any]) -> None:
    assert faults(call, body) < 20


def test_the_first_wrong_member_is_named(desk: Desk) -> None:
    body = {"user": "u", "text": "茶", "sources": ["a", *[1] * MANY]}
    assert refused(desk, "/v1/items", body).startswith("sources.1: ")


def test_too_many_faults_are_not_listed(desk: Desk) -> None:
    body = {"user": "u", "query": "tea", **{f"x{n}": n for n in range(MANY)}}
    assert faults("recall", body) == MANY
    assert "too many faults" in refused(desk, "/v1/recall", body)


def test_a_long_name_is_cut_short(desk: Desk) -> None:
    said = refused(desk, "/v1/recall", {"user": "u", "query": "茶", "名" * MANY: 1})
    assert said.startswith("名" * 64 + "…: ")
    assert len(said) < 200
    assert refused(desk, "/v1/recall", {"user": "u", "query": "茶", "名": 1}).startswith("名: ")
