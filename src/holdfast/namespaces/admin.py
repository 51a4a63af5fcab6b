"""Admin: looking after a memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from holdfast.domain.audit import AuditReport
from holdfast.domain.finding import Finding
from holdfast.domain.job import Job, JobState
from holdfast.domain.message import Json
from holdfast.domain.preference import Held, Preference
from holdfast.domain.user import Details, Remembered
from holdfast.errors import NotFound
from holdfast.flow.capture.details import details_of, keep_details
from holdfast.flow.capture.names import (
    checked_limit,
    checked_name,
    optional_name,
    optional_number,
)
from holdfast.flow.capture.shapes import (
    checked_call,
    checked_mapping,
    checked_place,
    checked_seconds,
    name_or_empty,
    optional_call,
    optional_word,
)
from holdfast.flow.capture.values import kept_json
from holdfast.flow.maintain import reindex
from holdfast.flow.maintain.preferring import held, prefer
from holdfast.namespaces import well_being
from holdfast.namespaces.audit import entries_of
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.marks import ANY, Makers
from holdfast.ports.unit import Unit

NAMES_AT_ONCE = 1000


class Admin(SpaceRows):
    """Users, jobs, preferences and the check-up of one space."""

    def users(self, *, after: str = "", limit: int | None = None) -> list[str]:
        """Everyone who is remembered in the space, by name; with `limit`, a page at a time.

        `after` is the last name of the page before.
        """
        after = checked_place(after)
        if limit is not None:
            return self._names(after, checked_limit(limit))
        names: list[str] = []
        while page := self._names(names[-1] if names else after, NAMES_AT_ONCE):
            names += page
        return names

    def remembered(self, *, after: str = "", limit: int = 50) -> list[Remembered]:
        """The same a page at a time, with how much is remembered of each."""
        limit, after = checked_limit(limit), checked_place(after)
        return self._store.read(
            self._space, lambda unit: unit.users.remembered(after=after, limit=limit)
        )

    def details(self, user: str) -> Details | None:
        """What the caller keeps beside a user's memory; None for somebody nobody has told us of."""
        user = checked_name(user, "user")
        return self._store.read(self._space, lambda unit: details_of(unit, user))

    def set_details(self, user: str, kept: Mapping[str, Json]) -> Details:
        """Keep something beside a user's memory, in place of what was kept before.

        The user is known from then on. It is never searched or shown to a model, and is forgotten
        with everything of the user.
        """
        user, now = checked_name(user, "user"), self._now()
        value = checked_mapping(kept, "details")
        return self._store.write(self._space, lambda unit: keep_details(unit, user, value, now))

    def revision(self, user: str | None = None) -> str:
        """A word that changes when something does, with a user or (None) anywhere in the space.

        Messages, sessions, jobs and preferences count, whoever changed them, and of a user the memos
        too; an item that is put in place of itself does not. While nothing is written it costs next
        to nothing to ask.
        """
        user = optional_name(user, "user")
        return self._parts.revisions.of(self._space, user)

    def _names(self, after: str, limit: int) -> list[str]:
        return self._store.read(
            self._space, lambda unit: unit.users.names(after=after, limit=limit)
        )

    def jobs(
        self, state: JobState | None = None, *, after: str = "", limit: int = 1000
    ) -> list[Job]:
        """The space's unfinished jobs, oldest first, a page at a time.

        `after` is the id of the last job of the page before; where it is done meanwhile, the first
        page comes again.
        """
        limit, after = checked_limit(limit), checked_place(after)
        state = optional_word(state, JobState, "state")
        return self._store.read(
            self._space, lambda unit: unit.jobs.find(state=state, after=after, limit=limit)
        )

    def stuck(self, *, seconds: float = 120.0) -> list[Job]:
        """The jobs that have been due for so long, and that nobody takes up: no worker runs."""
        now, seconds = self._parts.clock.now(), checked_seconds(seconds, "time")

        def overdue(job: Job) -> bool:
            due = job.leased_until if job.state is JobState.RUNNING else job.run_at
            return job.state is not JobState.DEAD and (now - due).total_seconds() > seconds

        return [job for job in self.jobs() if overdue(job)]

    def retry(self, job_id: str) -> None:
        """Have a job that failed tried again now, dead or not. NotFound if there is none of that id."""
        now = self._parts.clock.now()
        job_id = name_or_empty(job_id, "job id")  # None would mean them all
        if not self._store.write(self._space, lambda unit: unit.jobs.retry(job_id, run_at=now)):
            raise NotFound(f"There is no job {job_id!r} that has failed.")
        self._parts.worker.wake()

    def retry_dead(self) -> int:
        """Have every job that is dead tried again now; how many are."""
        now = self._parts.clock.now()
        tried = self._store.write(self._space, lambda unit: unit.jobs.retry(None, run_at=now))
        self._parts.worker.wake()
        return tried

    def reindex(self, user: str | None = None) -> list[str]:
        """Have the keyword index made afresh, for one user or for all; the ids of the new jobs."""
        users = self.users() if user is None else [checked_name(user, "user")]
        asked = self._store.write(self._space, lambda unit: self._ask(unit, users))
        self._parts.worker.wake()
        return asked

    def _ask(self, unit: Unit, users: list[str]) -> list[str]:
        asked, counts = [], dict(unit.marks.count_stale(reindex.ANYBODY))
        for user in users:
            if unit.users.stamp(user) is None:
                raise NotFound(f"Nobody called {user!r} is remembered.")
            job = reindex.request(user, counts.get(user, 0), self._parts.clock.now(), afresh=True)
            if unit.jobs.enqueue(job):
                asked.append(job.id)
        return asked

    def drop_index(self, user: str) -> None:
        """Let go of what this process keeps of a user in memory; the next recall loads it again."""
        self._parts.drop_index(self._space, checked_name(user, "user"))

    def load_index(self, user: str) -> None:
        """Have this process keep what it needs to answer questions about a user at once."""
        user, space, parts = checked_name(user, "user"), self._space, self._parts
        index = self._store.read(space, lambda unit: parts.shelf.index(unit, space, user))
        if index is not None and len(index):
            with index.lock:
                index.measures  # noqa: B018  worked out when first looked at

    def unloaded(self, user: str) -> int:
        """How many messages this process would read before it answers a question about a user."""
        user, space, parts = checked_name(user, "user"), self._space, self._parts
        return self._store.read(space, lambda unit: parts.shelf.unloaded(unit, space, user))

    def run_jobs(
        self, limit: int | None = None, report: Callable[[Job, str], None] | None = None
    ) -> int:
        """Run the jobs of every space that are due, here and now; how many were taken up."""
        limit, report = optional_number(limit, "limit"), optional_call(report, "report")
        self._parts.worker.tend()
        return self._parts.worker.run(limit, report)

    def serve_jobs(self, report: Callable[[Job, str], None] | None = None) -> None:
        """Run jobs as they come, until `stop_jobs` is called or the memory is closed."""
        self._parts.worker.serve(optional_call(report, "report"))

    def stop_jobs(self) -> None:
        """Let the worker finish the step at hand and end."""
        self._parts.worker.stop()

    def check(self, *, thorough: bool = False, quick: bool = False) -> list[Finding]:
        """Look the store over: each finding is good, or says what to do. Changes nothing.

        With `quick`, without going through everything that is remembered: whether the file is
        whole, and whether the index knows all of it, is then not among the findings.
        """
        findings = self._store.check(thorough=thorough, quick=quick)
        if all(finding.good for finding in findings):
            findings += self._check_jobs()
            if not quick:
                findings += [self._check_index(), self._check_embedder()]
            findings += [
                self._check_memory(),
                well_being.packed(self._parts, thorough=thorough and not quick),
            ]
            findings += well_being.findings(self._parts, thorough=thorough and not quick)
        return findings

    def audit(self, user: str) -> AuditReport:
        """Look over what is known of a user: what is kept twice, junk, contradicted, stale or unsourced.

        Goes by rules, without a model, and changes nothing. Of somebody unknown nothing is wrong.
        """
        from holdfast.flow.maintain.audit.audit import audit

        user, now = checked_name(user, "user"), self._now()
        entries = self._store.read(self._space, lambda unit: entries_of(unit, user, now))
        return audit(entries, now=now, embedder=self._parts.embedder)

    def _check_jobs(self) -> list[Finding]:
        waiting, dead = 0, 0
        for space in self._store.spaces():
            jobs = self._store.read(space, lambda unit: unit.jobs.find())
            dead += sum(job.state is JobState.DEAD for job in jobs)
            waiting += sum(job.state is not JobState.DEAD for job in jobs)
        return [
            Finding("pending jobs", True, f"{waiting}"),
            Finding(
                "dead jobs",
                not dead,
                f"{dead}",
                "See `holdfast jobs`; have one tried again with `holdfast jobs --retry ID`.",
            ),
        ]

    def _check_index(self) -> Finding:
        stale = self._stale(Makers(self._parts.marker.by.analysis, ANY))
        return Finding(
            "keyword index",
            not stale,
            "up to date" if not stale else f"{stale:,} messages are analysed at every start",
            "Run `holdfast worker --once`; recall is right meanwhile, but slower.",
        )

    def _check_embedder(self) -> Finding:
        model = self._parts.marker.by.model
        if not model:
            return Finding("embedder", True, "none: recall goes by words")
        lacking = self._stale(Makers(ANY, model))
        return Finding(
            "embedder",
            not lacking,
            model if not lacking else f"{model}: {lacking:,} messages lack its vectors",
            "Run `holdfast worker --once`; recall goes by words for these meanwhile.",
        )

    def _check_memory(self) -> Finding:
        users, taken = self._parts.indexed
        room = f"{taken / (1 << 20):.1f} of {self._parts.recall_cache_mb} MiB"
        return Finding("indexes in memory", True, f"{users} users, {room}")

    def _stale(self, by: Makers) -> int:
        """How many messages of all spaces lack what these would have made."""
        count = 0
        for space in self._store.spaces():
            counts = self._store.read(space, lambda unit: unit.marks.count_stale(by))
            count += sum(number for _, number in counts)
        return count

    def preference(self, name: str, default: Json = None) -> Json:
        """The value of a preference, or the default."""
        name = checked_name(name, "preference")
        found = self._store.read(self._space, lambda unit: unit.preferences.get(name))
        return default if found is None else found.value

    def preferences(self) -> list[Preference]:
        """Every preference that is set, by name, with its value and its revision."""
        return self._store.read(self._space, lambda unit: unit.preferences.all())

    def held(self) -> list[Held]:
        """Every preference that Holdfast goes by, with what holds now and where that comes from.

        Behind them those that are set and mean something to the caller's own programs only.
        """
        usual, where = self._parts.usual, self._parts.set_by
        return self._store.read(self._space, lambda unit: held(unit, usual, where))

    def set_preference(self, name: str, value: Json, *, expect: int | None = None) -> int:
        """Write a preference and return its revision; with `expect`, only from that revision."""
        name, value = checked_name(name, "preference"), kept_json(value, "The value")
        expect = optional_number(expect, "revision")

        return self._store.write(
            self._space, lambda unit: prefer(unit, name, value, expect=expect).revision
        )

    def unset_preference(self, name: str) -> bool:
        """Have the setting, or the default, hold again; whether the preference was set."""
        name = checked_name(name, "preference")
        return self._store.write(self._space, lambda unit: unit.preferences.remove(name))

    def update_preference(
        self, name: str, change: Callable[[Json], Json], default: Json = None
    ) -> Json:
        """Change a preference from what it is now; no other change can come in between.

        `change` may be called more than once.
        """
        name, change = checked_name(name, "preference"), checked_call(change, "change")

        def work(unit: Unit) -> Json:
            found = unit.preferences.get(name)
            value = kept_json(change(found.value if found else default), "The value")
            return prefer(unit, name, value).value

        return self._store.write(self._space, work)
