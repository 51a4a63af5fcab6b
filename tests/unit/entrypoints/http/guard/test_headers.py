"""What stands on every answer."""

from __future__ import annotations

import re

import pytest

from tests.unit.entrypoints.http.guard.asking import Echo, ask, behind_guard

GIVEN = b"x-request-id"


@pytest.mark.parametrize("host", [True, False])
def test_every_answer_has_them(host: bool):
    answer = ask(behind_guard(Echo()), host=host)
    assert answer.status == (200 if host else 421)
    assert answer.headers[b"x-content-type-options"] == b"nosniff"
    assert answer.headers[b"cache-control"] == b"no-store"
    assert answer.headers[b"referrer-policy"] == b"no-referrer"
    again = ask(behind_guard(Echo()), host=host)
    assert answer.headers[GIVEN] != again.headers[GIVEN]


@pytest.mark.parametrize("given", [b"a", b"req-1.2_3", b"A" * 64])
def test_a_plain_id_is_taken_over(given: bytes):
    echo = Echo()
    answer = ask(behind_guard(echo), (GIVEN, given), echo=echo)
    assert answer.headers[GIVEN] == given
    assert answer.seen is not None
    assert answer.seen["state"]["request_id"] == given.decode()


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"A" * 65,
        b"a b",
        b"a\n",
        b"a\r\nset-cookie: x",
        "请求".encode(),
        b"<script>",
        b"-x",
        b"hf_" + b"x" * 43,
    ],
)
def test_any_other_is_replaced(given: bytes):
    answer = ask(behind_guard(Echo()), (GIVEN, given))
    assert answer.headers[GIVEN] != given
    assert re.fullmatch(rb"[0-9a-f-]+", answer.headers[GIVEN])


def test_of_two_none_is_taken():
    answer = ask(behind_guard(Echo()), (GIVEN, b"a"), (GIVEN, b"b"))
    assert re.fullmatch(rb"[0-9a-f-]+", answer.headers[GIVEN])


def test_what_the_application_says_otherwise_does_not_hold():
    async def talkative(scope, receive, send):
        headers = [
            (b"Server", b"secret/1.0"),
            (b"cache-control", b"public"),
            (b"X-Request-Id", b"mine"),
            (b"etag", b"1"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    answer = ask(behind_guard(talkative))
    assert answer.headers[b"cache-control"] == b"no-store"
    assert answer.headers[b"etag"] == b"1"
    assert answer.headers.keys() & {b"Server", b"server", b"X-Request-Id"} == set()
