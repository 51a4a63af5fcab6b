from __future__ import annotations

from datetime import date

import pytest

from .told import claims


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I'm flying to Lima on Friday.", date(2024, 5, 10)),
        ("We're moving to Bonn in February.", date(2025, 2, 1)),
        ("I have an interview tomorrow.", date(2024, 5, 9)),
        ("I passed my theory test yesterday.", date(2024, 5, 7)),
        ("I broke my ankle in January.", date(2024, 1, 1)),
        ("After the party on Thursday we're flying to Rome on Sunday.", date(2024, 5, 12)),
        ("I'm seeing the surgeon on Thursday the 6th.", date(2024, 6, 6)),
    ],
)
def test_when(text: str, day: date) -> None:
    (claim,) = claims(text)
    assert claim.since is not None
    assert claim.since.date() == day


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It's my birthday tomorrow.", "9 May (tomorrow)"),
        ("I turned 40 yesterday.", "7 May (yesterday)"),
        ("My mum's 80th is next month.", "June (next month)"),
        ("It's my birthday on Saturday!", "11 May (Saturday)"),
        ("My birthday was on Saturday.", "4 May (Saturday)"),
    ],
)
def test_a_birthday_for_good(text: str, value: str) -> None:
    assert value in {claim.value for claim in claims(text) if claim.topic == "birthday"}


def test_a_day_alone_is_of_this_month_or_the_next() -> None:
    (claim,) = claims("Dentist appointment on the 4th.")
    assert claim.since is not None
    assert claim.since.date() == date(2024, 6, 4)
