"""Noticing: gists and what else a model saw in a talk, as far as people's own lines bear it out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from holdfast.ports.extractor import Said, Sense
from holdfast.ports.summariser import Line
from holdfast.providers.by_model import figures
from holdfast.providers.by_model.bearing import Others, Phrase, Text
from holdfast.providers.by_model.dating import resolved
from holdfast.providers.by_model.own_words import all_words
from holdfast.providers.by_model.reading import storable
from holdfast.providers.by_model.sentences import joined, sentences
from holdfast.providers.by_model.stretch import Heard, Stretch, is_person
from holdfast.providers.by_model.trusting import Ground, echoes, foreign, refuses

_MOST_GISTS = 16
_LONGEST_GIST = 300
_MOST_WORDS = 16
_LONGEST_WORD = 40
_MOST_MOODS = 8
_LONGEST_MOOD = 30
_LONGEST_OTHER = 20_000
_BETWEEN = re.compile(r"[,，、;；|/]+")
_NAMES = ("text", "gist", "value", "name", "tag", "word", "keyword", "emotion", "intent")


class Noticing:
    """What may be noticed in some lines, of which `others` tells what is not people's own."""

    def __init__(self, heard: Sequence[Heard], others: Others, instructions: str) -> None:
        people = [line for line in heard if is_person(line.said)]
        self._instructions = instructions
        self._texts = [line.text for line in people]
        self._told = [(line.text, line.said.said_at) for line in people]
        self._lines = [Text(line.text) for line in people]
        self._ground = Ground([_line(each) for each in people])
        self._new = Ground([replace(_line(each), voice="") for each in people if each.is_source])
        self._others = others

    def gists(self, items: Iterable[Any]) -> tuple[str, ...]:
        """The gists, without sentences that are made up or that no person's words bear out."""
        found = (self._gist(text) for text in _strings(items))
        return tuple(dict.fromkeys(filter(None, found)))[:_MOST_GISTS]

    def sense(self, fields: dict[str, list[Any]]) -> Sense:
        """What was noticed besides."""
        return Sense(
            emotions=self._moods(fields.get("emotions", [])),
            intents=self._moods(fields.get("intents", [])),
            keywords=self._words(fields.get("keywords", [])),
            times=self._words(fields.get("times", [])),
            places=self._words(fields.get("places", [])),
        )

    def tags(self, items: Iterable[Any]) -> tuple[tuple[str, str], ...]:
        """Names with values: pairs, objects with `name` and `value`, or "name: value"."""
        found = [
            (name, value)
            for name, value in _pairs(items)
            if self._is_mood(name) and value and self._is_mood(value)
        ]
        return tuple(dict.fromkeys(found))[:_MOST_WORDS]

    def _gist(self, text: str) -> str:
        if refuses(text) or foreign(text, self._texts):
            return ""
        kept = joined([each for each in sentences(text) if self._is_told(each)])
        kept = resolved(kept, self._told)
        return kept if len(kept) <= _LONGEST_GIST else ""

    def _is_told(self, sentence: str) -> bool:
        if echoes(sentence, self._instructions) or self._ground.invented(sentence):
            return False
        return self._new.touched_by(sentence) and not self._others.speak_in(sentence)

    def _moods(self, items: Iterable[Any]) -> tuple[str, ...]:
        found = [text.lower() for text in _divided(items) if self._is_mood(text)]
        return tuple(dict.fromkeys(found))[:_MOST_MOODS]

    def _is_mood(self, text: str) -> bool:
        """Whether it is a word or three for what is felt or wanted: they need not stand in the text."""
        if not text or len(text) > _LONGEST_MOOD or not any(map(str.isalpha, text)):
            return False
        if any(figures.stated(text)) or self._ground.invented(text):
            return False
        return not foreign(text, self._texts) and not self._others.speak_in(text)

    def _words(self, items: Iterable[Any]) -> tuple[str, ...]:
        """Those that stand in the lines, in the order of the lines."""
        places = {text: self._place(text) for text in _divided(items) if len(text) <= _LONGEST_WORD}
        found = [text for text, place in places.items() if place is not None]
        return tuple(sorted(found, key=lambda text: places[text] or 0))[:_MOST_WORDS]

    def _place(self, text: str) -> int | None:
        phrase = Phrase(text)
        bearing = (place for place, line in enumerate(self._lines) if line.bearing(phrase))
        return next(bearing, None)


def others_in(stretch: Stretch, said: Iterable[Said]) -> Others:
    """What is not people's own in a stretch: what tools say, and what stands quoted in messages."""
    heard = [line for part in stretch.parts for line in (*part.before, *part.lines)]
    people = [line for line in heard if is_person(line.said)]
    told = [line.said.text for line in people]
    told += [each.text[:_LONGEST_OTHER] for each in said if not is_person(each)]
    return Others("\n".join(line.text for line in people), "\n".join(map(all_words, told)))


def _line(heard: Heard) -> Line:
    said = heard.said
    return Line(id=said.id, text=heard.text, voice=said.me, said_at=said.said_at)


def _strings(items: Iterable[Any]) -> Iterator[str]:
    """The texts of a list, also where objects or lists stand around them."""
    for item in items:
        found: Any = item
        if isinstance(item, dict):
            found = next((item[name] for name in _NAMES if isinstance(item.get(name), str)), None)
        if isinstance(found, list):
            yield from _strings(each for each in found if isinstance(each, str))
        elif isinstance(found, str) and (text := " ".join(storable(found).split())):
            yield text


def _divided(items: Iterable[Any]) -> Iterator[str]:
    """Short texts, also where several were put into one."""
    for text in _strings(items):
        yield from filter(None, (part.strip(" .。#\"'“”") for part in _BETWEEN.split(text)))


def _pairs(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        pair = _pair(item)
        if isinstance(pair, list | tuple) and len(pair) == 2:
            name, value = pair
            if isinstance(name, str) and isinstance(value, str):
                yield " ".join(storable(name).split()), " ".join(storable(value).split())


def _pair(item: Any) -> Any:
    """Name and value, in whichever way they were put together."""
    if isinstance(item, str):
        return item.replace("：", ":").split(":", 1)
    if not isinstance(item, dict):
        return item
    given = [key for key in ("name", "tag", "key") if key in item]
    if not given and len(item) == 1:  # {"mood": "happy"}
        return next(iter(item.items()))
    return [item[given[0]] if given else None, item.get("value")]
