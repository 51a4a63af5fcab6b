"""Candidate: a value that a frame has found, to be judged before it is claimed."""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.providers.rules.english.reading import Reading

_I = re.compile(r"\bI\b")


class Candidate(NamedTuple):
    """A value as it stands, the same in small letters, and the reading it is from."""

    reading: Reading
    text: str
    low: str


def has_capital(text: str) -> bool:
    """Whether a text has a capital, or a Chinese character, which has none."""
    if text.isascii():
        text = _I.sub("", text)
    return any(sign.isupper() or "\u4e00" <= sign <= "\u9fff" for sign in text)
