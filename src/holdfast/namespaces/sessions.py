"""Sessions: conversations, and how they end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from holdfast.domain.day import Talk
from holdfast.domain.item import Item
from holdfast.domain.learning import Learning
from holdfast.domain.message import DEFAULT, Message, Selection
from holdfast.domain.session import Ending, Session, SessionState, Stretch
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.capture import days, stretches
from holdfast.flow.capture.names import (
    MOST_ROWS,
    checked_limit,
    checked_name,
    optional_name,
    optional_number,
)
from holdfast.flow.capture.said_last import said_last
from holdfast.flow.capture.shapes import optional_word
from holdfast.flow.capture.turns import turns_after, turns_before
from holdfast.flow.condense.derived import of_session
from holdfast.flow.extract.progress import learning_in
from holdfast.flow.maintain.progress import progress
from holdfast.flow.maintain.reopen import reopen
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.unit import Unit


class Sessions(SpaceRows):
    """The conversations of a user. They seal themselves; here they can be helped along."""

    def list(
        self,
        user: str,
        *,
        agent: str | None = None,
        state: SessionState | None = None,
        after: str | None = None,
        limit: int = 1000,
    ) -> Sequence[Session]:
        """The user's sessions, the one last spoken in first, a page at a time.

        `after` is the name of the last session of the page before; where it is gone or was spoken
        in since, the first page comes again. Agent and state narrow.
        """
        user, limit = checked_name(user, "user"), checked_limit(limit)
        agent, after = optional_name(agent, "agent"), optional_name(after, "session")
        state = optional_word(state, SessionState, "state")

        def query(unit: Unit) -> Sequence[Session]:
            behind = None if after is None else unit.sessions.get(user, after)
            return unit.sessions.latest(user, agent=agent, state=state, behind=behind, limit=limit)

        return self._store.read(self._space, query)

    def lately(self, *, limit: int = 20) -> Sequence[Session]:
        """The sessions of all users, the one last spoken in first."""
        limit = checked_limit(limit)
        return self._store.read(self._space, lambda unit: unit.sessions.lately(limit=limit))

    def by_day(
        self,
        user: str,
        *,
        until: date | str | None = None,
        after: str | None = None,
        agent: str | None = None,
        zone: str | None = None,
        limit: int = 100,
    ) -> Sequence[Talk]:
        """What was said in sessions, day by day, the newest first, a page at a time.

        A session that ran on several days comes on each of them. `until` is the day to begin with,
        and `after` a session of that day, the last of the page before. Days begin at midnight in
        `zone`; see `messages.days`.
        """
        known = days.zone_for(zone, self._parts.limits.time_zone)
        whose = days.Whose(checked_name(user, "user"), optional_name(agent, "agent"), known)
        after, limit = optional_name(after, "session"), checked_limit(limit)
        first = self._now().astimezone(known).date() + timedelta(days=2)  # clocks may run ahead
        first = first if until is None else days.read_day(until)
        return self._store.read(
            self._space, lambda unit: days.talks(unit, whose, first, after=after, limit=limit)
        )

    def agents(self, user: str) -> Sequence[str]:
        """The agents that the user has sessions with, by name."""
        user = checked_name(user, "user")
        return self._store.read(self._space, lambda unit: unit.sessions.agents(user))

    def get(self, user: str, name: str) -> Session | None:
        """One session, or None."""
        user, name = checked_name(user, "user"), checked_name(name, "session")
        return self._store.read(self._space, lambda unit: unit.sessions.get(user, name))

    def stretches(self, user: str, name: str) -> Sequence[Stretch]:
        """The stretches of a session that have ended, in order, and what became of each."""
        user, name = checked_name(user, "user"), checked_name(name, "session")
        return self._store.read(self._space, lambda unit: unit.stretches.of(user, name))

    def learning(self, user: str, name: str) -> Sequence[Learning]:
        """How far knowledge was made of each stretch that has ended, and why it was not."""
        user, name = checked_name(user, "user"), checked_name(name, "session")
        return self._store.read(self._space, lambda unit: learning_in(unit, user, name))

    def messages(self, user: str, name: str, stretch: int | None = None) -> Sequence[Message]:
        """What was said in a session, or in one stretch of it, in order."""
        user, name = checked_name(user, "user"), checked_name(name, "session")
        stretch = optional_number(stretch, "stretch", least=-MOST_ROWS)

        def query(unit: Unit) -> Sequence[Message]:
            said = unit.log.find(user, Selection(session=name), limit=1 << 62)
            first, last = self._bounds(unit, user, name, stretch)
            return sorted(
                (message for message in said if first <= message.number <= last),
                key=lambda message: message.number,
            )

        return self._store.read(self._space, query)

    def last_message(self, user: str, name: str) -> Message | None:
        """What was said last in a session, as it reads now; None if all of it was forgotten.

        It costs as much as the session is long, however much was said since.
        """
        user, name = checked_name(user, "user"), checked_name(name, "session")
        return self._store.read(
            self._space, lambda unit: said_last(unit, self._known(unit, user, name))
        )

    def turns(
        self,
        user: str,
        name: str,
        *,
        after: str | None = None,
        before: str | None = None,
        last: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]:
        """What was said in a session, in order, a page at a time; the newest version of each.

        `after` and `before` are ids of messages: those behind the one come, or the last ones up to
        the other. With neither, the first ones come, or with `last` the last ones.
        """
        user, name = checked_name(user, "user"), checked_name(name, "session")
        after, before = optional_name(after, "message id"), optional_name(before, "message id")
        limit = checked_limit(limit)
        if (after is not None) + (before is not None) + bool(last) > 1:
            raise InvalidInput("Turns come after a message, before one, or last: not all at once.")

        def query(unit: Unit) -> Sequence[Message]:
            self._known(unit, user, name)
            if last or before is not None:
                return turns_before(unit, user, name, before, limit=limit)
            return turns_after(unit, user, name, after, limit=limit)

        return self._store.read(self._space, query)

    def derived(self, user: str, name: str, stretch: int | None = None) -> Sequence[Item]:
        """What was made of a session, or of one stretch of it, and all that rests on that.

        Of its last stretch, it is what `reopen` takes back.
        """
        user, name = checked_name(user, "user"), checked_name(name, "session")
        stretch = optional_number(stretch, "stretch", least=-MOST_ROWS)

        def query(unit: Unit) -> Sequence[Item]:
            self._known(unit, user, name)
            return of_session(unit, user, name, stretch)

        return self._store.read(self._space, query)

    def _bounds(self, unit: Unit, user: str, name: str, stretch: int | None) -> tuple[int, int]:
        session = self._known(unit, user, name)
        if stretch is None:
            return 1, session.last_number
        ended = unit.stretches.get(user, name, stretch)
        if ended is not None:
            return ended.first, ended.last
        if stretch == session.stretch:
            return session.first_number, session.last_number
        raise NotFound(f"Session {name!r} has no stretch {stretch}.")

    def open(self, user: str, name: str | None = None, *, agent: str = DEFAULT) -> Session:
        """Begin a session with an agent; those that were open with it, or so named, are sealed.

        Without a name, one that was opened and never spoken in is used again. With a name that is
        taken, its next stretch begins with the next message.
        """
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        name, now = optional_name(name, "session"), self._parts.clock.now()

        session = self._store.write(
            self._space, lambda unit: stretches.open_session(unit, user, name, agent, now)
        )
        self._parts.worker.wake()
        return session

    def seal(self, user: str, name: str) -> Stretch | None:
        """End a session's present stretch by hand; None if there is nothing in it.

        What follows from it is done by the worker. One that failed is tried again at once.
        """
        user, name, now = checked_name(user, "user"), checked_name(name, "session"), self._now()

        def work(unit: Unit) -> Stretch | None:
            return stretches.end(unit, self._known(unit, user, name), Ending.BY_HAND, now)

        stretch = self._store.write(self._space, work)
        self._parts.worker.wake()
        return stretch

    def reopen(self, user: str, name: str) -> Session:
        """Let a sealed session go on as if it had not ended. What was derived from it is gone."""
        user, name, now = checked_name(user, "user"), checked_name(name, "session"), self._now()

        archived = self._parts.archivist is not None

        def work(unit: Unit) -> Session:
            reopen(unit, self._known(unit, user, name), now, archived=archived)
            return self._known(unit, user, name)

        session = self._store.write(self._space, work)
        self._parts.worker.wake()
        return session

    def progress(self, user: str, agent: str = DEFAULT) -> SessionState:
        """How far all is that follows from ended talks with an agent: summaries, review, archive.

        SEALED if nothing is left to do, FAILED if something failed and waits to be tried again,
        and SEALING until then.
        """
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        return self._store.read(self._space, lambda unit: progress(unit, user, agent))

    def troubled(self) -> Sequence[Stretch]:
        """The stretches of the space that are being sealed, or whose sealing failed."""
        return self._store.read(self._space, lambda unit: unit.stretches.unsettled())

    def _known(self, unit: Unit, user: str, name: str) -> Session:
        session = unit.sessions.get(user, name)
        if session is None:
            raise NotFound(f"{user!r} has no session {name!r}.")
        return session
