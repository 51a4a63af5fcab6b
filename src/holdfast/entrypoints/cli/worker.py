"""`holdfast worker`: run jobs until told to stop."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.jobs import work_of
from holdfast.entrypoints.cli.terminal import note, number_of, one_line, print_json

if TYPE_CHECKING:
    from holdfast.domain.job import Job

LOOK_SECONDS = 0.2


@click.command(name="worker")
@click.option("--once", is_flag=True, help="Do what is due now, then stop.")
@takes(at_home=True)
def command(call: Call, once: bool) -> None:
    """Run jobs until stopped.

    Takes up the jobs of all spaces of the memory: sessions that were silent for long enough are
    sealed, memos folded and reviewed, archives written, indexes made. Ctrl-C or SIGTERM stops it: the job that is
    running is finished first; a second signal leaves it to the next worker.

    \b
    holdfast worker
    holdfast worker --once
    """
    ran: Counter[str] = Counter()

    def report(job: Job, outcome: str) -> None:
        ran[outcome.partition(":")[0]] += 1
        note(one_line(f"{work_of(job)} ({job.user or 'the file'}): {outcome}"))

    with call.open() as memory, _stop_signals() as stop:
        admin = memory.admin
        work = admin.run_jobs if once else admin.serve_jobs
        if not once:
            note(f"Working on {call.path}. Ctrl-C stops.")
        run_until(lambda: work(report=report), stop, admin.stop_jobs)
        left = admin.jobs()
    dead = sum(job.state == "dead" for job in left)
    answer = {"ran": ran.total(), "waiting": len(left) - dead, "dead": dead}
    if call.json:
        print_json(answer)
    else:
        print(f"Ran {number_of(ran.total(), 'job')}; {len(left) - dead:,} waiting, {dead:,} dead.")


def run_until(work: Callable[[], object], stop: list[int], end: Callable[[], None]) -> None:
    """Do the work in a thread of its own until it is done, or until a stop is asked for.

    What the work raises is raised here. The main thread only looks at a list, since a signal
    handler that took a lock could meet itself holding it.
    """
    pool = ThreadPoolExecutor(1, "holdfast-jobs")
    working = pool.submit(work)
    while not working.done() and not stop:
        wait([working], LOOK_SECONDS)
    end()
    pool.shutdown(wait=False)  # the second signal must not have to wait
    working.result()


@contextmanager
def _stop_signals() -> Iterator[list[int]]:
    """A list that SIGINT and SIGTERM append to; the second signal interrupts at once."""
    asked: list[int] = []

    def on_signal(number: int, _frame: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    before = {name: signal.signal(name, on_signal) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
