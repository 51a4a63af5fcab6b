"""Parts of the day."""

from __future__ import annotations

from holdfast.text.when.readings import Reading
from holdfast.text.when.spans import Span, minutes

PARTS: dict[str, tuple[int, int]] = {
    "morning": (5, 12),
    "noon": (11, 14),
    "afternoon": (12, 18),
    "dusk": (17, 20),
    "evening": (18, 24),
    "deep night": (21, 29),
    "small hours": (0, 5),
}
"""From one hour to another; beyond 24 lies the next day."""

_NUMBERED = tuple(PARTS.values())
NUMBERS = {name: number for number, name in enumerate(PARTS)}


def part_of(reading: Reading, part: int) -> Reading:
    """The hours of a day that is a part of it; of a feast, those of the day itself."""
    first, end = _NUMBERED[part]

    def at(year: int, month: int) -> Span | None:
        span = reading.at(year, month)
        if span is None:
            return None
        return minutes(span.heart_low + first * 60, span.heart_low + end * 60)

    return Reading(at, reading.open, reading.exact, reading.month)
