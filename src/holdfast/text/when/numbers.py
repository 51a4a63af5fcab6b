"""Numbers in words, English and Chinese."""

from __future__ import annotations

ENGLISH = {
    word: number
    for number, word in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ],
        1,
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100}

ORDINALS = {
    word: number
    for number, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        1,
    )
} | {"thirtieth": 30}

CHINESE_DIGITS = "〇零一二三四五六七八九"
NUMERAL = "〇零一二两三四五六七八九十廿卅百千"
"""The characters that numbers are written with (in their simplified forms)."""

_VALUES = {"〇": 0, "零": 0, "两": 2} | {sign: n for n, sign in enumerate("一二三四五六七八九", 1)}
_SCALES = {"十": 10, "百": 100, "千": 1000}
_TENS = {"廿": 20, "卅": 30}


def chinese_number(text: str) -> int | None:
    """The number a run of digits or numerals stands for; None for more than one, as in 三四."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 6 else None
    if text in _VALUES:
        return _VALUES[text]
    if all(sign in _VALUES for sign in text):
        return _spelled(text)
    total, digit = 0, None
    for sign in text:
        if sign in _VALUES:
            if digit:
                return None
            digit = _VALUES[sign]
        elif sign in _SCALES:
            total += (1 if digit is None else digit) * _SCALES[sign]
            digit = None
        elif sign in _TENS:
            total += _TENS[sign]
        else:
            return None
    return total + (digit or 0)


def _spelled(text: str) -> int | None:
    """Digits one after the other, as years are written: 二〇二四. Two alone are no number."""
    if not text or len(text) in (2, 3) or len(text) > 6:
        return None
    return int("".join(str(_VALUES[sign]) for sign in text))


def chinese_year(text: str) -> int | None:
    """The year of four digits, or of two: 九八 is 1998. 三四 may as well be "three or four"."""
    values = [int(sign) if sign in "0123456789" else _VALUES.get(sign) for sign in text]
    if len(values) not in (2, 4) or None in values:
        return None
    number = int("".join(map(str, values)))
    if len(values) == 4:
        return number if number >= 1000 else None
    return number + (1900 if number > 50 else 2000)
