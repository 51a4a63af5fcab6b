"""More than can be done at a time is refused, and a place is free again when its request ends."""

from __future__ import annotations

import asyncio

import pytest

from holdfast.entrypoints.http.guard.caller import Caller
from holdfast.entrypoints.http.guard.load import Load, Shares, give_back_place
from tests.unit.entrypoints.http.guard.asking import HOST, asked, scope_of


def test_so_many_at_a_time():
    async def together() -> list[int]:
        gate = asyncio.Event()

        async def slow(scope, receive, send):
            await gate.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        app = Load(slow, 3)
        tasks = [asyncio.create_task(asked(app, scope_of([HOST]))) for _ in range(5)]
        await asyncio.sleep(0)
        gate.set()
        sent = await asyncio.gather(*tasks)
        again = await asyncio.gather(*(asked(app, scope_of([HOST])) for _ in range(3)))
        refused = next(each for each in sent if each[0]["status"] == 503)
        assert (b"retry-after", b"1") in refused[0]["headers"]
        assert b'"overloaded"' in refused[1]["body"]
        return [each[0]["status"] for each in (*sent, *again)]

    assert asyncio.run(together()) == [200, 200, 200, 503, 503, 200, 200, 200]


def test_a_request_that_breaks_gives_its_place_back():
    async def broken(scope, receive, send):
        raise RuntimeError("broken")

    app = Load(broken, 1)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            asyncio.run(asked(app, scope_of([HOST])))


def test_who_only_waits_takes_no_place_and_gives_back_one_only():
    async def together() -> list[int]:
        gate = asyncio.Event()

        async def waiting(scope, receive, send):
            for _ in range(3):
                give_back_place(scope)
            await gate.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        app = Load(waiting, 1)
        tasks = [asyncio.create_task(asked(app, scope_of([HOST]))) for _ in range(5)]
        await asyncio.sleep(0)
        gate.set()
        sent = await asyncio.gather(*tasks)
        assert app._now == 0
        return [each[0]["status"] for each in sent]

    assert asyncio.run(together()) == [200] * 5
    give_back_place(scope_of([HOST]))  # where nobody counts, there is nothing to give back


def test_one_key_does_not_take_the_places_of_another():
    async def together() -> list[int]:
        gate = asyncio.Event()

        async def slow(scope, receive, send):
            await gate.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        app = Shares(slow, 2)

        def from_key(key: str | None) -> asyncio.Task:
            scope = scope_of([HOST])
            scope["state"]["caller"] = Caller(key, "", "home")
            return asyncio.create_task(asked(app, scope))

        tasks = [from_key(key) for key in ("a", "a", "a", "b", None, None, None)]
        await asyncio.sleep(0)
        gate.set()
        sent = [*await asyncio.gather(*tasks), await from_key("a")]
        assert (b"retry-after", b"1") in sent[2][0]["headers"]
        assert b'"too_many"' in sent[2][1]["body"]
        return [each[0]["status"] for each in sent]

    assert asyncio.run(together()) == [200, 200, 429, 200, 200, 200, 200, 200]
