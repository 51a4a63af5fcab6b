"""Works out the table in `lunar` from the positions of the sun and the moon.

Run it as `python -m holdfast.text.when.make_lunar`; nothing else imports it. The new moons and the
sun's longitude follow Meeus, Astronomical Algorithms (chapters 49 and 25), in Beijing time. A year
runs between two months that hold the winter solstice; where thirteen months lie between them, the
first one without a principal term of the sun is the leap month.
"""

from __future__ import annotations

import itertools
import sys
from datetime import date
from math import floor, radians, sin

FIRST, LAST = 1950, 2100

_ORDINAL = 1721424.5
"""The Julian day on which day 0 of `date.toordinal` began."""

_BEIJING = 8 / 24
_NEW_MOON = (
    # factor, power of the eccentricity, multiples of M, M' and F, of the node
    (-0.40720, 0, 0, 1, 0, 0), (0.17241, 1, 1, 0, 0, 0), (0.01608, 0, 0, 2, 0, 0),
    (0.01039, 0, 0, 0, 2, 0), (0.00739, 1, -1, 1, 0, 0), (-0.00514, 1, 1, 1, 0, 0),
    (0.00208, 2, 2, 0, 0, 0), (-0.00111, 0, 0, 1, -2, 0), (-0.00057, 0, 0, 1, 2, 0),
    (0.00056, 1, 1, 2, 0, 0), (-0.00042, 0, 0, 3, 0, 0), (0.00042, 1, 1, 0, 2, 0),
    (0.00038, 1, 1, 0, -2, 0), (-0.00024, 1, -1, 2, 0, 0), (-0.00017, 0, 0, 0, 0, 1),
    (-0.00007, 0, 2, 1, 0, 0), (0.00004, 0, 0, 2, -2, 0), (0.00004, 0, 3, 0, 0, 0),
    (0.00003, 0, 1, 1, -2, 0), (0.00003, 0, 0, 2, 2, 0), (-0.00003, 0, 1, 1, 2, 0),
    (0.00003, 0, -1, 1, 2, 0), (-0.00002, 0, -1, 1, -2, 0), (-0.00002, 0, 1, 3, 0, 0),
    (0.00002, 0, 0, 4, 0, 0),
)  # fmt: skip
_PLANETS = (
    (0.000325, 299.77, 0.107408), (0.000165, 251.88, 0.016321), (0.000164, 251.83, 26.651886),
    (0.000126, 349.42, 36.412478), (0.000110, 84.66, 18.206239), (0.000062, 141.74, 53.303771),
    (0.000060, 207.14, 2.453732), (0.000056, 154.84, 7.306860), (0.000047, 34.52, 27.261239),
    (0.000042, 207.19, 0.121824), (0.000040, 291.34, 1.844379), (0.000037, 161.72, 24.198154),
    (0.000035, 239.56, 25.513099), (0.000023, 331.55, 3.592518),
)  # fmt: skip


def new_moon(k: int) -> int:
    """The day, as an ordinal in Beijing, of the k-th new moon after that of 6 January 2000."""
    t = k / 1236.85
    day = 2451550.09766 + 29.530588861 * k + 0.00015437 * t**2 - 0.00000015 * t**3
    e = 1 - 0.002516 * t - 0.0000074 * t**2
    sun = 2.5534 + 29.10535670 * k - 0.0000014 * t**2
    moon = 201.5643 + 385.81693528 * k + 0.0107582 * t**2 + 0.00001238 * t**3
    width = 160.7108 + 390.67050284 * k - 0.0016118 * t**2 - 0.00000227 * t**3
    node = 124.7746 - 1.56375588 * k + 0.0020672 * t**2
    for factor, power, a, b, c, d in _NEW_MOON:
        day += factor * e**power * sin(radians(a * sun + b * moon + c * width + d * node))
    for factor, start, speed in _PLANETS:
        squared = -0.009173 * t**2 if speed == 0.107408 else 0
        day += factor * sin(radians(start + speed * k + squared))
    return _civil(day)


def longitude(day: float) -> float:
    """The apparent longitude of the sun in degrees, at a Julian day of dynamical time."""
    t = (day - 2451545.0) / 36525
    mean = 280.46646 + 36000.76983 * t + 0.0003032 * t**2
    m = radians(357.52911 + 35999.05029 * t - 0.0001537 * t**2)
    centre = (1.914602 - 0.004817 * t - 0.000014 * t**2) * sin(m)
    centre += (0.019993 - 0.000101 * t) * sin(2 * m) + 0.000289 * sin(3 * m)
    node = radians(125.04 - 1934.136 * t)
    return (mean + centre - 0.00569 - 0.00478 * sin(node)) % 360


def term_day(year: int, degrees: int) -> int:
    """The day, as an ordinal in Beijing, on which the sun reaches a longitude."""
    day = date(year, 3, 20).toordinal() + _ORDINAL + degrees % 360 * 1.0146
    if degrees >= 280:  # these terms come before the equinox of their year
        day -= 365.25
    for _ in range(8):
        day += 58 * sin(radians(degrees - longitude(day)))
    return _civil(day)


def months(year: int) -> list[tuple[int, int, bool]]:
    """First day, number and whether it is a leap month, from the 11th month of the year before."""
    last = _month_of(term_day(year, 270))
    first = _month_of(term_day(year - 1, 270))
    leap = last - first == 13
    found: list[tuple[int, int, bool]] = []
    number = 10
    for k in range(first, last):
        bare = leap and not _holds_term(new_moon(k), new_moon(k + 1))
        leap = leap and not bare
        number += not bare
        found.append((new_moon(k), (number - 1) % 12 + 1, bare))
    return found


def _civil(day: float) -> int:
    """The ordinal of the day in Beijing at a Julian day of dynamical time."""
    years = (day - 2451545) / 365.25
    ahead = (
        63.8 + 0.33 * years if years < 0 else 63.8 + 0.3 * min(years, 20) + 0.4 * max(years - 20, 0)
    )
    return floor(day - ahead / 86400 + _BEIJING - _ORDINAL)


def _month_of(day: int) -> int:
    k = round((day - date(2000, 1, 6).toordinal()) / 29.530588861) + 1
    while new_moon(k) > day:
        k -= 1
    return k


def _holds_term(first: int, end: int) -> bool:
    """Whether a principal term (a longitude divisible by 30) falls on one of these days."""
    before = longitude(first - _BEIJING + _ORDINAL + 0.0007)
    after = longitude(end - _BEIJING + _ORDINAL + 0.0007)
    return floor(before / 30) != floor(after / 30)


def table() -> str:
    """Five hexadecimal digits a year: the lengths of the months and the leap month's number."""
    every = sorted({month for year in range(FIRST, LAST + 2) for month in months(year)})
    starts = [i for i, (_, number, leap) in enumerate(every) if number == 1 and not leap]
    words = []
    for begin, end in itertools.pairwise(starts):
        lengths = 0
        for (day, *_), (following, *_) in zip(every[begin:end], every[begin + 1 :], strict=False):
            lengths = lengths << 1 | (following - day == 30)
        words.append(lengths << 4 | max(n * leap for _, n, leap in every[begin:end]))
    return "".join(f"{word:05x}" for word in words)


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
