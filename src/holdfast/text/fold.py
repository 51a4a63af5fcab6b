"""Folding: one form for what is the same to a reader."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from unicodedata import normalize

from holdfast.text.scripts import UNSEEN, all_but

_LETTERS = {
    "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "ħ": "h", "Ħ": "H", "ı": "i",
    "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "TH",
    "ð": "d", "Ð": "D", "ŋ": "n", "Ŋ": "N", "ŧ": "t", "Ŧ": "T", "‘": "'", "’": "'", "ʼ": "'",
    "‐": "-", "‑": "-",
}  # fmt: skip
"""What has no marks to take away, and the apostrophes and hyphens that people type."""

_PRONOUNS = {"妳": "你", "牠": "它", "祂": "它"}
"""Told apart by OpenCC, written alike in simplified Chinese."""

_USUAL = (("，", ","), ("？", "?"), ("！", "!"), ("：", ":"))
"""The wide signs of most Chinese texts, which often have nothing else to fold."""

_MARKED = re.compile("(?<=[A-Za-z])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+")
_PORTION = re.compile(r"\S{1,512}|\s+")
"""Text is normalised by portions: sorting the marks of one endless run would take its square."""


@cache
def simplified() -> dict[int, str]:
    """Traditional characters with their simplified forms, for str.translate."""
    data = Path(__file__).with_name("folding.txt").read_text("utf-8")
    old, new = data.split("\n")[:2]
    pairs = dict(zip(old, new, strict=True)) | _PRONOUNS
    return {ord(one): other for one, other in pairs.items()}


@cache
def traditional() -> re.Pattern[str]:
    """A character that has another, simplified form."""
    return re.compile(f"[{''.join(map(chr, simplified()))}]")


@cache
def _table() -> dict[int, str]:
    unseen = re.compile(f"[{UNSEEN}]")
    gone = {code: "" for code in range(0xAD, 0xFF00) if unseen.match(chr(code))}
    return simplified() | gone | {ord(one): other for one, other in _LETTERS.items()}


@cache
def _changed() -> re.Pattern[str]:
    """A character that folding may change in more than its case; all others pass untouched."""
    same = all_but("\u4e00", "\u9fff", map(chr, _table()))
    return re.compile(f"[^\x00-\x7f\u3001-\u3003\u3008-\u3011\u201c\u201d\u2014{same}]")


def fold(text: str) -> str:
    """One form for what looks or reads alike: width, case, marks on Latin letters, and script.

    >>> fold("Ｌｉｌｙ went to a CAFÉ in 臺灣")
    'lily went to a cafe in 台湾'
    """
    if text.isascii():
        return text.lower()
    for wide, narrow in _USUAL:
        text = text.replace(wide, narrow)
    if not _changed().search(text):
        return text.lower()
    return plain(plain(text).casefold())


def plain(text: str) -> str:
    """Folding without the case, which still shows where an identifier's words begin."""
    if text.isascii():
        return text
    if len(text) <= 512:
        return _plain(text)
    return "".join(map(_plain, _PORTION.findall(text)))


def simple(text: str) -> str:
    """The text in simplified characters."""
    return text.translate(simplified()) if traditional().search(text) else text


def _plain(text: str) -> str:
    decomposed = normalize("NFKD", text).translate(_table())
    return normalize("NFKC", _MARKED.sub("", decomposed))
