"""Cases generated from the OpenAPI document: whatever is asked, the answer is as described."""

from __future__ import annotations

import itertools
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure
from schemathesis.core.result import Ok
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import ASGIApp

from holdfast.entrypoints.http.app import make_app
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.guard import guarded
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.wire import call
from tests.faults.figures import figure

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SEED = int(os.environ.get("HOLDFAST_CASE_SEED", "20260305"))
KNOWN = {"user": "lily", "agent": "cat", "session": "tea", "name": "tea"}
"""Names that are there. With names that are made up, nearly every question would be about nobody."""

SAID = ["I moved to Chengdu last week.", "我妹妹喜欢喝绿茶。", "And what does she read?"]


@schemathesis.serializer("application/x-ndjson")
def as_lines(_context: object, value: object) -> bytes:
    """The body of an import: any text."""
    return str(value).encode(errors="surrogatepass")


@dataclass
class Tally:
    """What was asked and answered. Only `troubles` is bad."""

    cases: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A memory in which there is something of every kind."""
    quiet = Settings(worker=False, embedder="none")
    with Memory.open(":memory:", settings=quiet) as memory:
        for name in ("tea", "work"):
            memory.add(KNOWN["user"], SAID, session=name, agent=KNOWN["agent"])
        memory.seal(KNOWN["user"], "work")
        memory.admin.run_jobs()
        memory.items.add(KNOWN["user"], "Likes green tea. 喜欢绿茶。")
        desk = Desk(memory, Threads(2), Room(most_bytes=1 << 20, silence_seconds=5))
        yield desk
        desk.close()


def behind_guard(desk: Desk) -> ASGIApp:
    """As a server has it, but that nobody needs a key."""
    port = 80
    return guarded(
        make_app(desk), keys=None, hosts=[asgi.HOST], port=port, default_space=desk.memory.space
    )


def ask_all(app: ASGIApp, cases: int) -> Tally:
    """So many cases at least, the same number for each operation and mode; what came of them."""
    schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    pairs = [
        (operation, mode)
        for operation, mode in itertools.product(operations, GenerationMode)
        if mode is GenerationMode.POSITIVE or takes(operation)
    ]
    tally = Tally()
    # A tenth more, for those that take so little that there are not as many cases of them.
    each = 1 + cases * 11 // (10 * len(pairs))
    with asgi.get_client(cast(Any, app)) as client:
        for operation, mode in pairs:

            def ask(case: Case, known: frozenset[str]) -> None:
                tally.cases += 1
                _ask(client, _with_names(case, known), tally)

            _generated(operation.as_strategy(mode), ask, each)
    return tally


def takes(operation: Any) -> bool:
    """Whether an operation takes anything that could be wrong."""
    return bool(operation.query or operation.body or operation.path_parameters)


def _generated(cases: st.SearchStrategy[Case], ask: Callable[..., None], count: int) -> None:
    run = given(cases, st.frozensets(st.sampled_from(sorted(KNOWN))))(ask)
    wanted = settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    seed(SEED)(wanted(run))()


def _with_names(case: Case, known: frozenset[str]) -> Case:
    for place in (case.query, case.body):
        if isinstance(place, dict):
            place.update({name: KNOWN[name] for name in known & place.keys()})
    return case


def _ask(client: asgi.ASGIClient, case: Case, tally: Tally) -> None:
    response = case.call(session=client)
    tally.statuses[response.status_code] += 1
    try:
        case.validate_response(response, checks=CHECKS)
    except BaseExceptionGroup as group:
        tally.troubles += [_told(case, each, response.content) for each in group.exceptions]
    except Failure as failure:
        tally.troubles.append(_told(case, failure, response.content))


def _told(case: Case, error: BaseException, content: bytes) -> str:
    return f"{case.operation.label}: {error!s:.300} / {case!r:.300} / {content[:200]!r}"


def expect_sound(app: ASGIApp, cases: int, name: str) -> None:
    tally = ask_all(app, cases)
    figure(
        f"API cases, {name}: {tally.cases} answers={dict(sorted(tally.statuses.items()))} "
        f"troubles={len(tally.troubles)} seed={SEED}"
    )
    assert not tally.troubles, "\n".join(tally.troubles[:10])
    assert tally.cases >= cases
    assert tally.statuses[200] >= cases // 10, "most cases ask for nothing that is there"


def test_every_answer_is_as_described(desk: Desk) -> None:
    expect_sound(make_app(desk), 400, "app")


def test_every_answer_is_as_described_behind_the_guard(desk: Desk) -> None:
    expect_sound(behind_guard(desk), 100, "guarded")


@pytest.mark.long
def test_thousands_of_answers_are_as_described(desk: Desk) -> None:
    expect_sound(make_app(desk), 4000, "app")


@pytest.mark.long
def test_thousands_of_answers_are_as_described_behind_the_guard(desk: Desk) -> None:
    expect_sound(behind_guard(desk), 1200, "guarded")


def test_the_harness_sees_a_route_that_fails(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Memory, "recent", broken)
    troubles = ask_all(only(make_app(desk), ["/v1/recent"]), 20).troubles
    assert any("500" in trouble for trouble in troubles)


def test_the_harness_sees_an_answer_of_the_wrong_type(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = call.Call.encode

    def wrong(call: call.Call, value: object) -> bytes:
        return b'{"users":"lily"}' if call.key == "users" else encode(call, value)

    monkeypatch.setattr(call.Call, "encode", wrong)
    troubles = ask_all(only(make_app(desk), ["/v1/users"]), 20).troubles
    assert any("type" in trouble for trouble in troubles)


def only(app: ASGIApp, paths: Sequence[str]) -> ASGIApp:
    """The app with a document that tells of these paths alone."""

    async def with_less(scope: Any, receive: Any, send: Any) -> None:
        if scope.get("path") != "/openapi.json":
            await app(scope, receive, send)
            return
        told: list[Any] = []

        async def hear(event: Any) -> None:
            told.append(event)

        await app(scope, receive, hear)
        document = json.loads(b"".join(event.get("body", b"") for event in told))
        document["paths"] = {path: document["paths"][path] for path in paths}
        body = json.dumps(document).encode()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return with_less
