"""Bodies: what the application gets to see of them."""

from __future__ import annotations

import gzip
import json

import pytest

from holdfast.entrypoints.http.guard import bodies
from holdfast.entrypoints.http.guard.limits import Limits
from tests.unit.entrypoints.http.guard.asking import Echo, ask, behind_guard, pieces, whole

LIMITS = Limits(body_bytes=1000, depth=5, wait_seconds=0.05)
JSON = (b"content-type", b"application/json")
CHUNKED = (b"transfer-encoding", b"chunked")


@pytest.fixture(autouse=True)
def _short_linger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "LINGER_SECONDS", 0.05)


def length(number: int) -> tuple[bytes, bytes]:
    return b"content-length", str(number).encode()


def post(*headers, events=(), path="/v1/messages", method="POST", limits=LIMITS):
    echo = Echo()
    app = behind_guard(echo, limits=limits)
    return ask(app, *headers, echo=echo, events=events, path=path, method=method)


def test_a_body_arrives_whole_and_once():
    body = json.dumps({"text": "绿茶 [[[[[[[["}, ensure_ascii=False).encode()
    for events in (
        whole(body),
        pieces(body[:9], b"", body[9:]),
        pieces(*(bytes([b]) for b in body)),
    ):
        answer = post(JSON, CHUNKED, events=events)
        assert answer.seen is not None
        assert answer.seen["body"] == body


def test_a_body_of_just_the_size_passes():
    body = b'"' + b"x" * 998 + b'"'
    assert post(JSON, length(1000), events=whole(body)).status == 200
    assert post(JSON, CHUNKED, events=pieces(body[:500], body[500:])).status == 200


def test_there_is_more_room_where_a_whole_conversation_comes():
    echo, limits = Echo(), Limits(body_bytes=1000, roomy_bytes=2000)
    app = behind_guard(echo, limits=limits, roomy=lambda scope: scope["path"] == "/process/x")
    for path, size, status in (
        ("/process/x", 2000, 200),
        ("/process/x", 2001, 413),
        ("/process/y", 1001, 413),
    ):
        body = b'"' + b"x" * (size - 2) + b'"'
        answer = ask(app, length(size), echo=echo, events=whole(body), path=path, method="POST")
        assert (path, size, answer.status) == (path, size, status)


@pytest.mark.parametrize(
    ("headers", "events"),
    [
        ([length(1001)], []),
        ([length(10**30)], []),
        ([(b"content-length", b"-1")], []),
        ([(b"content-length", b"1e3")], []),
        ([length(5), length(1001)], []),
        ([CHUNKED], pieces(b"x" * 600, b"x" * 600, b"x" * 600)),
        ([CHUNKED], pieces(*[b"x"] * 1001)),
        ([CHUNKED], whole(b"x" * 1001)),
        ([length(5), CHUNKED], whole(b"x" * 1001)),
        ([length(5)], whole(b"x" * 1001)),
    ],
)
def test_a_body_that_is_too_large_is_refused_and_the_connection_closed(headers, events):
    answer = post(JSON, *headers, events=events)
    assert (answer.status, answer.code) == (413, "too_large")
    assert answer.headers[b"connection"] == b"close"


def test_the_rest_of_a_refused_body_is_not_read_to_the_end(monkeypatch):
    monkeypatch.setattr(bodies, "LINGER_BYTES", 5000)
    sent = Sent([b"x" * 1000] * 100)
    assert post(JSON, CHUNKED, events=sent).status == 413
    assert sent.taken == 7
    endless = [*pieces(*[b"x" * 1000] * 3)[:2], 60.0]
    assert post(JSON, CHUNKED, events=endless).status == 413


class Sent(list):
    """A body in pieces that counts those that were taken."""

    def __init__(self, bodies: list[bytes]) -> None:
        super().__init__(pieces(*bodies))
        self.taken = 0

    def __iter__(self):
        for event in super().__iter__():
            self.taken += 1
            yield event


def test_a_slow_body_is_refused():
    answer = post(JSON, length(10), events=[*pieces(b"123", b"")[:1], 60.0])
    assert (answer.status, answer.code) == (408, "too_slow")
    assert answer.headers[b"connection"] == b"close"


def test_a_body_whose_sender_has_gone_is_seen_by_nobody():
    """The control of it: `1` is JSON, and so is `12`."""
    echo = Echo()
    app = behind_guard(echo, limits=LIMITS)
    with pytest.raises(IndexError):  # there is nobody to answer
        ask(app, JSON, length(2), echo=echo, events=pieces(b"1", b"")[:1], method="POST")
    assert echo.calls == 0
    assert post(JSON, length(2), events=whole(b"12")).status == 200


def test_deep_json_is_refused():
    assert post(JSON, length(10), events=whole(b"[" * 5 + b"]" * 5)).status == 200
    answer = post(JSON, length(12), events=whole(b"[" * 6 + b"]" * 6))
    assert (answer.status, answer.code) == (400, "too_deep")


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-32-be"])
def test_a_wider_encoding_does_not_hide_the_depth(coding: str):
    text = '["\\"", ' + "[" * 50 + "]" * 50 + ', "\\""]'
    assert json.loads(text.encode(coding)), "a reader would understand it"
    answer = post(JSON, CHUNKED, events=whole(text.encode(coding)))
    assert (answer.status, answer.code) == (400, "invalid_input")


@pytest.mark.parametrize(
    "coding", [b"gzip", b"GZIP", b"br", b"deflate", b"identity, gzip", b"", b"x"]
)
def test_a_packed_body_is_refused(coding: bytes):
    bomb = gzip.compress(b"0" * 1_000_000)[:900]
    answer = post(JSON, length(900), (b"content-encoding", coding), events=whole(bomb))
    assert (answer.status, answer.code) == (415, "unsupported_media")


def test_a_body_that_is_not_packed_may_say_so():
    headers = (JSON, length(2), (b"content-encoding", b"Identity"))
    assert post(*headers, events=whole(b"{}")).status == 200


@pytest.mark.parametrize(
    "kinds",
    [
        [],
        [b""],
        [b"text/plain"],
        [b"application/x-www-form-urlencoded"],
        [b"multipart/form-data; boundary=application/json"],
        [b"application/jsonp"],
        [b"text/plain; application/json"],
        [b"application/json", b"text/plain"],
        [b"application/json", b"application/json"],
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_body_under_v1_is_json(kinds: list[bytes], method: str):
    headers = [(b"content-type", kind) for kind in kinds]
    answer = post(length(2), *headers, events=whole(b"{}"), method=method)
    assert (answer.status, answer.code) == (415, "unsupported_media")
    assert post(length(2), *headers, events=whole(b"{}"), path="/process/x").status == 200


@pytest.mark.parametrize("kind", [b"application/json", b"Application/JSON; charset=utf-8"])
def test_json_is_json_however_it_is_written(kind: bytes):
    assert post(length(2), (b"content-type", kind), events=whole(b"{}")).status == 200


def test_no_body_needs_no_kind():
    assert post(length(0), events=whole(b"")).status == 200
    assert post(events=whole(b"")).status == 200


def test_what_streams_passes_untouched():
    events = pieces(b"x" * 900, b"[" * 900, b"\0" * 900)
    answer = post(CHUNKED, events=events, path="/v1/import")
    assert answer.seen is not None
    assert len(answer.seen["body"]) == 2700
    assert post(CHUNKED, events=events, path="/v1/import/").status == 415
