"""Odd arguments: whatever is given where, a call works or is refused in our own words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from holdfast.errors import HoldfastError
from holdfast.memory import Memory
from tests.faults.figures import figure

ODD: tuple[Any, ...] = (
    None,
    True,
    5,
    b"x",
    "",
    "\ud800",
    "\x00",
    "x" * 300,
    [],
    {},
    [None],
    {"x": {5}},
)
NAMESPACES = ("messages", "sessions")
ASIDE = {"open", "close", "handover", "serve_jobs"}
"""What makes or ends a memory, or comes back only when it is told to."""


def calls(memory: Memory) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every verb of a memory, and those that look into its log."""
    things = {"": memory} | {f"{name}.": getattr(memory, name) for name in NAMESPACES}
    for place, thing in things.items():
        for name, verb in inspect.getmembers(thing, callable):
            if not name.startswith("_") and name not in ASIDE:
                yield place + name, verb


def with_one_odd(verb: Callable[..., Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Arguments of which one is odd, and no more are given than must be."""
    parameters = [
        each
        for each in inspect.signature(verb).parameters.values()
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]
    needed: dict[str, Any] = {each.name: "x" for each in parameters if each.default is each.empty}
    for each in parameters:
        yield from ((f"{each.name}={odd!r:.20}", needed | {each.name: odd}) for odd in ODD)


def foreign_errors(memory: Memory) -> list[str]:
    """The calls that ended with an error which is not ours."""
    foreign, count = list[str](), 0
    for name, verb in calls(memory):
        for what, arguments in with_one_odd(verb):
            count += 1
            try:
                answer = verb(**arguments)
                if inspect.isgenerator(answer):
                    list(answer)
            except HoldfastError:
                continue
            except Exception as error:  # noqa: BLE001  that is what is looked for
                foreign.append(f"{name}({what}): {type(error).__name__}: {error}")
    figure(f"odd calls={count} foreign errors={len(foreign)}")
    return foreign


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", worker=False) as memory:
        memory.add("x", {"role": "user", "content": "x", "id": "x"}, session="x")
        yield memory


def test_no_odd_argument_is_met_with_a_foreign_error(memory: Memory) -> None:
    assert foreign_errors(memory) == []


def test_the_harness_sees_a_check_that_is_left_out(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdfast.memory.checked_query", lambda query, _: query)
    assert any(call.startswith("recall(query=") for call in foreign_errors(memory))
