"""Every call of the table over real HTTP: the answers are those of the library on the same data."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from pydantic_core import to_json

from holdfast.domain.ids import new_id
from holdfast.domain.job import Job
from holdfast.domain.key import new_key
from holdfast.entrypoints.http.routes import verbs
from holdfast.entrypoints.http.threads import Threads
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.inmemory.keys import InMemoryKeys
from holdfast.testing.clock import FrozenClock
from holdfast.testing.extractors import FakeExtractor
from holdfast.wire.call import Call
from holdfast.wire.calls import BY_NAME, CALLS
from tests.journeys.http_calls import FAIL, LILY, STEPS, WORK, Known
from tests.unit.client.real_server import served

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}")
"""Ids, and fingerprints of what has ids."""

LONGEST_LIST = 45


class Server:
    """A server to talk to: one connection, JSON in and out."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def ask(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, bytes, str | None]:
        """Status, body and content type."""
        sent = None if body is None else to_json(body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, sent, {"Content-Type": "application/json", **named})
        response = self.connection.getresponse()
        return response.status, response.read(), response.getheader("content-type")

    def call(self, call: Call, given: dict[str, Any]) -> Any:
        """What the library would have answered."""
        path = call.path
        for name in call.in_path:
            path = path.replace(f"{{{name}}}", quote(given[name], safe=""))
        rest = {name: value for name, value in given.items() if name not in call.in_path}
        if call.in_query:
            status, body, _ = self.ask(call.method, f"{path}?{urlencode(rest)}")
        else:
            status, body, _ = self.ask(call.method, path, rest)
        assert status == call.status, f"{call.name}: {status} {body!r}"
        return call.decode(body)

    def get(self, path: str, **query: Any) -> Any:
        given = {name: value for name, value in query.items() if value is not None}
        status, body, _ = self.ask("GET", f"{path}?{urlencode(given)}")
        assert status == 200, body
        return json.loads(body)


def opened(folder: Path) -> Memory:
    settings = Settings(worker=False, job_attempts=1, archive_dir=str(folder / "archive"))
    folder.mkdir()
    return Memory.open(
        folder / "memory.db", settings=settings, clock=FrozenClock(), extractor=FakeExtractor()
    )


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """What is served: it is closed with the server."""
    return opened(tmp_path / "served")


@pytest.fixture
def server(memory: Memory) -> Iterator[Server]:
    with served(memory) as url:
        found = Server(url)
        yield found
        found.connection.close()


def plainly(call: Call, value: Any, folder: str) -> str:
    """An answer as text, without what is another each time: ids and places on the disk."""
    if call.name == "admin.check":
        value = [(each.name, each.good) for each in value]
    elif call.name == "archive.files":  # packed, the ids in them weigh differently
        value = [(each.user, each.agent, each.day, each.bytes > 0) for each in value]
    elif call.name == "admin.jobs":  # in the order of their ids
        value = sorted(value, key=lambda job: job.kind)
    return ID.sub("#", to_json(value).decode()).replace(folder, "")


def ask_for_what_nobody_can(memory: Memory) -> None:
    now = FrozenClock().now()
    job = Job(
        space=memory.space,
        user="lily",
        kind="fly",
        key="",
        id=new_id(),
        run_at=now,
        leased_until=now,
        created_at=now,
    )
    memory._parts.store.write(memory.space, lambda unit: unit.jobs.enqueue(job))


def walked(ask: Callable[[Call, dict[str, Any]], Any], memory: Memory, folder: Path) -> list[str]:
    """All steps, one after the other; the answers as text."""
    known: Known = {}
    told = []
    for step in STEPS:
        if step.call in (WORK, FAIL):
            if step.call == FAIL:
                ask_for_what_nobody_can(memory)
            # How many it took depends on their order, which ids made by chance decide.
            told.append(f"worked: {memory.admin.run_jobs() > 0}")
            continue
        call = BY_NAME[step.call]
        answer = ask(call, step.given(known))
        if step.note:
            known[step.note] = answer
        told.append(f"{call.name}: {plainly(call, answer, str(folder))}")
    return told


def both_ways(server: Server, memory: Memory, tmp_path: Path) -> tuple[list[str], list[str]]:
    far = walked(server.call, memory, tmp_path / "served")
    with opened(tmp_path / "plain") as plain:
        near = walked(lambda call, given: call.on(plain)(**given), plain, tmp_path / "plain")
    return far, near


def test_every_call_gives_over_http_what_the_library_gives(
    server: Server, memory: Memory, tmp_path: Path
) -> None:
    assert {step.call for step in STEPS} - {WORK, FAIL} == {call.name for call in CALLS}
    far, near = both_ways(server, memory, tmp_path)
    for one, other in zip(far, near, strict=True):
        assert one == other


def test_a_route_that_leaves_something_out_is_seen(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = verbs._arguments

    async def forgetful(call: Call, request: Any, threads: Threads) -> dict[str, Any]:
        given = await read(call, request, threads)
        return {name: value for name, value in given.items() if name != "k"}

    monkeypatch.setattr(verbs, "_arguments", forgetful)
    with served(memory) as url:
        server = Server(url)
        far, near = both_ways(server, memory, tmp_path)
        server.connection.close()
    assert far != near


def test_an_idempotency_key_stores_a_request_once(server: Server, memory: Memory) -> None:
    said = {**LILY, "messages": ["Anna moved.", "她搬家了。"]}
    answers = [server.ask("POST", "/v1/messages", said, Idempotency_Key="a-1") for _ in range(3)]
    assert len({body for _, body, _ in answers}) == 1
    assert [status for status, _, _ in answers] == [201] * 3
    assert len(memory.messages.list("lily")) == 2
    server.ask("POST", "/v1/messages", said, Idempotency_Key="a-2")
    assert len(memory.messages.list("lily")) == 4


def test_the_header_chooses_the_space(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    everywhere, secret = new_key("all", space=None, now=now)
    at_home, own = new_key("home", space="home", now=now)
    keys = InMemoryKeys()
    keys.add(everywhere)
    keys.add(at_home)
    memory = opened(tmp_path / "served")
    with served(memory, keys=keys) as url:
        server = Server(url)

        def users(key: str, space: str = "") -> tuple[int, Any]:
            chosen = {"Holdfast_Space": space} if space else {}
            status, body, _ = server.ask(
                "GET", "/v1/users", Authorization=f"Bearer {key}", **chosen
            )
            return status, json.loads(body).get("users")

        bearer = {"Authorization": f"Bearer {own}"}
        assert server.ask("POST", "/v1/messages", {**LILY, "messages": "茶"}, **bearer)[0] == 201
        assert users(own) == (200, ["lily"])
        assert users(own, "home") == (200, ["lily"])
        assert users(own, "work")[0] == 403
        assert users(secret) == (200, [])
        assert users(secret, "home") == (200, ["lily"])
        assert users(secret, quote("工作")) == (200, [])
        assert users("hf_" + "x" * 43)[0] == 401
        server.connection.close()


def paged(ask: Callable[[Any], list[Any]], mark: Callable[[Any], Any]) -> list[Any]:
    """All pages of a list, one after the other, until one is empty."""
    found, after = list[Any](), None
    while page := ask(after):
        assert len(page) <= LONGEST_LIST
        found += page
        after = mark(page[-1])
        assert len(found) < 1000
    return found


@pytest.mark.parametrize("limit", [1, 7, LONGEST_LIST])
def test_pages_lead_to_the_end_without_gaps_or_doubles(
    server: Server, memory: Memory, limit: int
) -> None:
    count = 3 * 7
    for number in range(count):
        memory.add(f"user-{number:02}", "x")
        memory.add("lily", f"{number} 杯茶", session=f"session-{number:02}")
        memory.items.add("lily", f"note {number}")

    def pages(path: str, key: str, mark: Callable[[Any], Any], **more: Any) -> list[Any]:
        return paged(lambda after: server.get(path, after=after, limit=limit, **more)[key], mark)

    said = pages("/v1/messages", "messages", lambda each: each["seq"], user="lily")
    assert [each["text"] for each in said] == [f"{n} 杯茶" for n in range(count)]
    sessions = pages("/v1/sessions", "sessions", lambda each: each["name"], user="lily")
    assert sorted(each["name"] for each in sessions) == [f"session-{n:02}" for n in range(count)]
    users = pages("/v1/users", "users", lambda each: each)
    assert users == sorted(["lily", *(f"user-{n:02}" for n in range(count))])
    items = pages("/v1/items", "items", lambda each: each["id"], user="lily", kind="note")
    assert sorted(each["text"] for each in items) == sorted(f"note {n}" for n in range(count))
