"""Scenes: the clauses of a message, each with how it is meant and whom it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from holdfast.providers.rules.chinese.clause import Clause, clauses_of
from holdfast.providers.rules.chinese.lexicon import any_of
from holdfast.providers.rules.chinese.people import Person, people_in
from holdfast.providers.rules.chinese.reading import (
    Mood,
    is_fiction,
    is_pasted,
    is_playful,
    moods,
    quotes_somebody,
)
from holdfast.providers.rules.chinese.spelling import spelled
from holdfast.providers.rules.chinese.subject import (
    ME,
    OMITTED,
    PERSON,
    SOMEBODY,
    THEY,
    YOU,
    Head,
    head_of,
)

NOBODY = "?"
"""Whom a clause is about that is about nobody we can name."""


_MEETS = re.compile(
    r"有(?:一)?[个位](?:人|小孩|男生|女生|男的|女的|小伙|姑娘|大爷|大妈|大叔|阿姨|老太太|老头|小朋友|客户|顾客|网友|家长)"
    r"|(?:看到|看见|刷到|听到|听见|收到|遇见|碰见|搬来|来)了?(?:一|几|两)[个条份位则篇对家群](?!月|星期|礼拜|小时)"
    r"|(?:认识|遇到|碰到|遇见|加|交|谈|相|处|介绍|来|招)了?(?:一|两)?[个位](?!月|星期|礼拜)"
)
"""Somebody new comes into a story."""

_PRESENTED = re.compile(
    r"[^，我]{0,10}(?:老太太|老头子?|大爷|大妈|小伙子?|姑娘|女生|男生|女孩|男孩|小孩|阿姨|大叔|老人|女的|男的|那家人?|客户|病人|学生)(?:啊|呢|嘛)?"
)
"""A clause that only says who the next ones are about."""


@dataclass(slots=True)
class Scene:
    """One clause. `about` is the speaker for `mine`, else the name or relation of somebody."""

    clause: Clause
    mood: Mood
    head: Head
    people: list[Person]
    about: str
    mine: bool
    explicit: bool
    """Its subject is said, not only understood."""
    context: str = ""
    """Whom the clause before it was about, if that is of the same sentence; empty for the speaker."""
    doubtful: bool = False
    """It opens a sentence without a subject, after one that was about somebody else."""
    wished: bool = False
    """It goes on with what the clause before wished for or meant to do."""
    sentence: str = ""
    """All of the sentence that the clause is of, as it is matched."""


_OF_YOU = re.compile(r"(?:听起来|看来|看起来|感觉|觉得)[你您]|[你您](?:既|真是|很|已经|一直|总是)")
"""What is told of the one spoken to."""

_WISH = re.compile(r"想(?!念|起|到|着)|要(?!是|么|不)|打算|准备|希望|梦想|计划")


@dataclass(slots=True)
class _Cast:
    """Who was spoken of so far, by the words of the message."""

    current: str = ""
    """Whom the sentence is about; empty for the speaker."""
    last: str = ""
    called: dict[str, str] = field(default_factory=dict)
    before: str = ""
    """Whom the sentence before was about."""
    sentence: int = 0


def scenes(text: str, me: str) -> list[Scene]:
    """The clauses of a message with their readings; none for a joke, a fiction or a document."""
    if is_pasted(text):
        return []
    plain = spelled(text)
    if is_playful(plain) or is_fiction(plain):
        return []
    clauses = clauses_of(text)
    cast = _Cast()
    return list(_read(clauses, moods(clauses), cast, me))


def called(person: Person, text: str) -> str:
    """The name of a person, or else the relation, as the message has it."""
    start, end = person.name if person.named else person.relation
    return text[start:end]


def _read(clauses: list[Clause], how: list[Mood], cast: _Cast, me: str) -> Iterator[Scene]:
    wholes: dict[int, str] = {}
    wish = -1
    for clause in clauses:
        wholes[clause.sentence] = wholes.get(clause.sentence, "") + clause.plain + "，"
    for clause, mood in zip(clauses, how, strict=True):
        people = people_in(clause.plain, clause.text)
        head = head_of(clause.plain, people, clause.text)
        if clause.sentence != cast.sentence:
            cast.before, cast.current, cast.sentence = cast.current, "", clause.sentence
        if (
            mood is Mood.REAL
            and head.kind in (PERSON, THEY)
            and _says().match(clause.plain, head.core)
        ):
            mood = Mood.TOLD
        context = cast.current
        about = _about(clause, head, cast)
        for person in people:
            if not (person.owned or person.named) and _IS.search(clause.plain, 0, person.start):
                continue  # what somebody is
            cast.last = called(person, clause.text)
            cast.called[clause.text[person.relation[0] : person.relation[1]]] = cast.last
        if head.person is not None and head.person.name[0] == 0 < head.person.relation[0]:
            cast.last = cast.called[clause.text[slice(*head.person.relation)]] = about
        mine = about == ""
        if mine:
            _turn(cast, clause, head, people)
        yield Scene(
            clause,
            mood,
            head,
            people,
            me if mine else about,
            mine,
            head.kind in (ME, PERSON, THEY),
            context,
            mine and head.kind == OMITTED and cast.before != "",
            head.kind == OMITTED and wish == clause.sentence,
            wholes[clause.sentence],
        )
        wishes = _WISH.match(clause.plain, head.core) is not None
        if wishes or head.kind != OMITTED:
            wish = clause.sentence if wishes else -1


_HEALERS = frozenset(["医生", "大夫", "护士", "中医", "牙医"])
"""Who acts on the speaker: what follows is about the speaker again."""

_OF_ME = re.compile(r"(?:叫|喊|称呼|管)我|给我[起取]|说我|夸我")
"""What others do with the speaker: what follows may well be about the speaker."""

_IS = re.compile(r"(?:是|当|做|成)(?:了|一?[个名位])?$")
_FAR = frozenset(["friend", "acquaintance", "other", "cousin"])
_SOME = re.compile(r"(?:我)?有(?:一)?[个位]")


def _is_remote(person: Person, plain: str) -> bool:
    """Whether somebody is known through others only, or is one of many: a friend's child."""
    if not person.named and (person.of in _FAR or (person.of and person.topic == "friend")):
        return True
    some = _SOME.match(plain)
    return some is not None and some.end() >= person.start and _is_far(person)


def _is_far(person: Person) -> bool:
    return person.kind in ("acquaintance", "other") and not person.named


@cache
def _says() -> re.Pattern[str]:
    return any_of("reading", "says")


def _told_of(person: Person, clause: Clause, cast: _Cast) -> str:
    """What somebody is called here or was before; nobody we can name, if they are remote."""
    if _is_remote(person, clause.plain):
        return NOBODY
    relation = clause.text[person.relation[0] : person.relation[1]]
    name = called(person, clause.text)
    if person.kind == "stranger":
        name = cast.called.get(name, name)
    return cast.called.get(relation, name) if name == relation else name


def _turn(cast: _Cast, clause: Clause, head: Head, people: list[Person]) -> None:
    """Whom the next clauses are about, after one of the speaker's that brings somebody in."""
    quoted = head.kind == OMITTED and quotes_somebody(clause.plain)
    if quoted or _MEETS.search(clause.plain):
        cast.current = NOBODY
    elif people and _brings_in(people[-1], clause.plain):
        cast.current = called(people[-1], clause.text)


_HAS = re.compile(r"(?:有|谈了?|处了?|交了?|找了?|换了?|生了?|添了?)(?:一?[个位])?$")


_SHOWN = re.compile(
    r"(?:喏|看|瞧|给你看)?(?!是)(?:[这那](?:个|位|张|边|里)?)?(?:照片|图片?|相片|合影|合照|视频)?[上里中]?"
    r"(?:旁边|左边|右边|中间)?(?:的|这个|那个)?(?:就)?是"
)
"""Before somebody who is shown: this is my sister."""


def _brings_in(person: Person, plain: str) -> bool:
    """Whether a clause tells that the speaker has somebody, of whom the next ones go on to tell."""
    if re.fullmatch(r"[了啦呀啊呢]*", plain[person.end :]) is None:
        return False
    if _SHOWN.fullmatch(plain, 0, person.start):
        return True
    kinds = person.kind in ("spouse", "child", "friend")
    return kinds and not person.named and _HAS.search(plain, 0, person.relation[0]) is not None


def _is_of_others(person: Person, current: str) -> bool:
    """Whether a child or a spouse is of somebody whom the sentence is about already: my sister's."""
    if not current or current == NOBODY or person.owned or person.named:
        return False
    before = people_in("我" + current)
    kind = before[0].kind if before else ""
    return person.kind in ("child", "spouse") and kind in _APART


_APART = frozenset(["sibling", "cousin", "elder", "friend", "acquaintance", "other"])
"""Whose children are not the speaker's."""


def _about(clause: Clause, head: Head, cast: _Cast) -> str:
    """Whom a clause is about: empty for the speaker."""
    if head.kind == PERSON and head.person is not None:
        about = _told_of(head.person, clause, cast)
        if _is_of_others(head.person, cast.current):
            about = NOBODY
        heals = clause.plain[slice(*head.person.relation)] in _HEALERS and not head.person.named
        cast.current = "" if heals else about
        return about
    elif head.kind == THEY:
        cast.current = cast.last or NOBODY
    elif head.kind == SOMEBODY:
        cast.current = "" if _OF_ME.search(clause.plain) else NOBODY
        return NOBODY if not cast.current else cast.current
    elif head.kind == ME:
        cast.current = ""
    elif head.kind == YOU:
        if _OF_YOU.search(clause.plain):
            cast.current = NOBODY  # what follows goes on about the one spoken to
        return "你"
    elif head.kind == OMITTED:
        if _OF_YOU.match(clause.plain) or (not cast.current and _PRESENTED.fullmatch(clause.plain)):
            cast.current = NOBODY
        return cast.current
    return cast.current
