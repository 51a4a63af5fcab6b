"""Messages: the log, read directly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from holdfast.domain.day import Beside, Day
from holdfast.domain.message import Message, Selection
from holdfast.domain.user import Amount
from holdfast.flow.capture.days import (
    FIRST_YEAR,
    LAST_YEAR,
    Whose,
    beside,
    in_year,
    read_day,
    zone_for,
)
from holdfast.flow.capture.names import checked_limit, checked_name, checked_number, optional_name
from holdfast.flow.capture.times import optional_end, optional_time
from holdfast.namespaces.rows import SpaceRows

LAST = (1 << 63) - 1
"""The last place that a log can have."""


class Messages(SpaceRows):
    """Single messages, their versions, their times and what is attached to them."""

    def get(self, user: str, message_id: str) -> Message | None:
        """The newest version of a message, or None."""
        user, message_id = checked_name(user, "user"), checked_name(message_id, "message id")
        found = self._store.read(self._space, lambda unit: unit.log.get(user, [message_id]))
        return found[0] if found else None

    def versions(self, user: str, message_id: str) -> Sequence[Message]:
        """All versions of a message, oldest first."""
        user, message_id = checked_name(user, "user"), checked_name(message_id, "message id")
        return self._store.read(self._space, lambda unit: unit.log.versions(user, message_id))

    def amount(self, user: str, *, session: str | None = None, agent: str | None = None) -> Amount:
        """How much was said: by and to the user, in one session, or to one agent. Cheap to ask."""
        user = checked_name(user, "user")
        session, agent = optional_name(session, "session"), optional_name(agent, "agent")
        return self._store.read(
            self._space, lambda unit: unit.users.amount(user, session=session, agent=agent)
        )

    def list(
        self,
        user: str,
        *,
        session: str | None = None,
        agent: str | None = None,
        since: datetime | str | float | None = None,
        until: datetime | str | float | None = None,
        after: int = 0,
        limit: int = 1000,
    ) -> Sequence[Message]:
        """Messages in the order of the log, a page at a time.

        `after` is the `seq` of the last message of the page before.
        """
        user, limit = checked_name(user, "user"), checked_limit(limit)
        which = replace(
            self._selection(session, agent, since, until),
            after_seq=checked_number(after, "after", least=0, most=LAST),
        )
        return self._store.read(self._space, lambda unit: unit.log.find(user, which, limit=limit))

    def latest(
        self,
        user: str,
        *,
        session: str | None = None,
        agent: str | None = None,
        limit: int = 50,
    ) -> Sequence[Message]:
        """The last `limit` messages, oldest of them first."""
        user, limit = checked_name(user, "user"), checked_limit(limit)
        which = self._selection(session, agent)
        newest = self._store.read(
            self._space, lambda unit: unit.log.find(user, which, limit=limit, newest_first=True)
        )
        return newest[::-1]

    def between(
        self,
        user: str,
        since: datetime | str | float | None = None,
        until: datetime | str | float | None = None,
        *,
        session: str | None = None,
        agent: str | None = None,
        limit: int = 1000,
    ) -> Sequence[Message]:
        """What was said from one moment to another, both included, in the order it was said.

        A day without a time is meant whole.
        """
        user, limit = checked_name(user, "user"), checked_limit(limit)
        which = self._selection(session, agent, since, until)
        return self._store.read(
            self._space, lambda unit: unit.log.between(user, which, limit=limit)
        )

    def days(
        self,
        user: str,
        *,
        year: int | None = None,
        agent: str | None = None,
        zone: str | None = None,
    ) -> Sequence[Day]:
        """The days of a year on which something was said, in order, and how much on each.

        Without a year it is the present one. Days begin at midnight in `zone`, a name such as
        Asia/Shanghai or +08:00; without one, in the zone of the settings.
        """
        whose = self._whose(user, agent, zone)
        year = self._now().astimezone(whose.zone).year if year is None else year
        checked_number(year, "year", least=FIRST_YEAR, most=LAST_YEAR)
        return self._store.read(self._space, lambda unit: in_year(unit, whose, year))

    def beside(
        self,
        user: str,
        day: date | str,
        *,
        until: date | str | None = None,
        agent: str | None = None,
        zone: str | None = None,
    ) -> Beside:
        """The nearest days before a day, and after it, on which something was said. See `days`.

        With `until`, those before the one day and after the other.
        """
        whose, first = self._whose(user, agent, zone), read_day(day)
        last = first if until is None else read_day(until, "last day")
        return self._store.read(self._space, lambda unit: beside(unit, whose, first, last))

    def _whose(self, user: str, agent: str | None, zone: str | None) -> Whose:
        usual = self._parts.limits.time_zone
        return Whose(
            checked_name(user, "user"), optional_name(agent, "agent"), zone_for(zone, usual)
        )

    def _selection(
        self,
        session: str | None,
        agent: str | None,
        since: datetime | str | float | None = None,
        until: datetime | str | float | None = None,
    ) -> Selection:
        zone = self._parts.limits.time_zone
        return Selection(
            session=optional_name(session, "session"),
            agent=optional_name(agent, "agent"),
            since=optional_time(since, zone, "since"),
            until=optional_end(until, zone, "until"),
        )

    def attachment(self, user: str, ref: str) -> bytes | None:
        """The part of a message that is kept by reference, as JSON in UTF-8, or None."""
        user, ref = checked_name(user, "user"), checked_name(ref, "reference")
        return self._store.read(self._space, lambda unit: unit.attachments.load(user, ref))
