"""The suite forgets no method of a port."""

from __future__ import annotations

import inspect
from typing import get_type_hints

from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.scene import CHANGES, ORDER, PROBES
from holdfast.testing.conformance.store import CALLS

READING = {"stamp", "names", "get", "versions", "sent", "find", "between", "load", "of", "latest"}
READING |= {"texts", "since", "stale", "count_stale", "sourced_from", "all", "active", "unsettled"}
READING |= {"select", "provisional", "lately", "remembered", "agents", "unfolded"}
READING |= {"count_unfolded", "counts", "spells", "beside", "amount", "behind", "volume", "reach"}
READING |= {"revisions"}


def _methods(protocol: type) -> list[str]:
    functions = inspect.getmembers(protocol, inspect.isfunction)
    return [name for name, _ in functions if not name.startswith("_")]


def _port_methods() -> set[str]:
    """``port.method`` of all ports of a unit."""
    ports = inspect.getmembers(Unit, lambda member: isinstance(member, property))
    return {
        f"{port}.{method}"
        for port, member in ports
        for method in _methods(get_type_hints(member.fget)["return"])
    }


def test_every_method_is_probed_for_isolation():
    assert set(PROBES) == _port_methods()


def test_every_method_that_changes_is_undone_and_refused():
    changing = {name for name in _port_methods() if name.split(".")[1] not in READING}
    assert set(CHANGES) == set(ORDER) == changing


def test_every_method_of_a_store_is_called_when_closed():
    assert {*CALLS, "close"} == set(_methods(Store))
