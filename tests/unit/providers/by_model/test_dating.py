"""Dating: moments in the zone they were said in, within a life, and only where a text speaks of them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from holdfast.providers.by_model.dating import moment, resolved, spoken_of
from tests.unit.providers.by_model.dates import at
from tests.unit.providers.by_model.lines import SAID_AT


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("2026-05-02", at(2026, 5, 2), at(2026, 5, 3)),
        ("2026/5/2", at(2026, 5, 2), at(2026, 5, 3)),
        ("2026年5月2日", at(2026, 5, 2), at(2026, 5, 3)),
        ("2026-05", at(2026, 5, 1), at(2026, 6, 1)),
        ("2026-12", at(2026, 12, 1), at(2027, 1, 1)),
        ("2026年", at(2026, 1, 1), at(2027, 1, 1)),
        (" 1950 ", at(1950, 1, 1), at(1951, 1, 1)),
        ("2026-05-02T19:00", at(2026, 5, 2, 19), at(2026, 5, 2, 19)),
        ("2026-05-02T19:00:00Z", at(2026, 5, 2, 19), at(2026, 5, 2, 19)),
    ],
)
def test_moments(text, first, after):
    assert moment(text, SAID_AT) == first
    assert moment(text, SAID_AT, last=True) == after


@pytest.mark.parametrize(
    "value",
    ["", " ", "tomorrow", "2026-13-01", "2026-02-30", "0000", "0001-01-01", "1800", "9999-12-31", "2200", None,
     7, 2026.5, ["2026"], {}, True, "2026-05-02T25:00", "null", "9" * 5000],
)  # fmt: skip
def test_what_is_no_moment(value):
    assert moment(value, SAID_AT) is None
    assert moment(value, SAID_AT, last=True) is None


def test_the_zone_is_that_of_the_message():
    said_at = datetime(2026, 5, 1, 23, tzinfo=ZoneInfo("Asia/Shanghai"))
    assert moment("2026-05-02", said_at) == datetime(2026, 5, 2, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("See you tomorrow.", at(2026, 5, 2)),
        ("明天见。", at(2026, 5, 2)),
        ("I moved in March.", at(2026, 3, 1)),
        ("I will move in March.", at(2027, 3, 1)),
        ("I have lived here for three years.", at(2023, 5, 1)),
        ("I have just moved.", at(2026, 5, 1)),
        ("I was born in 1990.", at(1990, 1, 1)),
        ("The exam of last week took 3 hours.", at(2026, 4, 22)),
    ],
)
def test_what_a_text_may_speak_of(text, day):
    assert spoken_of(day, text, SAID_AT) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("See you tomorrow.", at(2026, 5, 9)),
        ("明天见。", at(2026, 6, 2)),
        ("I moved last month.", at(2025, 11, 1)),
        ("I like tea.", at(2020, 1, 1)),
        ("我喜欢茶。", at(2026, 5, 9)),
    ],
)
def test_what_it_cannot(text, day):
    assert spoken_of(day, text, SAID_AT) is None


def test_no_moment_stays_none():
    assert spoken_of(None, "tomorrow", SAID_AT) is None


@pytest.mark.parametrize(
    ("text", "told", "found"),
    [
        ("Mei moved.", ["I moved."], "Mei moved."),
        ("Mei leaves tomorrow.", ["I leave tomorrow."], "Mei leaves tomorrow (2026-05-02)."),
        ("小明明天走。", ["我明天走"], "小明明天 (2026-05-02)走。"),
        ("小明上周走了。", ["上周"], "小明上周 (2026-04-20 – 2026-04-26)走了。"),
        (
            "Mei came yesterday and leaves tomorrow.",
            ["Came yesterday, leave tomorrow."],
            "Mei came yesterday (2026-04-30) and leaves tomorrow (2026-05-02).",
        ),
    ],
)
def test_dates_behind_the_words(text, told, found):
    assert resolved(text, [(line, SAID_AT) for line in told]) == found


def test_where_it_cannot_be_told_when_that_was():
    later = at(2026, 5, 9)
    both = [("I leave tomorrow.", SAID_AT), ("I stay tomorrow.", later)]
    assert resolved("Mei leaves tomorrow.", both) == ""
    one = [("I leave tomorrow.", SAID_AT), ("I stay.", later)]
    assert resolved("Mei leaves tomorrow.", one) == "Mei leaves tomorrow (2026-05-02)."
    neither = [("I leave.", SAID_AT), ("I stay.", later)]
    assert resolved("Mei leaves tomorrow.", neither) == ""
