"""Dates of the Chinese calendar, 1950 to 2100, from a table of the lengths of its months."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

FIRST, LAST = 1950, 2100

_NEW_YEAR = date(1950, 2, 17).toordinal()
_YEARS = (
    "06ca00b5500ab5504da00a5b00a573052b0152a80e95006aa015aa60ab5004b6014ae40a570052601d2630d950"
    "0b557056a0096d0095d504ad00a4d01a4d40d2501aa580b5400b6a012da6095b0049b0149740a4b0164ba06a50"
    "06d4015b460ab6009570092f504970064b00d4a30ea500d65805ac00ab60126d5092e00c9601a9540d4a00da50"
    "0b552056a0155b7025d0092d0192b50a9500b4a016aa40ad500ab5904ba00a5b00a576052b00a9300e95406aa0"
    "0ad5009b5204b6014ae60a4e00d2601d2650d53005aa00d6a3096d0095db04ad00a4d01a4b60d2500d5201b545"
    "0b5a0056d0095b2049b0149770a4b00aa5016a5506d200ada00ab6309370092f804970064b00d4a60ea5006b20"
    "156c40aae0092e0192e30c9601a9570d4a00da500b555056a00a6d00a5d4052d0152b80a9500b4a016aa60ad50"
    "055a014ba40a5b0052b015273069300e53706aa00ad5009b5504b600a5700a4e40d1601d2680d5200daa00d6a6"
    "056d004ae0149d40a4d00d1501b2520d520"
)
"""Five hexadecimal digits a year, as `make_lunar` writes them: a bit for every month, set for one
of thirty days, and in the last digit the number of the month that comes a second time."""


@lru_cache(maxsize=64)
def month_starts(year: int) -> tuple[tuple[int, ...], int] | None:
    """The first days of the twelve months and the day after the year; None outside the table."""
    if not FIRST <= year <= LAST:
        return None
    begin = _new_year(year)
    word = _word(year)
    leap, lengths = word & 15, word >> 4
    count = 12 + (leap > 0)
    starts = []
    for month in range(count):
        if not leap or month != leap:  # the second of two months with one number holds no feasts
            starts.append(begin)
        begin += 29 + (lengths >> (count - 1 - month) & 1)
    return tuple(starts), begin


def lunar_day(year: int, month: int, day: int) -> int | None:
    """The ordinal of a day of the Chinese year that begins in `year`; day 0 is the one before."""
    found = month_starts(year)
    if found is None or not (1 <= month <= 12 and 0 <= day <= 30):
        return None
    return found[0][month - 1] + day - 1


def qingming(year: int) -> int | None:
    """The ordinal of Tomb-Sweeping Day: the sun moves a quarter of a day a year, leap years aside.

    The two constants are those of the 20th and the 21st century.
    """
    if not FIRST <= year <= LAST:
        return None
    constant, of_century = (5.59, year - 1900) if year < 2000 else (4.81, year - 2000)
    leaps = of_century // 4 - (year == 2100)  # which is no leap year
    return date(year, 4, int(of_century * 0.2422 + constant) - leaps).toordinal()


@lru_cache(maxsize=64)
def _new_year(year: int) -> int:
    return _NEW_YEAR + sum(_length(each) for each in range(FIRST, year))


@lru_cache(maxsize=256)
def _length(year: int) -> int:
    word = _word(year)
    return 29 * (12 + ((word & 15) > 0)) + (word >> 4).bit_count()


def _word(year: int) -> int:
    at = 5 * (year - FIRST)
    return int(_YEARS[at : at + 5], 16)
