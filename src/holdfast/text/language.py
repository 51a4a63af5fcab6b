"""Which of the two languages a text is in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from holdfast.text.scripts import HAN

CHINESE, ENGLISH = "zh", "en"


@cache
def _han() -> re.Pattern[str]:
    return re.compile(f"[{HAN}]")


_WORD = re.compile(r"[A-Za-z]+")


def language_of(texts: Iterable[str]) -> str:
    """The one that more is said in, counting characters of the one against words of the other."""
    han = words = 0
    for text in texts:
        han += len(_han().findall(text))
        words += len(_WORD.findall(text))
    return CHINESE if han > words else ENGLISH
