"""The log as a calendar of some time zone."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from holdfast.domain.session import SessionState
from holdfast.errors import InvalidInput
from holdfast.flow.capture.days import midnight, read_day, zone_for


@pytest.fixture(autouse=True)
def summer(clock):
    clock.set(datetime(2026, 6, 1, tzinfo=ZoneInfo("UTC")))


def told(days) -> list[tuple[str, int]]:
    return [(day.date.isoformat(), day.messages) for day in days]


def test_a_day_is_a_day_of_the_zone_that_is_asked_for(memory):
    for at in ("2026-05-12T15:59:59+00:00", "2026-05-12T16:00:00+00:00", "2025-12-31T20:00Z"):
        memory.add("mei", "hello", at=at)
    days = memory.messages.days
    assert told(days("mei", zone="UTC")) == [("2026-05-12", 2)]
    assert told(days("mei", zone="Asia/Shanghai")) == [
        ("2026-01-01", 1),
        ("2026-05-12", 1),
        ("2026-05-13", 1),
    ]
    assert told(days("mei", year=2025, zone="UTC")) == [("2025-12-31", 1)]
    assert told(days("mei", year=2025, zone="+08:00")) == []
    assert told(days("nobody", zone="UTC")) == []


def test_without_a_zone_it_is_that_of_the_settings(open_memory):
    memory = open_memory("shanghai", time_zone="Asia/Shanghai")
    memory.add("mei", "hello", at="2025-12-31T20:00Z")
    assert told(memory.messages.days("mei")) == [("2026-01-01", 1)]


def test_corrections_and_agents(memory):
    [id_, *_] = memory.add("mei", ["a", "b"], agent="juno", at="2026-03-01")
    memory.add("mei", "c", at="2026-03-01")
    memory.correct("mei", id_, "A")
    days = memory.messages.days
    assert told(days("mei", year=2026)) == [("2026-03-01", 3)]
    assert told(days("mei", year=2026, agent="juno")) == [("2026-03-01", 2)]
    assert told(days("mei", year=2026, agent="default")) == [("2026-03-01", 1)]


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("Europe/Berlin", "2026-03-29"),
        ("Europe/Berlin", "2026-10-25"),
        ("America/Sao_Paulo", "2018-11-04"),
        ("Asia/Beirut", "2021-03-28"),
        ("Australia/Lord_Howe", "2026-04-05"),
    ],
)
def test_every_hour_of_a_day_with_another_length_is_counted_once(memory, clock, name, day):
    """Clocks go forward or back, in some places at midnight, or by half an hour."""
    zone, shown = ZoneInfo(name), date.fromisoformat(day)
    clock.set(datetime(2027, 1, 1, tzinfo=ZoneInfo("UTC")))
    start = midnight(shown - timedelta(days=1), zone).astimezone(ZoneInfo("UTC"))
    moments = [start + timedelta(minutes=30 * step) for step in range(3 * 48)]
    memory.add("mei", [{"role": "user", "content": "x", "at": m.isoformat()} for m in moments])
    wanted: dict[str, int] = {}
    for moment in moments:
        local = moment.astimezone(zone).date().isoformat()
        wanted[local] = wanted.get(local, 0) + 1
    assert dict(told(memory.messages.days("mei", year=shown.year, zone=name))) == wanted


def test_a_day_that_a_zone_never_had(memory):
    """Samoa went from the 29th to the 31st of December 2011."""
    memory.add("mei", ["a"], at="2011-12-30T09:59Z")
    memory.add("mei", ["b"], at="2011-12-30T10:00Z")
    found = memory.messages.days("mei", year=2011, zone="Pacific/Apia")
    assert told(found) == [("2011-12-29", 1), ("2011-12-31", 1)]


def test_neighbours(memory):
    for day in ("2025-11-30", "2026-03-01", "2026-03-05"):
        memory.add("mei", "x", at=day)
    memory.add("mei", "x", at="2026-03-02", agent="juno")
    beside = memory.messages.beside
    found = beside("mei", "2026-03-03")
    assert (found.before, found.after) == (date(2026, 3, 2), date(2026, 3, 5))
    found = beside("mei", date(2026, 3, 3), agent="default")
    assert (found.before, found.after) == (date(2026, 3, 1), date(2026, 3, 5))
    found = beside("mei", "2026-01-01", until="2026-12-31")
    assert (found.before, found.after) == (date(2025, 11, 30), None)
    found = beside("nobody", "2026-03-03")
    assert (found.before, found.after) == (None, None)


def by_day(memory, **given) -> list[tuple[str, str, int, str]]:
    found = memory.sessions.by_day("mei", zone="UTC", **given)
    return [(talk.date.isoformat(), talk.session, talk.messages, talk.text) for talk in found]


@pytest.fixture
def weeks(memory):
    for at, session, text in (
        ("2023-05-01T10:00Z", "a", "long ago"),
        ("2026-03-01T10:00Z", "a", "one"),
        ("2026-03-01T11:00Z", "b", "two"),
        ("2026-03-02T09:00Z", "a", "three"),
        ("2026-03-02T09:00Z", "c", "four"),
        ("2026-03-02T08:00Z", "a", "early"),
    ):
        memory.add("mei", text, session=session, at=at)
    return memory


ALL = [
    ("2026-03-02", "a", 2, "three"),
    ("2026-03-02", "c", 1, "four"),
    ("2026-03-01", "b", 1, "two"),
    ("2026-03-01", "a", 1, "one"),
    ("2023-05-01", "a", 1, "long ago"),
]


def test_talks_come_newest_first_over_the_years(weeks):
    assert by_day(weeks, until="2026-12-31") == ALL
    assert by_day(weeks, until="2026-03-01") == ALL[2:]
    assert by_day(weeks, until="2024-01-01") == ALL[4:]
    assert by_day(weeks, until="2022-01-01") == []
    assert by_day(weeks, until="2026-12-31", agent="juno") == []
    assert weeks.sessions.by_day("nobody") == []


def test_those_of_the_present_come_without_being_asked_for(memory, clock):
    memory.add("mei", "now")
    [talk] = memory.sessions.by_day("mei", zone="Pacific/Kiritimati")
    assert talk.last_at == clock.now()
    assert talk.date == clock.now().astimezone(ZoneInfo("Pacific/Kiritimati")).date()
    assert (talk.agent, talk.state) == ("default", SessionState.ACTIVE)


@pytest.mark.parametrize("size", [1, 2, 4])
def test_talks_come_a_page_at_a_time(weeks, size):
    seen, until, after = [], "2026-12-31", None
    while page := weeks.sessions.by_day("mei", until=until, after=after, zone="UTC", limit=size):
        seen += page
        until, after = page[-1].date, page[-1].session
    assert [(t.date.isoformat(), t.session, t.messages, t.text) for t in seen] == ALL


def test_the_ends_of_the_calendar_are_no_trouble(memory):
    for at in ("0001-01-01T00:00Z", "0002-06-01T00:00Z", "0040-06-01T00:00Z"):
        memory.add("mei", "long ago", at=at)
    for zone in ("Pacific/Kiritimati", "Pacific/Niue"):
        found = memory.sessions.by_day("mei", zone=zone)
        assert [talk.date.year for talk in found] == [40, 2]
        assert memory.messages.beside("mei", "0002-01-01", zone=zone).before.year == 1
    assert memory.sessions.by_day("mei", until="0002-01-02") == []
    assert memory.sessions.by_day("mei", until="9998-12-31", zone="Pacific/Niue")


def test_the_last_words_are_those_said_last_in_their_newest_version(memory):
    [_, last] = memory.add("mei", ["first", "last"], at="2026-03-01")
    memory.correct("mei", last, "last, corrected")
    [talk] = memory.sessions.by_day("mei", until="2026-03-01")
    assert (talk.messages, talk.text) == (2, "last, corrected")


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../UTC", "+99", 8])
def test_a_zone_that_nobody_knows_is_refused(memory, zone):
    for ask in (memory.messages.days, memory.sessions.by_day):
        with pytest.raises(InvalidInput, match="time zone"):
            ask("mei", zone=zone)
    with pytest.raises(InvalidInput):
        zone_for(zone, "UTC")


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "", "0001-01-01", 7, "9999-12-31"])
def test_what_is_no_day_is_refused(memory, day):
    with pytest.raises(InvalidInput, match="is no day"):
        memory.messages.beside("mei", day)
    with pytest.raises(InvalidInput, match="is no day"):
        memory.sessions.by_day("mei", until=day)


def test_what_is_no_year_is_refused(memory):
    for year in (0, 10_000, "2026", True):
        with pytest.raises(InvalidInput, match="year"):
            memory.messages.days("mei", year=year)


def test_a_day_is_read_from_a_date_or_a_text():
    assert read_day("2026-05-31") == read_day(date(2026, 5, 31)) == date(2026, 5, 31)
