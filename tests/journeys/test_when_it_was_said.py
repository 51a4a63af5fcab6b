"""Years of history are brought in, and the calendar is asked."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import apsw
import pytest

from holdfast import Memory, Settings

START = datetime(2019, 1, 1, tzinfo=UTC)


def bring_history(memory: Memory, messages: int = 200) -> list[datetime]:
    """Old messages, told in no order, in two zones; the days they were said on, sorted."""
    days = [START + timedelta(days=3 * n, hours=n % 24) for n in range(messages)]
    told = [{"content": f"diary {day:%Y-%m-%d %H}", "at": day.isoformat()} for day in days]
    random.Random(3).shuffle(told)
    for first in range(0, messages, 50):
        memory.add("mei", told[first : first + 50], session=f"part {first}")
    return days


@pytest.mark.capability("B3")
def test_a_range_of_time_gives_exactly_what_was_said_in_it_in_order(memory):
    days = bring_history(memory)
    first, last = days[20], days[60]
    found = memory.messages.between("mei", first, last)
    assert [message.said_at for message in found] == days[20:61]
    just_inside = memory.messages.between(
        "mei", first + timedelta(microseconds=1), last - timedelta(microseconds=1)
    )
    assert [message.said_at for message in just_inside] == days[21:60]
    year = memory.messages.between("mei", "2020-01-01", "2020-12-31")
    assert [message.said_at for message in year] == [day for day in days if day.year == 2020]
    assert memory.messages.between("mei", "2035-01-01") == []


@pytest.mark.parametrize("last", ["2018-05-31", date(2018, 5, 31)])
def test_until_a_day_means_until_its_end(memory, last):
    for day in ("31T09:00", "31T23:59", "30T12:00"):
        memory.add("mei", f"diary of {day}", at=f"2018-05-{day}:00")
    memory.add("mei", "diary of June", at="2018-06-01")
    said = {"diary of 31T09:00", "diary of 31T23:59"}
    assert {hit.text for hit in memory.recall("mei", "diary", since=last, until=last)} == said
    assert {hit.text for hit in memory.context("mei", "", since=last, until=last).hits} == said
    assert {each.text for each in memory.messages.list("mei", since=last, until=last)} == said
    assert {each.text for each in memory.recent("mei", until=last).messages} == {
        *said,
        "diary of 30T12:00",
    }


@pytest.mark.capability("B5")
def test_imported_messages_keep_their_date_and_are_recalled_by_it(memory, clock):
    bring_history(memory)
    memory.add("mei", {"content": "diary of a wedding", "at": "2015-06-20T15:00:00+05:30"})
    [kept] = memory.messages.between("mei", "2015-01-01", "2015-12-31")
    assert kept.said_at.isoformat() == "2015-06-20T15:00:00+05:30"
    assert kept.stored_at == clock.now()
    [hit] = memory.recall("mei", "diary", until="2018-12-31")
    assert hit.text == "diary of a wedding"
    assert hit.said_at == kept.said_at


@pytest.mark.capability("B5")
@pytest.mark.parametrize(
    "bounds",
    [("2020-01-01", "2020-02-01"), ("2020-01-01", None), (None, "2020-02-01"), (None, None)],
)
def test_the_calendar_is_asked_without_reading_what_is_not_wanted(tmp_path: Path, bounds):
    """What the store runs is overheard, and SQLite is asked how it would go about it."""
    path = tmp_path / "m.db"
    overheard: list[tuple[str, dict]] = []

    def listen(_cursor: object, sql: str, bindings: dict) -> bool:
        overheard.append((sql, bindings))
        return True

    def overhear(connection: apsw.Connection) -> None:
        connection.exec_trace = listen  # type: ignore[assignment]

    with Memory.open(path, settings=Settings(worker=False)) as memory:
        bring_history(memory)
    apsw.connection_hooks.append(overhear)
    try:
        with Memory.open(path, settings=Settings(worker=False)) as memory:
            overheard.clear()
            assert memory.messages.between("mei", *bounds)
    finally:
        apsw.connection_hooks.remove(overhear)
    [(sql, bindings)] = [heard for heard in overheard if "FROM messages" in heard[0]]
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", bindings)]
    connection.close()
    rows, *_, chosen = [step for step in plan if step.startswith("SEARCH")]
    assert rows == "SEARCH messages USING INTEGER PRIMARY KEY (rowid=?)", "only those wanted"
    assert chosen.startswith("SEARCH messages USING COVERING INDEX messages_in_order (space=? AND")
