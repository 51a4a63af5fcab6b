"""Moments: stored as whole microseconds in UTC, kept with the zone they were said in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

FIRST = -62_135_596_800_000_000
"""The first microsecond that a datetime can hold."""

NEVER = 253_402_300_799_999_999
"""The last microsecond that a datetime can hold: an expiry that never comes."""


def to_micros(moment: datetime) -> int:
    """Whole microseconds since 1970 in UTC. The moment must know its zone."""
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int, zone: str = "UTC") -> datetime:
    """The moment that `to_micros` and `zone_of` were taken from."""
    moment = _EPOCH + timedelta(0, 0, micros)
    return moment if zone == "UTC" else moment.astimezone(zone_named(zone))


def zone_of(moment: datetime) -> str:
    """The moment's zone: an IANA name where it has one, else an offset such as ``+08:00``."""
    if moment.tzinfo is UTC:  # as every moment of our own clock
        return "UTC"
    name = getattr(moment.tzinfo, "key", None)
    if name:
        return str(name)
    offset = moment.utcoffset() or timedelta()
    if not offset:
        return "UTC"
    sign = "-" if offset < timedelta() else "+"
    hours, rest = divmod(abs(offset), timedelta(hours=1))
    minutes, seconds = divmod(rest.seconds, 60)
    tail = f":{seconds:02d}" if seconds else ""
    return f"{sign}{hours:02d}:{minutes:02d}{tail}"


@lru_cache(maxsize=256)
def zone_named(name: str) -> tzinfo:
    """The zone that `zone_of` named. Raises ValueError for a name nobody knows."""
    if name == "UTC":
        return UTC
    if name[:1] in "+-":
        numbers = [int(part) for part in name[1:].split(":")]
        if len(numbers) not in (2, 3):
            raise ValueError(f"not an offset: {name!r}")
        hours, minutes, *seconds = numbers
        offset = timedelta(hours=hours, minutes=minutes, seconds=seconds[0] if seconds else 0)
        return timezone(-offset if name[0] == "-" else offset)
    from zoneinfo import ZoneInfo  # seldom needed, and slow to load

    try:
        return ZoneInfo(name)
    except (LookupError, OSError) as error:
        raise ValueError(f"no such time zone: {name!r}") from error
