"""Adding: what is large goes as well as what is small, and a mistake is told before any is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from holdfast.client.aio import AsyncRemoteMemory
from holdfast.client.outgoing import NAMES_BYTES
from holdfast.client.remote import RemoteMemory
from holdfast.errors import MessageRefused, ServerUnreachable, TooLarge
from holdfast.memory import Memory
from holdfast.settings import Settings
from tests.unit.client.real_server import served
from tests.unit.client.scripted_server import ScriptedServer

PIECE = 4000
LARGE = [f"{n} " + "茶" * 300 for n in range(30)]
"""Somewhat more than 1,000 bytes each, so that three make a piece."""


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def remote(server, tmp_path) -> Iterator[RemoteMemory]:
    with RemoteMemory.open(server.url, spool=tmp_path / "s.db") as remote:
        yield remote


@pytest.fixture
def small(monkeypatch) -> None:
    """Servers that take little."""
    monkeypatch.setattr("holdfast.client.outgoing.LARGEST_BODY", 2 * NAMES_BYTES)
    monkeypatch.setattr("holdfast.client.adding.PIECE_BYTES", PIECE)


def sent(server: ScriptedServer) -> list[int]:
    """How many messages were in each request."""
    return [len(json.loads(data)["messages"]) for *_, data in server.requests]


def test_what_fits_goes_in_one_request(remote, server):
    assert len(remote.add("u", [f"{n} " + "word " * 400 for n in range(1000)])) == 1000
    assert sent(server) == [1000]


@pytest.mark.usefixtures("small")
def test_what_does_not_goes_in_several_and_in_order(remote, server):
    ids = remote.add("u", iter(LARGE), session="s", agent="a")
    assert server.texts("u", "s") == LARGE
    assert ids == [each["id"] for each in server.kept]
    assert sent(server) == [3] * 10


@pytest.mark.usefixtures("small")
def test_the_same_for_an_event_loop(server, tmp_path):
    async def add() -> list[str]:
        async with AsyncRemoteMemory.open(server.url, spool=tmp_path / "a.db") as remote:
            return await remote.add("u", LARGE)

    assert asyncio.run(add()) == [each["id"] for each in server.kept]
    assert server.texts() == LARGE
    assert sent(server) == [3] * 10


@pytest.mark.usefixtures("small")
def test_a_mistake_in_the_last_piece_has_none_stored(remote, server):
    with pytest.raises(MessageRefused, match="Message 31 of 31"):
        remote.add("u", [*LARGE, {"content": ""}])
    assert server.requests == []


@pytest.mark.usefixtures("small")
def test_a_server_that_fails_between_two_is_told_of(remote, server):
    server.script = iter(["well", *["reset"] * 50])
    with pytest.raises(ServerUnreachable):
        remote.add("u", LARGE)
    assert server.texts() == LARGE[:3]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("verb", ["add", "add_later"])
def test_a_message_that_no_server_would_take_is_refused_at_once(remote, server, verb):
    with pytest.raises(TooLarge, match=r"Message 2 of 2 has [0-9,]+ bytes as JSON; 4,096 can be"):
        getattr(remote, verb)("u", ["well", "x" * 9000])
    assert server.requests == []
    assert remote.flush(0)


def test_a_photo_goes_both_ways(tmp_path):
    """To a server of the usual size."""
    photo = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 1_400_000}}
    usual = Settings(worker=False, serve_body_kb=16 * 1024)
    with (
        Memory.open(":memory:", settings=usual) as plain,
        served(plain, settings=usual) as url,
        RemoteMemory.open(url, spool=tmp_path / "s.db") as remote,
    ):
        remote.add("u", [{"type": "text", "text": "看"}, photo])
        remote.add_later("u", [{"type": "text", "text": "look"}, photo])
        assert remote.flush(20)
        assert [len(m.parts) for m in plain.messages.latest("u")] == [1, 1]
