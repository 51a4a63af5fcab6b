"""Mentions: the people and pets that somebody brings up as their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.providers.rules.chinese.people import Person
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import Scene

_LOOSE = frozenset(["孩子", "小孩", "宝宝", "娃", "baby", "kid", "老大", "老二", "老三", "先生", "太太", "对象", "大宝", "初恋", "partner", "小弟", "小妹", "双胞胎", "女友", "男友"])
"""Words that mean somebody of one's own only as a subject, or with an owner."""

_WITH = re.compile(r"(?:跟|和|同|与|带着?|接|陪着?|给|送|让|被|为|看|想|帮|养|对|问|叫|随|约|有个|有一?[个位])$")
_CALLED = re.compile(r"(?:叫|喊|称呼|管|当|像|做|是|成|变)(?:我|个|一个|普通)*(?:为|做|作)?[“「]?$")


def mentions(scene: Scene) -> Iterator[tuple[str, str, int, int]]:
    """Topic, relation and place (in the clause) of each person brought up as the speaker's."""
    if scene.mood not in (Mood.REAL, Mood.TOLD):
        return
    for person in scene.people:
        named = person.name[1] > person.name[0]
        if _counts(scene, person, named):
            relation = scene.clause.text[slice(*person.relation)]
            begin = person.relation[0]
            yield person.topic, relation, begin, max(person.relation[1], person.name[1])


def _counts(scene: Scene, person: Person, named: bool) -> bool:
    plain = scene.clause.plain
    before = plain[: person.start]
    if person.of or (_CALLED.search(before) and not person.owned):
        return False
    if person.kind == "pet":
        return named or person.owned and scene.head.person == person
    if person.kind in ("parent", "other"):
        return named and person.owned and person.kind == "parent"
    if person.kind in ("acquaintance", "friend"):
        subject = scene.head.person == person
        return named and (person.owned or subject or _WITH.search(before) is not None) or (person.mention and subject)
    if scene.about and not scene.mine and not person.owned and scene.head.person != person:
        return False
    if plain[slice(*person.relation)] in _LOOSE or person.kind in ("sibling", "elder"):
        return person.owned or named or scene.head.person == person and not before.strip() or (_WITH.search(before) is not None and person.kind != "elder" and not re.search(r"大哥|大姐", plain[slice(*person.relation)]))
    return not before.endswith("的") or person.owned
