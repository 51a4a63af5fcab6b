"""Numbers, times and dates as terms: one form for each, however it is written."""

from __future__ import annotations

import re

NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:[.:][0-9]+)*"
"""1,200; 3.14; 3:30; 1.2.3: for a regular expression."""

DATE = r"[0-9]{4}(?:-[0-9]{1,2}-|/[0-9]{1,2}/|\.[0-9]{1,2}\.)[0-9]{1,2}(?![0-9])"
"""2024-05-31, 2024/5/31, 2024.5.31: for a regular expression."""

SIGNED_DATE = r"(?:[0-9]{1,4}年)?(?:[0-9]{1,2}月)?(?:[0-9]{1,2}[日号])?(?<=[年月日号])"
"""2024年5月31日 and its parts: for a regular expression."""

_DIGITS = re.compile(r"[0-9]+")
_SIGNED = re.compile(r"(?:([0-9]+)年)?(?:([0-9]+)月)?(?:([0-9]+)[日号])?")


def number_form(written: str) -> str:
    """A number without what only helps to read it.

    >>> number_form("1,200")
    '1200'
    """
    return written.replace(",", "")


def date_forms(written: str) -> list[str]:
    """A date as a whole and in parts, the same for 2024-05-31 and 2024年5月31日.

    >>> date_forms("5月31号")
    ['5月31日', '5月', '31日']
    """
    signed = _SIGNED.fullmatch(written)
    year, month, day = signed.groups() if signed else _DIGITS.findall(written)
    forms = []
    if year and month and day:
        forms.append(f"{year}-{int(month):02}-{int(day):02}")
    if month and day:
        forms.append(f"{int(month)}月{int(day)}日")
    if year:
        forms.append(year)
    if month:
        forms.append(f"{int(month)}月")
    if day:
        forms.append(f"{int(day)}日")
    return forms


_MONTHS = (
    "jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july",
    "aug august", "sep sept september", "oct october", "nov november", "dec december",
)  # fmt: skip
_BY_NAME = {
    name: f"{number}月"
    for number, names in enumerate(_MONTHS, 1)
    for name in (*names.split(), *map(str.capitalize, names.split()))
    if name not in {"may", "mar", "march"}  # in small letters these are other words
}


def month_form(word: str) -> str | None:
    """The form of an English month, the same as that of the Chinese one; None for other words.

    >>> month_form("May"), month_form("may")
    ('5月', None)
    """
    return _BY_NAME.get(word)
