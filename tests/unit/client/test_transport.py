"""The transport: pooled, impatient, careful with what must not be done twice, silent on the key."""

from __future__ import annotations

import asyncio
import logging
import socket
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from holdfast.client.address import endpoint_of
from holdfast.client.answers import error_of
from holdfast.client.transport import AsyncTransport, Timeouts, Transport
from holdfast.client.tries import Answer, Request
from holdfast.errors import (
    Conflict,
    Forbidden,
    HoldfastError,
    InvalidInput,
    MessageRefused,
    NotFound,
    ServerUnreachable,
    SettingsRefused,
    Unauthorised,
)
from tests.unit.client.scripted_server import ScriptedServer, told

KEY = "hf_canary0123456789abcdef"
SHORT = Timeouts(connect=1.0, read=0.2)
READ = Request("GET", "/v1/thing", query={"user": "王 & lily/.."})
WRITE = Request("POST", "/v1/thing", body=b"{}", repeatable=False)

Send = Callable[..., Answer]


def well(_: bytes) -> tuple[int, bytes]:
    return 200, b'{"well": true}'


def serving(script: list[Any]) -> ScriptedServer:
    server = ScriptedServer(script)
    server.routes = {("GET", "/v1/thing"): well, ("POST", "/v1/thing"): well}
    return server


def send_plainly(url: str, request: Request, waits: list[float], key: str = KEY) -> Answer:
    transport = Transport(endpoint_of(url, key, {}), SHORT, sleep=waits.append)
    try:
        return transport.send(request)
    finally:
        transport.close()


def send_awaiting(url: str, request: Request, waits: list[float], key: str = KEY) -> Answer:
    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def story() -> Answer:
        transport = AsyncTransport(endpoint_of(url, key, {}), SHORT, sleep=sleep)
        try:
            return await transport.send(request)
        finally:
            await transport.close()

    return asyncio.run(story())


@pytest.fixture(params=[send_plainly, send_awaiting], ids=["sync", "async"])
def send(request: pytest.FixtureRequest) -> Send:
    sent: Send = request.param
    return sent


@pytest.fixture
def waits() -> list[float]:
    return []


def dead_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
    return port


def test_an_answer(send, waits):
    with serving([]) as server:
        assert send(server.url, READ, waits) == Answer(200, b'{"well": true}')
        ((method, path, headers, _),) = server.requests
    assert (method, path) == ("GET", "/v1/thing?user=%E7%8E%8B+%26+lily%2F..")
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert waits == []


def test_a_space_and_a_base_path_go_along(send, waits):
    with serving([]) as server:
        server.routes[("GET", "/below/v1/thing")] = well
        assert send(f"{server.url}/below/", Request("GET", "/v1/thing", space="work"), waits)
        ((_, path, headers, _),) = server.requests
    assert (path, headers["Holdfast-Space"]) == ("/below/v1/thing", "work")


@pytest.mark.capability("F8")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_no_proxy_comes_between_us_and_this_machine(send, waits, monkeypatch, host):
    dead = f"http://127.0.0.1:{dead_port()}"
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, dead)
        monkeypatch.setenv(name.lower(), dead)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with serving([]) as server:
        assert send(server.url.replace("127.0.0.1", host), READ, waits).status == 200


def test_the_test_above_can_fail(send, waits, monkeypatch):
    """The control: another machine is reached through the proxy, so a dead one is noticed."""
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{dead_port()}")
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{dead_port()}")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with pytest.raises(ServerUnreachable):
        send("http://memory.example", READ, waits)


def test_a_proxy_we_cannot_speak_to(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "socks5://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "socks5://127.0.0.1:1")
    with pytest.raises(SettingsRefused, match="proxy"):
        Transport(endpoint_of("http://memory.example", "", {}))


@pytest.mark.parametrize("step", ["reset", "hang", 429, 502, 503, 504], ids=str)
def test_what_can_be_repeated_is(send, waits, step):
    with serving([step, step]) as server:
        assert send(server.url, READ, waits).status == 200
        assert len(server.requests) == 3
    assert 0.1 <= waits[0] <= 0.2
    assert 0.2 <= waits[1] <= 0.4


def test_it_is_not_repeated_for_ever(send, waits):
    with serving([503] * 9) as server:
        assert send(server.url, READ, waits).status == 503
        assert len(server.requests) == 3


@pytest.mark.parametrize("step", [400, 401, 404, 409, 500])
def test_what_another_try_would_not_change_is_not_repeated(send, waits, step):
    with serving([step]) as server:
        assert send(server.url, READ, waits).status == step
        assert len(server.requests) == 1


@pytest.mark.parametrize("step", ["reset", "hang", "lost"])
def test_what_must_not_be_done_twice_is_not(send, waits, step):
    with serving([step]) as server, pytest.raises(ServerUnreachable, match="may have been done"):
        send(server.url, WRITE, waits)
    assert len(server.requests) == 1


def test_what_never_left_may_always_be_repeated(send, waits):
    with pytest.raises(ServerUnreachable):
        send(f"http://127.0.0.1:{dead_port()}", WRITE, waits)
    assert len(waits) == 2


def test_a_wait_that_the_server_asks_for(send, waits):
    with serving([(429, {"Retry-After": "3"}), (503, {"Retry-After": "4000"})]) as server:
        assert send(server.url, READ, waits).wait == 4000
    assert waits == [3.0]


def test_nobody_there(send, waits):
    port, password = dead_port(), "pass" + "w0rd"  # in two, so that no line of the source shows it
    with pytest.raises(ServerUnreachable) as caught:
        send(f"http://lily:{password}@127.0.0.1:{port}", READ, waits)
    assert f"http://127.0.0.1:{port}" in caught.value.message
    assert "holdfast serve" in caught.value.remedy
    assert password not in "".join(traceback.format_exception(caught.value))


def test_a_connection_is_used_again():
    with serving([]) as server:
        transport = Transport(endpoint_of(server.url, KEY, {}), SHORT)
        for _ in range(5):
            assert transport.send(READ).status == 200
        transport.close()
        assert server.connections == 1


def everything_shown(url: str) -> Iterator[str]:
    """What a person may see of a transport and its failures."""
    endpoint = endpoint_of(url, KEY, {})
    yield repr(Transport(endpoint))
    yield repr(AsyncTransport(endpoint))
    for request in (READ, WRITE):
        try:
            yield repr(send_plainly(url, request, []))
            yield repr(send_awaiting(url, request, []))
        except ServerUnreachable as error:
            yield "".join(traceback.format_exception(error))


@pytest.mark.capability("F9")
def test_the_key_is_never_shown(caplog):
    with caplog.at_level(logging.DEBUG), serving(["reset"] * 3) as server:
        shown = [
            *everything_shown(server.url),
            *everything_shown(f"http://127.0.0.1:{dead_port()}"),
        ]
        assert any(KEY in headers.get("Authorization", "") for *_, headers, _ in server.requests)
    assert KEY not in "\n".join(shown)
    assert caplog.records, "the loggers of the network were listened to"
    for record in caplog.records:
        assert KEY not in record.getMessage()
        assert KEY not in repr(record.args)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("127.0.0.1:48912", ""),
        ("ftp://127.0.0.1", ""),
        ("http://127.0.0.1:port", ""),
        ("http://127.0.0.1/?key=hf_in_the_query", ""),
        ("http://127.0.0.1", "hf_key with a space"),
    ],
)
def test_addresses_and_keys_that_cannot_be_used(url, key):
    with pytest.raises(InvalidInput) as caught:
        endpoint_of(url, key, {})
    assert "hf_" not in str(caught.value)


def test_the_environment_names_server_and_key():
    environ = {"HOLDFAST_URL": "http://memory.example/", "HOLDFAST_KEY": KEY}
    found = endpoint_of(None, None, environ)
    assert (found.shown, found.key) == ("http://memory.example", KEY)
    assert endpoint_of("http://127.0.0.1:1", "", environ).key == ""
    assert endpoint_of(None, None, {}).shown == "http://127.0.0.1:48912"


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_time_outs_must_be_numbers_above_zero(seconds):
    with pytest.raises(InvalidInput):
        Timeouts(read=seconds)


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_input", InvalidInput),
        (400, "message_refused", MessageRefused),
        (403, "forbidden", Forbidden),
        (404, "not_found", NotFound),
        (409, "conflict", Conflict),
        (429, "too_many", HoldfastError),
    ],
)
def test_errors_come_back_as_they_were_raised(status, code, kind):
    error = error_of(Answer(status, told(code, "It broke.", "Mend it.")), endpoint_of("", "", {}))
    assert type(error) is kind
    assert str(error) == "It broke. Mend it."


def test_who_has_no_key_is_told_where_to_put_one():
    """Not the header that the server tells of, which is ours to send."""
    answer = Answer(401, told("unauthorised", "No key.", "Send a header."))
    error = error_of(answer, endpoint_of("", "", {}))
    assert type(error) is Unauthorised
    assert error.message == "No key."
    assert "HOLDFAST_KEY" in error.remedy


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b'{"error": "no"}', b"[" * 100_000])
def test_what_is_not_our_server_is_told_as_such(body):
    error = error_of(Answer(404, body), endpoint_of("", "", {}))
    assert type(error) is ServerUnreachable
    assert "not a Holdfast server" in error.message
