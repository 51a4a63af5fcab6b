"""Moments: to the microsecond, in the zone they were said in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.domain.moments import NEVER, from_micros, to_micros, zone_named, zone_of

OFFSETS = st.integers(-23 * 60, 23 * 60).map(lambda m: timezone(timedelta(minutes=m)))
NAMES = ("Asia/Shanghai", "Asia/Kolkata", "America/New_York", "Europe/Berlin", "Etc/UTC")
ZONES = st.sampled_from(NAMES).map(ZoneInfo)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.datetimes(
        min_value=datetime(2, 1, 1),  # noqa: DTZ001  hypothesis adds the zone
        max_value=datetime(9998, 12, 31),  # noqa: DTZ001
        timezones=OFFSETS | ZONES | st.just(UTC),
    )
)
def test_a_moment_comes_back_with_its_zone(moment):
    # A time that a change of the clocks leaves out does not exist: it is taken for its twin.
    moment = moment.astimezone(UTC).astimezone(moment.tzinfo)
    back = from_micros(to_micros(moment), zone_of(moment))
    assert back == moment
    assert back.isoformat() == moment.isoformat()
    assert zone_of(back) == zone_of(moment)


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        (UTC, "UTC"),
        (ZoneInfo("UTC"), "UTC"),
        (timezone(timedelta()), "UTC"),
        (ZoneInfo("Asia/Shanghai"), "Asia/Shanghai"),
        (timezone(timedelta(hours=5, minutes=30)), "+05:30"),
        (timezone(-timedelta(hours=3, minutes=30)), "-03:30"),
        (timezone(timedelta(hours=8, minutes=5, seconds=43)), "+08:05:43"),
        (timezone(timedelta(hours=8), "CST"), "+08:00"),
    ],
)
def test_a_zone_has_a_name_that_leads_back_to_it(zone, name):
    moment = datetime(2024, 5, 1, 9, 30, tzinfo=zone)
    assert zone_of(moment) == name
    assert moment.astimezone(zone_named(name)).isoformat() == moment.isoformat()


def test_the_hour_that_comes_twice_is_told_apart():
    berlin = ZoneInfo("Europe/Berlin")
    first = datetime(2024, 10, 27, 2, 30, tzinfo=berlin)
    second = first.replace(fold=1)
    assert to_micros(second) - to_micros(first) == 3_600_000_000
    assert from_micros(to_micros(second), "Europe/Berlin").fold == 1


@pytest.mark.parametrize("name", ["Nowhere/City", "+", "+08", "+1:2:3:4", "+aa:bb", "../etc", ""])
def test_a_zone_nobody_knows_is_a_value_error(name):
    with pytest.raises(ValueError):
        zone_named(name)


def test_never_is_the_last_moment_there_is():
    assert from_micros(NEVER) == datetime.max.replace(tzinfo=UTC)
