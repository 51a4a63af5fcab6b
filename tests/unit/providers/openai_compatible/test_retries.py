"""When to try again, and after how long."""

from __future__ import annotations

import pytest

from holdfast.providers.openai_compatible import Limits
from holdfast.providers.openai_compatible.retries import Retries, asked_wait, worth_another_try

NOON = 1_714_564_800.0  # Wed, 01 May 2024 12:00:00 GMT


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529, 599])
def test_worth_another_try(status):
    assert worth_another_try(status)


@pytest.mark.parametrize(
    "status", [200, 301, 400, 401, 403, 404, 405, 410, 413, 415, 422, 451, 501]
)
def test_not_worth_another_try(status):
    assert not worth_another_try(status)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0.0),
        ("7", 7.0),
        (" 120 ", 120.0),
        ("9" * 400, 999_999_999_999.0),
        ("Wed, 01 May 2024 12:00:30 GMT", 30.0),
        ("Wed, 01 May 2024 14:00:30 +0200", 30.0),
        ("Wed, 01 May 2024 12:00:30 -0000", 30.0),
        ("Wed, 01 May 2024 11:59:00 GMT", 0.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("Wed, 99 May 2024 12:00:30 GMT", None),
    ],
)
def test_what_a_header_asks_for(header, seconds):
    assert asked_wait(header, lambda: NOON) == seconds


@pytest.mark.parametrize(
    ("tries", "asked", "chance", "wait"),
    [
        (1, None, 1.0, 1.0),
        (1, None, 0.0, 0.5),
        (2, None, 1.0, 2.0),
        (3, None, 1.0, 4.0),
        (4, None, 1.0, 5.0),  # the longest
        (5, None, 1.0, None),  # no more tries
        (1, 3.0, 1.0, 3.0),
        (3, 3.0, 1.0, 4.0),
        (1, 5.0, 1.0, 5.0),
        (1, 5.1, 1.0, None),  # more than we wait
        (1, 0.0, 0.0, 0.5),
    ],
)
def test_how_long_to_wait(tries, asked, chance, wait):
    limits = Limits(attempts=5, first_wait_seconds=1, longest_wait_seconds=5)
    assert Retries(limits, jitter=lambda: chance).wait_after(tries, asked) == wait
