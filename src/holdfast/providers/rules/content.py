"""Content: the words of a part that tell something, and how much."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from holdfast.ports.pace import breathe
from holdfast.providers.rules import weights
from holdfast.providers.rules.cues import Cues
from holdfast.text import stops
from holdfast.text.analysis import prepared
from holdfast.text.fold import plain
from holdfast.text.matches import words
from holdfast.text.scripts import is_han

_DIGIT = re.compile(r"[0-9]")
_CHINESE_NUMBER = re.compile(r"[零〇一二两三四五六七八九十百千万亿半]{1,8}[\u4e00-\u9fff]?")


class Word(NamedTuple):
    """A word by the form it is matched in, how much it tells, and where it stands.

    The place may be off by a little where folding makes a text longer or shorter.
    """

    form: str
    weight: float
    start: int
    end: int


def content(text: str, cues: Cues) -> Iterator[Word]:
    """The telling words of a text in order, repeated as they are."""
    breathe()
    ready = prepared(plain(text))
    for form in words(ready):
        if is_han(form.text):
            if form.text in stops.chinese():
                continue
            number = _CHINESE_NUMBER.fullmatch(form.text) is not None
            weight = weights.NUMBER if number else min(1.0, len(form.text) / 2)
        else:
            written = ready[form.start : form.end]
            weight = 1.0
            if _DIGIT.search(form.text):
                weight = weights.NUMBER
            elif written[0].isupper() and form.start > 1:
                weight = weights.NAME
        if form.text in cues.weak:
            weight = weights.WEAK
        yield Word(form.text, weight, form.start, form.end)


def has_cue(found: Iterable[Word], cues: Cues) -> bool:
    """Whether a word is there that comes with decisions, promises, plans and lasting facts."""
    return any(word.form in cues.cues for word in found)
