"""Lexicon: the word lists of the audit, read from the files beside this module."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

CHINESE, ENGLISH = "zh", "en"

_CLASS = re.compile(r"\{([a-z]+)\}")
_ENDING = re.compile(r"(?<=[a-z])(?<!\\[a-z])\*")
_BEGINS_DENIED = {
    ENGLISH: re.compile(r"\{not\}|\(?\??:?(?:no|not|never|cannot|without|hates|avoids)\b"),
    CHINESE: re.compile(r"\{not\}|[^&]{0,4}[不没无未戒忌]"),
}


class Cue(NamedTuple):
    """Words that show something. All its parts must be there; the first says where."""

    parts: tuple[re.Pattern[str], ...]
    denies: bool
    """Whether it holds a denial itself, so that one before it is not looked for."""

    def find(self, text: str) -> re.Match[str] | None:
        """Where it stands in a text, if all of it does."""
        first = self.parts[0].search(text)
        if first is None or not all(part.search(text) for part in self.parts[1:]):
            return None
        return first


class Matter(NamedTuple):
    """Something on which a text takes a side; the first side that fits is taken."""

    name: str
    sides: tuple[tuple[str, tuple[Cue, ...]], ...]
    owner: bool
    """Whether "her sister ..." says it of her, and not of the sister."""


@cache
def matters(language: str) -> tuple[Matter, ...]:
    """The matters of a language. A name means the same in both."""
    found = _read(f"matters.{language}.toml")
    classes = {name: each.strip() for name, each in found.pop("classes").items()}
    return tuple(
        Matter(
            name,
            tuple(
                (side, _cues(cues, classes, language))
                for side, cues in sides.items()
                if side != "owner"
            ),
            bool(sides.get("owner")),
        )
        for name, sides in found.items()
    )


@cache
def attributes(language: str) -> tuple[tuple[str, tuple[Cue, ...]], ...]:
    """By name, the cues in which the value of an attribute stands."""
    name = f"attributes.{language}.toml"
    found = tomllib.loads(_text(name))
    classes = _VALUES[language]
    return tuple((name, _cues(cues, classes, language)) for name, cues in found.items())


@cache
def words(name: str) -> dict[str, frozenset[str]]:
    """Sets of words, by name, out of a file of them."""
    found = tomllib.loads(_text(name))
    return {key: frozenset(listed.split()) for key, listed in found.items()}


@cache
def sign(name: str, language: str) -> re.Pattern[str]:
    """What shows something of a text: that it is over, that it is planned."""
    listed = tomllib.loads(_text(f"signs.{language}.toml"))[name]
    return re.compile("|".join(listed))


@cache
def sections(name: str) -> dict[str, dict[str, str]]:
    """A file of lists, as it stands."""
    return _read(name)


def _read(name: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(_text(name))


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _cues(listed: str, classes: dict[str, str], language: str) -> tuple[Cue, ...]:
    found = []
    for cue in divided(listed):
        parts = (re.compile(pattern(part, classes, language)) for part in cue.split(" & "))
        denies = _BEGINS_DENIED[language].match(cue) is not None
        found.append(Cue(tuple(parts), denies))
    return tuple(found)


def divided(listed: str) -> list[str]:
    """Phrases that stand with bars between them."""
    return [each.strip() for each in " ".join(listed.split()).split(" | ") if each.strip()]


def pattern(cue: str, classes: dict[str, str], language: str) -> str:
    """The regular expression that a cue is short for."""
    while found := _CLASS.search(cue):
        cue = cue[: found.start()] + classes[found[1]] + cue[found.end() :]
    if language == CHINESE:
        return cue.replace("_?", "[^,。;!?]{0,2}?").replace("_", "[^,。;!?]{0,6}?")
    cue = _ENDING.sub(r"\\w*", cue.strip())
    cue = cue.replace(" _ ", r"\W+(?:\w+\W+){0,3}?")
    return rf"(?<!\w)(?:{cue})(?!\w)"


_COUNTED = (
    "(?:\\d[\\d,.]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|"
    "fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|"
    "seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)"
)
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_WEEKDAY = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
_VALUES = {
    ENGLISH: {
        "x": "(?:[\\w'’-]+ ){0,5}?[\\w'’-]+(?=[,.;]|$| (?:and|but|who|which|since|because|as|from|on|every))",
        "name": "[A-ZÀ-Þ][\\w'’-]+(?: [A-ZÀ-Þ][\\w'’-]+)*",
        "number": _COUNTED,
        "month": _MONTH,
        "weekday": _WEEKDAY,
        "date": f"(?:(?:the )?\\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} (?:the )?\\d{{1,2}}(?:st|nd|rd|th)?)",
        "time": f"(?:(?:half past |quarter past |quarter to )?{_COUNTED}(?::\\d\\d)?(?: thirty| fifteen)?(?: ?[ap]\\.?m\\.?)?(?: o'clock)?(?: in the (?:morning|evening|afternoon))?|noon|midnight|dawn|midday)",
        "day": f"(?:{_WEEKDAY}|\\d{{1,2}}(?:st|nd|rd|th)|first|last|fifteenth|tenth|twentieth)",
    },
    CHINESE: {
        "x": '(?:[^,。;!?、"“”]{1,10}?)',
        "place": "[^,。;!?、的了和过着一二三四五六七八九十\\d]{2,6}?(?=[,。;!?、的]|$|上班|常住|开|定居|生活|长大|出生|土生|本地|人|老|养|租|买|工作|做|住|市|区|县)",
        "name": '[^,。;!?的在是"]{1,6}(?=[,。;!?的在是"]|$)',
        "number": "(?:[\\d.]+|[零一二两三四五六七八九十百千半]+)",
        "date": "(?:(?:农历|阴历)?(?:[\\d]+|[一二三四五六七八九十正腊冬]+)月(?:[\\d]+|[初一二三四五六七八九十廿]+)[日号]?)",
        "time": "(?:[\\d]+|[一二两三四五六七八九十]+)点(?:半|一刻|三刻|[\\d零一二三四五六七八九十]+分?)?",
    },
}
