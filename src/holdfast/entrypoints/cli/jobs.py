"""`holdfast jobs`: work that waits, runs or has died."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import TEXT, Call, takes
from holdfast.entrypoints.cli.terminal import print_json, print_json_lines, table, when

if TYPE_CHECKING:
    from collections.abc import Iterable

    from holdfast.domain.job import Job


@click.command(name="jobs")
@click.option("--state", type=click.Choice(["waiting", "running", "dead"]), help="Only these.")
@click.option("--retry", type=TEXT, metavar="ID", help="Give a dead job another chance.")
@takes()
def command(call: Call, state: str | None, retry: str | None) -> None:
    """List the jobs that wait, run or are dead.

    Finished jobs leave no trace. A dead one was tried too often; --retry revives it.

    \b
    holdfast jobs
    holdfast jobs --retry ID
    """
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


def job_rows(call: Call, jobs: Iterable[Job]) -> list[tuple[str, ...]]:
    """A row a job: state, what it is, whose, how far, tried how often, when next, why it failed."""
    return [
        (
            job.state,
            job.kind,
            job.user or "(all)",
            f"{job.done}/{job.total}" if job.total else "",
            f"tried {job.attempts}",
            when(call.here(job.run_at)),
            job.id,
            job.error,
        )
        for job in jobs
    ]
