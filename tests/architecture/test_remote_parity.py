"""A remote memory offers the verbs of `Memory`, with the same parameters and the same words."""

from __future__ import annotations

import inspect

import pytest

from holdfast import Memory
from holdfast.client.aio import AsyncRemoteMemory
from holdfast.client.remote import RemoteMemory
from holdfast.errors import InvalidInput
from holdfast.wire.calls import CALLS
from tests.architecture.test_parity import attribute_type, first_line, parameters, public

MORE = {"add_later", "flush", "spool", "sending"}
"""What a remote memory has beyond a plain one."""

AT_HOME = {"drop_index", "load_index", "run_jobs", "serve_jobs", "stop_jobs", "unloaded"}
AT_HOME |= {"update_preference"}
"""What works only where the memory is, all of it in `admin`. From afar it says so."""

BY_HAND = {"seal", "handover", "export", "import_", "messages.attachment", "admin.preference"}
BY_HAND |= {"archive.read", "replay"}
"""What has no line in the table of calls, and works from afar all the same."""

NOT_COMPARED = {"open", "in_space"}
"""A server is opened in another way, and gives another class."""


def namespaces(remote: type) -> list[tuple[str, type, type]]:
    pairs: list[tuple[str, type, type]] = [("", Memory, remote)]
    for name in sorted(public(Memory) & public(remote)):
        plain, far = attribute_type(Memory, name), attribute_type(remote, name)
        if isinstance(plain, type) and isinstance(far, type) and plain is not far:
            pairs.append((name, plain, far))
    return pairs


def methods(remote: type) -> list[tuple[str, object, object]]:
    return [
        (f"{place}.{name}" if place else name, getattr(plain, name), getattr(far, name))
        for place, plain, far in namespaces(remote)
        for name in sorted(public(plain) & public(far))
        if callable(getattr(plain, name, None))
    ]


TWINS = pytest.mark.parametrize("remote", [RemoteMemory, AsyncRemoteMemory])


@TWINS
def test_the_same_names(remote):
    pairs = namespaces(remote)
    assert {place for place, *_ in pairs} == {
        "", "messages", "sessions", "memo", "archive", "profile", "events", "buffers", "items", "admin"
    }  # fmt: skip
    for place, plain, far in pairs:
        assert public(far) - public(plain) == (set() if place else MORE)
        assert public(plain) - public(far) == set()


@TWINS
def test_the_same_parameters_and_words(remote):
    for name, plain, far in methods(remote):
        if name not in NOT_COMPARED | {"close"}:
            assert parameters(plain) == parameters(far), name
            assert first_line(plain) == first_line(far), name


def test_both_remote_memories_are_equal():
    assert public(RemoteMemory) == public(AsyncRemoteMemory)
    for name in sorted(public(RemoteMemory)):
        plain, awaited = getattr(RemoteMemory, name), getattr(AsyncRemoteMemory, name)
        assert first_line(plain) == first_line(awaited), name
        assert first_line(plain), "a public method says what it does"
        if callable(plain):
            assert parameters(plain) == parameters(awaited), name


@TWINS
def test_what_works_at_home_only(remote):
    """Exactly these: whatever else is in the library has a route, or is done by hand."""
    travelling = {call.name for call in CALLS} | BY_HAND | NOT_COMPARED | {"close"}
    left = {name for name, *_ in methods(remote)} - travelling
    assert left == {f"admin.{name}" for name in AT_HOME}
    (admin,) = [far for place, _, far in namespaces(remote) if place == "admin"]
    for name in AT_HOME:
        with pytest.raises(InvalidInput, match=f"{name} works only where the memory is"):
            getattr(admin, name)(None)


@TWINS
def test_every_call_of_the_table_is_there(remote):
    assert {call.name for call in CALLS} <= {name for name, *_ in methods(remote)}


def test_awaited_ones_are_to_be_awaited():
    at_once = {"open", "in_space", "handover", "export"} | {f"admin.{name}" for name in AT_HOME}
    for name, _, far in methods(AsyncRemoteMemory):
        assert inspect.iscoroutinefunction(far) == (name not in at_once), name
