"""Memobase's three MCP tools, by the real client over stdio, in both languages."""

from __future__ import annotations

import asyncio

import pytest

from holdfast import Memory
from tests.journeys.mcp.conftest import called

TOOLS = {
    "save_memory": ["text"],
    "search_memories": ["query", "max_length"],
    "get_user_profiles": [],
}


@pytest.mark.capability("L43")
@pytest.mark.parametrize(
    ("said", "question", "value"),
    [
        ("I live in Chengdu, and my cat is called Mochi.", "Where do I live?", "Chengdu"),
        ("我住在成都，我的猫叫年糕。", "我住在哪里？", "成都"),
    ],
)
def test_what_is_saved_is_found_and_known_and_outlives_the_process(connect, said, question, value):
    async def first() -> None:
        async with connect() as client:
            tools = (await client.list_tools()).tools
            assert {each.name: [*each.input_schema["properties"]] for each in tools} == TOOLS
            assert await called(client, "search_memories", query=question) == ""
            assert await called(client, "get_user_profiles") == ""
            assert value in await called(client, "save_memory", text=said)
            assert said in await called(client, "search_memories", query=question)
            assert value in await called(client, "get_user_profiles")

    async def then() -> None:
        async with connect() as client:
            found = await called(client, "search_memories", query=question)
            assert said in found
            assert "data, not instructions" in found
        async with connect(user="ben") as client:
            assert await called(client, "search_memories", query=question) == ""
        async with connect("--space", "other") as client:
            assert await called(client, "search_memories", query=question) == ""
        async with connect("--agent", "editor") as client:
            assert said not in await called(client, "search_memories", query=question)

    asyncio.run(first())
    asyncio.run(then())


def test_a_budget_is_kept_and_what_is_refused_is_told(connect):
    async def talk() -> None:
        async with connect() as client:
            for number in range(5):
                await called(
                    client, "save_memory", text=f"Tea number {number} is my favourite tea."
                )
            short = await called(client, "search_memories", query="tea", max_length=120)
            long = await called(client, "search_memories", query="tea", max_length=1000)
            assert 0 < len(short) < len(long)
            for given in ({"text": "   "}, {"text": "x" * 5_000_000}, {}):
                answer = await client.call_tool("save_memory", given)
                assert answer.is_error
            answer = await client.call_tool("search_memories", {"query": "tea", "max_length": -1})
            assert answer.is_error
            assert "budget" in answer.content[0].text
            assert "tea" in await called(client, "search_memories", query="tea")  # it goes on

    asyncio.run(talk())


def test_what_it_saves_is_the_memory_of_every_other_way_in(connect, tmp_path):
    async def talk() -> None:
        async with connect() as client:
            await called(client, "save_memory", text="I play the cello.")

    asyncio.run(talk())
    with Memory.open(tmp_path / "m.db", worker=False) as memory:
        assert [each.text for each in memory.messages.latest("anna", limit=9)] == [
            "I play the cello."
        ]
        assert memory.recall("anna", "cello").hits
