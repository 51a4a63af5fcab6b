"""Catalogue: every word that the pages show, in the languages they speak."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter

FOLDER = Path(__file__).with_name("words")
LANGUAGES = ("en", "zh")
USUAL = "en"

NAMES = {"en": "English", "zh": "中文"}
"""What each language calls itself."""


class Words:
    """The catalogue of one language. A key that is not in it is a mistake: KeyError."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, with the values in their places."""
        return self._texts[key].format(**values)

    def count(self, key: str, number: int, **values: object) -> str:
        """The text of a key for so many of something."""
        which = "one" if number == 1 else "other"
        return self._texts[f"{key}.{which}"].format(n=number, **values)

    def of(self, group: str, value: object, otherwise: str | None = None) -> str:
        """The word for one value of a group; where it has none, the value itself."""
        return self._texts.get(f"{group}.{value}", str(value) if otherwise is None else otherwise)

    def again(self, group: str, text: str) -> str:
        """What the library says in English, told in this language; else as it is.

        The texts of the group have the library's own sentences in English, with names in place of
        what varies.
        """
        for key, pattern in _patterns(group):
            if found := pattern.fullmatch(text):
                return self._texts[key].format(**found.groupdict())
        return text


@cache
def _patterns(group: str) -> list[tuple[str, re.Pattern[str]]]:
    """How to know each sentence of a group again, the longest first: they say the most."""
    english = words(USUAL)._texts
    keys = [key for key in english if key.startswith(f"{group}.")]
    return [(key, _pattern(english[key])) for key in sorted(keys, key=lambda k: -len(english[k]))]


def _pattern(sentence: str) -> re.Pattern[str]:
    pieces = (
        re.escape(said) + (f"(?P<{name}>.+?)" if name else "")
        for said, name, _, _ in Formatter().parse(sentence)
    )
    return re.compile("".join(pieces), re.DOTALL)


@cache
def words(language: str) -> Words:
    """The catalogue of a language in `LANGUAGES`."""
    return Words(language, json.loads((FOLDER / f"{language}.json").read_text("utf-8")))


def preferred(accepted: str) -> str:
    """The first language of a header Accept-Language that is spoken here; the weights decide.

    >>> preferred("fr, zh-TW;q=0.9, en;q=0.8")
    'zh'
    """
    wanted = []
    for at, part in enumerate(accepted.split(",")[:20]):
        tag, _, weight = part.strip().partition(";q=")
        wanted.append((-_weight(weight), at, tag.partition("-")[0].lower()))
    return next((tag for _, _, tag in sorted(wanted) if tag in LANGUAGES), USUAL)


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0
