"""The event loop never waits: not for an embedder, not for a model, not for the disk."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, cast

import httpx2
import pytest
from blockbuster import BlockingError, blockbuster_ctx

from holdfast.domain.key import new_key
from holdfast.entrypoints.http.app import make_app
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.guard import guarded
from holdfast.entrypoints.http.routes import verbs
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.files.keys import FileKeys, keys_path
from holdfast.testing.model_faults import Hang
from holdfast.testing.model_server import ModelServer
from holdfast.wire.call import Call
from holdfast.wire.calls import CALLS
from tests.faults.figures import figure
from tests.faults.server_process import Answer, Caller, ServerProcess, served
from tests.faults.watched_server import NAP, SLEEPS_ON_THE_LOOP, SOUND

NAPS = 60
"""How many times the sleeper sleeps in one phase."""

PHASES = 3
ATTEMPTS = 3

TALK = [
    {"role": "user", "content": f"{n} cups of tea 喝了{n}杯茶", "id": f"{n}"} for n in range(100)
]
"""With ids, so that it is stored once however often it is sent: nothing grows while we measure."""

UNANSWERED = (OSError, http.client.HTTPException)


def told(caller: Caller) -> list[float]:
    return list(caller.ask("GET", "/v1/overshoots").json)


def overshoots(server: ServerProcess) -> list[float]:
    """By how much the sleeper was late, from now on until it has slept often enough."""
    caller, found = server.caller(), list[float]()
    told(caller)
    while len(found) < NAPS:
        time.sleep(0.3)
        found += told(caller)
    caller.hang_up()
    return found


class Kind(NamedTuple):
    """A kind of request, how many clients send it, and how long each of them rests after one."""

    ask: Callable[[Caller, int], Answer]
    clients: int = 2
    rest: float = 0.05


def kinds(export: str) -> list[Kind]:
    """What clients do while the models stall.

    Exports, imports and looks do not stall: they work. Many of them at once would be a test of how Python
    shares one interpreter among busy threads, which is not what this is about.
    """

    def said(messages: Any) -> Callable[[Caller, int], Answer]:
        return lambda c, n: c.ask(
            "POST", "/v1/messages", {"user": f"u{n % 3}", "messages": messages}
        )

    return [
        Kind(said("茶 tea")),
        Kind(said(TALK)),
        Kind(lambda c, n: c.ask("POST", "/v1/recall", {"user": f"u{n % 3}", "query": f"tea {n}"})),
        Kind(lambda c, n: c.ask("POST", "/v1/context", {"user": f"u{n % 3}", "query": f"茶 {n}"})),
        Kind(lambda c, n: c.ask("POST", "/v1/recent/review", {"user": f"u{n % 3}"}), 2, 0.5),
        Kind(lambda c, n: c.ask("GET", f"/v1/recent?user=u{n % 3}"), 2, 0.2),
        Kind(lambda c, _: c.ask("GET", "/v1/export?user=u0"), 1, 0.5),
        Kind(lambda c, _: c.ask_plain("POST", "/v1/import", export.encode()), 1, 0.5),
    ]


@contextmanager
def busy(server: ServerProcess, export: str) -> Iterator[list[int]]:
    """Clients for each kind of request, as long as the block lasts; the statuses they saw."""
    over, statuses = threading.Event(), list[int]()

    def work(kind: Kind, caller: Caller) -> None:
        for turn in range(1_000_000):
            if over.is_set():
                break
            try:
                statuses.append(kind.ask(caller, turn).status)
            except UNANSWERED:
                statuses.append(0)
            over.wait(kind.rest)
        caller.hang_up()

    threads = [
        threading.Thread(target=work, args=(kind, server.caller()))
        for kind in kinds(export)
        for _ in range(kind.clients)
    ]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        over.set()
        for thread in threads:
            thread.join(60)


def warm_up(server: ServerProcess, export: str) -> None:
    """One of each kind: what is loaded when it is first needed is loaded now."""
    caller = server.caller()
    for kind in kinds(export):
        kind.ask(caller, 0)
    caller.hang_up()


def p99(figures: list[float]) -> float:
    return sorted(figures)[int(0.99 * (len(figures) - 1))]


def watch(folder: Path, fault: str) -> tuple[float, float]:
    """The sleeper's 99th percentile on an idle server and on a busy one, in turns."""
    module = ("tests.faults.watched_server", fault)
    idle, loaded, answers = list[float](), list[float](), list[int]()
    with ModelServer() as models:
        models.trouble(1.0, Hang(2.0))
        environ = {
            "HOLDFAST_MODEL_URL": models.url,
            "HOLDFAST_MODEL_NAME": models.model,
            "HOLDFAST_MODEL_READ_SECONDS": "2",
            "HOLDFAST_SERVE_RATE": "0",
        }
        folder.mkdir(exist_ok=True)
        with served(folder / "memory.db", environ, module) as server:
            server.ask("POST", "/v1/messages", {"user": "u0", "messages": TALK})
            export = server.ask("GET", "/v1/export?user=u0").body.decode()
            warm_up(server, export)
            server.ask("POST", "/v1/stall")
            for _ in range(PHASES):
                idle += overshoots(server)
                with busy(server, export) as statuses:
                    loaded += overshoots(server)
                answers += statuses
    found = p99(idle), p99(loaded)
    figure(
        f"loop, {fault}: a 20 ms sleeper is late by p99 idle={found[0] * 1e3:.1f} ms "
        f"stalling={found[1] * 1e3:.1f} ms (n={len(idle)}, {len(loaded)}), "
        f"answers meanwhile={len(answers)}"
    )
    assert len(answers) >= 16
    assert all(status in {200, 201} for status in answers), set(answers)
    return found


def within_bounds(idle: float, loaded: float) -> bool:
    """Whether the sleeper, late by so much, waits at most twice as long as on an idle server."""
    return NAP + loaded <= 2 * (NAP + idle)


def test_a_sleeper_on_the_loop_is_not_late_while_models_stall(tmp_path: Path) -> None:
    # Others on the machine make a sleeper late too. A loop that waits is late every time.
    figures = (watch(tmp_path / str(attempt), SOUND) for attempt in range(ATTEMPTS))
    assert any(within_bounds(idle, loaded) for idle, loaded in figures)


def test_the_sleeper_sees_a_route_that_sleeps_on_the_loop(tmp_path: Path) -> None:
    idle, loaded = watch(tmp_path, SLEEPS_ON_THE_LOOP)
    assert not within_bounds(idle, loaded)


@contextmanager
def a_desk(folder: Path) -> Iterator[Desk]:
    settings = Settings(worker=False, job_attempts=1, archive_dir=str(folder / "archive"))
    with Memory.open(folder / "memory.db", settings=settings) as memory:
        desk = Desk(memory, Threads(4), Room(most_bytes=1 << 20, silence_seconds=5))
        yield desk
        desk.close()


def ask_everything(folder: Path) -> dict[str, int]:
    """All routes, behind the guard, on a loop where whatever blocks raises; their statuses."""

    async def ask(desk: Desk) -> dict[str, int]:
        asked = [*requests(desk.memory)]
        keys = FileKeys(keys_path(folder / "memory.db"))
        key, secret = new_key("test", space=None, now=datetime.now(UTC))
        keys.add(key)
        app = guarded(make_app(desk), keys=keys, hosts=["server"], port=80, default_space="default")
        headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        transport = httpx2.ASGITransport(cast(Any, app))
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://server", headers=headers
        ) as client:
            await client.get("/openapi.json")  # drawn once, which takes a while
            with blockbuster_ctx() as buster:
                # The file of keys is looked at before each request: that is one look at an inode
                # of this machine's own disk, cheaper than handing it to a thread.
                buster.functions["os.stat"].can_block_in("stores/files/keys.py", "revision")
                return {
                    f"{method} {path}": (
                        await client.request(method, path, content=body, params=query)
                    ).status_code
                    for method, path, body, query in asked
                }

    with a_desk(folder) as desk:
        return asyncio.run(ask(desk))


def requests(memory: Memory) -> Iterator[tuple[str, str, str | None, dict[str, Any] | None]]:
    """One request to each route. The answers are not what this is about."""
    ids = memory.add("lily", ["Anna moved.", "她喜欢火锅。"], session="tea")
    asked = memory.recall("lily", "Who moved?")
    known = {"message_id": ids[0], "run": asked.run, "review_id": ids[0], "item_id": ids[0]}
    slot = memory.profile.set("lily", "home", "Leeds")
    memory.add("lily", ["I live in Leeds.", "I have a dog called Rex."], session="learned")
    memory.seal("lily", "learned")
    memory.admin.run_jobs()
    (event,) = memory.events.list("lily", session="learned")
    known |= {"slot_id": slot.id, "event_id": event.id, "gist_id": event.gists[0].id}
    known |= {"job_id": ids[0], "name": "tone"}
    anything: dict[str, Any] = {
        "user": "lily",
        "name": "tea",
        "messages": "茶",
        "text": "tea: 茶",  # also a scheme for profiles
        "query": "tea",
    }
    anything |= {"message_ids": ids, "item_ids": ids, "line_id": ids[0], "turns": [], "value": "1"}
    anything |= {"topic": "home", "agent": "cat"}
    anything |= {"accounts": [{"lines": ["Moved."], "sources": ids}]}
    anything |= {"lines": [event.gists[0].text, "Moved house."]}
    anything |= {"on": True, "day": "2024-05-01", "kept": {"age": 26}, "own": {"colour": "red"}}
    tags = {"/v1/buffers": {"mood": "glad"}, "/v1/events/{event_id}/tag": [("mood", "glad")]}
    for call in CALLS:
        path = call.path
        for name in call.in_path:
            path = path.replace(f"{{{name}}}", known[name])
        anything["tags"] = tags.get(call.path)
        given = {name: anything[name] for name in call.arguments.model_fields if name in anything}
        if call.method == "GET":
            yield call.method, path, None, given
        else:
            yield call.method, path, json.dumps(given), None
    for path in ("/livez", "/readyz", "/v1/health", "/v1/metrics", "/v1/export", "/openapi.json"):
        yield "GET", path, None, None
    yield "GET", "/v1/attachments/x", None, {"user": "lily"}
    yield "POST", "/v1/import", "\n".join(memory.export()), None


def test_no_route_blocks_the_loop(tmp_path: Path) -> None:
    statuses = ask_everything(tmp_path)
    assert len(statuses) == len(CALLS) + 8
    assert [path for path, status in statuses.items() if status >= 500] == []
    good = sum(status < 300 for status in statuses.values())
    figure(f"blockbuster: routes={len(statuses)} well answered={good} blocking calls=0")
    assert good >= len(statuses) - 10


def test_a_route_that_blocks_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = verbs._arguments

    async def lazy(call: Call, request: Any, threads: Threads) -> dict[str, Any]:
        time.sleep(0.001)  # noqa: ASYNC251  the fault
        return await read(call, request, threads)

    monkeypatch.setattr(verbs, "_arguments", lazy)
    with pytest.raises(BlockingError):
        ask_everything(tmp_path)
