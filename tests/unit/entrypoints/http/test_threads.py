"""The threads that work for requests: begun before the loop, and ended after what was asked."""

from __future__ import annotations

import asyncio
import threading

import pytest

from holdfast.entrypoints.http.threads import Threads
from holdfast.errors import Closed, Overloaded


def test_what_is_asked_is_done_in_another_thread_and_answered() -> None:
    threads = Threads(2)
    assert asyncio.run(threads.run(threading.get_ident)) != threading.get_ident()
    assert asyncio.run(threads.run(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(threads.run(divmod, 7, 0))
    threads.close()


def test_all_are_there_once_they_have_begun_and_no_more_come() -> None:
    threads, before = Threads(4), threading.active_count()
    threads.begin()
    assert threading.active_count() == before + 4

    async def many() -> list[int]:
        return await asyncio.gather(*(threads.run(threading.get_ident) for _ in range(50)))

    assert len({*asyncio.run(many())}) <= 4
    threads.close()
    assert threading.active_count() == before


def test_what_has_begun_is_finished_when_they_close_and_nothing_new_begins() -> None:
    threads, began, go_on, done = Threads(1), threading.Event(), threading.Event(), list[int]()

    def work() -> None:
        began.set()
        go_on.wait(20)
        done.append(1)

    async def ask() -> None:
        task = asyncio.create_task(threads.run(work))
        await asyncio.to_thread(began.wait, 20)
        task.cancel()  # as when a caller hangs up
        go_on.set()
        threads.close()
        with pytest.raises(Closed):
            await threads.run(work)

    asyncio.run(ask())
    assert done == [1]


def test_no_more_wait_than_may() -> None:
    threads, go_on = Threads(1, waiting=2), threading.Event()

    async def ask() -> list[object]:
        tasks = [asyncio.create_task(threads.run(go_on.wait, 20)) for _ in range(5)]
        await asyncio.sleep(0)
        go_on.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    answers = asyncio.run(ask())
    assert answers[:3] == [True] * 3
    assert [type(answer) for answer in answers[3:]] == [Overloaded] * 2
    threads.close()


def test_what_does_not_end_is_left_behind() -> None:
    threads, go_on, ended = Threads(1), threading.Event(), threading.Event()

    def work() -> None:
        go_on.wait(20)
        ended.set()

    async def ask() -> None:
        task = asyncio.create_task(threads.run(work))
        await asyncio.sleep(0)
        threads.close(within=0.01)
        assert not ended.is_set()
        go_on.set()
        await task

    asyncio.run(ask())
    threads.close()
    assert ended.is_set()
