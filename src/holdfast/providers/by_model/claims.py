"""Claims: what a model says was claimed, each looked at by itself, so that a bad one harms no other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from holdfast.domain.claim import USER, Claim
from holdfast.providers.by_model.bearing import Phrase, Text
from holdfast.providers.by_model.dating import moment, spoken_of
from holdfast.providers.by_model.reading import number_in, storable
from holdfast.providers.by_model.stretch import Heard
from holdfast.providers.by_model.trusting import echoes
from holdfast.text.fold import fold

MOST = 64
"""More claims than this are not taken from one answer."""
_DEEPEST = 4
_LONGEST_VALUE = 200
_LONGEST_TEXT = 400
_LONGEST_NAME = 40
_SUB = re.compile(r"[^\W\d_]{1,24}(?:[ -][^\W\d_]{1,24}){0,2}")
_OF_THE_SPEAKER = re.compile(
    r"(?i)^(?:the )?(?:user|speaker)['’]s\s+|^(?:my|our|the)\s+|^(?:用户|我|我们)的?(?=.)"
)
_SELF = frozenset(["i", "me", "myself", "self", "speaker", "the speaker", "我", "自己", "本人"])
_USER = frozenset([USER, "the user", "用户"])
_YES = frozenset(["true", "yes", "1", "是", "对"])
_INSTRUCTION = "instruction"
_USUAL = 0.8


class Claims:
    """The claims from some lines of people that were accepted so far, each once."""

    def __init__(
        self,
        sources: Sequence[Heard],
        topics: Collection[str],
        instructions: str = "",
        subs: Collection[str] = (),
    ) -> None:
        """`subs` are names of sub-topics that were asked for, whatever they look like."""
        self._sources = sources
        self._places = {line.said.id: place for place, line in enumerate(sources)}
        self._texts = [Text(line.text) for line in sources]
        self._topics = {fold(topic): topic for topic in topics}
        self._instructions = instructions
        self._subs = subs
        self._accepted: dict[tuple[str, ...], Claim] = {}

    @property
    def accepted(self) -> tuple[Claim, ...]:
        """Those accepted, in the order of the answer."""
        return tuple(self._accepted.values())

    def propose(self, item: Any) -> bool:
        """Accept a claim if it is one, has sources that are there, and makes nothing up.

        What is said of somebody twice is one claim, with the sources of both.
        """
        claim = self._read(item) if isinstance(item, dict) else None
        if claim is None:
            return False
        key = (claim.topic, claim.sub, fold(claim.about), fold(claim.value), str(claim.ends))
        before = self._accepted.get(key)
        if before is not None:
            sources = tuple(dict.fromkeys((*before.sources, *claim.sources)))
            claim = replace(before, sources=sources)
        elif len(self._accepted) == MOST:
            return False
        self._accepted[key] = claim
        return True

    def _read(self, item: Mapping[str, Any]) -> Claim | None:
        topic = self._topics.get(fold(_text(item.get("topic"))))
        value = _text(item.get("value"))
        if topic is None or not value or len(value) > _LONGEST_VALUE:
            return None
        if echoes(value, self._instructions):
            return None
        cited = self._cited(item.get("lines", item.get("line", item.get("sources"))))
        about, cited = self._about(_text(item.get("about")), cited)
        if topic == _INSTRUCTION:  # nobody but the user says how the user is to be served
            cited = [place for place in cited if self._sources[place].said.me == USER]
            if about != USER:
                return None
        return self._borne_out(item, topic, value, about, cited) if about else None

    def _borne_out(
        self, item: Mapping[str, Any], topic: str, value: str, about: str, cited: list[int]
    ) -> Claim | None:
        """The claim, if some of the lines have its value; these are then its sources."""
        phrase = Phrase(value)
        bearing = {place: told for place in cited if (told := self._texts[place].bearing(phrase))}
        if not bearing:
            return None
        first = min(bearing)
        claim = Claim(
            topic=topic,
            value=value,
            text=self._clause(_text(item.get("text")), phrase, first) or bearing[first],
            sources=tuple(self._sources[place].said.id for place in sorted(bearing)),
            sub=self._sub(item.get("sub")),
            about=about,
            was=self._was(_text(item.get("was")), phrase, bearing),
            ends=_yes(item.get("ends")),
            corrects=_yes(item.get("corrects")),
            confidence=_share(item.get("confidence")),
        )
        return self._dated(claim, item, first, bearing[first])

    def _sub(self, value: Any) -> str:
        """What narrows the topic: a name that was asked for, or a word or three, and no sentence."""
        text = " ".join(_text(value).lower().replace("_", " ").split())
        return text if text in self._subs or _SUB.fullmatch(text) else ""

    def _dated(self, claim: Claim, item: Mapping[str, Any], place: int, told: str) -> Claim:
        """With the moments that it names, as far as the line can speak of them."""
        said_at = self._sources[place].said.said_at
        whole = self._sources[place].text
        since = moment(item.get("since"), said_at)
        until = moment(item.get("until"), said_at, last=True)
        since = spoken_of(since, told, said_at) or spoken_of(since, whole, said_at)
        until = spoken_of(until, told, said_at) or spoken_of(until, whole, said_at)
        if since and until and until <= since:
            until = None
        return replace(claim, since=since, until=until)

    def _clause(self, text: str, value: Phrase, place: int) -> str:
        """The clause as the model gives it, if the line has all of its words and it has the value's."""
        if not text or len(text) > _LONGEST_TEXT or echoes(text, self._instructions):
            return ""
        own = Text(text)
        return text if own.bearing(value) and self._texts[place].bearing(Phrase(text)) else ""

    def _was(self, was: str, value: Phrase, bearing: Collection[int]) -> str:
        phrase = Phrase(was)
        if len(was) > _LONGEST_VALUE or phrase.text == value.text:
            return ""
        return was if any(self._texts[place].bearing(phrase) for place in bearing) else ""

    def _cited(self, value: Any) -> list[int]:
        """The places of the lines that are named by number or id. Others are passed over."""
        named = value if isinstance(value, list) else [value]
        found = (self._place(each) for each in named[: len(self._sources) + MOST])
        return sorted({place for place in found if place is not None})

    def _place(self, value: Any) -> int | None:
        number = number_in(value)
        if number is not None:
            return number - 1 if 1 <= number <= len(self._sources) else None
        return self._places.get(value.strip()) if isinstance(value, str) else None

    def _about(self, about: str, cited: list[int]) -> tuple[str, list[int]]:
        """Whom it is about, and the lines that can tell so. What is said of the user, the user says.

        Somebody else must be called so in the lines, or speak there.
        """
        voices = {self._sources[place].said.me for place in cited}
        called = fold(about)
        if called in _SELF or not called:
            about = next(iter(voices)) if len(voices) == 1 else ""
        elif called in _USER:
            about = USER
        if about == USER:
            return USER, [place for place in cited if self._sources[place].said.me == USER]
        speaking = next((me for me in voices if fold(me) == fold(about)), "")
        if speaking:
            return speaking, cited
        name = _OF_THE_SPEAKER.sub("", about).strip()
        phrase = Phrase(name)
        telling = [place for place in cited if self._texts[place].whole.bears(phrase)]
        return (name if telling and len(name) <= _LONGEST_NAME else ""), telling


def claims_of(items: Sequence[Any], depth: int = _DEEPEST) -> Iterator[Any]:
    """The single claims of a list, those that stand in lists and objects inside it too."""
    for item in items:
        if isinstance(item, dict) and "value" not in item and depth:
            inner = [_under(name, part) for name, part in item.items()]
            parts = [part for part in inner if isinstance(part, dict | list)]
            yield from claims_of(parts, depth - 1) if parts else [item]
        elif isinstance(item, list) and depth:
            yield from claims_of(item, depth - 1)
        else:
            yield item


def _under(name: str, part: Any) -> Any:
    """Claims that stand under a topic's name have that topic, if they say no other."""
    if isinstance(part, dict) and "value" in part:
        return {"topic": name, **part}
    if isinstance(part, list):
        return [_under(name, each) for each in part if isinstance(each, dict | list)]
    return part


def _text(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:g}" if isinstance(value, float) else str(value)
    return " ".join(storable(value).split()) if isinstance(value, str) else ""


def _yes(value: Any) -> bool:
    return value is True or str(value).strip().lower() in _YES


def _share(value: Any) -> float:
    """A share from 0 to 1, in any of the ways that models have for one; the usual one for no number."""
    if isinstance(value, str):
        digits = value.strip().rstrip("%")
        try:
            value = float(digits) / (100 if value.strip().endswith("%") else 1)
        except ValueError:
            return _USUAL
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _USUAL
    return float(value) if 0 <= value <= 1 else _USUAL  # NaN is in no range
