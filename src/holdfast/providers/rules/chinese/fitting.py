"""Fitting: whether a value fits what is claimed with it, where that takes more than words to tell."""

from __future__ import annotations

import re
from collections.abc import Callable

from holdfast.providers.rules.chinese.checks import common, is_foreign, rule
from holdfast.providers.rules.chinese.lexicon import classes_in
from holdfast.providers.rules.chinese.names import edges, surnames
from holdfast.providers.rules.chinese.scene import Scene
from holdfast.providers.rules.chinese.values import is_full_name, is_name, is_place
from holdfast.text.chinese import known_words, tag


def passes(name: str, value: str, scene: Scene) -> bool:
    """Whether a value, as it is matched, may stand for what was said in a clause."""
    special = _SPECIAL.get(name)
    return special(value, scene) if special else rule(name).allows(value, scene)


_GONE = re.compile(r"(?<![^，])[^，]{0,10}(?:不在[^，]{0,8}了|离开|跳槽|离职|辞)")


def _left(value: str, scene: Scene) -> bool:
    """Where somebody works who is said to have left another place."""
    gone = _GONE.search(scene.sentence) is not None
    return gone and not is_place(value, strict=False) and rule("work").allows(value, scene)


_GREETED = re.compile(
    r"^(?:大家|各位|你们?|您|老师|朋友们|家人们|hi|hello|hey|嗨|哈[喽啰]|早|晚上|早上)+(?:早上|晚上)?好?(?:[，,！!~～]|呀|啊|哦)"
    r"|自我介绍|介绍一下|my name"
)


def _presented(value: str, scene: Scene) -> bool:
    """A short name of somebody who says hello; 小 or 老 with a family name needs none."""
    if not is_name(value) or classes_in(value):
        return False
    if value[0] in "小老阿" and value[1] in surnames():
        return known_words(value) != [value]
    if not _GREETED.search(scene.sentence):
        return False
    return value.isascii() or value[0] in "小老阿大" or tag(value)[0] == (value, "nr")


def _nick(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if not is_name(value):
        return False
    quoted = plain[plain.find(value) - 1 : plain.find(value)] in '“「"'
    return quoted or rule("nick").allows(value, scene)


_AMOUNT = re.compile(r"蛋白|血|度|考了|斤|公里|碗|价|钱|元|块|多少|成绩|气温|体温|零下|排名|倍")


def _aged(value: str, scene: Scene) -> bool:
    if "岁" not in value and _AMOUNT.search(scene.clause.plain):
        return False
    if re.search(r"零.*百|[二三四五六七八九]百|一百[三-九四五六七八]", value):
        return False  # a joke: three hundred years
    if "虚岁" in scene.clause.plain and "周岁" in scene.sentence:
        return False
    if scene.mine and not scene.explicit and "animal" in classes_in(scene.sentence):
        return False
    return not re.search(
        r"一看|看着|看上去|看起来|显得|那年|以前|之前|当年|小时候|那时|年前|明年|后年|下个?月|下周|[大小]我|比[我他她]",
        scene.clause.plain,
    )


def _age(value: str, scene: Scene) -> bool:
    """A bare number is an age if it is this year's, or if nothing else stands there."""
    plain = scene.clause.plain
    if "百" in value and "岁" in value:
        return False
    if value.endswith("个月"):
        return not scene.mine
    if "虚岁" in plain and "周岁" in scene.sentence:
        return False
    if common("past").search(plain) or "那年" in plain:
        return False
    if "今年" in plain:
        return True
    alone = re.fullmatch(rf"{value}(?:了|啦|的人了?|岁的人了?)?", plain[scene.head.core :])
    return alone is not None and len(value) >= 2 and value not in ("十一", "一百")


_TRADE = re.compile(
    r"当|做|干|任|搞|管|教(?![练室堂授])|修|写|开|跑|送|卖|画|拍|执|摆|打|拧|坐|站|洗|端|种|搬|带"
)
_HOMELY = re.compile(r"老家|县城|县里|乡下|村里|镇上|国外|海外|外地|厂里")
_DONE_THERE = re.compile(r"[了着过]|一个")
_DAILY = re.compile(
    r"[看开做写](?:了|到|见|着|书|报|病|球|剧|电影|电视|会|车$|饭|菜|梦|作业|题|什么|一)"
)


def _job(value: str, scene: Scene) -> bool:
    """A place, and what somebody does there for a living: both must be words of their own."""
    if value.startswith(("备考", "准备", "复习", "考")):
        return False
    cuts = edges(value)
    for match in _TRADE.finditer(value, 2):
        where = value[: match.start()]
        known = _HOMELY.search(where) or classes_in(where) & {"employer", "shop", "school", "place"}
        if _DONE_THERE.search(where):
            return False
        if match.start() in cuts and (known or is_place(where, strict=False)):
            daily = _DAILY.match(value, match.start()) and not classes_in(value) & {"trade", "shop"}
            return not daily and not scene.wished and rule("work").allows(value, scene)
    return False


_FIRST_DAYS = frozenset(["初一", "初二", "初三", "初四"])
"""Years at school, and days of the new year."""

_SCHOOL = re.compile(
    r"读|上(?=[初学高课])|念|学|升|中考|班主任|课|作业|老师|孩子|儿子|女儿|毕业|年级"
)


_BARE_SCHOOL = re.compile(r"在?[^，上读念]{1,8}(?:大学|学院|中学|小学|一中|附中)")


def _study(value: str, scene: Scene) -> bool:
    if _BARE_SCHOOL.fullmatch(value) and "trade" in classes_in(scene.sentence):
        return False  # they work there
    if value in _FIRST_DAYS and not scene.explicit and not _SCHOOL.search(scene.sentence):
        return False
    if scene.wished and not scene.explicit:
        return False
    return "instrument" not in classes_in(value) and rule("study").allows(value, scene)


def _habit(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if is_foreign(scene):
        return False
    worthy = rule("worthy")
    if not scene.mine or "天天" in plain:
        told = worthy.needs is not None and worthy.needs.search(plain)
        if not told and not worthy.words & classes_in(plain):
            return False
    return rule("habit").allows(value, scene)


def _plan(value: str, scene: Scene) -> bool:
    """An intention of somebody else must say whose it is."""
    return (scene.mine or scene.explicit) and rule("plan").allows(value, scene)


_DONE = re.compile(r"(?<![要会])了(?!解)[^，]{0,6}$")
_SETTLED = re.compile(r"约了|订了|报了|请了|定了|要[^，]+了$|就[^，]{1,8}了$")
_WEEKEND = re.compile(r"(?<![这下本个])周末")
_MEANT = re.compile(r"要|打算|准备|约|计划")


def _future(value: str, scene: Scene) -> bool:
    """Something still to come: not what is done, nor what is done every weekend."""
    plain = scene.clause.plain
    if _WEEKEND.search(plain) and not _MEANT.search(plain):
        return False
    if _DONE.search(plain) and not _SETTLED.search(plain):
        return False
    return _is_doing(value) and rule("future").allows(value, scene)


_IDLE = frozenset(["是", "有", "要", "在", "会", "能", "可以", "就", "到", "去", "回"])
_OCCASION = re.compile(
    r"中考|高考|考研|团建|年会|聚餐|休年?假|有[个场次]|预产期|婚期|婚礼|手术|面试|答辩|考试|航班|机票|复查|体检|演唱会|比赛|演出|生日|[会展节典礼赛]的?时间"
    r"|[开办]一?[个家间场]|开学|开业|开工|交房|交稿|毕业|入职|入学|报到|领证|搬家|出院|出国|上岗|退休|飞|首秀|onboard|[号日点晚早上]的?(?:高铁|飞机|火车|航班)|去[^，]{2,}|回[^，]{2,}|到[^，]{2,}"
)


def _is_doing(value: str) -> bool:
    """Whether some words tell of something to do, not of a time alone."""
    if _OCCASION.search(value):
        return True
    return any(kind[:1] in "vli" and word not in _IDLE for word, kind in tag(value))


_BARE_VERB = re.compile(
    r"(?:终于|总算|刚刚?|已经|都|也|居然|成功|正式)*"
    r"(?:通过|搞定|搞砸|拿下|过|考过|考完|录取|参加|发表|上线|找到|拿到|收到|输|赢|去|回|买|卖|走|拿|中招|到)了?"
)
"""Verbs that tell nothing without what they are done to."""

_DEATH = re.compile(r"走了[0-9一二两三四五六七八九十]+年|去世|过世|离世|病逝|下葬|火化")
"""What nobody tells of themselves."""


def _event(value: str, scene: Scene) -> bool:
    """Something that happened, and of some weight: by its verb, or at least not trivial."""
    plain = scene.clause.plain
    if is_foreign(scene):
        return False
    if scene.mine and _DEATH.search(plain):
        return False
    if scene.mine and _BARE_VERB.fullmatch(value):
        return False
    weighty = "event" in classes_in(plain)
    if not weighty and (not scene.mine or not rule("trivial").allows(value, scene)):
        return False
    return rule("event").allows(value, scene)


_VISIT = re.compile(
    r"那年|当年|小时候|过年|年夜|旅游|旅行|出差|度假|自驾|环岛|骑行|路过|玩|机场|第一次"
)
"""What tells that somebody is, or was, at a place for a while only."""


def _whereabouts(value: str, scene: Scene) -> bool:
    """Where somebody is said to be, and nothing else: it must be a place that one lives in."""
    if _VISIT.search(scene.sentence):
        return False
    ends = ("里", "上", "中", "站", "机场", "油田")
    if re.match(r"上(?![海饶虞杭])|[读学念做看吃玩等忙找]", value):
        return False
    return not value.endswith(ends) and is_place(value, strict=True)


def _nation(value: str, _scene: Scene) -> bool:
    """A people, or a known place."""
    return value.endswith(("族", "民", "人")) or is_place(value, strict=True)


def _maybe_place(value: str, scene: Scene) -> bool:
    """A place, or a word for where one is from: 北 of 北漂, 混血."""
    if re.search(r"公司|单位|学校|厂|[他她]们?(?:的)?老家", scene.clause.plain):
        return False
    if len(value) == 1 or value.startswith("half"):
        return True
    return value in ("abc", "bbc", "混血", "华裔") or is_place(value, strict=True)


_WEEKS = re.compile(r"[0-9一二两三四五六七八九十]+(?:周|个多?月)")


def _weeks(value: str, scene: Scene) -> bool:
    """A state of health, if it is told how far it has come."""
    return _WEEKS.search(scene.sentence) is not None and rule("event").allows(value, scene)


_LIKING = re.compile(r"喜欢|爱|钟意|中意|热衷|痴迷|沉迷")


def _like(value: str, scene: Scene) -> bool:
    """What is liked by the one the clause is about, not by somebody else who stands in it."""
    plain, rest = scene.clause.plain, scene.head.rest
    verb = _LIKING.search(plain, rest)
    if verb and verb.start() < plain.find(value):
        between = plain[rest : verb.start()]
        others = any(rest <= each.start < verb.start() for each in scene.people)
        if others or "你" in between or re.search(r"[他她]们?(?:最|很|超|特别)?$", between):
            return False
    return rule("like").allows(value, scene)


_OF_STUDY = re.compile(r"专业|毕业|本科|硕士|读研|读博|大学|学院|学的|读的|研[一二三]|大[一二三四]")


def _major(value: str, scene: Scene) -> bool:
    """What somebody studies, named alone in a sentence about studying."""
    return _OF_STUDY.search(scene.sentence) is not None and _study(value, scene)


def _field(value: str, scene: Scene) -> bool:
    """What somebody is said to study, by any name, and does not only wish to."""
    return not (scene.wished and not scene.explicit) and rule("learning").allows(value, scene)


_SCHOOLED = re.compile(r"攻读|读|念|上|修|交换|留学|访学|进修|学(?![校习生会院])")


def _schooled(value: str, scene: Scene) -> bool:
    """Where somebody studies what: a place or a school, and a verb that is a word of its own."""
    cuts = edges(value)
    for match in _SCHOOLED.finditer(value, 2):
        where = value[1 : match.start()]
        known = classes_in(where) & {"school", "place"} or is_place(where, strict=False)
        if match.start() in cuts and known and not re.search(r"课上|中$|上$|展|赛", where):
            return "课上" not in value and _study(value, scene)
    return False


_SPECIAL: dict[str, Callable[[str, Scene], bool]] = {
    "": lambda _value, _scene: True,
    "place": lambda value, _scene: is_place(value, strict=False),
    "place!": lambda value, _scene: is_place(value, strict=True),
    "place?": _maybe_place,
    "nation": _nation,
    "whereabouts": _whereabouts,
    "name": lambda value, _scene: is_name(value),
    "nick": _nick,
    "left": _left,
    "presented": _presented,
    "fullname": lambda value, _scene: is_full_name(value),
    "age": _age,
    "aged": _aged,
    "study": _study,
    "major": _major,
    "field": _field,
    "job": _job,
    "like": _like,
    "schooled": _schooled,
    "weeks": _weeks,
    "habit": _habit,
    "plan": _plan,
    "future": _future,
    "event": _event,
}
"""Checks that take more than words, by the name that frames call them by."""
