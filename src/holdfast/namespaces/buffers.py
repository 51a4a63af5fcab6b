"""Buffers: what is told a little at a time, gathered until there is enough to learn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from holdfast.domain.job import Job, asked
from holdfast.domain.message import DEFAULT, Message
from holdfast.domain.session import SessionState, Stretch
from holdfast.domain.usage import Usage
from holdfast.errors import HoldfastError, InvalidInput
from holdfast.flow.capture import buffers
from holdfast.flow.capture.accept import accept
from holdfast.flow.capture.names import checked_name, checked_number
from holdfast.flow.capture.recorder import Heard
from holdfast.flow.capture.stretches import SEAL
from holdfast.flow.capture.times import optional_time
from holdfast.flow.extract.at_once import OwnHands, end_and_claim, learn_at_once
from holdfast.flow.extract.learn import Due, Learn, due_of
from holdfast.flow.extract.request import LEARN
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.unit import Unit
from holdfast.text.tokens import estimate

Moment = datetime | str | float | None
_ALL = 1 << 62
_LEASE = timedelta(minutes=1)
_EVER = datetime.min.replace(tzinfo=UTC)


class Buffers(SpaceRows):
    """Messages that wait to be learned from together. They are kept and recalled from the first on."""

    def add(
        self,
        user: str,
        messages: object,
        *,
        tags: Mapping[str, str] | None = None,
        agent: str = DEFAULT,
        at: Moment = None,
    ) -> list[str]:
        """Put messages into the user's buffer for these tags; their ids, once they are safe.

        The event that is learned of them has the tags. A buffer that holds more than the preference
        `buffer_tokens` ends at once, and one older than `buffer_flush_interval` by itself.
        """
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        given, now, count = _checked(tags), self._now(), self._parts.count_tokens or estimate
        limits = self._parts.limits
        try:
            said = optional_time(at, limits.time_zone, "time said")
            drafts = accept(messages, at=said, now=now, limits=limits)
        except HoldfastError:
            self._store.write(
                self._space, lambda unit: buffers.count_told(unit, now, 0, kept=False)
            )
            raise
        if given:
            drafts = [each._replace(extra={**each.extra, buffers.TAGS: given}) for each in drafts]
        tokens = sum(count(draft.text) for draft in drafts)
        buffer = buffers.buffer_named(given)
        heard = Heard(user, buffer, agent, now, drafts)
        record = self._parts.recorder.work(heard)

        def work(unit: Unit) -> tuple[list[str], bool]:
            ids = record(unit)
            buffers.count_told(unit, now, tokens, kept=True)
            return ids, bool(buffers.end_full(unit, user, buffer, count, now))

        ids, ended = self._store.write(self._space, work)
        if ended:
            self._parts.worker.wake()
        return ids

    def waiting(self, user: str, *, ended: bool = False) -> Sequence[Message]:
        """What is in the user's buffers and not learned from yet, the oldest first.

        With `ended`, also what has left them and is not learned from yet: a model may take its
        time, or not answer at all.
        """
        user = checked_name(user, "user")

        def query(unit: Unit) -> list[Message]:
            found = {message.id: message for message in buffers.waiting(unit, user)}
            for name, number, _ in _jobs(unit, user) if ended else ():
                due = _due(unit, user, name, number)
                found |= {each.message.id: each.message for each in (due.fresh if due else ())}
            return sorted(found.values(), key=lambda message: message.seq)

        return self._store.read(self._space, query)

    def flush(self, user: str) -> Sequence[Stretch]:
        """End the user's buffers and learn from them now; what ended, in its new state.

        What is learned can be read when this returns. What could not be learned now, as a model
        does not answer, is tried again by the worker until it can.
        """
        user, parts, now = checked_name(user, "user"), self._parts, self._now()
        left = self._store.read(self._space, lambda unit: _jobs(unit, user))

        def work(unit: Unit) -> tuple[list[Stretch], list[Job]]:
            for job in left.values():
                if job.error:
                    unit.jobs.retry(job.id, run_at=now)
            return end_and_claim(unit, buffers.open_buffers(unit, user), now)

        ended, jobs = self._store.write(self._space, work)
        # What ended before and waits for a worker is not waited for: it is learned from here, too.
        jobs += [
            asked(LEARN, user, now, payload={"session": session, "stretch": stretch})
            for session, stretch in dict.fromkeys((each[0], each[1]) for each in left)
        ]
        learn = Learn(parts.extractor, parts.usual)
        learn_at_once(self._store, self._space, learn, jobs, OwnHands(parts.clock, _LEASE))
        parts.worker.wake()
        return self._store.read(self._space, lambda unit: _with_states(unit, user, ended))

    def ended(self, user: str) -> Sequence[Stretch]:
        """What has left the user's buffers, in the order in which it came, and what became of it.

        SEALED is what was learned from, SEALING what waits for that, and FAILED what could not be
        learned from yet: it is tried again by itself, or at once by `flush`.
        """
        user = checked_name(user, "user")

        def query(unit: Unit) -> list[Stretch]:
            names = [each.name for each in unit.sessions.latest(user, limit=_ALL)]
            found = [
                stretch
                for name in names
                if buffers.is_buffer(name)
                for stretch in unit.stretches.of(user, name)
            ]
            found.sort(key=lambda each: (each.first_seq, each.session))
            return _with_states(unit, user, found)

        return self._store.read(self._space, query)

    def usage(self, days: int = 7) -> Sequence[Usage]:
        """How much was put into buffers in the space on each of the last days, today last."""
        checked_number(days, "number of days", least=1, most=buffers.DAYS_KEPT)
        now = self._now()
        return self._store.read(self._space, lambda unit: buffers.usage(unit, days, now))


def _checked(tags: Mapping[str, str] | None) -> dict[str, str]:
    given: object = {} if tags is None else tags
    if not isinstance(given, Mapping):
        raise InvalidInput("Tags are a mapping of names to texts.")
    return {
        checked_name(name, "tag"): checked_name(value, "tag's value")
        for name, value in given.items()
    }


def _jobs(unit: Unit, user: str) -> dict[tuple[str, int, str], Job]:
    """The unfinished jobs of the user's buffers, by session, stretch and kind."""
    return {
        (str(job.payload["session"]), int(job.payload["stretch"]), job.kind): job
        for job in unit.jobs.find(user=user, limit=_ALL)
        if job.kind in (SEAL, LEARN) and buffers.is_buffer(str(job.payload.get("session", "")))
    }


def _with_states(unit: Unit, user: str, stretches: Sequence[Stretch]) -> list[Stretch]:
    """The stretches, each with what became of it."""
    jobs = _jobs(unit, user) if stretches else {}
    return [replace(each, state=_state(unit, each, jobs)) for each in stretches]


def _due(unit: Unit, user: str, session: str, stretch: int) -> Due | None:
    """What is still to be learned from in a stretch."""
    payload = {"session": session, "stretch": stretch}
    return due_of(unit, asked(LEARN, user, _EVER, payload=payload))


def _state(unit: Unit, stretch: Stretch, jobs: Mapping[tuple[str, int, str], Job]) -> SessionState:
    """Whether it was learned from; a summary that is still to be made keeps nobody waiting."""
    found = [jobs.get((stretch.session, stretch.number, kind)) for kind in (SEAL, LEARN)]
    left = [job for job in found if job is not None]
    if not left or _due(unit, stretch.user, stretch.session, stretch.number) is None:
        return SessionState.SEALED
    return SessionState.FAILED if any(job.error for job in left) else SessionState.SEALING
