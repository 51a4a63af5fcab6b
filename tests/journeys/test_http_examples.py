"""The examples in the description of the API: each is accepted, and answered in the shape shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from holdfast.entrypoints.http.app import make_app
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.examples import EXAMPLES
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.memory import Memory
from holdfast.wire.calls import BY_NAME


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Memory.open(":memory:", worker=False) as memory:
        desk = Desk(memory, Threads(1), Room(most_bytes=1 << 20, silence_seconds=5))
        yield desk
        desk.close()


def answered(desk: Desk, name: str) -> Any:
    """What a server answers to an example, after the one that adds the messages they speak of."""

    async def ask() -> httpx2.Response:
        transport = httpx2.ASGITransport(make_app(desk))
        async with httpx2.AsyncClient(transport=transport, base_url="http://server") as client:
            for each in dict.fromkeys(("add", name)):
                call = BY_NAME[each]
                response = await client.request(
                    call.method, call.path, content=json.dumps(EXAMPLES[each].sent)
                )
                assert response.status_code == call.status, response.text
        return response

    return asyncio.run(ask()).json()


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


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_accepted_and_answered_as_shown(desk: Desk, name: str) -> None:
    assert [*differences(EXAMPLES[name].answered, answered(desk, name))] == []


@pytest.mark.parametrize("spoilt", [{"ids": [7]}, {"ids": []}, {"id": ["x"]}])
def test_an_answer_of_another_shape_is_seen(spoilt: dict[str, Any]) -> None:
    assert [*differences(EXAMPLES["add"].answered, spoilt)] != []
