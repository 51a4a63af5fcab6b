"""AsyncMemory: the same verbs for async callers. That none is missing is tested by test_parity."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from holdfast.aio import AsyncMemory
from holdfast.errors import Closed, Conflict, MessageRefused, NotFound, StoreMissing
from holdfast.ports.unit import Unit
from holdfast.settings import Settings
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.live import RecordedSession

T = TypeVar("T")
SETTINGS = Settings(worker=False)
PATIENCE = 20.0


class Gated(InMemoryStore):
    """Its writes wait at a gate, and tell that they do."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.waiting = threading.Event(), threading.Event()
        self.let_through = True

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        self.waiting.set()
        self.let_through = self.gate.wait(PATIENCE)
        return super().write(space, work)


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))


@pytest.fixture
def path(engine: str, tmp_path: Path) -> str:
    return ":memory:" if engine == "inmemory" else str(tmp_path / "m.db")


def opened(path: str = ":memory:", **rest: Any) -> Any:
    return AsyncMemory.open(path=path, settings=SETTINGS, clock=FrozenClock(), **rest)


def test_all_verbs_work(path):
    async def story() -> None:
        async with opened(path) as memory:
            first, second = await memory.add("wang", ["I like tea", "It rains"], session="s")
            await memory.correct("wang", first, "I like green tea")
            found = await memory.recall("wang", "tea")
            assert found[0].text == "I like green tea"
            assert (await memory.explain(found)).hits == found.hits
            assert (await memory.replay(found)).same
            assert "green tea" in (await memory.context("wang", "tea")).text
            assert len(await memory.messages.versions("wang", first)) == 2
            assert [s.name for s in await memory.sessions.list("wang")] == ["s"]
            kept = await memory.items.add("wang", "likes tea", sources=[first])
            assert await memory.items.get("wang", kept.id) == kept
            await memory.admin.set_preference("idle", 5)
            assert await memory.admin.preference("idle") == 5
            assert await memory.admin.users() == ["wang"]
            await memory.admin.reindex()
            assert await memory.admin.run_jobs() == 1
            assert all(finding.good for finding in await memory.admin.check())
            other = memory.in_space("work")
            assert (other.space, memory.space) == ("work", "default")
            lines = [line async for line in memory.export()]
            assert (await other.import_(lines)).messages == 2
            assert len(await other.recall("wang", "tea rains")) == 2
            assert (await memory.forget("wang", message=second, preview=True)).messages == 1
            assert (await memory.forget("wang", everything=True)).messages == 2
            assert not await memory.recall("wang", "tea")
            assert len(await other.recall("wang", "tea rains")) == 2

    run(story)


def test_it_can_be_opened_by_waiting_for_it(path):
    async def story() -> None:
        memory = await opened(path)
        try:
            await memory.add("wang", "jasmine")
        finally:
            await memory.close()
        async with await opened(path) as memory:
            assert await memory.admin.users() == ([] if path == ":memory:" else ["wang"])

    run(story)


def test_errors_come_through_as_they_are():
    async def story() -> None:
        async with opened() as memory:
            with pytest.raises(MessageRefused, match="Message 2 of 2"):
                await memory.add("wang", ["a", ""])
            with pytest.raises(NotFound):
                await memory.correct("wang", "unknown", "b")
            await memory.add("wang", {"content": "a", "id": "c1"})
            with pytest.raises(Conflict):
                await memory.add("wang", {"content": "b", "id": "c1"})

    run(story)


def test_opening_what_cannot_be_opened_leaves_no_threads(tmp_path):
    before = {*threading.enumerate()}

    async def story() -> None:
        with pytest.raises(StoreMissing):
            await opened(str(tmp_path / "none.db"), read_only=True)

    run(story)
    for thread in {*threading.enumerate()} - before:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_many_adds_at_once_are_all_kept(path):
    async def story() -> None:
        async with opened(path) as memory:
            batches = await asyncio.gather(
                *(memory.add("wang", [f"{n} a", f"{n} b"], session=f"s{n % 3}") for n in range(60))
            )
            assert len({id_ for ids in batches for id_ in ids}) == 120
            kept = await memory.messages.latest("wang", limit=500)
            assert [m.seq for m in kept] == list(range(1, 121))
            for session in ("s0", "s1", "s2"):
                numbers = [m.number for m in kept if m.session == session]
                assert numbers == list(range(1, 41))
            places = {m.id: m.seq for m in kept}
            assert all(places[second] == places[first] + 1 for first, second in batches)

    run(story)


def test_retries_at_once_add_nothing_twice(path):
    async def story() -> None:
        async with opened(path) as memory:
            given = {"content": "a", "id": "c1"}
            answers = await asyncio.gather(*(memory.add("wang", given) for _ in range(20)))
            assert all(answer == answers[0] for answer in answers)
            assert len(await memory.messages.latest("wang")) == 1

    run(story)


def test_the_loop_goes_on_while_the_store_is_slow():
    async def story() -> None:
        store = Gated()
        async with opened(store=store) as memory:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.005)
                    if store.waiting.is_set():
                        ticks += 1
                    if ticks == 5:
                        store.gate.set()

            ticker = asyncio.create_task(tick())
            await memory.add("wang", "jasmine")
            ticker.cancel()
            assert ticks >= 5
            assert store.let_through, "the write waited in vain: nothing else ran meanwhile"

    run(story)


def test_a_call_that_is_given_up_is_finished_all_the_same_and_the_memory_stays_usable():
    async def story() -> None:
        store = Gated()
        async with opened(store=store) as memory:
            call = asyncio.create_task(memory.add("wang", "jasmine"))
            assert await asyncio.to_thread(store.waiting.wait, PATIENCE)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert not await memory.recall("wang", "")
            store.gate.set()
            for _ in range(2000):
                if await memory.recall("wang", "jasmine"):
                    break
                await asyncio.sleep(0.005)
            else:
                pytest.fail("the call that was given up was not finished")
            await memory.add("wang", "tea")
            assert [m.text for m in await memory.messages.latest("wang")] == ["jasmine", "tea"]

    run(story)


def test_calls_that_are_given_up_in_numbers_leave_it_usable(path):
    async def story() -> None:
        async with opened(path) as memory:
            calls = [asyncio.create_task(memory.add("wang", f"tea {n}")) for n in range(80)]
            await asyncio.sleep(0)
            for call in calls[::2]:
                call.cancel()
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
            kept = {m.id for m in await memory.messages.latest("wang", limit=500)}
            acknowledged = {ids[0] for ids in outcomes if isinstance(ids, list)}
            assert len(acknowledged) >= 40
            assert acknowledged <= kept
            assert len(await memory.recall("wang", "tea", k=500)) == len(kept)

    run(story)


def test_closing_waits_for_what_was_given_up():
    """A call that timed out still runs in its thread; closing must not pull the store away."""

    async def story() -> None:
        store = Gated()
        memory = await opened(store=store)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(memory.add("wang", "jasmine"), 0.02)
        closing = asyncio.create_task(memory.close())
        await asyncio.sleep(0.02)
        store.gate.set()
        await closing

    run(story)


def test_a_closed_memory_says_so_and_may_be_closed_again(path):
    async def story() -> None:
        memory = await opened(path)
        await memory.add("wang", "jasmine")
        await memory.close()
        await memory.close()
        for call in (
            lambda: memory.add("wang", "more"),
            lambda: memory.recall("wang", "jasmine"),
            lambda: memory.recall("wang", "hello"),
            lambda: memory.in_space("work").admin.users(),
            lambda: memory.messages.latest("wang"),
        ):
            with pytest.raises(Closed):
                await call()
        with pytest.raises(Closed):
            [line async for line in memory.export()]

    run(story)


def test_it_may_be_closed_inside_its_own_block(path):
    async def story() -> None:
        async with opened(path) as memory:
            await memory.close()

    run(story)


def test_an_export_comes_line_by_line_and_may_be_left(path):
    async def story() -> None:
        async with opened(path) as memory:
            await memory.add("wang", [f"tea {n}" for n in range(700)])
            whole = [line async for line in memory.export("wang")]
            assert sum('"kind":"message"' in line for line in whole) == 700
            assert '"kind":"end"' in whole[-1]
            stream = memory.export()
            assert "holdfast" in await anext(stream)
            await stream.aclose()
            await memory.add("wang", "still usable")

    run(story)


def test_jobs_are_served_until_stopped(path):
    async def story() -> None:
        async with opened(path) as memory:
            await memory.add("wang", "jasmine")
            done = threading.Event()
            serving = asyncio.create_task(
                memory.admin.serve_jobs(report=lambda _job, outcome: done.set())
            )
            await memory.admin.reindex()
            assert await asyncio.to_thread(done.wait, PATIENCE)
            await memory.admin.stop_jobs()
            await serving
            assert await memory.admin.jobs() == []

    run(story)


def test_a_handover_is_the_same_for_both():
    async def story() -> None:
        async with opened() as memory:
            await memory.add("wang", "My sister moved to Chengdu.", agent="juno")
            sessions: list[RecordedSession] = []

            def open_session() -> RecordedSession:
                sessions.append(RecordedSession())
                return sessions[-1]

            handover = memory.handover("wang", "juno", open_session=open_session)
            await asyncio.to_thread(handover.start)
            assert sessions[0].prompt == await memory.new_dialog("wang", "juno")
            assert await memory.history("wang", "juno") == "wang | My sister moved to Chengdu."

    run(story)
