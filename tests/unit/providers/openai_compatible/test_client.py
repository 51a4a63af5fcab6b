"""Requests: what is retried, what is not, and what every kind of failure comes to."""

from __future__ import annotations

import json

import pytest

from holdfast.providers.openai_compatible import Client, Endpoint, Limits
from holdfast.providers.openai_compatible.outcome import Failure
from holdfast.testing.model_faults import (
    Body,
    Closed,
    Hang,
    Huge,
    Status,
    Trickle,
    Truncated,
    Well,
)

ASK = {"model": "test-model", "input": ["hello"]}
DEEP = b"[" * 100_000


def failed(found: object) -> Failure:
    assert isinstance(found, Failure), found
    return found


def test_a_good_answer(client, server):
    assert client.post("embeddings", ASK)["object"] == "list"
    [request] = server.requests
    assert (request.method, request.path, request.body) == ("POST", "/v1/embeddings", ASK)
    assert request.headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504])
def test_a_passing_failure_is_tried_again(client, server, waits, status):
    server.script(Status(status), Status(status))
    assert "data" in client.post("embeddings", ASK)
    assert len(server.requests) == 3
    assert waits == [0.5, 1.0]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 413, 415, 422])
def test_a_refusal_is_not_tried_again(client, server, waits, status):
    server.script(Status(status, "it will not do"))
    found = failed(client.post("embeddings", ASK))
    assert (found.status, found.refused, found.again) == (status, True, False)
    assert "it will not do" in found.reason
    assert (len(server.requests), waits) == (1, [])


def test_tries_are_counted(connect, server, waits):
    server.script(Status(503), times=9)
    found = failed(connect(attempts=4).post("embeddings", ASK))
    assert (found.status, found.refused) == (503, False)
    assert (len(server.requests), waits) == (4, [0.5, 1.0, 2.0])


@pytest.mark.parametrize(
    ("header", "tries", "waited"),
    [
        ("2", 2, [2.0]),
        ("0", 2, [0.5]),
        ("3600", 1, []),
        ("Wed, 01 May 2024 12:00:00 GMT", 2, [0.5]),
        ("Fri, 01 May 2999 12:00:00 GMT", 1, []),
        ("whenever", 2, [0.5]),
    ],
)
def test_a_server_is_left_alone_for_as_long_as_it_asks(
    client, server, waits, header, tries, waited
):
    server.script(Status(429, headers={"Retry-After": header}))
    client.post("embeddings", ASK)
    assert (len(server.requests), waits) == (tries, waited)


def test_no_wait_goes_beyond_the_deadline(connect, server, waits):
    server.script(Status(503, headers={"Retry-After": "20"}))
    assert failed(connect(total_seconds=10).post("embeddings", ASK)).status == 503
    assert waits == []


@pytest.mark.parametrize(
    "fault", [Closed(), Truncated(), Truncated(chunked=True), Truncated(share=0)], ids=repr
)
def test_a_broken_connection_is_tried_again(client, server, waits, fault):
    server.script(fault)
    assert "data" in client.post("embeddings", ASK)
    assert len(waits) == 1


@pytest.mark.parametrize(
    ("fault", "limits", "reason"),
    [
        (Closed(), {}, "closed the connection without an answer"),
        (Truncated(), {}, "cut its answer short"),
        (Truncated(chunked=True), {}, "cut its answer short"),
        (Hang(), {"read_seconds": 0.05}, "was silent for too long"),
        (Hang(), {"total_seconds": 0.05}, "did not finish within"),
        (Trickle(0.01), {"total_seconds": 0.1}, "did not finish within"),
        (Huge(10_000), {"answer_bytes": 5_000}, "more than 5,000 bytes"),
        (Huge(10_000, tell_length=False), {"answer_bytes": 5_000}, "more than 5,000 bytes"),
        (Status(502, body=b"<html>Bad gateway</html>"), {}, "answered 502 Bad Gateway."),
        (Status(599), {}, "answered 599: scripted."),
        (
            Body(b"<html>Welcome!</html>", "text/html"),
            {},
            "not with a JSON object (type: text/html)",
        ),
        (Body(b""), {}, "not with a JSON object"),
        (Body(b'{"data": ['), {}, "not with a JSON object"),
        (Body(b"[1, 2]"), {}, "not with a JSON object"),
        (Body(b"\xff\xfe\x00"), {}, "not with a JSON object"),
        (Body(DEEP), {}, "not with a JSON object"),
        (Body(b'{"error": {"message": "upstream", "code": 503}}'), {}, "answered 503"),
        (Body(b'{"error": "overloaded"}'), {}, "answered 500 Internal Server Error: overloaded."),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_a_failure_says_what_happened(connect, server, fault, limits, reason):
    server.script(fault)
    found = failed(connect(attempts=1, **limits).post("embeddings", ASK))
    assert reason in found.reason
    assert found.reason.endswith(".")
    assert not found.refused, "another time it may work"


def test_a_slow_answer_in_time_is_an_answer(client, server):
    server.script(Trickle(0.0001))
    assert "data" in client.post("embeddings", ASK)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:{free}/v1", "refuses connections"),
        ("http://no-such-host.invalid/v1", "its name has no address"),
        ("http://{long}.invalid/v1", "its name is not one"),
        ("https://127.0.0.1:{port}/v1", "could not agree with us on a TLS connection"),
    ],
)
def test_a_server_that_cannot_be_reached(connect, server, free_port, url, reason):
    address = url.format(free=free_port, long="a" * 64, port=server.port)
    assert reason in failed(connect(url=address, attempts=1).post("embeddings", ASK)).reason


def test_what_speaks_no_http_is_a_failure(connect, babbler):
    found = failed(connect(url=babbler, attempts=1).post("embeddings", ASK))
    assert "does not answer in HTTP" in found.reason


class TestTheBreaker:
    def test_calls_fail_at_once_while_it_is_open(self, connect, server):
        client = connect(attempts=1, failures_to_open=2)
        server.script(Status(500), times=2)
        reasons = [failed(client.post("embeddings", ASK)).reason for _ in range(3)]
        assert len(server.requests) == 2
        assert "left alone for another 30 seconds" in reasons[-1]

    def test_it_closes_when_a_try_after_the_cool_down_works(self, server):
        now = [0.0]
        limits = Limits(attempts=1, failures_to_open=1, cool_down_seconds=30)
        client = Client(Endpoint(server.url, server.key), limits, clock=lambda: now[0])
        server.script(Status(500))
        assert failed(client.post("embeddings", ASK)).status == 500
        now[0] = 29.0
        assert "left alone" in failed(client.post("embeddings", ASK)).reason
        now[0] = 30.0
        found = [client.post("embeddings", ASK) for _ in range(2)]
        assert [isinstance(answer, Failure) for answer in found] == [False, False]
        client.close()

    def test_a_refusal_is_no_failure_of_the_server(self, connect, server):
        client = connect(attempts=1, failures_to_open=2)
        server.script(Status(500), Status(400), Status(500), Well())
        statuses = [failed(client.post("embeddings", ASK)).status for _ in range(3)]
        assert statuses == [500, 400, 500]
        assert "data" in client.post("embeddings", ASK)

    def test_a_request_that_cannot_be_made_tells_nothing_about_the_server(self, connect, server):
        client = connect(failures_to_open=1)
        with pytest.raises(TypeError):
            client.post("embeddings", {"input": object()})
        assert "data" in client.post("embeddings", ASK)


def test_lone_surrogates_are_sent_as_question_marks(client, server):
    client.post("embeddings", {"input": ["a\ud800b", "中文😀"]})
    assert json.dumps(server.requests[0].body["input"]) == json.dumps(["a?b", "中文😀"])
