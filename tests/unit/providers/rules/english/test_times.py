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
    ],
)
def test_when(text: str, day: date) -> None:
    (claim,) = claims(text)
    assert claim.since is not None
    assert claim.since.date() == day
