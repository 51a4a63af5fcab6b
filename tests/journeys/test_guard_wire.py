"""The guard before a real server: what comes over the wire, byte by byte."""

from __future__ import annotations

import gzip
import itertools
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from holdfast.domain.key import new_secret
from holdfast.stores.files.keys import FileKeys, keys_path
from holdfast.testing.conformance.keys import ENDED, a_key
from tests.journeys.guarded_server import (
    HOST,
    Server,
    answer_or_none,
    answered,
    answers,
    rest_of,
    serving,
    thrown,
)
from tests.unit.entrypoints.http.guard.callings import (
    HOSTS,
    ORIGINS,
    RIGHT,
    WRONG_HOSTS,
    WRONG_ORIGINS,
    Headers,
)

MEGABYTE = 1024 * 1024
JSON = b"Content-Type: application/json\r\n"
POST = b"POST /v1/messages HTTP/1.1\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that asks for no key, and has patience for short."""
    limits = {"wait_seconds": 0.4, "body_bytes": MEGABYTE, "rate": 0}
    folder = tmp_path_factory.mktemp("open")
    with serving(folder, limits=limits, hosts=HOSTS, origins=ORIGINS) as started:
        yield started


def lines(headers: Headers) -> bytes:
    return b"".join(name + b": " + value + b"\r\n" for name, value in headers)


class TestNames:
    """Host and Origin."""

    def test_what_is_right_is_let_in(self, server: Server):
        asked = [server.ask(b"GET / HTTP/1.1\r\n" + lines(each), host=b"") for each in RIGHT]
        assert {answer.status for answer in asked} == {200}

    @pytest.mark.parametrize("method", [b"GET", b"OPTIONS"])
    def test_nothing_else_gets_through(self, server: Server, method: bytes):
        let_in = []
        for headers in (*WRONG_HOSTS, *WRONG_ORIGINS):
            answer = server.ask(method + b" / HTTP/1.1\r\n" + lines(headers), host=b"")
            assert answer.code in ("wrong_host", "wrong_origin", "invalid_input")
            if answer.status not in (400, 403, 421):
                let_in.append(headers)
        assert let_in == []

    def test_an_older_request_without_a_host_neither(self, server: Server):
        assert server.ask(b"GET / HTTP/1.0\r\n", host=b"").status == 421

    def test_nobody_is_told_what_serves(self, server: Server):
        headers = server.ask(b"GET / HTTP/1.1\r\n").headers
        assert "server" not in headers
        assert headers["x-content-type-options"] == "nosniff"


class TestHeads:
    """What comes before there is a request."""

    @pytest.mark.parametrize(
        "garbage", [b"\0\0\0\0\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9\r\n\r\n"]
    )
    def test_what_is_not_http_is_answered_in_our_shape(self, server: Server, garbage: bytes):
        with server.connected() as connection:
            connection.sendall(garbage)
            answer = answered(connection)
            assert (answer.status, answer.code) == (400, "invalid_input")
            assert rest_of(connection) == b""

    def test_two_lengths_are_not_http(self, server: Server):
        head = POST + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n"
        assert server.ask(head, b"{} ").status == 400

    def test_a_length_and_chunks_are_not_http(self, server: Server):
        head = POST + JSON + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"
        assert server.ask(head, b"0\r\n\r\n").status == 400

    def test_who_says_nothing_is_left(self, server: Server):
        with server.connected() as connection:
            assert rest_of(connection) == b""

    def test_who_speaks_slowly_is_left_too(self, server: Server):
        with server.connected() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n" + HOST)
            thrown(connection, trickling(b"X-Slow: 1\r\n" * 1000, every=0.05))
            assert b" 408 " in rest_of(connection)[:20]

    def test_who_speaks_slowly_the_second_time_as_well(self, server: Server):
        with server.connected() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
            assert answered(connection).status == 200
            connection.sendall(b"GET / HTT")
            assert b'"too_slow"' in rest_of(connection)

    @pytest.mark.parametrize("endless", [b"GET /" + b"x" * 1000, b"GET / HTTP/1.1\r\nX: y"])
    def test_a_head_without_end_is_cut_short(self, server: Server, endless: bytes):
        with server.connected() as connection:
            connection.sendall(endless)
            sent = thrown(connection, itertools.repeat(b"x" * 1000, 30_000))
            assert sent < 30_000_000
            answer = answer_or_none(connection)
            assert answer is None or (answer.status, answer.code) == (431, "too_large")

    def test_many_headers_without_end_too(self, server: Server):
        with server.connected() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n" + HOST)
            sent = thrown(connection, itertools.repeat(b"X-More: of it\r\n" * 100, 20_000))
            assert sent < 30_000_000

    def test_trailers_are_neither_kept_nor_believed(self, server: Server):
        with server.connected() as connection:
            connection.sendall(POST + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n")
            connection.sendall(b"2\r\n{}\r\n0\r\nHoldfast-Space: work\r\n\r\n")
            told = json.loads(answered(connection).body)
            assert (told["bytes"], told["space"]) == (2, "home")
            assert told["headers"] == ["host", "content-type", "transfer-encoding"]

    def test_requests_in_a_row_are_answered_in_a_row(self, server: Server):
        one = POST + HOST + JSON + b"Content-Length: %d\r\n\r\n%s"
        with server.connected() as connection:
            connection.sendall(b"".join(one % (n + 2, b"[" + b" " * n + b"]") for n in range(9)))
            sizes = [json.loads(answer.body)["bytes"] for answer in answers(connection, 9)]
        assert sizes == list(range(2, 11))

    def test_but_only_so_many(self, server: Server):
        with server.connected() as connection:
            sent = thrown(connection, [(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n") * 5000])
            assert sent == 5000 * 35
            assert rest_of(connection).count(b"HTTP/1.1 200") < 500


def trickling(data: bytes, every: float) -> Iterator[bytes]:
    for byte in data:
        time.sleep(every)
        yield bytes([byte])


class TestBodies:
    """Size, time, depth and kind."""

    def test_a_declared_size_is_refused_before_it_comes(self, server: Server):
        answer = server.ask(POST + JSON + b"Content-Length: 1048577\r\n")
        assert (answer.status, answer.code) == (413, "too_large")
        assert answer.headers["connection"] == "close"

    def test_who_asks_before_sending_need_not_send(self, server: Server):
        with server.connected() as connection:
            expect = b"Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n"
            connection.sendall(POST + HOST + JSON + expect)
            assert rest_of(connection).startswith(b"HTTP/1.1 413 ")

    def test_a_size_that_was_not_declared_is_refused_when_it_has_come(self, server: Server):
        with server.connected() as connection:
            connection.sendall(POST + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n")
            chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
            sent = thrown(connection, itertools.repeat(chunk, 3000))
            assert sent < 3000 * 65536
            answer = answer_or_none(connection)
            assert answer is None or answer.code == "too_large"

    def test_a_client_that_sends_all_before_it_reads_still_reads_why(self, server: Server):
        body = b"x" * (3 * MEGABYTE)
        head = POST + JSON + b"Content-Length: %d\r\n" % len(body)
        assert server.ask(head, body).code == "too_large"

    def test_what_fits_arrives(self, server: Server):
        body = b'"' + b"x" * (MEGABYTE - 2) + b'"'
        answer = server.ask(POST + JSON + b"Content-Length: %d\r\n" % len(body), body)
        assert json.loads(answer.body)["bytes"] == MEGABYTE

    @pytest.mark.parametrize("begun", [b"", b'{"a"'])
    def test_a_body_that_does_not_come_is_not_waited_for(self, server: Server, begun: bytes):
        with server.connected() as connection:
            connection.sendall(POST + HOST + JSON + b"Content-Length: 100\r\n\r\n" + begun)
            answer = answered(connection)
            assert (answer.status, answer.code) == (408, "too_slow")
            assert rest_of(connection) == b""

    def test_nor_one_that_comes_slowly(self, server: Server):
        with server.connected() as connection:
            connection.sendall(POST + HOST + JSON + b"Content-Length: 1000\r\n\r\n")
            thrown(connection, trickling(b" " * 1000, every=0.05))
            assert b'"too_slow"' in rest_of(connection)

    def test_the_body_of_a_refused_request_is_not_waited_for(self, server: Server):
        with server.connected() as connection:
            connection.sendall(
                b"POST / HTTP/1.1\r\nHost: evil\r\nContent-Length: 999999999\r\n\r\n"
            )
            assert answered(connection).status == 421
            thrown(connection, trickling(b" " * 1000, every=0.05))
            assert rest_of(connection) == b""

    def test_nor_is_much_of_it_read(self, tmp_path: Path):
        with serving(tmp_path) as patient, patient.connected() as connection:
            connection.sendall(
                b"POST / HTTP/1.1\r\nHost: evil\r\nContent-Length: 999999999\r\n\r\n"
            )
            assert answered(connection).status == 421
            assert thrown(connection, itertools.repeat(b"x" * 65536, 1000)) < 1000 * 65536

    def test_a_refused_request_with_a_small_body_costs_no_connection(self, server: Server):
        with server.connected() as connection:
            for host, status in ((b"evil", 421), (b"localhost", 200)):
                head = b"POST / HTTP/1.1\r\nHost: " + host + b"\r\nContent-Length: 2\r\n\r\n{}"
                connection.sendall(head)
                assert answered(connection).status == status

    @pytest.mark.parametrize(
        "body", [b"[" * MEGABYTE, b'{"a":' * 200_000, b'["\\\\"' + b"[" * 65, b"[" * 65 + b"]" * 65]
    )
    def test_deep_json_is_refused(self, server: Server, body: bytes):
        answer = server.ask(POST + JSON + b"Content-Length: %d\r\n" % len(body), body)
        assert (answer.status, answer.code) == (400, "too_deep")

    @pytest.mark.parametrize("coding", [b"gzip", b"deflate", b"br", b"zstd"])
    def test_packed_bodies_are_refused(self, server: Server, coding: bytes):
        bomb = gzip.compress(bytes(20 * MEGABYTE))
        head = POST + JSON + b"Content-Encoding: " + coding + b"\r\nContent-Length: %d\r\n"
        answer = server.ask(head % len(bomb), bomb)
        assert (answer.status, answer.code) == (415, "unsupported_media")

    def test_a_form_is_refused(self, server: Server):
        kind = b"Content-Type: text/plain\r\nContent-Length: 2\r\n"
        assert server.ask(POST + kind, b"{}").code == "unsupported_media"

    def test_a_websocket_is_not_opened(self, server: Server):
        upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        answer = server.ask(b"GET / HTTP/1.1\r\n" + upgrade + b"Sec-WebSocket-Key: x\r\n")
        assert answer.status != 101


def floods() -> dict[str, tuple[bytes, Iterator[bytes]]]:
    """Ways to throw much at a server: how each begins, and what it goes on with."""
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    post = POST + HOST + JSON
    length = b"Content-Length: 999999999\r\n\r\n"
    many = b"".join(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n" for _ in range(1000))
    return {
        "declared": (post + length, itertools.repeat(b"x" * 65536)),
        "chunked": (post + b"Transfer-Encoding: chunked\r\n\r\n", itertools.repeat(chunk)),
        "small chunks": (
            post + b"Transfer-Encoding: chunked\r\n\r\n",
            itertools.repeat(b"1\r\nx\r\n" * 10_000),
        ),
        "refused": (b"POST / HTTP/1.1\r\nHost: evil\r\n" + length, itertools.repeat(b"x" * 65536)),
        "header": (b"GET / HTTP/1.1\r\nX: ", itertools.repeat(b"x" * 65536)),
        "headers": (b"GET / HTTP/1.1\r\n", itertools.repeat(b"X-More: of it\r\n" * 4000)),
        "path": (b"GET /", itertools.repeat(b"x" * 65536)),
        "trailers": (
            post + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
            itertools.repeat(b"X-More: of it\r\n" * 4000),
        ),
        "extension": (
            post + b"Transfer-Encoding: chunked\r\n\r\n2;x=",
            itertools.repeat(b"x" * 65536),
        ),
        "pipeline": (many, itertools.repeat(many)),
    }


def flood(server: Server, begin: bytes, more: Iterator[bytes], size: int) -> int:
    """Throw at least so many bytes, on as many connections as it takes."""
    total = 0
    while total < size:
        with server.connected() as connection:
            connection.settimeout(2)
            connection.sendall(begin)
            total += len(begin)
            with suppress(TimeoutError):  # it does not read on, which is as good
                total += thrown(connection, itertools.islice(more, 64))
            with suppress(OSError):  # until it is through with it
                connection.shutdown(socket.SHUT_WR)
                rest_of(connection)
    return total


BOUND = 100 * MEGABYTE


def test_200_megabytes_thrown_at_it_are_not_kept(tmp_path: Path):
    with serving(tmp_path, limits={"wait_seconds": 2, "rate": 0}) as server:
        server.ask(POST + JSON + b"Content-Length: 2\r\n", b"{}")
        before, total = server.memory(), 0
        for name, each in floods().items():  # small chunks cost more to read than to keep
            size = 2 if name == "small chunks" else 23
            total += flood(server, *each, size * MEGABYTE)
        bomb = gzip.compress(bytes(100 * MEGABYTE), 1)
        head = POST + JSON + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n"
        assert server.ask(head % len(bomb), bomb).status == 415
        assert total >= 200 * MEGABYTE
        grown = server.memory() - before
        assert grown < BOUND, f"{total:,} bytes were thrown"
        assert server.ask(b"GET / HTTP/1.1\r\n").status == 200


def test_what_is_kept_is_seen_by_this_measure(tmp_path: Path):
    """The control: an application that keeps what it is sent."""
    with serving(tmp_path, fault="hoards") as server:
        before = server.memory()
        body = b"x" * (110 * MEGABYTE)
        head = b"POST /v1/import HTTP/1.1\r\nContent-Length: %d\r\n" % len(body)
        assert server.ask(head, body).status == 200
        assert server.memory() - before > BOUND


def test_more_at_a_time_than_it_takes(tmp_path: Path):
    with serving(tmp_path, limits={"in_flight": 2}) as server:
        head = POST + HOST + JSON + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        with server.connected() as one, server.connected() as two:
            for connection in (one, two):
                connection.sendall(head)
                assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
            answer = server.ask(b"GET / HTTP/1.1\r\n")
            assert (answer.status, answer.code) == (503, "overloaded")
            assert answer.headers["retry-after"] == "1"
            for connection in (one, two):
                connection.sendall(b"{}")
                assert answered(connection).status == 200
        assert server.ask(b"GET / HTTP/1.1\r\n").status == 200


def test_more_often_than_it_takes(tmp_path: Path):
    with serving(tmp_path, limits={"rate": 1}) as server, server.connected() as connection:
        one = b"GET / HTTP/1.1\r\n" + HOST + b"\r\n"
        connection.sendall(one * 60)
        heard = answers(connection, 60)
    refused = [answer for answer in heard if answer.status == 429]
    assert [answer.status for answer in heard[:2]] == [200, 200]
    assert refused
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)


class TestKeys:
    """Who is let in."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        return tmp_path

    @pytest.fixture
    def guarded(self, folder: Path) -> Iterator[Server]:
        with serving(folder, auth=True) as started:
            yield started

    def bearer(self, secret: str) -> bytes:
        return b"GET /v1/x HTTP/1.1\r\nAuthorization: Bearer " + secret.encode() + b"\r\n"

    def test_a_key_holds_from_its_making_to_its_end(self, guarded: Server, folder: Path):
        keys, secret = FileKeys(keys_path(folder / "memory.db")), new_secret()
        assert guarded.ask(self.bearer(secret)).status == 401
        key = a_key(secret=secret)
        keys.add(key)
        answer = guarded.ask(self.bearer(secret))
        assert json.loads(answer.body)["space"] == "home"
        other = self.bearer(secret) + b"Holdfast-Space: work\r\n"
        assert guarded.ask(other).code == "forbidden"
        keys.revoke(key.id, ENDED)
        answer = guarded.ask(self.bearer(secret))
        assert (answer.status, answer.code) == (401, "unauthorised")
        assert answer.headers["www-authenticate"] == "Bearer"

    def test_a_key_is_not_guessed(self, guarded: Server, folder: Path):
        secret = new_secret()
        FileKeys(keys_path(folder / "memory.db")).add(a_key(secret=secret))
        asked = [guarded.ask(self.bearer(new_secret())).status for _ in range(22)]
        assert asked == [401] * 20 + [429] * 2
        assert guarded.ask(self.bearer(secret)).status == 200, "who guesses shuts out nobody else"
        assert guarded.ask(b"GET /v1/health HTTP/1.1\r\n").status == 200


def test_an_answer_that_nobody_reads_is_dropped(tmp_path: Path):
    """Its place is free again, and the connection is gone, not left waiting to be flushed."""
    with serving(tmp_path, limits={"in_flight": 1, "wait_seconds": 0.3}) as server:
        with server.connected() as connection:
            connection.sendall(b"GET /v1/endless HTTP/1.1\r\n" + HOST + b"\r\n")
            assert server.process.stdout is not None
            assert server.process.stdout.readline() == b"dropped\n"
            assert rest_of(connection)
        assert server.ask(b"GET / HTTP/1.1\r\n").status == 200
