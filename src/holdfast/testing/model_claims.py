"""What the dutiful mind finds in a conversation: a few plain sentences of each language.

It copies the words of the lines, as a careful model would, and reckons "tomorrow" from the date of
its line. It knows only some ways of saying things: enough to have whole flows tested with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

_LINE = re.compile(r"\[(\d+)\] \((\d{4}-\d\d-\d\d)[^)]*\) ([^:]*): (.*)")
_SENTENCE = re.compile(r"[^.!?。！？]+[.!?。！？]?")
_END = r"(?=[,.;!?，。；！？]|\s+(?:and|but|because|since|in|on|at|now|tomorrow|yesterday)\b|$)"
_WORDS = r"([^,.;!?，。；！？]+?)"
_PATTERNS = tuple(
    (topic, re.compile(pattern, re.IGNORECASE))
    for topic, pattern in (
        ("name", rf"\bmy name is {_WORDS}{_END}|我叫{_WORDS}(?=[，。！]|$)"),
        ("home", rf"\bI(?: now)? live in {_WORDS}{_END}|\bI(?:'ve)? moved to {_WORDS}{_END}"),
        ("home", rf"我(?:现在)?住在{_WORDS}(?=[，。！了]|$)|我.{{0,4}}搬到了?{_WORDS}(?=[，。！了]|$)"),
        ("work", rf"\bI work (?:at|for|as) {_WORDS}{_END}|我在{_WORDS}(?=上班|工作)"),
        ("like", rf"\bI(?: really)? (?:like|love|enjoy) {_WORDS}{_END}|我(?:很|最)?喜欢{_WORDS}(?=[，。！]|$)"),
        ("dislike", rf"\bI (?:hate|dislike|don't like) {_WORDS}{_END}|我(?:讨厌|不喜欢){_WORDS}(?=[，。！]|$)"),
        ("pet", rf"\bI have (an? (?:cat|dog|parrot)[^,.;!?]*?){_END}|我养了{_WORDS}(?=[，。！]|$)"),
        ("plan", rf"\bI(?:'m| am) going to {_WORDS}{_END}|我打算{_WORDS}(?=[，。！]|$)"),
        ("instruction", rf"\bplease always {_WORDS}(?=[.;!?]|$)|请(?:你)?(?:一直|总是|以后){_WORDS}(?=[，。！]|$)"),
    )
)  # fmt: skip
_MOODS = {
    "happy": "happy",
    "sad": "sad",
    "angry": "angry",
    "开心": "开心",
    "难过": "难过",
    "生气": "生气",
}
_DAYS = {"tomorrow": 1, "yesterday": -1, "明天": 1, "昨天": -1}
_KEYWORD = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}")


def claims_in(data: str) -> dict[str, Any]:
    """The answer to a question for claims, made of the lines that have a number."""
    lines = [found for found in map(_LINE.fullmatch, data.splitlines()) if found]
    return {
        "claims": [claim for line in lines for claim in _claims(line)],
        "gists": [gist for line in lines for gist in _gists(line)],
        "emotions": _unique(_MOODS[word] for line in lines for word in _MOODS if word in line[4]),
        "intents": [],
        "keywords": _unique(word for line in lines for word in _KEYWORD.findall(line[4])),
        "times": _unique(word for line in lines for word in _DAYS if word in line[4]),
        "places": [],
        "tags": [],
    }


def _claims(line: re.Match[str]) -> Iterator[dict[str, Any]]:
    for sentence in _SENTENCE.findall(line[4]):
        if sentence.rstrip()[-1:] in ("?", "？"):
            continue
        for topic, pattern in _PATTERNS:
            found = pattern.search(sentence)
            if found:
                yield _claim(line, topic, _value(found), sentence.strip())


def _value(found: re.Match[str]) -> str:
    return next(text for text in found.groups() if text).strip()


def _claim(line: re.Match[str], topic: str, value: str, sentence: str) -> dict[str, Any]:
    day = next((shift for word, shift in _DAYS.items() if word in sentence), None)
    said_on = date.fromisoformat(line[2])
    return {
        "lines": [int(line[1])],
        "topic": topic,
        "sub": "",
        "about": line[3],
        "value": value,
        "text": sentence,
        "since": "" if day is None else f"{said_on + timedelta(days=day)}",
        "until": "",
        "was": "",
        "ends": False,
        "corrects": False,
        "confidence": 0.9,
    }


def _gists(line: re.Match[str]) -> Iterator[str]:
    """The first sentence of a line, with who said it and when."""
    first = _SENTENCE.match(line[4])
    if first and len(first[0]) < 200:
        yield f"{line[2]}, {line[3]}: {first[0].strip()}"


def _unique(words: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(words))
