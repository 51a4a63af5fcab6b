"""The guard as a whole: what it does not look at, and in which order it looks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from blockbuster import BlockingError, blockbuster_ctx

from holdfast.domain.key import new_secret
from holdfast.entrypoints.http.guard.limits import Limits
from holdfast.stores.files.keys import FileKeys
from holdfast.stores.inmemory.keys import InMemoryKeys
from holdfast.testing.conformance.keys import a_key
from tests.unit.entrypoints.http.guard.asking import (
    HOST,
    Echo,
    ask,
    asked,
    behind_guard,
    scope_of,
    whole,
)


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


def test_the_loop_is_never_kept_waiting(tmp_path: Path):
    """One look at the keys' file is all that is done on it; a file that changed is read beside it."""
    path, secret = tmp_path / "m.db.keys.json", new_secret()
    FileKeys(path).add(a_key(secret=secret))
    app = behind_guard(Echo(), keys=FileKeys(path))
    headers = [
        HOST,
        (b"authorization", b"Bearer " + secret.encode()),
        (b"content-type", b"application/json"),
        (b"content-length", b"300000"),
    ]

    async def ask_often() -> list[int]:
        answers = []
        for number in range(4):
            body = whole(b"[" + b"[]," * 90_000 + b"1]")
            answers.append(await asked(app, scope_of(headers, "POST"), body))
            await asyncio.to_thread(FileKeys(path).add, a_key(f"key {number}"))
        return [sent[0]["status"] for sent in answers]

    with blockbuster_ctx() as blocking:
        blocking.functions["os.stat"].can_block_in("holdfast/stores/files/keys.py", "_stamp")
        assert asyncio.run(ask_often()) == [200] * 4


def test_the_check_above_can_fail(tmp_path: Path):
    async def reads(scope, receive, send):
        (tmp_path / "x").read_bytes()

    (tmp_path / "x").write_bytes(b"x")
    with blockbuster_ctx(), pytest.raises(BlockingError):
        asyncio.run(asked(behind_guard(reads), scope_of([HOST])))


def test_a_probe_is_let_in_by_any_name_and_however_much_there_is_to_do():
    options = {"keys": InMemoryKeys(), "limits": Limits(in_flight=0, rate=0.001)}
    app = behind_guard(Echo(), probes=("/livez",), **options)
    host = (b"host", b"10.1.2.3:8080")
    for method in ("GET", "HEAD", "GET"):
        answer = ask(app, host, host=False, method=method, path="/livez", client="10.9.9.9")
        assert answer.status == 200
        assert b"x-content-type-options" in answer.headers
    for path in ("/livez/", "/Livez", "/v1/x"):
        assert ask(app, host, host=False, path=path).status == 503
    assert ask(app, host, host=False, method="POST", path="/livez").status == 503


def test_a_key_has_half_of_the_places():
    secret = new_secret()
    keys = InMemoryKeys()
    keys.add(a_key(secret=secret))
    headers = [HOST, (b"authorization", b"Bearer " + secret.encode())]

    async def together() -> list[int]:
        gate = asyncio.Event()

        async def slow(scope, receive, send):
            await gate.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        app = behind_guard(slow, keys=keys, limits=Limits(in_flight=4))
        gate.set()
        await asked(app, scope_of(headers))  # the key is known from now on
        gate.clear()
        tasks = [asyncio.create_task(asked(app, scope_of(headers))) for _ in range(4)]
        await asyncio.sleep(0)
        gate.set()
        sent = await asyncio.gather(*tasks)
        return [each[0]["status"] for each in sent]

    assert asyncio.run(together()) == [200, 200, 429, 429]
