"""The guard as a whole: what it does not look at, and in which order it looks."""

from __future__ import annotations

import asyncio

from holdfast.entrypoints.http.guard.limits import Limits
from holdfast.stores.inmemory.keys import InMemoryKeys
from tests.unit.entrypoints.http.guard.asking import Echo, ask, asked, behind_guard


def test_a_websocket_is_closed():
    sent = asyncio.run(asked(behind_guard(Echo()), {"type": "websocket", "headers": []}))
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_the_servers_life_is_the_applications_business():
    lived = []

    async def living(scope, receive, send):
        lived.append(scope["type"])

    asyncio.run(asked(behind_guard(living), {"type": "lifespan"}))
    assert lived == ["lifespan"]


def test_what_is_cheap_to_refuse_is_refused_first():
    """Each step takes the first thing that is wrong away."""
    app = behind_guard(
        Echo(), keys=InMemoryKeys(), limits=Limits(body_bytes=1, failures=1, rate=0.001)
    )
    large = (b"content-length", b"1000")
    assert ask(app, (b"authorization", b"x"), large, host=False, method="POST").status == 421
    assert ask(app, (b"authorization", b"x"), large, method="POST").status == 401
    assert ask(app, (b"authorization", b"x"), large, method="POST").status == 429
    app = behind_guard(Echo(), limits=Limits(body_bytes=1, rate=0.001))
    assert [ask(app, large, method="POST").status for _ in range(2)] == [413, 429]
