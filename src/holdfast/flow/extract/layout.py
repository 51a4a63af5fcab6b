"""Layout: slots under the topics and sub-topics that a scheme has."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from holdfast.domain.scheme import Scheme, SchemeTopic, Section, SubTopic
from holdfast.domain.slot import Slot
from holdfast.domain.topic import TOPICS
from holdfast.flow.extract.alike import form
from holdfast.flow.extract.meaning import meaning_of, spellings
from holdfast.flow.extract.scheme import LANGUAGES, unified

MOST_SUBS, KEPT_SUBS = 15, 8
"""A topic with more sub-topics than the one is brought down to the other."""

MOST_TOKENS, SHORT_TOKENS = 128, 64
"""A section that would be longer than the one is cut down to the other, newest values first."""

OTHER = {"en": "other", "zh": "其他"}
_ANY = "*"
_FAVOURITE = re.compile(r"^(?:favou?rite |最(?:喜欢|爱)的)")
_NOTHING = frozenset(
    [
        "none",
        "unknown",
        "n/a",
        "na",
        "not mentioned",
        "nothing",
        "null",
        "不详",
        "未提及",
        "无",
        "没有",
        "未知",
    ]
)

Count = Callable[[str], int]


def usual_topics() -> dict[str, tuple[SchemeTopic, ...]]:
    """The topics of each language that a profile has where no scheme says otherwise."""
    return {language: _usual(language) for language in LANGUAGES}


def laid_out(slots: Iterable[Slot], scheme: Scheme, count: Count) -> list[Section]:
    """The sections of a profile, by topic and sub-topic in the order of the scheme."""
    places: dict[tuple[str, str], list[Slot]] = {}
    for slot in slots:
        place = place_of(slot.topic, slot.sub, scheme)
        if place is not None and not (_validates(scheme, place) and _says_nothing(slot.value)):
            places.setdefault(place, []).append(slot)
    sections = [_section(place, held, count) for place, held in places.items()]
    order = {topic.name: number for number, topic in enumerate(scheme.topics)}
    sections.sort(key=lambda each: (order.get(each.topic, len(order)), each.topic, each.sub))
    return _few_subs(sections, scheme, count)


def is_usual(name: str, language: str) -> bool:
    """Whether what a topic or sub-topic of this name would hold is known under a name of ours."""
    return unified(name) in TOPICS or _plain(name) in _usual_names(language)


def place_of(of: str, sub: str, scheme: Scheme) -> tuple[str, str] | None:
    """Where a profile shows what is known under a topic and its sub; None: nowhere, if strict."""
    table = _tables()[scheme.language]
    sub = unified(sub)
    topic, name = table.get(f"{of}.{sub}") or table.get(of) or (of, _ANY)
    name = (_worded(sub, scheme.language) or unified(of)) if name == _ANY else name
    named = _named(scheme, {topic, of}, (name, sub, of))
    if named is not None:
        return named
    is_open = any(each.open and each.name == topic for each in scheme.topics)
    return (topic, name) if is_open or not scheme.strict else None


def known_as(topic: str, sub: str, scheme: Scheme) -> tuple[str, str]:
    """The other way round: under which topic and sub is known what a profile shows there.

    What the rules know too has the name that they use, so that the newest word wins.
    """
    topic, sub = unified(topic), unified(sub)
    rows = {of: at for of, at in _tables()[scheme.language].items() if at[0] == topic}
    for of, at in sorted(rows.items(), key=lambda row: row[1][1] == _ANY):
        if at[1] in (sub, _ANY):
            own, _, own_sub = of.partition(".")
            return own, own_sub or (sub if at[1] == _ANY else "")
    return topic, sub


def _named(scheme: Scheme, topics: set[str], names: Sequence[str]) -> tuple[str, str] | None:
    """The place of the first of these names that the scheme has: by topic and sub-topic, or by a
    sub-topic alone."""
    for wanted in filter(None, map(_plain, names)):
        places = [
            (topic.name, sub.name)
            for topic in scheme.topics
            for sub in topic.subs
            if _plain(sub.name) == wanted
        ]
        own = [place for place in places if place[0] in topics]
        if own or len(places) == 1:
            return (own or places)[0]
    return None


def _worded(sub: str, language: str) -> str:
    """A sub-topic by its name in a language, where it has one."""
    names = spellings(meaning_of(sub))
    found = (each for each in names if len(names) > 1 and each.isascii() == (language == "en"))
    return next(found, sub)


def _plain(name: str) -> str:
    """What a sub-topic means, by whichever of its names: a favourite colour is a colour."""
    return meaning_of(_FAVOURITE.sub("", name.replace("_", " ")))


def _validates(scheme: Scheme, place: tuple[str, str]) -> bool:
    for topic in scheme.topics:
        for sub in topic.subs:
            if (topic.name, sub.name) == place and sub.validate_value is not None:
                return sub.validate_value
    return scheme.validate


def _says_nothing(value: str) -> bool:
    return form(value) in _NOTHING


def _section(place: tuple[str, str], slots: Sequence[Slot], count: Count) -> Section:
    """Its values, the newest last; the oldest are left out where they are too many."""
    kept = sorted(slots, key=lambda slot: slot.last_said)
    if count(_content(kept)) > MOST_TOKENS:
        while len(kept) > 1 and count(_content(kept)) > SHORT_TOKENS:
            kept.pop(0)
    content = _content(kept)
    while count(content) > MOST_TOKENS:
        content = content[: max(1, len(content) * 3 // 4)].rstrip() + "…"
    return Section(
        topic=place[0], sub=place[1], content=content, slots=tuple(slot.id for slot in slots)
    )


def _content(slots: Sequence[Slot]) -> str:
    return "; ".join(dict.fromkeys(" ".join(slot.value.split()) for slot in slots))


def _few_subs(sections: Sequence[Section], scheme: Scheme, count: Count) -> list[Section]:
    """Topics that have grown too wide keep those sub-topics that hold most; the rest is one."""
    found: list[Section] = []
    for topic in dict.fromkeys(each.topic for each in sections):
        own = [each for each in sections if each.topic == topic]
        if len(own) > MOST_SUBS:
            widest = sorted(own, key=lambda each: -len(each.slots))[: KEPT_SUBS - 1]
            rest = [each for each in own if each not in widest]
            own = [each for each in own if each in widest]
            own.append(_joined(topic, OTHER[scheme.language], rest, count))
        found += own
    return found


def _joined(topic: str, sub: str, parts: Sequence[Section], count: Count) -> Section:
    content = ""
    for part in parts:
        longer = (
            f"{content}; {part.sub}: {part.content}" if content else f"{part.sub}: {part.content}"
        )
        if count(longer) > MOST_TOKENS:
            break
        content = longer
    slots = tuple(slot for part in parts for slot in part.slots)
    return Section(topic=topic, sub=sub, content=content, slots=slots)


@cache
def _tables() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    data = tomllib.loads(Path(__file__).with_name("layout.toml").read_text("utf-8"))
    return {
        language: {name: (place[0], place[1]) for name, place in rows.items()}
        for language, rows in data.items()
    }


@cache
def _usual_names(language: str) -> frozenset[str]:
    names = {name for place in _tables()[language].values() for name in place}
    return frozenset(map(_plain, names - {_ANY}))


@cache
def _usual(language: str) -> tuple[SchemeTopic, ...]:
    subs: dict[str, dict[str, SubTopic]] = {}
    for topic, sub in _tables()[language].values():
        subs.setdefault(topic, {})[sub] = SubTopic(name=sub)
    return tuple(
        SchemeTopic(
            name=topic,
            subs=tuple(sub for name, sub in named.items() if name != _ANY),
            open=_ANY in named,
        )
        for topic, named in subs.items()
    )
