"""Answers: a word or two that mean something because of the question before them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from holdfast.ports.extractor import Said
from holdfast.providers.rules.chinese.finding import Finding
from holdfast.providers.rules.chinese.fitting import passes
from holdfast.providers.rules.chinese.lexicon import classes_in, data_of
from holdfast.providers.rules.chinese.people import people_in
from holdfast.providers.rules.chinese.reading import Mood
from holdfast.providers.rules.chinese.scene import NOBODY, Scene, called
from holdfast.providers.rules.chinese.spelling import spelled
from holdfast.providers.rules.chinese.subject import OMITTED, Head
from holdfast.providers.rules.chinese.values import is_name, trimmed

_QUESTION = re.compile(r"[^。！!？?\n]*[？?]")
_NO_ANSWER = re.compile(
    r"没|不|无|别|嗯|对|是的|好|行|可以|哈|哦|你|谢|等|算了|随便|保密|秘密|猜|帮|想|怎|什么|先|要|再|继续|讲|说|给|来|看|换|推|去$|ok"
)
_LONGEST = 14


@cache
def _asked() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    return tuple(
        (row["topic"], row["check"], re.compile(row["ask"]))
        for row in data_of("answers")["answers"]
    )


def question_of(before: Sequence[Said]) -> str:
    """The last question of the message just before, if the assistant asks one."""
    if not before or before[-1].me != "assistant":
        return ""
    found = _QUESTION.findall(spelled(before[-1].text))
    return found[-1] if found else ""


def answer(
    scenes: list[Scene], found: list[Finding], question: str, asker: str, me: str
) -> list[Finding]:
    """What is claimed by a short answer: the findings, put right by what was asked."""
    found = _theirs(found, question, asker, me)
    topic = next(((topic, check) for topic, check, ask in _asked() if ask.search(question)), None)
    scenes = _without_assent(scenes, topic is not None and topic[1] in _FIRM)
    if topic is None or not scenes or scenes[0].mood is not Mood.REAL:
        return found
    people = [each for each in people_in(_turned(question)) if each.kind != "other"]
    about = called(people[0], asker) if people else _somebody(question, asker) or me
    if about == NOBODY:
        return found
    about = me if topic[0] == "family" else about
    asked, first = about, scenes[0]
    named = _named(scenes) if people and not people[0].named else None
    if named is not None:
        relation = asker[slice(*people[0].relation)]
        found = [*found, Finding(named[0], people[0].topic, *named[1:], me, relation)]
        about = found[-1].value
    if people and people[0].kind == "pet" and topic[0] == "name":
        topic, about = ("pet", "name"), me
    here = [each for each in found if each.scene is first and each.topic == topic[0]]
    if here:
        return [
            Finding(each.scene, each.topic, each.start, each.end, about, each.sub)
            if each in here and each.about in (me, asked)
            else each
            for each in found
        ]
    bare = _bare(first, topic)
    if bare is None or (first.explicit and topic[0] != "family"):
        return found
    mine = Finding(
        first, topic[0], first.clause.start + bare[0], first.clause.start + bare[1], about
    )
    others = [each for each in found if each.scene is not first]
    return [mine, *_listed(scenes, others, topic, about), *others]


def _theirs(found: list[Finding], question: str, asker: str, me: str) -> list[Finding]:
    """The findings, about whom it was asked of: is your mother well? had a stroke last year."""
    people = [each for each in people_in(_turned(question)) if each.kind != "other"]
    if not people and (name := _somebody(question, asker)):
        return _given(found, name, me)
    if len(people) != 1 or "你" in question[people[0].end :]:
        return found
    return _given(found, called(people[0], asker), me)


def _given(found: list[Finding], about: str, me: str) -> list[Finding]:
    """The findings, those without a subject as somebody's; without these if it is not known whose."""
    theirs = [
        replace(each, about=about)
        if each.about == me and each.topic in _BORNE and each.scene.head.kind == OMITTED
        else each
        for each in found
    ]
    return [each for each in theirs if each.about != NOBODY]


_ABOUT = re.compile(
    r"(?:那|所以|嗯|哦|哇|[，、 ])*(?:(?P<they>[他她它]们?)|(?P<name>[a-z]{2,10}|[\u4e00-\u9fff]{2,3}?))"
    r"(?:今年|现在|平时|最近)?(?:多大|几岁|多少岁|在哪|做什么|上几年级|读几年级|是做|叫什么|喜欢什么|生日)"
)


def _somebody(question: str, asker: str) -> str:
    """Whom a question is about by name; nobody we can name, if by a mere pronoun."""
    match = _ABOUT.match(question)
    if match is None or "你" in match[0] or "您" in match[0] or _WHAT.match(match["name"] or ""):
        return ""
    return NOBODY if match["they"] else asker[slice(*match.span("name"))]


_WHAT = re.compile(
    r"孩子|宝宝|宠物|老家|家里|大概|具体|方便|可以|请问|今年|现在|平时|最近|一般|工作|名字|年龄"
)


def _turned(question: str) -> str:
    """A question as the one who is asked would put it: 你家孩子 is 我家孩子 to them."""
    return question.replace("你", "我").replace("您", "我")


_BORNE = frozenset(
    ["health", "age", "birthday", "home", "work", "study", "diet", "like", "dislike"]
)

_ASSENT = re.compile(r"(?:养|有|会|吃|喜欢|是|嗯|对|学过?|在读|还行)(?:的|啊|呀|了|哦|噢|呢|嘛)*")
"""A clause that only says yes."""

_LISTED = frozenset(["like", "dislike", "skill"])


_DENIAL = re.compile(r"(?:不是?|没有?|不对)(?:的|啊|呀|哦|哈|呢)*")
_FIRM = frozenset(["place", "name", "number"])
"""Checks by which an answer is known also behind a denial."""


def _without_assent(scenes: list[Scene], firm: bool) -> list[Scene]:
    """The clauses from the one on that says more than yes, or than no where what follows is sure."""
    if len(scenes) > 1 and _ASSENT.fullmatch(scenes[0].clause.plain):
        return scenes[1:]
    if len(scenes) > 1 and firm and _DENIAL.fullmatch(scenes[0].clause.plain):
        return scenes[1:]
    return scenes


def _listed(
    scenes: list[Scene], found: list[Finding], topic: tuple[str, str], about: str
) -> Iterator[Finding]:
    """What the next clauses add to an answer that lists: reading, and a walk now and then."""
    for scene in scenes[1:]:
        told = any(each.scene is scene for each in found)
        if topic[0] not in _LISTED or told or scene.explicit or scene.mood is not Mood.REAL:
            return
        bare = _bare(scene, topic)
        if bare is None or bare[1] - bare[0] > _SHORT or not _is_pursuit(scene):
            return
        start = scene.clause.start
        yield Finding(scene, topic[0], start + bare[0], start + bare[1], about)


_SHORT = 8
_DOING = re.compile(
    r"(?:偶尔|有时|周末|再就是|还有|也|再|[、 ])*[看听打爬跑玩写画唱跳钓种养做读弹骑游逛追刷拍拼泡练下][^了着过都就到在得去]{1,6}"
)


def _is_pursuit(scene: Scene) -> bool:
    """Whether a clause is no more than something that one does, knows or plays."""
    plain = scene.clause.plain
    pursuits = {"sport", "art", "instrument", "language"}
    return bool(_DOING.fullmatch(plain) or (len(plain) <= 4 and classes_in(plain) & pursuits))


_CALLED = re.compile(
    r"(?:他|她|它)?(?:的)?(?:名字|大名|小名)?叫(?P<name>[a-z]+|[\u4e00-\u9fff]{2,4})"
)


def _named(scenes: list[Scene]) -> tuple[Scene, int, int] | None:
    """Where an answer goes on to tell the name of whom it is about."""
    for scene in scenes[1:]:
        match = _CALLED.fullmatch(scene.clause.plain)
        if match and is_name(match["name"]):
            start, end = match.span("name")
            return scene, scene.clause.start + start, scene.clause.start + end
    return None


def _begin(head: Head, topic: str) -> int:
    """Where an answer of a topic may begin: with the time, or with whom it brings up."""
    if topic == "family":
        return 0
    return head.rest if topic in ("habit", "plan", "like", "birthday") else head.core


def _bare(scene: Scene, topic: tuple[str, str]) -> tuple[int, int] | None:
    """The place of a bare answer in its clause; None if it does not look like one."""
    plain = scene.clause.plain
    start, end = trimmed(
        plain,
        _begin(scene.head, topic[0]),
        len(plain),
        topic[0],
    )
    lead = re.match(
        r"(?:有(?:一?[个位])?|用的?是?|是|在|叫|就是|就在|喜欢|住在?|学|做|养的?是?|当)",
        plain[start:end],
    )
    if lead and lead.end() < end - start:
        start += lead.end()
    value = plain[start:end]
    if not 0 < len(value) <= _LONGEST or _ASSENT.fullmatch(value) or _NO_ANSWER.match(value):
        return None
    if topic[1] == "number":
        return (
            (start, end) if re.search(r"[0-9一二三四五六七八九十]|满月|百天|周岁", value) else None
        )
    if topic[1] == "contact":
        return (start, end) if re.search(r"[0-9a-z]{4}", value) else None
    return (start, end) if passes(topic[1], value, scene) else None
