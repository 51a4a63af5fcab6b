"""AsyncRemoteMemory: the same verbs for async callers. That none is missing is tested elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from holdfast.client.aio import AsyncRemoteMemory
from holdfast.errors import Closed, Conflict, InvalidInput, MessageRefused, ServerUnreachable
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from holdfast.testing.live import RecordedSession
from tests.unit.client.real_server import served
from tests.unit.client.scripted_server import ScriptedServer

Story = Callable[[AsyncRemoteMemory, Memory], Coroutine[Any, Any, None]]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Callable[[Story], None]]:
    """Runs a story with a remote memory and the plain one behind it."""
    clock = FrozenClock()

    async def run(story: Story, url: str, plain: Memory) -> None:
        async with AsyncRemoteMemory.open(url, clock=clock, spool=tmp_path / "s.db") as remote:
            await asyncio.wait_for(story(remote, plain), 60)

    with (
        Memory.open(":memory:", settings=Settings(worker=False), clock=clock) as plain,
        served(plain) as url,
    ):
        yield lambda story: asyncio.run(run(story, url, plain))


def test_the_verbs_work(told):
    async def story(remote: AsyncRemoteMemory, plain: Memory) -> None:
        first, second = await remote.add("王", ["I like tea", "下雨了"], session="s", agent="Mei")
        assert await remote.correct("王", first, "I like green tea") == first
        found = await remote.recall("王", "tea")
        assert found.hits == plain.recall("王", "tea").hits
        assert (await remote.explain(found)).hits == found.hits
        assert (await remote.replay(found)).same
        assert "green tea" in (await remote.context("王", "tea")).text
        assert await remote.messages.versions("王", first) == plain.messages.versions("王", first)
        assert await remote.messages.get("王", "none") is None
        assert await remote.messages.attachment("王", "none") is None
        assert await remote.recent("王", "Mei") == plain.recent("王", "Mei")
        assert await remote.history("王", "Mei") == plain.history("王", "Mei")
        assert await remote.sessions.list("王") == plain.sessions.list("王")
        assert await remote.seal("王", "s") == plain.sessions.stretches("王", "s")[0]
        kept = await remote.items.add("王", "likes tea", sources=[first])
        assert await remote.items.get("王", kept.id) == kept
        assert await remote.memo.reviewing()
        assert not await remote.archive.enabled()
        await remote.admin.set_preference("idle", 5)
        assert await remote.admin.preference("idle") == 5
        assert await remote.admin.preference("none", "usual") == "usual"
        await remote.admin.set_preference("语气/null", None)
        assert await remote.admin.preference("语气/null", "usual") is None
        assert [each.name for each in await remote.admin.preferences()] == ["idle", "语气/null"]
        assert [line async for line in remote.export()] == [*plain.export()]
        assert (await remote.import_([*plain.export()])).duplicates == 3
        assert (await remote.forget("王", message=second)).messages == 1

    told(story)


def test_errors(told):
    async def story(remote: AsyncRemoteMemory, _plain: Memory) -> None:
        with pytest.raises(MessageRefused):
            await remote.add("u", " ")
        with pytest.raises(Conflict):
            await remote.admin.set_preference("p", 1, expect=7)
        with pytest.raises(InvalidInput, match="where the memory is"):
            await remote.admin.run_jobs()
        with pytest.raises(InvalidInput):
            [line async for line in remote.export("")]

    told(story)


def test_adding_later(told):
    async def story(remote: AsyncRemoteMemory, plain: Memory) -> None:
        ids = await remote.add_later("u", ["a", "b"])
        assert await remote.flush(20)
        assert [m.client_id for m in plain.messages.latest("u")] == ids
        assert (await remote.sending()).waiting == 0
        assert len(remote.spool) == 0

    told(story)


def test_many_at_once(told):
    async def story(remote: AsyncRemoteMemory, plain: Memory) -> None:
        await asyncio.gather(*(remote.add("u", f"tea {n}", session=f"{n}") for n in range(40)))
        found = await asyncio.gather(
            *(remote.recall("u", "tea", session=f"{n}") for n in range(40))
        )
        assert [hits[0].text for hits in found] == [f"tea {n}" for n in range(40)]

    told(story)


def test_a_live_session_is_handed_over(told):
    async def story(remote: AsyncRemoteMemory, plain: Memory) -> None:
        await remote.add("u", "tea")
        session = RecordedSession()
        handover = remote.handover("u", open_session=lambda: session)
        await asyncio.to_thread(handover.start)
        assert "tea" in session.prompt

    told(story)


def test_spaces_and_closing(told):
    async def story(remote: AsyncRemoteMemory, _plain: Memory) -> None:
        other = remote.in_space("work")
        assert (remote.space, other.space) == ("", "work")
        await other.close()
        with pytest.raises(Closed):
            await remote.recall("u", "tea")
        with pytest.raises(Closed):
            await remote.add_later("u", "tea")

    told(story)


def test_it_can_be_awaited_and_left_alone(tmp_path):
    async def story() -> None:
        with ScriptedServer() as server:
            url = server.url
        async with await AsyncRemoteMemory.open(url, spool=tmp_path / "s.db") as remote:
            assert repr(remote) == f"AsyncRemoteMemory({url!r}, space='')"
            with pytest.raises(ServerUnreachable):
                await remote.recall("u", "tea")

    asyncio.run(story())


def test_a_server_that_breaks_off_an_export(tmp_path):
    async def story(url: str) -> None:
        async with AsyncRemoteMemory.open(url) as remote:
            with pytest.raises(ServerUnreachable):
                [line async for line in remote.export()]

    with ScriptedServer(["reset"]) as server:
        asyncio.run(story(server.url))
