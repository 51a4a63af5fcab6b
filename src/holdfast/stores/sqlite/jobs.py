"""Jobs, and how a worker takes one up."""

from __future__ import annotations

from datetime import datetime

from holdfast.domain.job import Job, JobState
from holdfast.domain.moments import from_micros, to_micros
from holdfast.stores.sqlite.connections import Connection
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort, from_json, to_json
from holdfast.stores.sqlite.queries import queries


class SqliteJobs(SpacePort):
    """See `ports.jobs.Jobs`."""

    sql = "jobs"
    __slots__ = ()

    def enqueue(self, job: Job) -> bool:
        return bool(
            self._change(
                "enqueue",
                user=job.user,
                kind=job.kind,
                key=job.key,
                id=job.id,
                payload=to_json(dict(job.payload)),
                done=job.done,
                total=job.total,
                run_at=to_micros(job.run_at),
                leased_until=to_micros(job.leased_until),
                created_at=to_micros(job.created_at),
            )
        )

    def advance(self, job: Job, *, leased_until: datetime) -> bool:
        return self._by_holder(
            "advance",
            job,
            payload=to_json(dict(job.payload)),
            done=job.done,
            total=job.total,
            leased_until=to_micros(leased_until),
        )

    def finish(self, job: Job) -> bool:
        return self._by_holder("finish", job)

    def fail(self, job: Job, *, error: str, state: JobState, run_at: datetime) -> bool:
        return self._by_holder("fail", job, error=error, state=str(state), run_at=to_micros(run_at))

    def get(self, job_id: str) -> Job | None:
        row = self._row("get", id=job_id)
        return _job(row) if row else None

    def find(
        self,
        *,
        user: str | None = None,
        state: JobState | None = None,
        after: str = "",
        limit: int = 1000,
    ) -> list[Job]:
        wanted = None if state is None else str(state)
        page = {"state": wanted, "after": after, "limit": limit}
        if user is None:
            rows = self._rows("find", **page)
        else:
            rows = self._rows("find_of_user", user=user, **page)
        return [_job(row) for row in rows]

    def retry(self, job_id: str | None, *, run_at: datetime) -> int:
        return self._change("retry", id=job_id, run_at=to_micros(run_at))

    def remove(self, user: str, job_id: str | None = None) -> int:
        return self._change("remove", user=user, id=job_id)

    def _by_holder(self, query: str, job: Job, **values: str | int) -> bool:
        holder = {"id": job.id, "lease": job.lease, "attempts": job.attempts}
        return bool(self._change(query, **holder, **values))


def due(connection: Connection, now: datetime) -> Job | None:
    """The oldest job of any space that wants a worker."""
    rows = connection.execute(queries("jobs")["due"], {"now": to_micros(now)}).fetchall()
    return _job(rows[0]) if rows else None


def lease(
    connection: Connection, owner: str, now: datetime, until: datetime, attempts: int
) -> Job | None:
    """See `ports.store.Store.lease`; runs inside a write transaction."""
    sql = queries("jobs")
    while (job := due(connection, now)) is not None:
        key = {"space": job.space, "id": job.id}
        if job.attempts < attempts:
            held = {**key, "owner": owner, "until": to_micros(until)}
            connection.execute(sql["lease"], held)
            return SqliteJobs(connection, job.space).get(job.id)
        error = job.error or "Every worker that took it up died before it was done."
        connection.execute(sql["bury"], {**key, "error": error})
    return None


@reading
def _job(row: Row) -> Job:
    (space, user, kind, key, id_, state, payload, done, total, attempts, run_at, lease_,
     leased_until, error, created_at) = row  # fmt: skip
    return Job(
        space=space,
        user=user,
        kind=kind,
        key=key,
        id=id_,
        state=JobState(state),
        payload=from_json(payload),
        done=done,
        total=total,
        attempts=attempts,
        run_at=from_micros(run_at),
        lease=lease_,
        leased_until=from_micros(leased_until),
        error=error,
        created_at=from_micros(created_at),
    )
