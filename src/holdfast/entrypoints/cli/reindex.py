"""`holdfast reindex`: make the search index again from the log."""

from __future__ import annotations

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.terminal import Progress, number_of, print_json


@click.command(name="reindex")
@click.option("--later", is_flag=True, help="Only ask for it; a worker will do it.")
@takes(user="Only this user; else everyone of the space.")
def command(call: Call, later: bool) -> None:
    """Make the search index again from the log.

    Recall goes on working meanwhile.

    \b
    holdfast reindex
    holdfast reindex --user mei --later
    """
    progress = Progress("jobs run:")
    ran = 0
    with call.open() as memory:
        asked = memory.admin.reindex(call.named_user)
        while not (later or call.far) and (done := memory.admin.run_jobs(limit=1)):
            ran += done
            progress(ran)
        waiting = [job for job in memory.admin.jobs() if job.kind == "reindex"]
        left = {job.id for job in waiting if call.named_user in (None, job.user)}
    progress.end()
    if call.json:
        print_json({"jobs": asked, "left": sorted(left)})
    elif left and call.far:
        print(f"{number_of(len(left), 'job')} left to the server.")
    elif left:
        print(f"{number_of(len(left), 'job')} left to a worker: `holdfast worker --once`.")
    else:
        print("The index is up to date.")
