"""When something happens."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.providers.rules.chinese.times import birth_day, span_of

AT = datetime(2024, 5, 1, 10, tzinfo=UTC)  # a Wednesday


def test_a_bare_day_of_something_planned_is_the_next_one() -> None:
    assert span_of("周一去复查", AT, ahead=True)[0] == datetime(2024, 5, 6, tzinfo=UTC)
    assert span_of("三月毕业", AT, ahead=True)[0] == datetime(2025, 3, 1, tzinfo=UTC)


def test_what_happened_is_in_the_past() -> None:
    assert span_of("去年搬的家", AT, ahead=False)[0] == datetime(2023, 1, 1, tzinfo=UTC)


def test_what_is_to_be_done_by_a_time_has_no_beginning() -> None:
    assert span_of("下周一前要交论文", AT, ahead=True) == (None, datetime(2024, 5, 6, tzinfo=UTC))


def test_no_time_is_no_time() -> None:
    assert span_of("搬家了", AT, ahead=False) == (None, None)


@pytest.mark.parametrize(
    ("text", "value", "day"),
    [
        ("明天我生日", "生日", "5月2日"),
        ("下个月我生日", "生日", "6月"),
        ("后天是我三十岁生日", "后天是我三十岁生日", "5月3日（后天是我三十岁生日）"),
        ("下个月初八我生日", "生日", "生日"),
        ("5月8号我生日", "5月8号", "5月8号"),
        ("我妈是腊月廿三", "腊月廿三", "腊月廿三"),
    ],
)
def test_a_birthday_for_good(text: str, value: str, day: str) -> None:
    assert birth_day(value, text, *span_of(text, AT, ahead=False)) == day
