"""The address of a server: taken before anything else, by name or number."""

from __future__ import annotations

import asyncio
import socket

import pytest

from holdfast.entrypoints.http.listening import address_of, is_only_here, listen
from holdfast.errors import CannotListen


def test_what_is_accepted_there_does_not_wait_for_acknowledgements() -> None:
    """An answer goes out in two pieces; with Nagle's algorithm the second waits 40 ms."""

    async def accepted() -> int:
        found = asyncio.get_running_loop().create_future()

        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            peer = writer.get_extra_info("socket")
            found.set_result(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = listen("127.0.0.1", 0)
        async with await asyncio.start_server(serve, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            result: int = await found
            writer.close()
            await writer.wait_closed()
        return result

    assert asyncio.run(accepted()) != 0


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(CannotListen) as raised:
        listen("127.0.0.1", taken.getsockname()[1])
    assert "\n" not in raised.value.message


def test_the_address_is_one_that_can_be_asked() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert address_of(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("::1", True), ("LOCALHOST.", True), ("0.0.0.0", False), ("a.b", False)],
)
def test_loopback_is_known(host: str, expected: bool) -> None:
    assert is_only_here(host) is expected
