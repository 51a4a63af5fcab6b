"""Words that spaces divide: names, numbers, addresses, identifiers; whole, and in their parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.text import stops
from holdfast.text.fold import fold
from holdfast.text.numbers import DATE, NUMBER, SIGNED_DATE, date_forms, month_form, number_form
from holdfast.text.scripts import MARKS
from holdfast.text.stems import stem

LONGEST = 64
"""A longer run of letters (a key, a hash) is cut into pieces of this length."""

_WORD = rf"[\w{MARKS}]"
_LETTER = rf"(?:[^\W\d_]|[{MARKS}])"
_PIECE = re.compile(
    r"(?P<sharp>[A-Za-z](?:\+\+|\#)(?!\w))"
    rf"|{_WORD}+(?:(?:://|[.'@:/-]|(?<=[0-9]),(?=[0-9])){_WORD}+)*"
)
_PART = re.compile(
    rf"(?P<date>{DATE}|(?=[0-9]+[年月日号]){SIGNED_DATE})|(?P<number>{NUMBER})"
    rf"|(?P<word>{_LETTER}+(?:'{_LETTER}+)*)|(?P<other>[^\W_])"
)
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CAPITALS = re.compile(r"[A-Z]+s?")
_INITIALS = re.compile(r"[A-Za-z](?:\.[A-Za-z]){1,7}")
_CONTRACTED = re.compile(r"'(?:s|ll|re|ve|d|m)$")
_ADDRESS = re.compile(r"[A-Za-z]+://(?:www\.)?|www\.")
_CLOCK = re.compile(r"[0-9]+(?::[0-9]+)*[ap]m")
_VERSION = re.compile(r"v[0-9]+(?:\.[0-9]+)*")
_EVERYWHERE = frozenset(["http", "https", "www", "com", "st", "nd", "rd", "th"])
"""What addresses and ordinals are made of, and nobody looks for."""

_DIAL = 7
"""From so many digits on, a row of digits with hyphens is a number to dial, and also one whole."""


class Form(NamedTuple):
    """What is matched, and where it stands in the text."""

    text: str
    start: int
    end: int


def forms(token: str) -> Iterator[Form]:
    """The forms of what stands between two spaces, in order. Expects text that is `plain`.

    >>> [form.text for form in forms("getUserName(),")]
    ['getusernam', 'get', 'user', 'name']
    """
    for match in _PIECE.finditer(token):
        if match["sharp"]:
            yield Form(match[0].lower(), *match.span())
        elif match[0].isascii() and match[0].isalpha():
            yield from _word(match[0], match.start(), alone=True)
        else:
            yield from _compound(match[0], match.start())


def _compound(piece: str, at: int) -> Iterator[Form]:
    end = at + len(piece)
    if _INITIALS.fullmatch(piece):
        yield Form(fold(piece.replace(".", "")), at, end)  # U.S. is no pronoun, so no stop word
        return
    parts = list(_PART.finditer(piece))
    alone = len(parts) == 1
    if not alone and end - at <= LONGEST:
        whole = _whole(piece, parts)
        if whole:
            yield Form(_stemmed(whole), at, end)
    for part in parts:
        start, end = at + part.start(), at + part.end()
        if part["date"]:
            for form in date_forms(part[0]):
                yield Form(form, start, end)
        elif part["number"]:
            yield from _cut(number_form(part[0]), start, end)
        elif part["word"]:
            yield from _word(part[0], start, alone=alone)
        else:
            yield Form(fold(part[0]), start, end)


def _whole(piece: str, parts: list[re.Match[str]]) -> str:
    """The form of a compound as a whole, empty if it is only words side by side: and/or, 3-5."""
    text = fold(_ADDRESS.sub("", piece, count=1)).removesuffix("'s")
    letters = any(part["word"] for part in parts)
    if "," in text or _CLOCK.fullmatch(text) or _VERSION.fullmatch(text):
        return ""  # its number is all there is to it
    if "@" in text or "_" in text or "." in text or ":" in text:
        return text if letters else ""
    slashes = text.count("/")
    if slashes:
        return text if slashes > 1 or not letters else ""
    joined = text.replace("-", "").replace("'", "")
    if letters:
        return joined if len(parts) <= 3 else ""
    return joined if joined.isdigit() and len(joined) >= _DIAL else ""


def _word(word: str, at: int, *, alone: bool) -> Iterator[Form]:
    """The stem of a word, unless it is a stop word, and of the words run together in it."""
    end = at + len(word)
    month = month_form(word)
    if month:
        yield Form(month, at, end)
        return
    if _CAPITALS.fullmatch(word):
        word = word.removesuffix("s")  # PDFs: too few vowels for the stemmer to see the ending
    folded = fold(word)
    if "'" in folded:
        if folded.endswith("n't"):
            return
        folded = _CONTRACTED.sub("", folded).replace("'", "")
    if folded in stops.english() or (not alone and (len(folded) < 2 or folded in _EVERYWHERE)):
        return
    yield from _cut(folded, at, end)
    if word[1:].islower() or _CAPITALS.fullmatch(word) or not word.isascii():
        return
    inner = list(_CAMEL.finditer(word.removesuffix("'s")))
    if len(inner) > 1:
        for part in inner:
            yield from _word(part[0], at + part.start(), alone=False)


def _cut(form: str, start: int, end: int) -> Iterator[Form]:
    if len(form) <= LONGEST:
        yield Form(_stemmed(form), start, end)
        return
    for at in range(0, len(form), LONGEST):
        yield Form(form[at : at + LONGEST], start, end)


def _stemmed(form: str) -> str:
    return stem(form) if form.isascii() and form.isalpha() else form
