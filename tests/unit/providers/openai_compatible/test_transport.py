"""Connections: kept, replaced when they have ended, never to another host, through a proxy."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import ssl
import subprocess
import threading
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from holdfast.providers.openai_compatible import Client, Endpoint, Limits
from holdfast.providers.openai_compatible.outcome import Failure
from holdfast.testing.model_faults import Closed, Hang, Status, Well
from holdfast.testing.model_server import ModelServer
from tests.unit.providers.openai_compatible.proxy import Proxy

ASK = {"model": "test-model", "input": ["hello"]}
PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


class Grumbler:
    """Answers one request a connection, then says 408 when told to, as some servers do."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"
        self._told, self._done = threading.Semaphore(0), threading.Semaphore(0)
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        # The connections stay open: only the words tell that something is wrong with them.
        with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
            for number in range(3):
                sock = opened.enter_context(self._listener.accept()[0])
                stream = opened.enter_context(sock.makefile("rb"))
                while stream.readline().strip():
                    pass
                stream.read(len(json.dumps(ASK)))
                sock.sendall(
                    b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"number": %d}' % number
                )
                self._told.acquire()
                sock.sendall(b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 2\r\n\r\n{}")
                self._done.release()

    def grumble(self) -> None:
        self._told.release()
        self._done.acquire()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # ends a wait for a client that does not come
        self._told.release()
        self._thread.join()
        self._listener.close()


@pytest.fixture
def grumbler():
    running = Grumbler()
    yield running
    running.close()


def connections(server: ModelServer) -> list[int]:
    return [request.connection for request in server.requests]


class TestKeptConnections:
    def test_one_is_used_again(self, client, server):
        for _ in range(3):
            client.post("embeddings", ASK)
        assert len(set(connections(server))) == 1

    def test_one_that_the_server_has_ended_is_replaced(self, client, server, waits):
        client.post("embeddings", ASK)
        server.hang_up()
        assert "data" in client.post("embeddings", ASK)
        assert len(set(connections(server))) == 2
        assert waits == []

    def test_one_that_ends_under_a_request_is_replaced_at_once(self, client, server, waits):
        client.post("embeddings", ASK)
        server.script(Closed())
        assert "data" in client.post("embeddings", ASK)
        assert waits == []

    def test_what_a_server_says_unasked_is_not_taken_for_an_answer(self, connect, grumbler, waits):
        client = connect(url=grumbler.url)
        for number in range(3):
            assert client.post("embeddings", ASK) == {"number": number}
            grumbler.grumble()
        assert waits == []

    def test_not_after_the_server_said_close(self, client, server):
        server.script(Status(400, headers={"Connection": "close"}))
        for _ in range(2):
            client.post("embeddings", ASK)
        assert len(set(connections(server))) == 2

    def test_threads_have_one_each_and_few_are_kept(self, connect, server):
        client = connect(connections=2)
        start = threading.Barrier(8)

        def ask(_: int) -> Any:
            start.wait()
            return client.post("embeddings", ASK)

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(ask, range(8)))
        assert all("data" in answer for answer in found)
        assert len(client._the_transport()._idle) <= 2

    def test_close_ends_them_and_the_client_still_works(self, client, server):
        client.post("embeddings", ASK)
        client.close()
        client.close()
        assert "data" in client.post("embeddings", ASK)
        assert len(set(connections(server))) == 2

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
    @pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
    def test_after_a_fork_they_stay_with_the_parent(self, client, server):
        client.post("embeddings", ASK)
        child = os.fork()
        if child == 0:
            found = client.post("embeddings", ASK)
            os._exit(0 if "data" in found else 1)
        assert os.waitpid(child, 0)[1] == 0
        client.post("embeddings", ASK)
        first, forked, last = connections(server)
        assert first == last != forked


class TestRedirects:
    def test_within_the_server_they_are_followed(self, client, server):
        server.script(Status(307, headers={"Location": "/v2/v1/embeddings?x=1"}))
        assert "data" in client.post("embeddings", ASK)
        again = server.requests[1]
        assert (again.method, again.path, again.body) == ("POST", "/v2/v1/embeddings?x=1", ASK)

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_to_another_host_they_are_not(self, client, server, status):
        with ModelServer() as other:
            server.script(Status(status, headers={"Location": f"{other.url}/embeddings"}))
            found = client.post("embeddings", ASK)
            assert isinstance(found, Failure)
            assert found.refused
            assert "is not followed" in found.reason
            assert other.requests == []

    @pytest.mark.parametrize(
        "location",
        [
            "",
            "http://[",
            "//evil.example/v1",
            "https://127.0.0.1/v1",
            "http://127.0.0.1:1/v1",
            "http://127.0.0.1@evil.example/",
            "file:///etc/passwd",
            "http://user@evil.example:x/",
        ],
    )
    def test_odd_places_are_not_followed(self, client, server, location):
        server.script(Status(307, headers={"Location": location}))
        found = client.post("embeddings", ASK)
        assert isinstance(found, Failure)
        assert found.refused
        assert len(server.requests) == 1

    def test_they_end(self, client, server):
        server.script(Status(308, headers={"Location": "/v1/embeddings"}), times=9)
        found = client.post("embeddings", ASK)
        assert isinstance(found, Failure)
        assert "without end" in found.reason


class TestProxies:
    @pytest.fixture
    def proxy(self, server):
        with Proxy(("127.0.0.1", server.port)) as running:
            yield running

    @pytest.fixture
    def far(self, connect, server):
        """A client of a server that can be reached through the proxy only."""
        return connect(url=f"http://far.invalid:{server.port}/v1", attempts=1)

    def test_one_in_the_environment_is_used(self, far, proxy, server, monkeypatch):
        monkeypatch.setenv("HTTP_PROXY", f"http://me:s3cr3t@127.0.0.1:{proxy.port}")
        assert "data" in far.post("embeddings", ASK)
        [head] = proxy.heads
        assert head.startswith(f"POST http://far.invalid:{server.port}/v1/embeddings HTTP/1.1\r\n")
        login = b64encode(b"me:s3cr3t").decode()
        assert f"Proxy-Authorization: Basic {login}\r\n" in head

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
    def test_this_machine_is_reached_without(self, connect, proxy, server, monkeypatch, host):
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert "data" in connect(url=f"http://{host}:{server.port}/v1").post("embeddings", ASK)
        assert proxy.heads == []

    def test_exceptions_are_honoured(self, far, proxy, monkeypatch):
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("NO_PROXY", "far.invalid")
        assert "its name has no address" in far.post("embeddings", ASK).reason
        assert proxy.heads == []

    @pytest.mark.parametrize("address", ["socks5://me:s3cr3t@127.0.0.1:1", "http://s3cr3t:x:y/"])
    def test_one_of_another_kind_is_a_refusal(self, far, monkeypatch, address):
        monkeypatch.setenv("ALL_PROXY", address)
        found = far.post("embeddings", ASK)
        assert found.refused
        assert "HTTPS_PROXY" in found.reason
        assert "s3cr3t" not in found.reason


class TestTls:
    @pytest.fixture
    def certificate(self, tmp_path, require_service):
        openssl = shutil.which("openssl")
        require_service("openssl", openssl is not None, "apt-get install openssl")
        assert openssl is not None
        subprocess.run(
            [
                openssl,
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-keyout",
                tmp_path / "key.pem",
                "-addext",
                "subjectAltName=IP:127.0.0.1,DNS:far.invalid",
                "-out",
                tmp_path / "certificate.pem",
            ],
            check=True,
            capture_output=True,
        )
        return tmp_path / "certificate.pem"

    @pytest.fixture
    def secure(self, certificate):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, certificate.with_name("key.pem"))
        with ModelServer(tls=context) as running:
            yield running

    def test_a_trusted_server(self, connect, secure, certificate, monkeypatch):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        client = connect(url=secure.url)
        for _ in range(2):
            assert "data" in client.post("embeddings", ASK)
        assert len(set(connections(secure))) == 1

    def test_a_server_that_is_not_trusted(self, connect, secure):
        found = connect(url=secure.url).post("embeddings", ASK)
        assert found.refused
        assert "certificate that is not trusted" in found.reason
        assert secure.requests == []

    def test_a_server_that_falls_silent(self, connect, secure, certificate, monkeypatch):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        secure.script(Hang())
        client = connect(url=secure.url, read_seconds=0.1, attempts=1)
        assert "silent for too long" in client.post("embeddings", ASK).reason

    def test_through_a_proxy(self, connect, secure, certificate, monkeypatch):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with Proxy(("127.0.0.1", secure.port)) as proxy:
            monkeypatch.setenv("HTTPS_PROXY", f"127.0.0.1:{proxy.port}")
            client = connect(url=f"https://far.invalid:{secure.port}/v1")
            for _ in range(2):
                assert "data" in client.post("embeddings", ASK)
            [head] = proxy.heads
            assert head.startswith(f"CONNECT far.invalid:{secure.port} HTTP/1.1\r\n")
            assert "uthorization" not in head
            client.close()

    def test_a_proxy_that_will_not(self, connect, secure, monkeypatch):
        with Proxy(("127.0.0.1", secure.port), status=407) as proxy:
            monkeypatch.setenv("HTTPS_PROXY", f"127.0.0.1:{proxy.port}")
            client = connect(url=f"https://far.invalid:{secure.port}/v1", attempts=1)
            assert "the proxy answered 407" in client.post("embeddings", ASK).reason


def test_no_socket_is_left_open(server):
    """Warnings are errors in these tests, so that a socket that is collected open is seen."""
    client = Client(Endpoint(server.url, server.key), Limits(attempts=1, read_seconds=0.05))
    server.script(Status(500), Closed(), Hang(), Well())
    for _ in range(4):
        client.post("embeddings", ASK)
    client.close()
