"""Days: the log as a calendar of some time zone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from holdfast.domain.day import Beside, Day, Talk
from holdfast.domain.message import DEFAULT
from holdfast.domain.moments import zone_named
from holdfast.domain.session import SessionState
from holdfast.errors import InvalidInput
from holdfast.ports.days import Spell
from holdfast.ports.unit import Unit

FIRST_YEAR, LAST_YEAR = 2, 9998
"""The years all of whose days begin and end within the calendar, whatever the zone."""

_DAY = timedelta(days=1)
_ALL = 1 << 62
_FEW_DAYS, _MORE, _MANY_DAYS = 60, 8, 16_000
"""How far back to look for talks at first; how much further where that is not enough; and at most."""


class Whose(NamedTuple):
    """Whose days, and where midnight is."""

    user: str
    agent: str | None
    zone: tzinfo


def zone_for(name: str | None, usual: str) -> tzinfo:
    """The zone of that name; where there is none, the usual one. InvalidInput if nobody knows it."""
    try:
        return zone_named(usual if name is None else name)
    except (ValueError, TypeError) as error:
        raise InvalidInput(
            f"There is no time zone {str(name)[:40]!r}.",
            remedy="Name one as Asia/Shanghai, UTC or +08:00.",
        ) from error


def read_day(value: object, noun: str = "day") -> date:
    """The day meant by a date, or by a text such as 2026-05-31. InvalidInput for anything else."""
    try:
        if isinstance(value, date) and not isinstance(value, datetime):
            day = value
        else:
            day = date.fromisoformat(str(value))
        if FIRST_YEAR <= day.year <= LAST_YEAR:
            return day
    except ValueError:
        pass
    raise InvalidInput(
        f"The {noun} {str(value)[:40]!r} is no day.", remedy="Write it as 2026-05-31."
    )


def midnight(day: date, zone: tzinfo) -> datetime:
    """When a day begins. Where the clocks skip midnight, that is when they do."""
    return datetime.combine(day, time.min, tzinfo=zone)


def in_year(unit: Unit, whose: Whose, year: int) -> list[Day]:
    """The days of a year on which something was said, in order."""
    days = _days(date(year, 1, 1), date(year, 12, 31))
    bounds = [midnight(day, whose.zone) for day in (*days, days[-1] + _DAY)]
    counts = unit.days.counts(whose.user, bounds, agent=whose.agent)
    return [Day(date=day, messages=count) for day, count in zip(days, counts, strict=True) if count]


def beside(unit: Unit, whose: Whose, first: date, last: date) -> Beside:
    """The nearest days on which something was said, before the first and after the last."""
    since, until = midnight(first, whose.zone), midnight(last + _DAY, whose.zone)
    before, after = unit.days.beside(whose.user, since, until, agent=whose.agent)
    return Beside(
        before=_day_of(before, whose.zone) if before else None,
        after=_day_of(after, whose.zone) if after else None,
    )


def _day_of(moment: datetime, zone: tzinfo) -> date:
    """The day of a moment; at the ends of the calendar, where a zone may not reach, that of UTC."""
    try:
        return moment.astimezone(zone).date()
    except OverflowError:
        return moment.date()


def talks(
    unit: Unit, whose: Whose, until: date, *, after: str | None = None, limit: int
) -> list[Talk]:
    """Sessions by day, newest first, from `until` back; behind session `after` of that day."""
    behind = _place(unit, whose, until, after) if after is not None else None
    spells: list[tuple[date, Spell]] = []
    days, last = _FEW_DAYS, until
    while limit > len(spells):
        first = date.fromordinal(max(last.toordinal() - days, date(FIRST_YEAR, 1, 1).toordinal()))
        spells += _spells(unit, whose, (first, last), behind, limit - len(spells))
        earlier = beside(unit, whose, first, last).before if limit > len(spells) else None
        if earlier is None or earlier.year < FIRST_YEAR:
            break
        last, behind, days = earlier, None, min(days * _MORE, _MANY_DAYS)
    return list(_told(unit, whose, spells))


def _spells(
    unit: Unit,
    whose: Whose,
    span: tuple[date, date],
    behind: tuple[datetime, str] | None,
    limit: int,
) -> list[tuple[date, Spell]]:
    days = _days(*span)
    bounds = [midnight(day, whose.zone) for day in (*days, days[-1] + _DAY)]
    found = unit.days.spells(whose.user, bounds, agent=whose.agent, behind=behind, limit=limit)
    return [(days[spell.part], spell) for spell in found]


def _place(unit: Unit, whose: Whose, day: date, session: str) -> tuple[datetime, str] | None:
    """Where a session stands among those of a day; None if it is not there any more."""
    bounds = midnight(day, whose.zone), midnight(day + _DAY, whose.zone)
    found = unit.days.spells(whose.user, bounds, agent=whose.agent, limit=_ALL)
    return next(((each.last_at, session) for each in found if each.session == session), None)


def _told(unit: Unit, whose: Whose, spells: list[tuple[date, Spell]]) -> Iterator[Talk]:
    texts = unit.log.texts(whose.user, [spell.seq for _, spell in spells])
    names = {spell.session for _, spell in spells}
    sessions = {name: unit.sessions.get(whose.user, name) for name in names}
    for day, spell in spells:
        session = sessions[spell.session]
        yield Talk(
            date=day,
            session=spell.session,
            agent=session.agent if session else DEFAULT,
            state=session.state if session else SessionState.ACTIVE,
            messages=spell.messages,
            last_at=spell.last_at.astimezone(whose.zone),
            text=texts[spell.seq][0],
        )


def _days(first: date, last: date) -> list[date]:
    return [first + number * _DAY for number in range((last - first).days + 1)]
