"""The time at which something was said, as callers give it."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

from holdfast.domain.moments import zone_named
from holdfast.errors import InvalidInput

AHEAD = timedelta(days=1)
"""How far a clock may run ahead before a time counts as impossible."""

_LARGEST_SECONDS = 1e11


def parsed_time(value: object, zone: str, noun: str = "time") -> datetime:
    """The moment meant by a datetime, an ISO 8601 text, or seconds since 1970.

    A time without a zone is taken to be in `zone`. Raises InvalidInput for anything else.
    """
    moment = _read(value, noun)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone_named(zone))
    try:
        moment.astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(f"The {noun} {value!r} lies outside the calendar.") from error
    return moment


def optional_time(value: object, zone: str, noun: str) -> datetime | None:
    """Like `parsed_time`, where there may be no time at all."""
    return None if value is None else parsed_time(value, zone, noun)


def optional_end(value: object, zone: str, noun: str) -> datetime | None:
    """Like `optional_time`, for the end of a stretch: of a day without a time, its last moment."""
    moment = optional_time(value, zone, noun)
    if moment is not None and _is_day(value):
        return moment.replace(hour=23, minute=59, second=59, microsecond=999_999)
    return moment


def _is_day(value: object) -> bool:
    """Whether it names a day and no time of it."""
    if isinstance(value, str):
        try:
            return bool(date.fromisoformat(value.strip()))
        except ValueError:
            return False
    return isinstance(value, date) and not isinstance(value, datetime)


def said_time(value: object, zone: str, now: datetime) -> datetime:
    """Like `parsed_time`, for something that has been said already: the future is refused."""
    moment = parsed_time(value, zone)
    if moment > now + AHEAD:
        raise InvalidInput(
            f"The time {moment.isoformat()} lies in the future.",
            remedy="Check the clock it came from, its zone and its unit.",
        )
    return moment


def _read(value: object, noun: str) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime.combine(value, time.min)
    if isinstance(value, str):
        try:
            if value.strip().isdecimal() and len(value.strip()) != len("YYYYMMDD"):
                raise ValueError("a bare number is no date")
            return datetime.fromisoformat(value.strip())
        except ValueError as error:
            raise InvalidInput(
                f"The {noun} {value[:40]!r} is not a time.",
                remedy="Write it as 2026-05-31 or 2026-05-31T09:30:00+08:00.",
            ) from error
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _from_seconds(value, noun)
    raise InvalidInput(
        f"The {noun} cannot be read from {type(value).__name__}.",
        remedy="Give a datetime, an ISO 8601 text, or seconds since 1970.",
    )


def _from_seconds(value: float, noun: str) -> datetime:
    try:
        if math.isfinite(value) and abs(value) <= _LARGEST_SECONDS:
            return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=value)
    except OverflowError:
        pass
    raise InvalidInput(
        f"The {noun} is not a number of seconds since 1970.",
        remedy="Divide by 1000 if it is in milliseconds.",
    )
