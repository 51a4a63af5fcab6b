"""Odd arguments: whatever is given where, a call works or is refused in our own words."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from holdfast.aio import AsyncMemory
from holdfast.client.remote import RemoteMemory
from holdfast.domain.event import Account
from holdfast.domain.ids import new_id
from holdfast.errors import HoldfastError, StoreError
from holdfast.memory import Memory
from holdfast.namespaces.items import Items
from holdfast.settings import Settings
from holdfast.testing.server import served
from tests.faults.figures import figure

DEEP: list[Any] = []
for _ in range(200):
    DEEP = [DEEP]

ODD: tuple[Any, ...] = (
    None,
    True,
    5,
    -1,
    1.5,
    10**30,
    float("nan"),
    float("inf"),
    b"x",
    object(),
    "",
    " ",
    "\ud800",
    "\x00",
    "x" * 300,
    "x" * 300_000,
    [],
    {},
    [None],
    [[["x"]]],
    DEEP,
    {"x": {5}},
    {5: "x"},
    [("x", None)],
    ["x", "x"],
    datetime(2026, 5, 31),  # noqa: DTZ001  it is odd
    datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
    datetime.max.replace(tzinfo=UTC),
    date(1, 1, 1),
    time(9),
    "2026-02-30",
    "[" * 9_000,
    20260531,
)
ASIDE = {"open", "close", "handover", "serve_jobs", "stop_jobs", "in_space"}
"""What makes or ends a memory, or comes back only when it is told to."""


class Call(NamedTuple):
    """A verb, and arguments of which one is odd."""

    verb: str
    what: str
    arguments: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.verb}({self.what})"


def places(memory: object) -> dict[str, object]:
    """The memory and its namespaces, by the name that goes before a verb."""
    kept = inspect.getmembers(type(memory), lambda each: isinstance(each, cached_property))
    names = [name for name, _ in kept if not name.startswith("_")]
    return {"": memory} | {f"{name}.": getattr(memory, name) for name in names}


def verbs(memory: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every verb of a memory and of its namespaces."""
    for place, thing in places(memory).items():
        for name, verb in inspect.getmembers(thing, callable):
            if not name.startswith("_") and name not in ASIDE:
                yield place + name, verb


def seeded(memory: Memory) -> dict[str, Any]:
    """Something of everything in the memory; fit arguments by the names that verbs have for them."""
    memory.add("x", {"role": "user", "content": "I live in Leeds.", "id": "x"}, session="x")
    (message,) = memory.messages.list("x")
    slot = memory.profile.set("x", "residence", "Leeds")
    account = Account(lines=("Moved to Leeds.",), sources=(message.id,))
    (event,) = memory.events.tell("x", [account])
    item = memory.items.add("x", "a note", sources=[message.id])
    memory.sessions.seal("x", "x")
    return {
        "message_id": message.id,
        "message_ids": [message.id],
        "line_id": message.id,
        "slot_id": slot.id,
        "event_id": event.id,
        "gist_id": event.gists[0].id,
        "item_id": item.id,
        "item_ids": [item.id],
        "item": item,
        "expect": 1,
        "accounts": [account],
        "name": "x",
        "topic": "residence",
        "run": memory.recall("x", "Leeds").run,
        "turns": [("user", "I live in Leeds.")],
        "lines": ["Moved to Leeds."],
        "tags": [("topic", "home")],
        "on": True,
        "own": {},
        "kept": {},
        "stream": [],
        "change": lambda value: value,
    }


def with_one_odd(name: str, verb: Callable[..., Any], fit: dict[str, Any]) -> Iterator[Call]:
    """Calls with one odd argument, or one odd field of one, and no more than must be given."""
    parameters = inspect.signature(verb).parameters.values()
    needed = {
        each.name: fit.get(each.name, "x") for each in parameters if each.default is each.empty
    }
    for each in parameters:
        for what, value in odd_ones(each.name, needed.get(each.name)):
            yield Call(name, what, needed | {each.name: value})


def odd_ones(name: str, fit: object) -> Iterator[tuple[str, Any]]:
    """Values for a parameter, and how to call them; of what has parts, those with an odd part."""
    yield from ((f"{name}={odd!r:.40}", odd) for odd in ODD)
    if isinstance(fit, list) and fit:
        yield from ((f"{name}=[{what}]", [odd]) for what, odd in odd_ones("", fit[0]))
    elif is_dataclass(fit) and not isinstance(fit, type):
        for each in fields(fit):
            for odd in ODD:
                other = {"id": new_id(), each.name: odd}  # else it is there already
                yield f"{name}.{each.name}={odd!r:.40}", replace(fit, **other)


Twin = Callable[[Memory], object]
"""What is to be called in place of a memory: the memory itself, or one that hands its calls on."""


def foreign_errors(memory: Memory, twin: Twin = lambda memory: memory, only: str = "") -> list[str]:
    """The calls that ended with an error which is not ours, or left what cannot be read behind."""
    foreign, count = list[str](), 0
    for name in [name for name, _ in verbs(twin(memory)) if name.startswith(only)]:
        space = memory.in_space(name)  # what a call does away with is there again for the next verb
        fit, verb = seeded(space), dict(verbs(twin(space)))[name]
        for call in with_one_odd(name, verb, fit):
            count += 1
            foreign += told(call, partial(verb, **call.arguments))
        foreign += told(f"export after {name}", space.export)
        foreign += told(f"audit after {name}", partial(space.admin.audit, "x"))
    figure(f"odd calls={count} foreign errors={len(foreign)}")
    return foreign


def told(call: object, made: Callable[[], object]) -> list[str]:
    """What is wrong with how a call ends: an error that is not ours, or that blames the store."""
    try:
        answer = made()
        if inspect.isawaitable(answer):
            asyncio.get_event_loop().run_until_complete(answer)
        elif isinstance(answer, Iterator):
            list(answer)
    except StoreError as error:
        return [f"{call}: {error!r:.150}"]
    except HoldfastError as error:
        return [] if error.code and error.remedy else [f"{call}: says nothing of what to do"]
    except Exception as error:  # noqa: BLE001  that is what is looked for
        return [f"{call}: {error!r:.150}"]
    return []


@pytest.fixture(params=[":memory:", "memory.db"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    settings = Settings(archive_dir=str(tmp_path / "archives"))
    place = request.param if request.param == ":memory:" else tmp_path / request.param
    with Memory.open(place, worker=False, settings=settings) as memory:
        yield memory


in_memory = pytest.mark.parametrize("memory", [":memory:"], indirect=True)


def test_no_odd_argument_is_met_with_a_foreign_error(memory: Memory) -> None:
    assert foreign_errors(memory) == []


@in_memory
def test_nor_is_one_that_is_awaited(memory: Memory) -> None:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    with ThreadPoolExecutor(1) as threads:
        assert foreign_errors(memory, lambda memory: AsyncMemory(memory, threads)) == []
    asyncio.set_event_loop(None)
    loop.close()


def test_nor_is_one_that_is_sent_to_a_server(tmp_path: Path) -> None:
    settings = Settings(archive_dir=str(tmp_path / "archives"), worker=False)
    with (
        served(settings=settings) as server,
        RemoteMemory.open(server.url, key=server.key, spool=tmp_path / "spool.db") as remote,
    ):
        assert foreign_errors(server.memory, lambda here: remote.in_space(here.space)) == []


@in_memory
def test_every_namespace_is_walked(memory: Memory) -> None:
    walked = {name.partition(".")[0] for name, _ in verbs(memory) if "." in name}
    assert walked == {
        *("admin", "archive", "buffers", "events", "items"),
        *("memo", "messages", "profile", "sessions"),
    }


@in_memory
def test_the_harness_sees_a_check_that_is_left_out(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdfast.memory.checked_query", lambda query, _: query)
    assert any(call.startswith("recall(query=") for call in foreign_errors(memory, only="recall"))


@in_memory
def test_the_harness_sees_a_method_that_checks_nothing(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def planted(_: object, user: str, after: str = "") -> str:
        return user + after

    monkeypatch.setattr(Items, "planted", planted, raising=False)
    found = foreign_errors(memory, only="items.planted")
    assert any(call.startswith("items.planted(user=None)") for call in found)
    assert any(call.startswith("items.planted(after=5)") for call in found)


@in_memory
def test_the_harness_sees_what_is_stored_and_cannot_be_read(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdfast.namespaces.items.checked_word", lambda word, *_: word)
    assert any(
        call.startswith("export after items.put")
        for call in foreign_errors(memory, only="items.put")
    )
