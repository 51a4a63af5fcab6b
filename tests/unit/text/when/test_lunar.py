"""Dates of the Chinese calendar and feasts that move."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from holdfast.text.when import lunar, make_lunar
from holdfast.text.when.feasts import FEASTS

NEW_YEARS = [
    "1950-02-17",
    "1954-02-03",
    "1960-01-28",
    "1968-01-30",
    "1970-02-06",
    "1976-01-31",
    "1980-02-16",
    "1985-02-20",
    "1987-01-29",
    "1990-01-27",
    "1995-01-31",
    "1997-02-07",
    "2000-02-05",
    "2004-01-22",
    "2007-02-18",
    "2008-02-07",
    "2010-02-14",
    "2012-01-23",
    "2015-02-19",
    "2018-02-16",
    "2019-02-05",
    "2020-01-25",
    "2021-02-12",
    "2022-02-01",
    "2023-01-22",
    "2024-02-10",
    "2025-01-29",
    "2026-02-17",
    "2027-02-06",
    "2028-01-26",
    "2029-02-13",
    "2030-02-03",
    "2033-01-31",
    "2034-02-19",
    "2050-01-23",
    "2100-02-09",
]


@pytest.mark.parametrize("day", NEW_YEARS)
def test_a_new_year_begins_on_its_day(day):
    new_year = date.fromisoformat(day)
    assert lunar.lunar_day(new_year.year, 1, 1) == new_year.toordinal()


@pytest.mark.parametrize(
    ("year", "month", "day", "found"),
    [
        (2024, 5, 5, "2024-06-10"),
        (2025, 5, 5, "2025-05-31"),
        (2025, 7, 7, "2025-08-29"),
        (2023, 8, 15, "2023-09-29"),
        (2024, 8, 15, "2024-09-17"),
        (2025, 8, 15, "2025-10-06"),
        (2020, 8, 15, "2020-10-01"),
        (2033, 8, 15, "2033-09-08"),
        (2025, 9, 9, "2025-10-29"),
        (2025, 1, 15, "2025-02-12"),
        (1987, 8, 15, "1987-10-07"),
    ],
)
def test_a_day_of_the_chinese_year(year, month, day, found):
    number = lunar.lunar_day(year, month, day)
    assert number is not None
    assert date.fromordinal(number).isoformat() == found


def test_leap_months_are_those_of_the_almanac():
    known = {1987: 6, 2001: 4, 2004: 2, 2006: 7, 2009: 5, 2012: 4, 2014: 9, 2017: 6, 2020: 4,
             2023: 2, 2025: 6, 2028: 5, 2031: 3, 2033: 11}  # fmt: skip
    leaps = {year: lunar._word(year) & 15 for year in known}
    assert leaps == known


def test_the_table_is_what_the_script_writes():
    assert make_lunar.table() == lunar._YEARS


def test_qingming_is_where_the_sun_puts_it():
    years = range(lunar.FIRST, lunar.LAST + 1)
    assert [lunar.qingming(y) for y in years] == [make_lunar.term_day(y, 15) for y in years]


@pytest.mark.parametrize("year", [1, 1949, 2101, 9999])
def test_outside_the_table_there_is_no_date(year):
    assert lunar.lunar_day(year, 1, 1) is None
    assert lunar.qingming(year) is None


@pytest.mark.parametrize(
    ("name", "year", "first", "days"),
    [
        ("easter", 2000, "2000-04-23", 1),
        ("easter", 2008, "2008-03-23", 1),
        ("easter", 2011, "2011-04-24", 1),
        ("easter", 2024, "2024-03-31", 1),
        ("easter", 2025, "2025-04-20", 1),
        ("easter", 2038, "2038-04-25", 1),
        ("easter weekend", 2025, "2025-04-18", 4),
        ("thanksgiving", 2023, "2023-11-23", 1),
        ("thanksgiving", 2024, "2024-11-28", 1),
        ("black friday", 2024, "2024-11-29", 1),
        ("memorial day", 2024, "2024-05-27", 1),
        ("labor day", 2024, "2024-09-02", 1),
        ("martin luther king day", 2025, "2025-01-20", 1),
        ("mother's day", 2024, "2024-05-12", 1),
        ("father's day", 2024, "2024-06-16", 1),
        ("spring festival", 2024, "2024-02-09", 9),
        ("spring festival", 2025, "2025-01-28", 8),
        ("national day", 2024, "2024-10-01", 7),
        ("national day", 2025, "2025-10-01", 8),
        ("winter", 2024, "2024-12-01", 90),
    ],
)
def test_a_feast_falls_on_its_days(name, year, first, days):
    span = FEASTS[name](year)
    assert span is not None
    assert date.fromordinal(span.low // 1440).isoformat() == first
    assert timedelta(minutes=span.high - span.low) == timedelta(days=days)


@pytest.mark.parametrize("name", FEASTS)
@pytest.mark.parametrize("year", [-5, 0, 1, 2, 1949, 1950, 2100, 2101, 9998, 9999, 10000])
def test_a_feast_of_any_year_is_a_span_or_nothing(name, year):
    span = FEASTS[name](year)
    assert span is None or span.low <= span.heart_low < span.heart_high
