"""A server that fails on request, and clients of it that never really wait."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Thread

import pytest

from holdfast.providers.openai_compatible import (
    Client,
    Endpoint,
    Limits,
    OpenAICompatibleEmbedder,
    OpenAICompatibleModel,
)
from holdfast.testing.model_server import ModelServer

KEY = "sk-canary-7f3a9c21"

Connect = Callable[..., Client]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(key=KEY) as running:
        yield running


@pytest.fixture
def waits() -> list[float]:
    """The seconds that clients would have waited between tries."""
    return []


@pytest.fixture
def connect(server: ModelServer, waits: list[float]) -> Iterator[Connect]:
    """Makes clients; the keywords are limits, or replace the address and key."""
    with ExitStack() as opened:

        def connect_(*, url: str = "", key: str = KEY, **limits: float) -> Client:
            client = Client(
                Endpoint(url or server.url, key),
                Limits(**{"failures_to_open": 1000, **limits}),  # type: ignore[arg-type]
                sleep=waits.append,
                jitter=lambda: 1.0,
            )
            opened.callback(client.close)
            return client

        yield connect_


@pytest.fixture
def client(connect: Connect) -> Client:
    return connect()


@pytest.fixture
def embedder(client: Client) -> OpenAICompatibleEmbedder:
    return OpenAICompatibleEmbedder(client, "test-model")


@pytest.fixture
def model(client: Client) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(client, "test-model")


@pytest.fixture
def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@pytest.fixture
def babbler() -> Iterator[str]:
    """The address of something that answers whatever it is told in no known language."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def babble() -> None:
            sock, _ = listener.accept()
            with sock:
                sock.recv(65_536)
                sock.sendall(b"220 mail.example.com ESMTP\r\n" * 3)

        thread = Thread(target=babble)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        thread.join()
