"""The worker: takes up jobs one at a time, and is not brought down by any of them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from holdfast.domain.ids import new_id
from holdfast.domain.job import Job, JobState
from holdfast.errors import Closed, HoldfastError, LeaseLost
from holdfast.flow.courtesy import Breath, Floor, short_turns
from holdfast.flow.lease import Held
from holdfast.ports.clock import Clock
from holdfast.ports.pace import at_pace, breathe
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

Handler = Callable[[Store, Job, Held], None]
"""What does a job. It may also have a method `failed(unit, job, error)`, called in the same change
that gives a failed job back."""

log = logging.getLogger("holdfast.worker")

FIRST_PAUSE = timedelta(seconds=1)
LONGEST_PAUSE = timedelta(minutes=5)
MOST_DOUBLINGS = 20
LONGEST_ERROR = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How patient a worker is."""

    attempts: int
    lease: timedelta
    poll_seconds: float


class Chore(NamedTuple):
    """Something done now and then without being asked, and once at the start."""

    every: timedelta
    do: Callable[[], object]


class Equipment(NamedTuple):
    """What a worker can do: handlers by the kind of job, and chores."""

    handlers: Mapping[str, Handler]
    chores: Sequence[Chore] = ()


class Worker:
    """Runs jobs of every space, here (`run`) or in a thread of its own (`start`)."""

    def __init__(
        self,
        store: Store,
        equip: Callable[[], Equipment],
        clock: Clock,
        habits: Habits,
        floor: Floor | None = None,
    ) -> None:
        """`equip` is called when there is something to do, so that others need not load it.

        While somebody has the `floor`, its thread works little at a time.
        """
        self._store = store
        self._equip = equip
        self._clock = clock
        self._habits = habits
        self._floor = floor or Floor()
        self._done_at: dict[int, datetime] = {}
        self._stop = threading.Event()
        self._held = Held(clock, habits.lease, self._stop.is_set)
        self._owner = new_id()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None

    @cached_property
    def _equipment(self) -> Equipment:
        return self._equip()

    def start(self) -> None:
        """Begin to look for jobs in the background."""
        self._thread = threading.Thread(target=self.serve, name="holdfast-worker", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Look now rather than at the next turn."""
        self._wake.set()

    def stop(self) -> None:
        """Finish the step at hand and end. What is unfinished is taken up by the next worker."""
        self._stop.set()
        self._wake.set()
        # Whoever stops it again does not wait as well: the first may have lost patience with it.
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def serve(self, report: Callable[[Job, str], None] | None = None) -> None:
        """Run jobs as they come, until stopped."""
        breath = Breath(self._floor, self._stop.wait)
        with at_pace(breath.pause):
            while not self._stop.is_set():
                try:
                    self._tend_in_peace(breath)
                    self._run(None, report, breath)
                except Closed:
                    return
                except HoldfastError as error:
                    log.warning("The worker cannot reach its jobs: %s", error)
                self._wake.wait(self._habits.poll_seconds)
                self._wake.clear()

    def _tend_in_peace(self, breath: Breath) -> None:
        """Do the chores whose time has come. A clock that was set back makes none wait longer."""
        now = self._clock.now()
        breath.begin(late=timedelta())
        for place, chore in enumerate(self._equipment.chores):
            done_at = self._done_at.get(place)
            if done_at is None or not done_at <= now < done_at + chore.every:
                self._done_at[place] = now
                with short_turns():
                    self._do_in_peace(chore)
                    breathe()

    def _do_in_peace(self, chore: Chore) -> None:
        try:
            chore.do()
        except Closed:
            raise
        except Exception as error:  # noqa: BLE001  the edge: jobs are run whatever else fails
            log.warning("Housekeeping failed: %s", type(error).__name__)

    def tend(self) -> None:
        """Do all chores now."""
        for chore in self._equipment.chores:
            chore.do()

    def run(
        self, limit: int | None = None, report: Callable[[Job, str], None] | None = None
    ) -> int:
        """Run the jobs that are due, `limit` of them at most; how many were taken up."""
        return self._run(limit, report)

    def _run(
        self,
        limit: int | None,
        report: Callable[[Job, str], None] | None,
        breath: Breath | None = None,
    ) -> int:
        taken = 0
        while not self._stop.is_set() and (limit is None or taken < limit):
            job = self._store.lease(
                self._owner,
                now=self._clock.now(),
                until=self._held.until(),
                attempts=self._habits.attempts,
            )
            if job is None:
                break
            taken += 1
            if breath is not None:
                breath.begin(late=self._clock.now() - job.run_at)
            with short_turns():
                outcome = self._attempt(job)
                breathe()
            if report is not None:
                report(job, outcome)
        return taken

    def _attempt(self, job: Job) -> str:
        handler = self._equipment.handlers.get(job.kind)
        if handler is None:
            return self._give_back(job, f"Nothing here knows how to do {job.kind!r}.")
        try:
            handler(self._store, job, self._held)
        except LeaseLost:
            return "taken over by another worker"
        except Closed:
            raise
        except Exception as error:  # noqa: BLE001  the edge: no job may bring the worker down
            log.warning("Job %s (%s) failed: %s", job.id, job.kind, type(error).__name__)
            return self._give_back(job, _words(error))
        return "put off" if self._is_left(job) else "done"

    def _is_left(self, job: Job) -> bool:
        """Whether the job gave itself back, to be gone on with later."""
        return self._store.read(job.space, lambda unit: unit.jobs.get(job.id)) is not None

    def _give_back(self, job: Job, error: str) -> str:
        """Try again later, each time after a longer pause; dead after the last attempt."""
        dead = job.attempts >= self._habits.attempts
        pause = min(FIRST_PAUSE * 2 ** min(job.attempts - 1, MOST_DOUBLINGS), LONGEST_PAUSE)
        state = JobState.DEAD if dead else JobState.WAITING
        run_at = self._clock.now() + pause
        note = getattr(self._equipment.handlers.get(job.kind), "failed", None)

        def work(unit: Unit) -> bool:
            held = unit.jobs.fail(job, error=error, state=state, run_at=run_at)
            if held and note is not None:
                note(unit, job, error)
            return held

        if not self._store.write(job.space, work):
            return "taken over by another worker"
        return f"dead: {error}" if dead else f"will be tried again: {error}"


def _words(error: Exception) -> str:
    """What to write down of an error, whatever it is made of."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  an error that cannot even say what it is
        text = type(error).__name__
    return text[:LONGEST_ERROR].encode(errors="replace").decode()
