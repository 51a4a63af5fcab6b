"""English words of a question that matter for time, in order."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from holdfast.text.when.english_words import (
    COUNTED,
    DETERMINERS,
    FEAST_WORDS,
    FIRST_WORDS,
    HOLIDAYS,
    PHRASES,
    SAME_TIMES,
    SHORT,
    WORDS,
)
from holdfast.text.when.hints import spaced
from holdfast.text.when.hours import part_of
from holdfast.text.when.notations import decade_node
from holdfast.text.when.readings import Node, node_of, of_feast, of_month, settled
from holdfast.text.when.spans import Now, days

_WORD = re.compile(r"[a-z]+")
_BEFORE = re.compile(r"([A-Za-z]+)[ ]$")
_AFTER = re.compile(r"['’]?s?[ ]([A-Za-z]+)")
_STARTS = re.compile(r"(?:^|[.!?。！？]\s*)$")
_REACH = 24


@lru_cache(maxsize=1)
def _feasts() -> re.Pattern[str]:
    """The names of feasts, a group behind each: most are ruled out by their first letter."""
    joined = "|".join(f"(?:{_spaced(name)})()" for name in HOLIDAYS)
    return re.compile(rf"(?:{joined})(?![a-z])")


def _spaced(name: str) -> str:
    return name.replace("'", "['’]").replace(" ", "[ -]")


_FEAST_NAMES = tuple(HOLIDAYS.values())
_PHRASES = {
    word: tuple(phrase for phrase in (*PHRASES, *SAME_TIMES) if phrase.split()[0] == word)
    for word in FIRST_WORDS
}
_ENTRIES: dict[str, tuple[str, int] | None] = dict.fromkeys(FIRST_WORDS) | WORDS


def words(text: str, original: str, now: Now) -> list[Node]:
    """The words of `text`, which is `original` in small letters."""
    found: list[Node] = []
    start = past = 0
    letters = spaced(text)
    if letters.isspace():
        return found
    for word in letters.split(" "):
        if word in _ENTRIES and start >= past:
            node = _several(text, word, start, now) if word in FIRST_WORDS else None
            node = node or _word(word, start, original, now)
            if node is not None:
                past = node.stop
                found.append(node)
        start += len(word) + 1
    return found


def _several(text: str, word: str, start: int, now: Now) -> Node | None:
    """A phrase or the name of a feast that begins here."""
    if text.startswith(_PHRASES[word], start) and (node := _phrase(text, word, start, now)):
        return node
    match = _feasts().match(text, start) if word in FEAST_WORDS else None
    if match is None:
        return None
    return Node("H", start, match.end(), 0, of_feast(_FEAST_NAMES[(match.lastindex or 1) - 1]))


def _phrase(text: str, word: str, start: int, now: Now) -> Node | None:
    for phrase in _PHRASES[word]:
        stop = start + len(phrase)
        if not text.startswith(phrase, start):
            continue
        if phrase in SAME_TIMES:
            return Node("=", start, stop)
        if not text[stop : stop + 1].isalpha():
            near, far = PHRASES[phrase]
            reading = settled(days(now.day - far, now.day - near + 1), exact=False)
            return Node("S", start, stop, 0, reading)
    return None


def _word(word: str, start: int, original: str, now: Now) -> Node | None:
    entry = _ENTRIES[word]
    if entry is None:
        return None
    kind, number = entry
    special = _SPECIAL.get(kind)
    if special is None:
        return node_of((kind, start, start + len(word), number, None))
    if word in SHORT and not original[start].isupper():
        return None
    return special(number, start, start + len(word), original, now)


def _day(number: int, start: int, stop: int, _original: str, now: Now) -> Node:
    return Node("D", start, stop, number, settled(days(now.day + number, now.day + number + 1)))


def _tonight(number: int, start: int, stop: int, _original: str, now: Now) -> Node:
    return Node("S", start, stop, 0, part_of(settled(days(now.day, now.day + 1)), number))


def _decade(number: int, start: int, stop: int, _original: str, now: Now) -> Node | None:
    century = now.year // 100 * 100
    year = century + number * 10
    return decade_node(year if year <= now.year else year - 100, start, stop)


def _month(number: int, start: int, stop: int, original: str, _now: Now) -> Node | None:
    return Node(
        "." if _is_name(start, stop, original) else "M", start, stop, number, of_month(number)
    )


def _doubtful_month(number: int, start: int, stop: int, original: str, _now: Now) -> Node:
    """April and May are names, "may" and "march" are verbs: a word beside them has to tell."""
    if original.startswith(".", stop) and stop - start < 5:
        stop += 1
    sure = (
        original[start].isupper()
        and (before := _before(start, original)) is not None
        and before[1].lower() in DETERMINERS
        and not _is_name(start, stop, original)
    )
    return Node("M" if sure else "N", start, stop, number, of_month(number))


def _weekday(number: int, start: int, stop: int, original: str, _now: Now) -> Node | None:
    return None if _is_name(start, stop, original) else Node("W", start, stop, number)


def _short_weekday(number: int, start: int, stop: int, original: str, _now: Now) -> Node | None:
    """ "Sat" and "Sun" count after a word such as "on" or "last"."""
    before = _before(start, original)
    return Node("W", start, stop, number) if before and _leads(before) else None


def _part(number: int, start: int, stop: int, _original: str, _now: Now) -> Node:
    """A part of a month or year; "mid-May" holds a hyphen."""
    return Node("P", start, stop + _original.startswith("-", stop), number)


_SPECIAL: dict[str, Callable[[int, int, int, str, Now], Node | None]] = {
    "D": _day,
    "E": _tonight,
    "z": _decade,
    "M": _month,
    "N": _doubtful_month,
    "W": _weekday,
    "w?": _short_weekday,
    "P": _part,
}


def _before(start: int, original: str) -> re.Match[str] | None:
    """The word before a place, and the one space behind it."""
    reach = max(0, start - _REACH)
    begin = original.rfind(" ", reach, max(reach, start - 2)) + 1  # no word goes across a space
    return _BEFORE.search(original, max(reach, begin), start)


def _leads(before: re.Match[str]) -> bool:
    return WORDS.get(before[1].lower(), (".",))[0] in "ltxIisbrkvcgoP&~"


def _is_name(start: int, stop: int, original: str) -> bool:
    """Whether a neighbour with a capital makes it a part of a name: Ruby Tuesday, Friday Harbor."""
    before = _before(start, original)
    if before and _leads(before):
        return False
    if (
        before
        and _is_capital(before[1])
        and not _STARTS.search(original, max(0, before.start() - 8), before.start())
    ):
        return True
    after = _AFTER.match(original, stop)
    return after is not None and _is_capital(after[1])


def _is_capital(word: str) -> bool:
    return word[0].isupper() and word != "I" and word.lower() not in WORDS


def counts(original: str, stop: int) -> bool:
    """Whether the word after a number says that it counts something."""
    after = _WORD.match(original, stop + 1)
    return after is not None and after.group() in COUNTED
