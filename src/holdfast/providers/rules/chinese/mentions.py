"""Mentions: the people and pets that somebody brings up as their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.providers.rules.chinese.people import Person
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import Scene

_WITH = re.compile(
    r"(?:跟|和|同|与|带着?|接|陪着?|给|送|让|被|为|看|想|帮|养|对|问|叫|随|约|有个|有一?[个位])$"
)
_CALLED = re.compile(r"(?:叫|喊|称呼|管|当|像|做|是|成|变)(?:我|个|一个|普通)*(?:为|做|作)?[“「]?$")


def mentions(scene: Scene) -> Iterator[tuple[str, str, int, int]]:
    """Topic, relation and place (in the clause) of each person brought up as the speaker's."""
    if scene.mood not in (Mood.REAL, Mood.TOLD):
        return
    head = scene.head.person
    if head is not None and head.start == 0 and head.name[0] == 0 < head.relation[0]:
        yield head.topic, scene.clause.text[slice(*head.relation)], 0, head.end
        return
    for person in scene.people:
        if _counts(scene, person, person.named):
            relation = scene.clause.text[slice(*person.relation)]
            begin = person.relation[0]
            yield person.topic, relation, begin, max(person.relation[1], person.name[1])


def _counts(scene: Scene, person: Person, named: bool) -> bool:
    plain = scene.clause.plain
    before = plain[: person.start]
    if person.of or (_CALLED.search(before) and not person.owned):
        return False
    if person.kind == "pet":
        return named or scene.head.person == person
    if (
        not scene.mine
        and not person.owned
        and scene.head.person != person
        and (scene.head.person is None or scene.head.person.kind != "spouse")
    ):
        return False
    if person.kind in ("parent", "other"):
        return named and person.owned and person.kind == "parent"
    if person.kind in ("acquaintance", "friend"):
        subject = scene.head.person == person
        return (named and (person.owned or subject or _WITH.search(before) is not None)) or (
            person.mention and subject
        )
    if person.owned:
        return True
    if not scene.mine and scene.context and scene.context not in plain and person.kind == "spouse":
        return False
    if scene.head.person == person:
        return (
            not (scene.explicit and person.kind in ("sibling", "elder"))
            or named
            or not before.strip()
        )
    if (
        not before.strip()
        and plain.startswith("的", person.end)
        and person.kind in ("child", "sibling", "spouse")
    ):
        return True
    if plain[slice(*person.relation)] in ("小孩", "宝宝", "kid", "baby"):
        return False
    mine = scene.mine or (scene.head.person is not None and scene.head.person.kind == "spouse")
    return (
        person.kind in ("child", "spouse", "cousin")
        and mine
        and (named or _WITH.search(before) is not None)
    )
