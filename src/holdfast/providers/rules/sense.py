"""Sense: feelings, intentions, keywords, times and places in what was said."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Said, Sense
from holdfast.providers.rules.content import content
from holdfast.providers.rules.cues import cues
from holdfast.text.fold import fold
from holdfast.text.language import is_chinese
from holdfast.text.when import windows

MOST = 8
"""So many keywords at most, and so many times."""

LONGEST = 200
"""Of a longer message the beginning tells what it is about."""

ENOUGH = 4_000
"""So many characters tell what a talk is about."""

_PLACES = frozenset(["home", "origin"])

Table = Mapping[str, re.Pattern[str]]


def sense(said: Sequence[Said], claims: Iterable[Claim]) -> Sense:
    """What is noticed in what the user says, each once, in the order it came up."""
    own = [each for each in said if each.me == USER and not each.known]
    texts = [each.text[:LONGEST] for each in own]
    folded = [(fold(text), "zh" if is_chinese(text) else "en") for text in texts]
    return Sense(
        emotions=_once(name for text in folded for name in _found("emotions", *text)),
        intents=_once(name for text in folded for name in _found("intents", *text)),
        keywords=_keywords(texts),
        times=_once(time for each in own for time in _times(each))[:MOST],
        places=_once(claim.value for claim in claims if claim.topic in _PLACES),
    )


def _found(kind: str, folded: str, language: str) -> Iterator[str]:
    table = _tables()[kind][language]
    return (name for name, pattern in table.items() if pattern.search(folded))


def _keywords(texts: Iterable[str]) -> tuple[str, ...]:
    """The words that tell most, by how often and how much; at least one letter or character."""
    weights: Counter[str] = Counter()
    read = 0
    for text in texts:
        if read > ENOUGH:
            break
        read += len(text)
        for word in content(text, cues("zh" if is_chinese(text) else "en")):
            if not word.form.isdigit() and len(word.form) > 1:
                weights[word.form] += word.weight  # type: ignore[assignment]
    return tuple(word for word, _ in weights.most_common(MOST))


def _times(each: Said) -> Iterator[str]:
    """The days that a message names, resolved against its own."""
    for window in windows(each.text[:LONGEST], each.said_at):
        yield f"{window.phrase}: {window.begins:%Y-%m-%d}"


def _once(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


@cache
def _tables() -> Mapping[str, Mapping[str, Table]]:
    data = tomllib.loads(Path(__file__).with_name("sense.toml").read_text("utf-8"))
    return {
        kind: {language: _compiled(rows, language) for language, rows in tables.items()}
        for kind, tables in data.items()
    }


def _compiled(rows: Mapping[str, str], language: str) -> Table:
    return {name: re.compile(_pattern(words, language)) for name, words in rows.items()}


def _pattern(words: str, language: str) -> str:
    if language == "zh" or "\\" in words:
        return words
    return rf"\b(?:{'|'.join(word.strip() for word in words.split(' | '))})\b"
