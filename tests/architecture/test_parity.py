"""Memory and AsyncMemory offer the same verbs, with the same parameters and the same words."""

from __future__ import annotations

import inspect
import typing

import pytest

from holdfast import AsyncMemory, Memory
from holdfast.namespaces.archive import Archive
from holdfast.namespaces.buffers import Buffers
from holdfast.namespaces.events import Events
from holdfast.namespaces.memo import Memo
from holdfast.namespaces.profile import Profile

LATE = {
    "Archive": Archive,
    "Buffers": Buffers,
    "Events": Events,
    "Memo": Memo,
    "Profile": Profile,
}
"""Namespaces that are loaded when they are first used."""


def public(cls: type) -> set[str]:
    members = {name for name in dir(cls) if not name.startswith("_")}
    return members | {name for name in annotated(cls) if not name.startswith("_")}


def annotated(cls: type) -> dict[str, object]:
    """The attributes that a class declares without giving them a value."""
    return {
        name: hint
        for base in reversed(cls.__mro__)
        if base.__module__.startswith("holdfast")
        for name, hint in typing.get_type_hints(base).items()
    }


def attribute_type(cls: type, name: str) -> object:
    """What reading an attribute gives, if the class says so."""
    member = inspect.getattr_static(cls, name, None)
    getter = getattr(member, "fget", None) or getattr(member, "func", None)
    if getter is not None:
        return typing.get_type_hints(getter, localns=LATE).get("return")
    return annotated(cls).get(name)


def namespaces() -> list[tuple[str, type, type]]:
    """The pairs to compare: the two memories, then each pair of their namespaces."""
    pairs: list[tuple[str, type, type]] = [("memory", Memory, AsyncMemory)]
    for name in sorted(public(Memory) & public(AsyncMemory)):
        plain, awaited = attribute_type(Memory, name), attribute_type(AsyncMemory, name)
        if isinstance(plain, type) and isinstance(awaited, type) and plain is not awaited:
            pairs.append((f"memory.{name}", plain, awaited))
    return pairs


def methods() -> list[tuple[str, object, object]]:
    return [
        (f"{place}.{name}", getattr(plain, name), getattr(awaited, name))
        for place, plain, awaited in namespaces()
        for name in sorted(public(plain) & public(awaited))
        if callable(getattr(plain, name, None))
    ]


def parameters(method) -> list[tuple[str, object, object]]:
    return [
        (parameter.name, parameter.kind, parameter.default)
        for parameter in inspect.signature(method).parameters.values()
    ]


def first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]


@pytest.mark.parametrize(
    ("plain", "awaited"),
    [pytest.param(plain, awaited, id=place) for place, plain, awaited in namespaces()],
)
def test_the_same_names(plain, awaited):
    assert public(plain) == public(awaited)


@pytest.mark.parametrize(
    ("plain", "awaited"),
    [pytest.param(plain, awaited, id=place) for place, plain, awaited in methods()],
)
def test_the_same_parameters_and_words(plain, awaited):
    assert parameters(plain) == parameters(awaited)
    assert first_line(plain) == first_line(awaited)
    assert first_line(plain), "a public method says what it does"


def test_both_are_context_managers():
    assert {"__enter__", "__exit__"} <= set(dir(Memory))
    assert {"__aenter__", "__aexit__"} <= set(dir(AsyncMemory))
