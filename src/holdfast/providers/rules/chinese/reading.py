"""Readings: whether a clause asserts something of the real world, before any frame is tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache

from holdfast.providers.rules.chinese.clause import GONE, Clause
from holdfast.providers.rules.chinese.lexicon import any_of, data_of, listed, one_of


class Mood(Enum):
    """How a clause is meant."""

    REAL = "real"
    ASKED = "asked"
    SUPPOSED = "supposed"
    TOLD = "told"
    """Somebody else's words or opinion."""


_BACK = re.compile(r"可惜|纯好奇|我本人|事实上|实际上|但其实|不过其实|瞎想|随便问问")


def is_playful(plain: str) -> bool:
    """Whether a whole message is a joke, a fiction or a dream."""
    return (
        any_of("reading", "jokes").search(plain) is not None or _plays().search(plain) is not None
    )


@cache
def _plays() -> re.Pattern[str]:
    """The speaker, or one of theirs, is said to be somebody famous or made up."""
    roles = one_of(listed(data_of("reading")["roles"]))
    return re.compile(
        rf"(?:我|咱|俺|本人|在下|[老男女前]公?婆?朋?友?|对象|爸|妈|哥|姐|邻居|同桌)"
        rf"(?:就|可|其实|真的|上辈子|前世|以前|将来)*(?:是|叫|跟|和|嫁给|娶了?)(?:了)?"
        rf"[^，。！？的]{{0,6}}?(?:{roles})|(?:{roles})(?:就|其实)?是我"
    )


_LOG = re.compile(r"\d{4}[-/]\d\d?[-/]\d\d? \d\d?:\d\d|^\s*[\[{<]|\|.*\|.*\|", re.MULTILINE)
_LONG = 600


_FICTION = re.compile(
    r"(?:你?(?:帮我|给我|请|麻烦|来)*(?:再|先)?(?:写|编|创作|续写|构思|生成|虚构)(?:一?[篇个段首则]|点)"
    r"[^。！？!?\n]{0,16}(?:作文|故事|小说|第一人称|主角|剧本|段子|人设|角色|独白|日记|童话|剧情|情节))"
    r"|(?:我们?|咱们?)(?:来|再)?玩(?:个|一个)?(?:角色扮演|游戏|过家家|情景)|(?:接着|继续)(?:上次|昨天)的?(?:剧情|故事|设定)"
    r"|我?(?:的|在)?[^，。！？\n]{0,8}(?:dnd|d&d|跑团|游戏|小说|剧本杀?|故事)[^，。！？\n]{0,6}(?:角色|人物|主角|人设)(?:叫|是|名)"
)
"""Something to be made up: what is said of anybody in it is so only there."""


_ROLES = re.compile(
    r"(?:我(?:是|演|扮|当)[^，。！？]{1,14}，你(?:就)?(?:是|演|扮|当)|你(?:是|演|扮|当)[^，。！？]{1,14}，我(?:是|演|扮|当))(?!不|说|谁|什么|的|我)"
)
"""Two parts are given out: I am the captain, you are the parrot."""


def is_fiction(plain: str) -> bool:
    """Whether a whole message asks for something made up."""
    return _FICTION.match(plain) is not None or _ROLES.search(plain) is not None


def is_pasted(text: str) -> bool:
    """Whether a message is a record or a document rather than talk."""
    return len(text) > _LONG or _LOG.search(text) is not None


def moods(clauses: Sequence[Clause]) -> list[Mood]:
    """How each clause of a message is meant."""
    found: list[Mood] = []
    supposed = told = -1
    for place, clause in enumerate(clauses):
        mood = _mood(clause)
        if mood is Mood.SUPPOSED and _supposes().match(clause.plain):
            supposed = clause.sentence
        elif supposed == clause.sentence and mood is Mood.REAL:
            if _BACK.search(clause.plain):
                supposed = -1
            else:
                mood = Mood.SUPPOSED
        if (
            mood is Mood.REAL
            and place
            and found[-1] is Mood.TOLD
            and clauses[place - 1].sign in "：:"
            and clauses[place - 1].sign
        ):
            told = clause.sentence
        if mood is Mood.REAL and told == clause.sentence:
            mood = Mood.TOLD
        found.append(mood)
    return found


def _mood(clause: Clause) -> Mood:
    plain = clause.plain
    if _supposes().match(plain) or any_of("reading", "unsure").search(plain):
        return Mood.SUPPOSED
    if _is_asked(clause):
        return Mood.ASKED
    if GONE in plain or any_of("reading", "reports").search(plain + clause.sign):
        return Mood.TOLD
    if quotes_somebody(plain):
        return Mood.TOLD
    return Mood.REAL


_WHETHER = re.compile(r"(?P<verb>[\u4e00-\u9fff])不(?P=verb)(?<![时动了不三]不[时动了不三])(?!休)")
"""A verb beside its denial asks: 合不合."""

_QUOTING = re.compile(
    r"(?!.{0,6}(?:医生|大夫|医院|体检|报告|检查|化验|诊断|b超|ct|核磁))(?!上次|上回|之前|刚才?|以前|前面|早上|昨天|前几天|那天|跟|和|对)[^，我咱俺]{1,12}(?:说|讲|吼|嚷|哭诉|诉苦|自称|自嘲|坦言|透露|回忆|表示)"
    r"(?:自己|我(?!们?家|[的是像这]|不|太|老|总|有点|胖|瘦|懒|笨|傻))"
    r"|[^，我咱俺]{1,12}(?:喊|吼|嚷|哭着说)(?:自己|我(?:在|有|今年|当|从|要|都|就是))"
)
"""Somebody who is not known says something of themselves."""


def quotes_somebody(plain: str) -> bool:
    """Whether a clause tells what somebody unknown says of themselves."""
    return _QUOTING.match(plain) is not None


_TELLING = re.compile(
    r"(?:还[没未不在是有]|才|正|着|可[是会有爱喜]|我们?[^，]{0,3}在)[^，哪]*(?=呢$)"
)
"""What stands before the same particle where something is told: 还没结婚呢."""


def _is_asked(clause: Clause) -> bool:
    if "？" in clause.sign or "?" in clause.sign:
        return True
    plain = clause.plain[: -1 if _TELLING.search(clause.plain) else None]
    plain = any_of("reading", "not_asked").sub("", plain)
    return any_of("reading", "asks").search(plain) is not None or _WHETHER.search(plain) is not None


@cache
def _supposes() -> re.Pattern[str]:
    lead = one_of(listed(data_of("words")["opener"]))
    return re.compile(
        rf"(?:{lead})*(?:你说|我说|我想|我|你|咱们?)?(?:{one_of(listed(data_of('reading')['supposes']))})"
    )
