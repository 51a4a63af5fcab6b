"""`holdfast jobs`: work that waits, runs or has died."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import (
    Progress,
    number_of,
    print_json,
    print_json_lines,
    table,
    when,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from holdfast.domain.job import Job
    from holdfast.memory import Memory


@click.command(name="jobs")
@click.option("--state", type=click.Choice(["waiting", "running", "dead"]), help="Only these.")
@click.option("--retry", type=TEXT, metavar="ID", help="Try a job that failed again now.")
@click.option("--retry-dead", is_flag=True, help="Try all that are dead again now.")
@takes()
def command(call: Call, state: str | None, retry: str | None, retry_dead: bool) -> None:
    """List the jobs that wait, run or are dead.

    To seal a session is to summarise it, to learn from it to find what it tells of people, to fold
    a memo to sum up what is further back in it.
    Finished jobs leave no trace. One that failed waits, each time for longer; a dead one was tried
    too often. --retry has either tried again now, --retry-dead all that are dead.

    \b
    holdfast jobs
    holdfast jobs --retry ID
    holdfast jobs --retry-dead
    """
    if retry_dead:
        if retry is not None:
            raise click.UsageError("--retry and --retry-dead exclude each other.")
        _retry_dead(call)
        return
    if retry is not None:
        with call.open() as memory:
            memory.admin.retry(retry)
        if call.json:
            print_json({"retried": retry})
        else:
            print("It will be tried again: by a worker, or now with `holdfast worker --once`.")
        return
    from holdfast.domain.job import JobState

    with call.open(read_only=True) as memory:
        found = memory.admin.jobs(JobState(state) if state else None)
    if call.json:
        print_json_lines(found)
    else:
        print(table(job_rows(call, found)) or "No jobs are waiting.")


def _retry_dead(call: Call) -> None:
    with call.open() as memory:
        tried = memory.admin.retry_dead()
    if call.json:
        print_json({"retried": tried})
    elif tried:
        print(f"{number_of(tried, 'job')} will be tried again, by a worker or `holdfast worker`.")
    else:
        print("No job is dead.")


def work_of(job: Job) -> str:
    """What a job does, in words."""
    session, stretch = job.payload.get("session", ""), job.payload.get("stretch", "")
    words = {
        "seal": f"seal session {session}, stretch {stretch}",
        "learn": f"learn from session {session}, stretch {stretch}",
        "archive": f"archive session {session}, stretch {stretch}",
        "fold": f"fold the memo of {job.key}",
        "review": f"review the memo of {job.key}",
        "reindex": "make the search index",
        "erase": "erase what was forgotten",
    }
    return words.get(job.kind, job.kind)


def job_rows(call: Call, jobs: Iterable[Job]) -> list[tuple[str, ...]]:
    """A row a job: state, what it is, whose, how far, tried how often, when next, why it failed."""
    return [
        (
            job.state,
            work_of(job),
            job.user or "(all)",
            f"{job.done}/{job.total}" if job.total else "",
            f"tried {job.attempts}",
            when(call.here(job.run_at)),
            job.id,
            job.error,
        )
        for job in jobs
    ]


def run_due(call: Call, memory: Memory) -> None:
    """Run the jobs that are due, here and now, and count them for a person at a terminal.

    A server runs its jobs by itself.
    """
    if call.far:
        return
    progress, ran = Progress("jobs run:"), 0

    def report(_job: Job, _outcome: str) -> None:
        nonlocal ran
        ran += 1
        progress(ran)

    try:
        memory.admin.run_jobs(report=report)
    finally:
        progress.end()
