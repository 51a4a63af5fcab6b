"""A key that a server is shown is found nowhere: not in what it says, answers, keeps or is called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.domain.key import new_secret
from holdfast.stores.files.keys import FileKeys, keys_path
from holdfast.testing.conformance.keys import a_key
from tests.journeys.guarded_server import Server, rest_of, serving

HOST = b"Host: localhost\r\n"


def requests(key: bytes) -> Iterator[bytes]:
    """A key where it belongs, where it does not, and where things go wrong."""
    shown = b"Authorization: Bearer " + key + b"\r\n"
    get = b"GET /v1/x HTTP/1.1\r\n" + HOST
    post = b"POST /v1/x HTTP/1.1\r\n" + HOST + shown + b"Content-Type: application/json\r\n"
    yield get + shown
    yield b"GET /v1/boom HTTP/1.1\r\n" + HOST + shown
    yield b"GET /v1/x?key=" + key + b" HTTP/1.1\r\n" + HOST + shown
    yield b"GET /" + key + b" HTTP/1.1\r\n" + HOST + shown
    yield get + shown * 2
    yield get + b"Authorization: " + key + b"\r\n"
    yield get + b"Authorization: Bearer " + key + b"x\r\n"
    yield get + b"Authorization: Bearer \x01" + key + b"\r\n"
    yield get + b"Authorization: Basic " + key + b"\r\n"
    yield get + b"Cookie: key=" + key + b"\r\n"
    yield get + shown + b"X-Request-Id: " + key + b"\r\n"
    yield get + shown + b"Holdfast-Space: " + key + b"\r\n"
    yield get + shown + b"Origin: https://" + key + b"\r\n"
    yield get + shown + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    yield b"GET /v1/x HTTP/1.1\r\nHost: " + key + b"\r\n" + shown
    yield b"GET /v1/x HTTP/1.1\r\n" + shown
    yield post + b"Content-Length: 99999999\r\n"
    yield post + b"Content-Length: 50\r\n\r\n" + b"[" * 25 + b"]" * 25
    yield post + b"Content-Length: 46\r\nContent-Encoding: gzip\r\n\r\n" + key
    yield post + b"Content-Length: 99\r\n\r\n" + key
    yield key + b" / HTTP/1.1\r\n" + HOST
    yield b"GET / HTTP/1.1\r\n" + key + b"\r\n"
    yield b"GET / HTTP/" + key + b"\r\n"


def said_to(server: Server, key: bytes) -> bytes:
    """All that the server answers."""
    heard = []
    for request in requests(key):
        head = request if b"\r\n\r\n" in request else request + b"\r\n"
        with server.connected() as connection:
            connection.sendall(head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            heard.append(rest_of(connection))
    return b"\n".join(heard)


def leaks(folder: Path, fault: str) -> list[str]:
    """Where the key turns up."""
    secret = new_secret()
    FileKeys(keys_path(folder / "memory.db")).add(a_key(secret=secret))
    limits = {"wait_seconds": 0.3, "depth": 20, "failures": 1000}
    with serving(folder, auth=True, limits=limits, fault=fault) as server:
        answers = said_to(server, secret.encode())
        assert answers.count(b"HTTP/1.1 200 ") >= 3
        assert answers.count(b"HTTP/1.1 4") >= 12
        assert b"HTTP/1.1 500 " in answers
        process = Path(f"/proc/{server.process.pid}")
        places = {name: (process / name).read_bytes() for name in ("cmdline", "environ", "comm")}
        out, err = server.end()
    places |= {"answers": answers, "stdout": out, "stderr": err}
    places |= {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert "memory.db.keys.json" in places, "or there is nothing to look into"
    assert b"the application is broken" in err, "or nothing is heard of what it says"
    canary = secret.removeprefix("hf_").encode()
    return sorted(place for place, data in places.items() if canary in data)


@pytest.mark.capability("F9")
def test_a_key_is_found_nowhere(tmp_path: Path):
    assert leaks(tmp_path, fault="") == []


@pytest.mark.capability("F9")
def test_a_key_that_is_logged_is_found(tmp_path: Path):
    """The control: an application that logs the headers of a request."""
    assert leaks(tmp_path, fault="logs") == ["stderr"]
