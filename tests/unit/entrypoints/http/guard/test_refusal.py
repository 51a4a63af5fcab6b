"""Refusals have the shape of every error."""

from __future__ import annotations

import json

import pytest

from holdfast.entrypoints.http.guard import refusal
from holdfast.entrypoints.http.guard.refusal import TOO_MANY, Refusal

ALL = {name: each for name, each in vars(refusal).items() if isinstance(each, Refusal)}


@pytest.mark.parametrize("name", ALL)
def test_it_says_what_is_wrong_and_what_to_do(name: str):
    each = ALL[name]
    told = json.loads(each.body)
    assert told.keys() == {"error"}
    assert told["error"].keys() == {"code", "message", "remedy"}
    assert all(text.strip() for text in told["error"].values())
    assert dict(each.headers)[b"content-length"] == str(len(each.body)).encode()
    assert 400 <= each.status < 600


def test_the_time_to_wait_is_whole_and_never_nothing():
    told = [dict(TOO_MANY.after(seconds).headers)[b"retry-after"] for seconds in (0.001, 1, 1.2)]
    assert told == [b"1", b"1", b"2"]
    assert b"retry-after" not in dict(TOO_MANY.headers)


def test_it_can_go_over_the_wire_by_itself():
    raw = TOO_MANY.raw()
    head, _, body = raw.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
    assert b"connection: close" in head
    assert body == TOO_MANY.body
