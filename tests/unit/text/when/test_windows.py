"""Windows: what holds for all of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text.when import Window, windows
from tests.unit.text.when.tables import ASKED, written

WORDS = [
    "last",
    "this",
    "next",
    "week",
    "month",
    "year",
    "weekend",
    "Monday",
    "May",
    "march",
    "31st",
    "5/31",
    "2024-02-30",
    "99999",
    "0",
    "of",
    "the",
    "before",
    "after",
    "since",
    "until",
    "between",
    "and",
    "to",
    "from",
    "around",
    "about",
    "ago",
    "three",
    "1000000",
    "days",
    "Christmas",
    "Easter",
    "morning",
    "early",
    "late",
    "end",
    "first",
    "second",
    "half",
    "in",
    "on",
    "at",
    "every",
    "去年",
    "前年",
    "二月",
    "30日",
    "三十号",
    "99999年",
    "上上周",
    "四",
    "天前",
    "个月",
    "前",
    "后",
    "到",
    "之间",
    "春节",
    "除夕",
    "大年初三",
    "农历",
    "十五",
    "周末",
    "第",
    "最后一",
    "年底",
    "月初",
    "的",
    "那天",
    "前后",
    "以来",
    "零",
    "十",
    "百",
    "90年代",
    "13月",
    "0号",
    "9999年",
    "0001-01-01",
    "9999-12-31",
    "1900",
    "2100",
    "999999999999",
    "半",
    "几",
    "-",
    "~",
    "/",
    ".",
    "'",
    "İ",
    "ß",
]
ZONES = [
    UTC,
    timezone(timedelta(hours=-12)),
    timezone(timedelta(hours=14)),
    ZoneInfo("Asia/Shanghai"),
]


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("Was it last week or in May 2022?", ["last week", "May 2022"]),
        ("上周我在Berlin，昨天呢？", ["上周", "昨天"]),
        ("What did 小王 say 上周三?", ["上周三"]),
        ("last week我做了什么？", ["last week"]),
        ("2024年的Christmas做了什么", ["2024年的Christmas"]),
        ("ＩＮ ２０２２年５月", ["２０２２年５月"]),
        ("İstanbul last week", ["last week"]),
        ("上周一个人看电影", ["上周"]),
        ("上周一起吃饭", ["上周"]),
        ("上週日本隊贏了嗎", ["上週"]),
        ("What will I do in three weeks?", ["in three weeks"]),
        ("我三天后要去哪里", ["三天后"]),
        ("搬家三天后我做了什么", []),
        ("What did I learn in three weeks?", []),
    ],
)
def test_a_window_names_the_words_it_was_read_from(question, phrases):
    found = windows(question, ASKED)
    assert [window.phrase for window in found] == phrases
    assert [question[window.start : window.stop] for window in found] == phrases


@pytest.mark.parametrize(
    ("asked", "question", "meant"),
    [
        ("2025-07-17T15:00", "last winter", "2024-12-01 2025-03-01"),
        ("2025-07-17T15:00", "去年冬天", "2024-12-01 2025-03-01"),
        ("2025-01-17T15:00", "this winter", "2024-12-01 2025-03-01"),
        ("2025-02-06T15:00", "last summer", "2024-06-01 2024-09-01"),
        ("2024-12-25T12:00", "last Christmas", "2023-12-24 2023-12-27"),
        ("2024-12-25T12:00", "at Christmas", "2024-12-24 2024-12-27"),
        ("2024-12-31T23:00", "at New Year", "2024-12-31 2025-01-02"),
        ("2025-01-30T19:00", "around New Year's Eve", "~2024-12-30 2025-01-02"),
        ("2024-03-01T09:00", "on 29 February", "2024-02-29 2024-03-01"),
        ("2027-03-01T09:00", "on 29 February", "2024-02-29 2024-03-01"),
        ("2025-03-05T09:00", "on the 31st", "2025-01-31 2025-02-01"),
        ("2025-01-15T09:00", "from December to February", "2024-12-01 2025-03-01"),
        ("2025-01-03T09:00", "上个月底", "2024-12-21 2025-01-01"),
        ("2025-01-01T00:00", "昨晚", "2024-12-31T18:00 2025-01-01"),
        ("2024-02-20T09:00", "春节", "2024-02-09 2024-02-18"),
        ("2024-11-20T09:00", "国庆假期", "2024-10-01 2024-10-08"),
        ("2025-10-18T09:00", "over the weekend", "2025-10-18 2025-10-20"),
        ("2025-10-19T09:00", "on Sunday", "2025-10-12 2025-10-13"),
    ],
)
def test_the_time_of_asking_decides(asked, question, meant):
    asked_at = datetime.fromisoformat(asked).replace(tzinfo=UTC)
    assert [written(window) for window in windows(question, asked_at)] == [meant]


def test_windows_are_in_the_zone_of_asking():
    asked = datetime(2025, 3, 31, 1, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    (window,) = windows("yesterday", asked)
    assert window.begins == datetime(2025, 3, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    assert window.begins.tzinfo is asked.tzinfo
    assert window.ends.isoformat() == "2025-03-31T00:00:00+02:00"


@pytest.mark.parametrize("words", [*WORDS, "last year", "ten years ago", "前年春节", "next month"])
def test_the_ends_of_the_calendar_are_no_obstacle(words):
    for zone in ZONES:
        for asked in (datetime.min.replace(tzinfo=zone), datetime.max.replace(tzinfo=zone)):
            for window in windows(words, asked):
                assert_sound(window, words)


def test_a_time_without_a_zone_stays_without_one():
    (window,) = windows("昨天", ASKED.replace(tzinfo=None))
    assert window.begins.tzinfo is None


@settings(max_examples=1500, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(WORDS), max_size=9),
    st.sampled_from(["", " "]),
    st.datetimes(timezones=st.sampled_from(ZONES)),
)
def test_no_sequence_of_words_of_time_is_too_much(words, between, asked):
    question = between.join(words)
    for window in windows(question, asked):
        assert_sound(window, question)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(), st.datetimes(timezones=st.sampled_from(ZONES)))
def test_no_text_is_too_much(question, asked):
    for window in windows(question, asked):
        assert_sound(window, question)


def test_a_long_text_is_read_in_its_beginning():
    assert [w.start for w in windows("last week " + "昨天, 5/31 and " * 20_000, ASKED)][:2] == [
        0,
        10,
    ]


def assert_sound(window: Window, question: str) -> None:
    assert window.begins < window.ends
    assert question[window.start : window.stop] == window.phrase != ""
    window.begins.astimezone(UTC), window.ends.astimezone(UTC)
