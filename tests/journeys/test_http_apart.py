"""What one space holds is told to no key of another, on any route."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest

from holdfast import Memory, Settings
from holdfast.domain.key import new_key
from holdfast.entrypoints.http.desk import Desk
from holdfast.stores.inmemory.keys import InMemoryKeys
from holdfast.testing.server import Served, served
from holdfast.wire.call import Call
from holdfast.wire.calls import CALLS

CANARY = "canary-7f3a"
USER, SESSION, AGENT = f"{CANARY}-patient", f"{CANARY}-session", f"{CANARY}-agent"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Served, str]]:
    """A server with a full space, and a key for another that is empty."""
    keys = InMemoryKeys()
    key, secret = new_key("bob", space="bob", now=datetime.now(UTC))
    monkeypatch.setattr("holdfast.testing.server.InMemoryKeys", lambda: keys)
    settings = Settings(worker=False, space="alice", archive_dir=str(tmp_path / "archives"))
    with served(tmp_path / "memory.db", settings=settings) as server:
        keys.add(key)
        yield server, secret


def filled(memory: Memory) -> dict[str, Any]:
    """Something of everything, and what it is called."""
    part = {"type": "image_url", "image_url": {"url": f"data:,{CANARY}" + "x" * 5000}}
    said = [{"role": "user", "content": f"{CANARY} has a secret"}, f"{CANARY} again"]
    ids = memory.add(USER, said, session=SESSION, agent=AGENT)
    memory.add(USER, [{"role": "user", "content": [part]}], session=SESSION, agent=AGENT)
    (kept,) = [m for m in memory.messages.latest(USER) if m.parts]
    item = memory.items.add(USER, f"{CANARY} is known")
    run = memory.recall(USER, CANARY).run
    note = memory.memo.hide(USER, [ids[0]], agent=AGENT, reason=f"{CANARY} asked")
    memory.sessions.seal(USER, SESSION)
    memory.admin.set_preference(CANARY, CANARY)
    assert note is not None
    return {
        "user": USER,
        "agent": AGENT,
        "session": SESSION,
        "message_id": ids[1],
        "item_id": item.id,
        "item_ids": [item.id],
        "message_ids": [ids[1]],
        "line_id": ids[1],
        "run": run,
        "review_id": note.id,
        "job_id": memory.admin.jobs()[0].id,
        "ref": kept.parts[0]["ref"],
        "query": CANARY,
        "text": "x",
        "messages": "x",
        "chat": [],
        "turns": [],
        "value": 1,
        "on": True,
    }


def requests(names: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every route, asked for what is not the caller's."""
    for call in CALLS:
        given = {name: names[name] for name in call.arguments.model_fields if name in names}
        if "name" in call.arguments.model_fields:
            given["name"] = SESSION if "session" in call.path else CANARY
        path = call.path
        for name in call.in_path:
            path = path.replace(f"{{{name}}}", str(names.get(name, CANARY)))
        yield call.method, path, _sent(call, given)
    yield "GET", "/v1/export", {"params": {"user": USER}}
    yield "GET", "/v1/export", {}
    yield "GET", f"/v1/attachments/{names['ref']}", {"params": {"user": USER}}
    yield "GET", "/v1/health", {}
    yield "GET", "/v1/metrics", {}
    yield "GET", f"/new_dialog/{AGENT}", {}
    yield "GET", f"/get_recent_history/{AGENT}", {}
    yield "GET", "/api/memory/recent_files", {}


def _sent(call: Call, given: dict[str, Any]) -> dict[str, Any]:
    if call.method in ("GET", "DELETE"):
        return {"params": {name: value for name, value in given.items() if value != []}}
    return {"json": given}


def told(server: Served, secret: str, names: dict[str, Any]) -> list[str]:
    """The routes whose answers hold something that was not in the question."""
    leaks = []
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx2.Client(base_url=server.url, headers=headers, trust_env=False) as client:
        # What only reads comes first: what others write has the same names.
        for method, path, sent in sorted(requests(names), key=lambda each: each[0] != "GET"):
            answer = client.request(method, path, **sent)
            assert answer.status_code < 500, (method, path, answer.text)
            body = answer.text
            for name in (USER, SESSION, AGENT):  # an answer may repeat the names asked for
                body = body.replace(name, "") if name in f"{path} {sent}" else body
            stored = answer.status_code in (200, 201) and CANARY in body
            other = any(f"{CANARY}{rest}" in body for rest in (" has", " again", " is known"))
            if (stored and method == "GET") or other or str(server.memory.space) in _spaces(body):
                leaks.append(f"{method} {path}")
    return leaks


def _spaces(body: str) -> list[str]:
    return [word for word in ("alice",) if f'"{word}"' in body]


@pytest.mark.capability("A23")
def test_a_key_of_another_space_is_told_nothing(server):
    served_, secret = server
    names = filled(served_.memory)
    assert told(served_, secret, names) == []
    assert len(told(served_, served_.key, names)) > 10, "the same routes tell it to a good key"
    with httpx2.Client(base_url=served_.url, trust_env=False) as client:
        for space in ("alice", "default"):
            headers = {"Authorization": f"Bearer {secret}", "Holdfast-Space": space}
            assert client.get("/v1/users", headers=headers).status_code == 403
        whole = client.get("/v1/check", headers={"Authorization": f"Bearer {secret}"})
        assert whole.status_code == 403, "it tells of every space"


def test_the_harness_sees_a_route_that_forgets_the_space(server, monkeypatch):
    served_, secret = server
    names = filled(served_.memory)
    monkeypatch.setattr(Desk, "memory_for", lambda desk, _request: desk.memory)
    leaks = told(served_, secret, names)
    for path in ("/v1/users", "/v1/recall", "/v1/export", "/v1/health", "/v1/recent"):
        assert any(path in leak for leak in leaks), (path, leaks)
