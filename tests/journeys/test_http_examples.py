"""The examples in the description of the API: one for every call, answered in the shape shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from holdfast.entrypoints.http.examples import examples
from holdfast.wire.calls import CALLS
from tools.http_examples import play


def differences(shown: Any, real: Any, place: str = "answer") -> Iterator[str]:
    """Where the real answer lacks what is shown, or has another type there."""
    if isinstance(shown, dict) and isinstance(real, dict):
        for name, value in shown.items():
            if name not in real:
                yield f"{place}.{name} is missing"
            else:
                yield from differences(value, real[name], f"{place}.{name}")
    elif isinstance(shown, list) and isinstance(real, list):
        if bool(shown) and not real:
            yield f"{place} is empty"
        for each in real[:1]:
            yield from differences(shown[0], each, f"{place}[0]") if shown else ()
    elif shown is not None and real is not None and type(shown) is not type(real):
        yield f"{place} is {real!r}, and not {type(shown).__name__}"


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_every_call_has_an_example(call) -> None:
    assert call.name in examples(), "tell of it in tools/http_examples.py, and run that"


def test_the_examples_are_what_a_server_answers(tmp_path: Path) -> None:
    played = asyncio.run(play(tmp_path))
    for name, shown in examples().items():
        assert shown.sent.keys() == played[name].sent.keys(), name
        assert [*differences(shown.answered, played[name].answered, name)] == []


@pytest.mark.parametrize("spoilt", [{"ids": [7]}, {"ids": []}, {"id": ["x"]}])
def test_an_answer_of_another_shape_is_seen(spoilt: dict[str, Any]) -> None:
    assert [*differences(examples()["add"].answered, spoilt)] != []
