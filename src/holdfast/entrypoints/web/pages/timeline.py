"""Timeline: what was said day by day, any day of it, and a year at a glance."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any

from starlette.responses import Response

from holdfast.entrypoints.web.pages.learned import of_talks
from holdfast.entrypoints.web.pages.who import Who, chosen
from holdfast.entrypoints.web.pages.year import months
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.errors import InvalidInput

PATH = f"{HOME}/timeline"
TALKS, TURNS = 30, 20
"""How many there are on a page, and how many of a talk are shown in place."""

FIRST_YEAR, LAST_YEAR = 1000, 9998
"""Years of four digits."""


def show(visit: Visit) -> Response:
    """The talks of a user, by day, from the newest or from the day that was asked for."""
    who, day = chosen(visit, any_agent=True), day_of(visit.asked("day"))
    if not who.user:
        return visit.page("timeline.html", who=who, days=[], year=None)
    after = visit.asked("after")
    found = visit.memory.sessions.by_day(
        who.user, until=day, after=after or None, limit=TALKS + 1, **narrowed(visit, who)
    )
    talks = found[:TALKS]
    if not talks and day is None:
        return visit.page("timeline.html", who=who, days=[], year=None)
    first = day or talks[0].date
    since = span(visit, talks[-1].date)[0] if talks else None
    return visit.page(
        "timeline.html",
        who=who,
        asked=day,
        days=[(name, list(several)) for name, several in groupby(talks, key=lambda t: t.date)],
        more=talks[-1] if len(found) > TALKS else None,
        paged=bool(after),
        first=first,
        events=of_talks(visit.memory, who.user, talks, since) if since else {},
        **_year(visit, who, first),
    )


def said(visit: Visit) -> Response:
    """What was said in one session on one day, to be shown in place."""
    user, name, day = visit.asked("user"), visit.asked("name"), day_of(visit.asked("day"))
    if day is None:
        raise InvalidInput("There is no such day.")
    agent = visit.asked("agent") or None
    since, until = span(visit, day)
    found = visit.memory.messages.between(
        user, since, until, session=name, agent=agent, limit=TURNS + 1
    )
    return visit.page(
        "partials/turns.html",
        user=user,
        session=name,
        turns=found[:TURNS],
        here="",
        more=found[TURNS - 1].id if len(found) > TURNS else "",
        terms=None,
    )


def day_of(text: str) -> date | None:
    """The day that an address names; None where it names none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


def span(visit: Visit, day: date) -> tuple[datetime, datetime]:
    """A day's first and last moment in the visitor's zone; where that is not known, the memory's."""
    zone = visit.look.zone
    begin, end = (datetime.combine(d, time.min, zone) for d in (day, day + timedelta(days=1)))
    end = end if zone is None else end.astimezone(UTC)  # clocks may go back in the last hour
    return begin, end - timedelta(microseconds=1)


def narrowed(visit: Visit, who: Who) -> dict[str, Any]:
    """Whose days are meant, in which zone."""
    zone = visit.look.zone
    return {"agent": who.agent or None, "zone": None if zone is None else str(zone)}


def _year(visit: Visit, who: Who, day: date) -> dict[str, Any]:
    """The year of a day at a glance; the nearest days around it, and around that day."""
    messages, year = visit.memory.messages, day.year
    first, last = date(year, 1, 1), date(year, 12, 31)
    days = messages.days(who.user, year=year, **narrowed(visit, who))
    before, after = ([d.date for d in days if d.date < day], [d.date for d in days if d.date > day])
    others = messages.beside(who.user, first, until=last, **narrowed(visit, who))
    return {
        "year": year,
        "months": months(year, days),
        "counts": {day.date: day.messages for day in days},
        "in_all": sum(day.messages for day in days),
        "others": others,
        "before": before[-1] if before else others.before,
        "after": after[0] if after else others.after,
    }


ROUTES = (("GET", PATH, show), ("GET", f"{PATH}/said", said))
