"""Times as callers give them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from holdfast.errors import InvalidInput
from holdfast.flow.capture.times import optional_end, optional_time, parsed_time, said_time

NOW = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)
SHANGHAI = ZoneInfo("Asia/Shanghai")


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        (datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 5, 1, tzinfo=UTC)),
        (datetime(2024, 5, 1), datetime(2024, 5, 1, tzinfo=SHANGHAI)),  # noqa: DTZ001
        (date(2024, 5, 1), datetime(2024, 5, 1, tzinfo=SHANGHAI)),
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=SHANGHAI)),
        (" 2024-05-01T09:30:00Z ", NOW),
        ("2024-05-01 17:30:00+08:00", NOW),
        ("2024-05-01T09:30:00.123456+00:00", NOW + timedelta(microseconds=123456)),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (NOW.timestamp(), NOW),
        (int(NOW.timestamp()), NOW),
        (-86400.5, datetime(1969, 12, 30, 23, 59, 59, 500000, tzinfo=UTC)),
    ],
)
def test_times_are_read_in_every_usual_form(value, moment):
    read = parsed_time(value, "Asia/Shanghai")
    assert read == moment
    assert read.utcoffset() is not None


@pytest.mark.parametrize(
    "zone", [SHANGHAI, timezone(timedelta(hours=5, minutes=30)), ZoneInfo("America/New_York")]
)
def test_a_time_keeps_its_zone(zone):
    given = datetime(2024, 5, 1, 12, tzinfo=zone)
    read = parsed_time(given, "UTC")
    assert (read.isoformat(), read.tzinfo) == (given.isoformat(), zone)


END = datetime(2024, 5, 1, 23, 59, 59, 999_999, tzinfo=SHANGHAI)


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("2024-05-01", END),
        (" 20240501 ", END),
        (date(2024, 5, 1), END),
        ("9999-12-31", datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=SHANGHAI)),
        ("2024-05-01T00:00", datetime(2024, 5, 1, tzinfo=SHANGHAI)),
        (datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 5, 1, tzinfo=UTC)),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (None, None),
    ],
)
def test_the_end_of_a_day_is_its_last_moment(value, moment):
    assert optional_end(value, "Asia/Shanghai", "until") == moment


WRONG: dict[str, object] = {
    "not a number": float("nan"),
    "infinite": float("inf"),
    "before all time": float("-inf"),
    "milliseconds": 1714555800000,
    "milliseconds as text": "1714555800000",
    "milliseconds that look like a date": "1712010112345",
    "seconds as text": "1714555800",
    "before the calendar": -9e10,
    "beyond any float": 10**400,
    "beyond all printing": 10**5000,
    "the year 10000": "10000-01-01",
    "the year 10000 in seconds": 253402300800 + 1e11,
    "the last moment, too far west": datetime.max.replace(tzinfo=timezone(-timedelta(hours=1))),
    "the first moment, too far east": datetime.min.replace(tzinfo=timezone(timedelta(hours=1))),
    "true": True,
    "false": False,
    "nothing": None,
    "empty": "",
    "garbage": "yesterday",
    "half a character": "\ud800",
    "the 31st of February": "2024-02-31",
    "bytes": b"2024-05-01",
    "a list": ["2024-05-01"],
    "a difference": timedelta(days=1),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_impossible_time_is_refused_in_words(case):
    with pytest.raises(InvalidInput) as refused:
        parsed_time(WRONG[case], "UTC", "time said")
    assert "time said" in refused.value.message
    str(refused.value).encode()  # it can be shown


def test_the_refusal_of_milliseconds_says_what_to_do():
    with pytest.raises(InvalidInput, match="Divide by 1000"):
        parsed_time(1714555800000, "UTC")


def test_what_was_said_was_not_said_in_the_future():
    tomorrow = NOW + timedelta(days=1)
    assert said_time(tomorrow, "UTC", NOW) == tomorrow
    with pytest.raises(InvalidInput, match="future"):
        said_time(tomorrow + timedelta(microseconds=1), "UTC", NOW)


def test_the_future_begins_at_the_same_moment_everywhere():
    east = datetime(2024, 5, 2, 22, tzinfo=timezone(timedelta(hours=14)))  # 08:00 in UTC
    assert said_time(east, "UTC", NOW) == east


def test_a_time_may_be_missing_where_that_means_something():
    assert optional_time(None, "UTC", "since") is None
    assert optional_time("2024-05-01T09:30Z", "UTC", "since") == NOW
    with pytest.raises(InvalidInput, match="since"):
        optional_time("", "UTC", "since")
