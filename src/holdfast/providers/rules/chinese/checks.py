"""Checks: what a value of a topic may be, beyond the form in which it stands, by checks.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from holdfast.providers.rules.chinese.lexicon import classes_in, data_of
from holdfast.providers.rules.chinese.scene import Scene

_NEAR = 6
"""How many signs before a value a denial still denies it."""


class _Rule:
    """One check of checks.toml, ready to use."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.value, self.has, self.before, self.clause, self.needs = (
            re.compile(row[key]) if key in row else None
            for key in ("value", "has", "before", "clause", "needs")
        )
        self.sentence, self.context = (
            re.compile(row[key]) if key in row else None for key in ("sentence", "context")
        )
        self.words = frozenset(row.get("words", "").split())
        self.shortest = row.get("shortest", 1)
        self.denied = bool(row.get("denied"))
        self.past = row.get("past", True)
        self.passing = row.get("passing", True)
        self.nobody = bool(row.get("nobody"))
        self.bare = frozenset(row.get("bare", "").split())

    def allows(self, value: str, scene: Scene) -> bool:
        plain = scene.clause.plain
        return (
            len(value) >= self.shortest
            and not (self.value and self.value.match(value))
            and not (self.has and self.has.search(value))
            and not (self.clause and self.clause.search(plain))
            and not (self.sentence and self.sentence.search(scene.sentence))
            and not (self.needs and not self.needs.search(plain))
            and not (self.context and not self.context.search(scene.sentence))
            and not (self.words and not self.words & classes_in(value))
            and not (self.nobody and common("anybody").match(value))
            and self._stands(value, scene)
        )

    def _stands(self, value: str, scene: Scene) -> bool:
        """Whether what stands around the value lets it count."""
        plain = scene.clause.plain
        place = plain.find(value)
        if self.before and self.before.search(plain[: place + len(value)]):
            return False
        if self.denied and is_denied(scene, place):
            return False
        if not self.past and common("past").search(plain, 0, scene.head.core + 1):
            return False
        if not self.passing and common("passing").search(plain):
            return False
        if self.passing == "sentence" and common("passing").search(scene.sentence):
            return False
        return value not in self.bare or _is_stressed(value, plain)


@cache
def rule(name: str) -> _Rule:
    return _Rule(data_of("checks")[name])


@cache
def common(name: str) -> re.Pattern[str]:
    return re.compile(data_of("checks")["common"][name])


def is_denied(scene: Scene, start: int) -> bool:
    """Whether what stands at a place of a clause is denied just before it."""
    begin = scene.head.rest if scene.head.rest <= start else 0
    return common("denial").search(scene.clause.plain, max(begin, start - _NEAR), start) is not None


_MOVES = re.compile(r"[搬嫁移]")


def is_coming(scene: Scene, moves: bool) -> bool:
    """Whether a clause tells of what is still to come. A move may be told of in the one before."""
    plain = scene.clause.plain
    if common("coming").search(plain, 0, scene.head.core + 2):
        return True
    before = scene.sentence.find(plain)
    return (
        moves
        and _MOVES.search(plain) is not None
        and "了" not in plain
        and (common("coming").search(scene.sentence, 0, max(before, 0)) is not None)
    )


def is_past(scene: Scene, start: int) -> int | None:
    """Where the words stand that put a value at a place of a clause into the past, if any do."""
    match = common("past").search(scene.clause.plain, scene.head.rest, start)
    return match.start() if match else None


def _is_stressed(value: str, plain: str) -> bool:
    """Whether a word that means many things is said of somebody's character."""
    return (
        re.search(rf"(?:比较|很|特别|挺|有点|超|是个|偏|^){value}(?:$|的人|人)", plain) is not None
    )


_ACTOR = re.compile(
    r"[^，我家给在和跟对把被为向从陪带]{0,10}(?:那|这|有|一)[只条头群帮位]|[^，我给在和跟对把被为向从陪带]{0,8}(?:师傅|老师|同事|同学|邻居|朋友|亲戚|老板|客户|学生|家长|孩子|姑娘|小伙|员工|工人|司机|医生|护士|教练|主播|队员|选手|球队|大爷|大妈|阿姨|店家|商家|学校|食堂|超市|饭店|餐厅|医院|银行|小区|物业|政府|国家|球赛|比赛|项目|楼下|隔壁|对面|网上|新闻|电视)(?!里|的时候|时|群|圈|我)"
)
_OWN = re.compile(
    r"(?:已经|终于|总算|居然|刚刚?|今天|昨天|上周|去年)*(?:在|从|被|把|跟|和|同|与|给|向|对|去|陪|带|跑|参加)"
)


def is_foreign(scene: Scene) -> bool:
    """Whether a clause without a pronoun begins with somebody or something that does what it tells."""
    if not scene.mine or scene.explicit:
        return False
    plain, core = scene.clause.plain, scene.head.core
    return _ACTOR.match(plain, core) is not None and not _OWN.match(plain, scene.head.rest)
