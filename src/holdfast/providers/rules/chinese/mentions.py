"""Mentions: the people and pets that somebody brings up as their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.providers.rules.chinese.people import LED, Person, people_in
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import NOBODY, Scene

_WITH = re.compile(
    r"(?:(?:朋友|闺蜜|兄弟|搭档|哥们)(?:就)?是|跟|和|同|与|带着?|接|陪着?|给|送|让|被|为|看|想|帮|养|对|问|叫|随|约|有个|有一?[个位])$"
)
_CALLED = re.compile(r"(?:叫|喊|称呼|管|当|像|做|是|成|变)(?:我|个|一个|普通)*(?:为|做|作)?[“「]?$")
_ANY_CHILD = frozenset(["小孩", "宝宝", "kid", "baby"])
_SMALL = re.compile(
    r"满月|百天|周岁|(?<![百多])个月|[0-9一二两三四五六七八九]岁|出生|生下|喂奶|吃奶|奶粉|哄睡|辅食|幼儿园|尿布|尿不湿"
    r"|发烧|疫苗|产检|预产|早教|走路|学会|小名|大名|上学|作业|带着?宝宝|我家|月嫂"
)
"""What is told of a real child, where the word may also mean somebody's darling or oneself."""


def mentions(scene: Scene) -> Iterator[tuple[str, str, int, int]]:
    """Topic, relation and place (in the clause) of each person brought up as the speaker's."""
    if scene.mood not in (Mood.REAL, Mood.TOLD):
        if scene.mood is Mood.ASKED:
            yield from _presupposed(scene)
        return
    head = scene.head.person
    if head is not None and head.start == 0 and head.name[0] == 0 < head.relation[0]:
        yield head.topic, scene.clause.text[slice(*head.relation)], 0, head.end
        return
    for person in scene.people:
        if _counts(scene, person):
            relation = scene.clause.text[slice(*person.relation)]
            yield (
                person.topic,
                relation,
                person.relation[0],
                max(person.relation[1], person.name[1]),
            )


_WERE = re.compile(r"有|没|是我|当我|做我|成为|想要|找|要是|如果|假如|谁")


def _presupposed(scene: Scene) -> Iterator[tuple[str, str, int, int]]:
    """Who is there though something is only asked: what would my husband like?"""
    plain, text = scene.clause.plain, scene.clause.text
    for person in scene.people:
        if person.end == len(plain):
            continue  # asked back: my brother?
        close = person.kind in ("spouse", "child", "sibling") and person.owned and not person.of
        if close and not _WERE.search(plain):
            relation = text[slice(*person.relation)]
            end = max(person.relation[1], person.name[1])
            yield person.topic, relation, person.relation[0], end


def _counts(scene: Scene, person: Person) -> bool:
    """Whether bringing somebody up says that the speaker has them."""
    before = scene.clause.plain[: person.start]
    if scene.clause.plain[slice(*person.relation)] in LED or _ELSEWHERE.search(before):
        return False
    if person.of or (_CALLED.search(before) and not person.owned):
        return False
    if person.kind == "pet":
        return person.named or scene.head.person == person
    if not (scene.mine or person.owned or scene.head.person == person or _is_home(scene)):
        return False
    if person.kind in ("parent", "other"):
        return person.kind == "parent" and person.named and person.owned  # everybody has parents
    if person.topic == "friend":
        return _is_friend(scene, person, before)
    return person.owned or _is_relative(scene, person, before)


_ELSEWHERE = re.compile(r"(?:邻居|别人|人家|朋友|同事|亲戚)家[^，]{2,}$")
"""Somebody of another house."""


def _is_home(scene: Scene) -> bool:
    """Whether a clause is about the speaker's husband or wife, whose children are theirs."""
    return scene.head.person is not None and scene.head.person.kind == "spouse"


_TOGETHER = re.compile(r"(?:跟|和|同|与|陪|给|送)$")


def _is_friend(scene: Scene, person: Person, before: str) -> bool:
    subject = scene.head.person == person
    if person.named and (person.owned or subject or _WITH.search(before)):
        return True
    return person.mention and (subject or (person.owned and _TOGETHER.search(before) is not None))


def _is_close(name: str, plain: str) -> bool:
    """Whether a clause goes on after one about somebody of the speaker's own home."""
    people = people_in("我" + name)
    return name in plain or bool(people and people[0].kind in ("child", "parent", "inlaw"))


def _is_relative(scene: Scene, person: Person, before: str) -> bool:
    """Whether a word for a relative without an owner means one of the speaker's."""
    plain = scene.clause.plain
    if not person.named and re.search(r"[A-Z][a-z]+", scene.clause.text):
        return False  # somebody else's story
    if scene.about == NOBODY:
        return False
    if person.kind == "spouse" and not scene.mine and not _is_close(scene.context, plain):
        return False  # a friend's husband
    if plain[slice(*person.relation)] in _ANY_CHILD and not person.named:
        return _SMALL.search(scene.sentence) is not None
    if scene.head.person == person:
        return person.named or not before.strip() or person.kind not in ("sibling", "elder")
    if not before.strip() and plain.startswith("的", person.end):
        return person.kind in ("child", "sibling", "spouse")
    if person.kind in ("sibling", "elder") and scene.mine and re.search(r"我[跟和与同]$", before):
        return True
    if plain[slice(*person.relation)] in _ANY_CHILD or person.kind in ("sibling", "elder"):
        return False
    return (scene.mine or _is_home(scene)) and (person.named or _WITH.search(before) is not None)
