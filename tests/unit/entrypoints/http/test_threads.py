"""The threads that work for requests: begun before the loop, and ended after what was asked."""

from __future__ import annotations

import asyncio
import threading

import pytest

from holdfast.entrypoints.http.threads import Threads
from holdfast.errors import Closed


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
