"""Gathering: what is claimed in all clauses of a message, put together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from holdfast.providers.rules.chinese.finding import Finding, framed
from holdfast.providers.rules.chinese.lexicon import any_of, classes_in
from holdfast.providers.rules.chinese.mentions import mentions
from holdfast.providers.rules.chinese.scene import NOBODY, Scene, called
from holdfast.providers.rules.chinese.stubs import without_stubs

_JOINED = frozenset(["study", "work", "diet", "partner", "birthday", "trait"])
"""Topics of which one thing is often told in several clauses."""

_PEOPLE = frozenset(["family", "friend", "partner", "pet"])
_ONCE = frozenset(["origin", "age", "gender", "name"])
"""Topics of which a message tells one value of somebody."""

_DOUBTFUL = frozenset(["age", "study", "health", "name", "nickname", "gender", "birthday"])
"""Topics that are left alone where it is not sure who is meant."""

_PET_NAME = re.compile(
    r"一公一母|都是[公母]的?|[公母]的|(?:它|他|她|猫|狗|兔子?|鸟|龟)?(?:分别|一?[只条头])?(?:名字)?(?:叫|是只|是条|是(?=[^，的我你他她]{2,5}$)|名叫|取名叫?|起名叫?)[^，]{1,16}"
)
_CONTINUED = {
    "pet": _PET_NAME,
    "skill": re.compile(r"[^，]{2,6}(?:、[^，]{1,8})*(?:、|还有|和|跟)[^，]{1,6}"),
    "possession": re.compile(r"(?:还有)?一[把只辆台部套个双条架支][^，]{1,16}"),
}
"""How the clauses behind such a value go on with it."""

_SEVERAL = re.compile(r"[两三四五六七八]种")

_CALL = re.compile(r"(?:叫|喊|称呼)我|这么[叫喊]")
_APART = 8
"""How far behind a value the next clause may go on with it."""


def findings(scenes: list[Scene], me: str) -> list[Finding]:
    """What is claimed in a message, in the order of its clauses, each thing once."""
    found: list[Finding] = []
    others = any(any_of("reading", "behalf").search(scene.sentence) for scene in scenes)
    for scene in scenes:
        for each in [*framed(scene, me), *_mentioned(scene, me)]:
            if scene.doubtful and each.topic in _DOUBTFUL:
                continue
            if others and each.about == me:
                continue
            if each.topic == "name" and scene.mine and not scene.explicit and _has_pet(scene):
                continue
            if each.topic == "contact" and (owner := _owner(scene, scenes)):
                each = replace(each, about=owner)
            if each.about != NOBODY and (_mends(each, scenes) or not _is_known(each, found)):
                found.append(each)
    found += _narrowed(found, scenes)
    found = [each for each in _of_children(found, scenes) if not _is_childish(each, me)]
    found = _counted(_renamed(_named_pets(found, scenes)))
    return _joined(without_stubs(_without_calls(_without_moves(found))))


def _has_pet(scene: Scene) -> bool:
    return "animal" in classes_in(scene.sentence)


def _mentioned(scene: Scene, me: str) -> Iterator[Finding]:
    place = scene.clause.start
    for topic, sub, start, end in mentions(scene):
        yield Finding(scene, topic, place + start, place + end, me, sub)


def _owner(scene: Scene, scenes: list[Scene]) -> str:
    """Whose number stands alone in a clause: theirs by whom the one before ends (call my wife's)."""
    number = _number(scene, scenes)
    if number == 0 or not re.fullmatch(r"[0-9+ -]+", scene.clause.plain):
        return ""
    before = scenes[number - 1]
    last = before.people[-1] if before.people else None
    behind = before.clause.plain[last.end :] if last else ""
    return called(last, before.clause.text) if last and behind in ("", "的") else ""


_BARE_AGE = re.compile(
    r"(?:都|才|刚|今年|已经|快|现在)*[0-9一二两三四五六七八九十]+(?:岁|个月)[零多半了大]*.{0,3}"
)
_SMALL = frozenset(["child", "pet"])


_ESPECIALLY = re.compile(
    r"(?:尤其|特别|最|主要)(?:是|爱|喜欢|偏爱|钟爱|讨厌|怕|烦)+(?P<v>[^，的是我你他她]{2,10})$"
)
_TASTES = frozenset(["like", "dislike"])


def _narrowed(found: list[Finding], scenes: list[Scene]) -> list[Finding]:
    """What is liked or disliked above all, behind what it is one of: tea, Pu'er above all."""
    more: list[Finding] = []
    for before, scene in pairwise(scenes):
        match = _ESPECIALLY.fullmatch(scene.clause.plain)
        tastes = [each for each in found if each.scene is before and each.topic in _TASTES]
        if not match or not tastes or any(each.scene is scene for each in found):
            continue
        start, end = (scene.clause.start + place for place in match.span("v"))
        more.append(Finding(scene, tastes[-1].topic, start, end, tastes[-1].about))
    return more


def _of_children(found: list[Finding], scenes: list[Scene]) -> list[Finding]:
    """An age that stands alone behind a clause with a child or a pet in it is theirs."""
    for place, each in enumerate(found):
        alone = each.topic == "age" and each.scene.mine and not each.scene.explicit
        if not alone or not _BARE_AGE.fullmatch(each.scene.clause.plain):
            continue
        number = _number(each.scene, scenes)
        before = scenes[number - 1] if number else None
        small = [one for one in before.people if one.kind in _SMALL] if before else []
        if before and small and before.clause.sentence == each.scene.clause.sentence:
            found[place] = replace(each, about=called(small[-1], before.clause.text))
    return found


_UNDER_TEN = re.compile(
    r"(?:才|刚|满|就)*[1-9一二两三四五六七八九]岁[零多半一二三四五六七八九个月]*"
)


def _is_childish(one: Finding, me: str) -> bool:
    """Whether the speaker claims to be a small child, in jest."""
    return one.topic == "age" and one.about == me and bool(_UNDER_TEN.fullmatch(one.plain))


def _is_known(one: Finding, found: list[Finding]) -> bool:
    """Whether the same, or a person of this relation, was told of before."""
    return any(
        one.topic == other.topic and one.about == other.about and _repeats(one, other)
        for other in found
    )


def _mends(one: Finding, scenes: list[Scene]) -> bool:
    """Whether the words before it take back what was said: 二十九，哦不，三十了."""
    number = _number(one.scene, scenes)
    cue = any_of("corrections", "wrong")
    return one.topic in _ONCE and any(
        cue.search(each.clause.plain) and len(each.clause.plain) <= _BRIEF
        for each in scenes[max(0, number - 2) : number]
    )


_BRIEF = 6
"""The longest clause that does nothing but take something back."""


def _repeats(one: Finding, other: Finding) -> bool:
    if one.topic in _ONCE:
        if one.topic == "name" and one.plain.isascii() != other.plain.isascii():
            return False  # one name in each language
        return one.value.endswith("族") == other.value.endswith("族")  # a people, and a place
    if one.topic == "pet" and one.scene is other.scene and one.sub:
        return True
    if one.topic in _PEOPLE:
        return bool(one.sub and one.sub == other.sub) or one.value in other.value
    return one.value == other.value


def _named_pets(found: list[Finding], scenes: list[Scene]) -> list[Finding]:
    """Pets with what the clauses behind them call them."""
    gone: list[Scene] = []
    for place, each in enumerate(found):
        form = _CONTINUED.get(each.topic)
        if form is None or (each.topic == "skill" and not _SEVERAL.match(each.plain)):
            continue
        end = each.end
        for scene in scenes[_number(each.scene, scenes) + 1 :]:
            if scene.clause.start - end > 3 or not form.fullmatch(scene.clause.plain):
                break
            end = scene.clause.start + len(scene.clause.plain)
            gone.append(scene)
        found[place] = replace(each, end=end)
    taken = {id(scene) for scene in gone}
    return [one for one in found if id(one.scene) not in taken or one.topic not in ("pet", "name")]


def _number(scene: Scene, scenes: list[Scene]) -> int:
    return next(number for number, each in enumerate(scenes) if each is scene)


def _renamed(found: list[Finding]) -> list[Finding]:
    """Somebody whose name is told later is called by it throughout, and introduced by it."""
    names = [each for each in found if each.topic == "name" and not each.scene.mine]
    kept = [each for each in found if each not in names]
    for name in names:
        if name.value.startswith("姓"):
            kept.append(name)
            continue
        for place, each in enumerate(kept):
            pet = each.topic == "pet" and name.about in each.value
            if pet or (each.topic in _PEOPLE and each.sub == name.about):
                kept[place] = replace(
                    each, scene=name.scene, start=name.start, end=name.end, sub=name.about
                )
            elif each.about == name.about:
                kept[place] = replace(each, about=name.value)
    return kept


_COUNT = re.compile(r"[俩两二三四仨]个?(?:娃|孩子|儿子|女儿|闺女|宝|小孩)$")


def _counted(found: list[Finding]) -> list[Finding]:
    """Without how many children there are, where each of them is told of."""
    children = [each for each in found if each.topic == "family" and each.sub]
    if len(children) < 2:
        return found
    return [each for each in found if each.topic != "family" or not _COUNT.match(each.plain)]


def _without_moves(found: list[Finding]) -> list[Finding]:
    """Without the move as such, where it is told where somebody lives now."""
    homes = {each.about for each in found if each.topic == "home"}
    return [
        each
        for each in found
        if each.topic != "event" or each.about not in homes or "搬" not in each.plain
    ]


def _without_calls(found: list[Finding]) -> list[Finding]:
    """Without instructions that only say once more what to call somebody."""
    if not any(each.topic == "nickname" for each in found):
        return found
    return [each for each in found if each.topic != "instruction" or not _CALL.search(each.plain)]


def _joined(found: list[Finding]) -> list[Finding]:
    """Findings of one topic in clauses that follow each other, as one."""
    kept: list[Finding] = []
    tails: list[Finding] = []
    for one in found:
        place = next((i for i in range(len(kept) - 1, -1, -1) if kept[i].topic == one.topic), None)
        joins = one.topic in _JOINED or _is_past(one)
        if (
            place is not None
            and joins
            and _is_past(kept[place]) == _is_past(one)
            and _adjoin(tails[place], one)
        ):
            last = kept[place]
            sub = last.sub if last.sub == one.sub else ""
            kept[place] = replace(last, end=one.end, sub=sub)
            tails[place] = one
        else:
            kept.append(one)
            tails.append(one)
    return kept


_APART_FROM = re.compile(r"(?:副业|兼职|业余|后来|现在|目前|如今|另外|同时|周末|晚上)")
"""How a clause begins that tells of another thing beside the one before."""


def _is_past(one: Finding) -> bool:
    """Whether it tells of something once done: of several such things in a row one is made."""
    return one.topic == "event" and "过" in one.plain and "了" not in one.plain


def _adjoin(last: Finding, one: Finding) -> bool:
    if last.ends != one.ends or (one.topic == "partner" and (last.sub or one.sub)):
        return False
    before, behind = last.scene.clause, one.scene.clause
    if before is behind:
        return last.about == one.about and 0 <= one.start - last.end <= 1
    if _APART_FROM.match(behind.plain):
        return False
    if behind.sentence != before.sentence or last.about != one.about:
        return False
    if not 0 < one.start - last.end <= (_APART if one.topic != "trait" else 1):
        return False
    return behind.start - before.start - len(before.text) <= 2
