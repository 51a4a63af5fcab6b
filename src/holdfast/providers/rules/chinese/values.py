"""Values: where the words that carry the content begin and end, and what cannot be one."""

from __future__ import annotations

import re
from functools import cache

from holdfast.providers.rules.chinese.lexicon import classes_in, one_of, words
from holdfast.providers.rules.chinese.names import name_form
from holdfast.text.chinese import tag

_AFTER = re.compile(
    r"(?:了|啦|的|呀|啊|呢|吧|哦|喔|嘛|哈|呗|咯|喽|喇|嘞|㗎|噜|捏|哒|滴|而已|来着|似的|一样|什么的|之类的?|等等|之一|一枚|吖|哟|耶|欸|xd|lol|哈哈+|嘻嘻|[~～!！.。、,，:：;；…\"”“」「'’\s])+$"
)
_BEFORE = re.compile(
    r"(?:于|一下|那种|那个|这个|的是|的|了|着|过(?!敏)|点儿?|些|[~～,，、:：\s“「\"”」])+"
)
_LASTING = re.compile(
    r"(?:都?快|已经|也|有|都|大概|将近|差不多|不到|整整|满|待了|住了|做了|干了)*[0-9零一二两三四五六七八九十百几半]+[多来几]?(?:年(?!级|的)|个月|个多月|个礼拜|个星期|周|天)(?:多|了|左右|以上|之久|的?时间|的历史|的经验|而已|吧|还)*$"
)


_TIMED = frozenset(
    [
        "diet",
        "partner",
        "habit",
        "work",
        "plan",
        "event",
        "health",
        "instruction",
        "age",
        "birthday",
        "goal",
        "family",
    ]
)
"""Topics for which it matters how long."""


_WISHED = frozenset(["like", "dislike", "skill", "goal", "trait"])
_ON = re.compile(
    r"感到|(?<!的)感觉|觉得|因为|所以|但是|可是|不过|而且|然后|并且|的时候|(?<=.)时$|尤其|特别是|一起玩|结果|甚至|虽然|，"
)
"""Where another thought begins."""

_ASKED = re.compile(r"(?:行不行|好不好|行吗|好吗|好么|可以吗|可以不|谢谢|拜托了?)$")
"""What makes a request polite."""

_LEFT = re.compile(r"(?:[走没离分黄]|(?<![女男学医先])生)$")
"""Verbs that say little without 了: he is gone, it is lost."""

_TASTE = re.compile(r"[吃喝][甜辣咸酸苦冰热凉素清淡]+$")
_COUNTED = frozenset(["pet", "possession", "family"])
_MEASURE = re.compile(r"[只条头匹辆台部套把个架双](?=[\u4e00-\u9fffa-z]{2})")
_YEARS = re.compile(r"[0-9零一二两三四五六七八九十百几半]+[多来几]?年的?(?=[^，]{2})")


def trimmed(plain: str, start: int, end: int, topic: str = "") -> tuple[int, int]:
    """The place of a value without particles, quotes and signs around it, and mostly without how long."""
    match = _BEFORE.match(plain, start, end)
    start = match.end() if match else start
    if topic == "instruction" and (match := _ASKED.search(plain, start, end)):
        end = match.start()
    match = _YEARS.match(plain, start, end) if topic == "work" else None
    start = match.end() if match else start
    if topic in _WISHED and (match := _ON.search(plain, start + 1, end)):
        end = match.start()
    for pattern in (
        (_AFTER,) if topic in _TIMED or "《" in plain[start:end] else (_AFTER, _LASTING, _AFTER)
    ):
        match = pattern.search(plain, start, end)
        if match and match.start() > start:
            end = match.start()
    if _LEFT.search(plain, start, end) and plain.startswith("了", end):
        end += 1
    if topic == "like" and _TASTE.search(plain, start, end) and plain.startswith("的", end):
        end += 1
    if topic in _COUNTED and _MEASURE.match(plain, start, end):
        start += 1
    return start, end


_PLACE_END = "省 市 区 县 镇 乡 村 州 岛 湾 路 街 道 巷 弄 坊 里 庄 屯 寨 山 河 江 湖 港 口 门 桥 园 城 都 坡 沟 坝 塘 盟 旗 湾区 国 府 沿海 郊区 城中村 农村 山区 新区 开发区 花园 小区 公寓 大院 苑"
_NO_PLACE = re.compile(
    r"[一二三四五六七八九十0-9]楼|岳父|岳母|公婆|婆婆|公公|丈母娘|爸$|妈$|[哥姐弟妹]家|老板|室友|[海河江湖路山]边|亲戚|外公|外婆|爷爷|奶奶|姥姥|姥爷|舅舅|姑姑|叔叔|阿姨|邻居|房子|规矩|习俗|特产|院子|爷爷|奶奶|的|月亮|月球|火星|金星|水星|木星|银河|太空|宇宙|外星|被窝|云端|天上|地球|冰箱|校外|校内|县城|镇上|村里|山上|家里?$|学校|宿舍|医院|酒店|公司|单位|一起|楼[上下]?$|^[一二两三四五六七八九十0-9]|办公室|床|房间|这[里边儿]|那[里边儿]|外面|外地|附近|旁边|哪|什么|父母|爸妈|自己|新家|别人"
    r"|隔壁|里面|上面|一个人|国外|海外|地铁|公园|食堂|图书馆|教室|路上|网上|手机|电脑|厨房|客厅|阳台|门口|身边|心里|这个|那个|群里|车上|超市|商场|健身房|[我你他她]|咖啡|餐厅|饭店|梦|世界|朋友圈|中间|最后|过程"
    r"|考虑|准备|等|想|找|忙|看|说|做|吃|玩|写|学习|上班|加班|开会|朋友|年轻|大部分|当地|本地"
)


_NOWHERE = re.compile(r"^[不没别]|[太大印北][平西度冰]洋|海底|云上|梦里|北极|天上|银河")
"""Where nobody lives but in a joke."""

_ORG = re.compile(
    r"[一二三四五六七八九十附]中(?!山)|大学|中学|小学|科大|师大|学院|公司|医院|银行|厂|局$|一[间家个所]|交大|美院|[a-z]{2,}大|(?<!加拿)大$|^(?:南开|同济)$"
)


@cache
def _places() -> frozenset[str]:
    return frozenset(words("place"))


@cache
def _firms() -> frozenset[str]:
    return frozenset(words("firm"))


def is_place(plain: str, strict: bool) -> bool:
    """Whether some words are a place. Strictly: only one that is known as such."""
    if not plain or len(plain) > 14 or plain.endswith(("楼", "层")) or _NOWHERE.search(plain):
        return False
    tags = _tagged(plain)
    if strict and (_ORG.search(plain) or plain in _firms()):
        return False
    known = [kind == "ns" or word in _places() for word, kind in tags]
    if (
        plain in _places()
        or all(known)
        or (any(known) and not (strict and not _is_extended(tags, known)))
    ):
        return not re.search(r"[我你他她吃喝了吗过]", plain)
    if plain.isascii():
        return len(plain) >= 2 and plain.replace(" ", "").isalpha() and not strict
    if _NO_PLACE.search(plain):
        return False
    if len(plain) >= 2 and re.search(rf"(?:{one_of(_PLACE_END.split())})$", plain):
        return not (strict and (_VERBAL & {kind for _, kind in tags} or len(plain) < 3))
    return (
        not strict
        and all(kind[:1] in "njsxl" or kind in ("f", "v", "a") for _, kind in tags)
        and 2 <= len(plain) <= 8
    )


_VERBAL = frozenset(["v", "p", "d", "r", "c", "u", "uj", "ul", "m"])


_DOING = frozenset(
    [
        "读书",
        "上班",
        "工作",
        "留学",
        "打工",
        "出差",
        "旅游",
        "上学",
        "念书",
        "开会",
        "生活",
        "学习",
        "实习",
        "当兵",
        "旅行",
        "交换",
        "创业",
        "养老",
        "度假",
    ]
)
"""What one does at a place; the dictionary takes some for nouns."""


def _is_extended(tags: list[tuple[str, str]], known: list[bool]) -> bool:
    """Whether what stands behind a known place narrows it: a district, a park, a village."""
    rest = "".join(word for (word, _), is_known in zip(tags, known, strict=True) if not is_known)
    if not known[0] or _VERBAL & {kind for _, kind in tags}:
        return False
    if rest in _DOING:
        return False
    return len(rest) <= 2 or rest.endswith(tuple(_PLACE_END.split()))


_NOUN = frozenset(
    [
        "n",
        "nr",
        "ns",
        "nt",
        "nz",
        "nrt",
        "nrfg",
        "j",
        "s",
        "f",
        "x",
        "eng",
        "l",
        "ng",
        "an",
        "vn",
        "i",
        "q",
        "m",
        "b",
    ]
)
_LAST = frozenset(
    [
        "跟",
        "和",
        "与",
        "陪",
        "那边",
        "这边",
        "附近",
        "旁边",
        "了",
        "已经",
        "都",
        "快",
        "也",
        "现在",
        "一起",
        "上班",
        "工作",
        "打工",
        "那",
        "这",
    ]
)


def _tagged(plain: str) -> list[tuple[str, str]]:
    """The words with their parts of speech; those that are places here are places."""
    return [(word, "ns" if word in _places() else kind) for word, kind in tag(plain)]


def place_run(plain: str) -> int:
    """How many signs of a text are a place, from its beginning: a run of nouns."""
    length = 0
    for word, kind in _tagged(plain):
        if (
            word in _LAST
            or kind == "t"
            or (kind == "m" and length)
            or (kind not in _NOUN and length >= 2)
            or not (word.isalnum() or word in "· -")
        ):
            break
        if kind not in _NOUN and kind not in ("v", "a", "d", "p", "c", "ad", "zg", "g", "k", "h"):
            break
        if length + len(word) > 12:
            break
        length += len(word)
    return length


@cache
def _name() -> re.Pattern[str]:
    return re.compile(rf"{name_form()}$")


_HARMLESS = frozenset(["digit", "measure", "adverb", "opener", "time", "school", "employer"])
_NO_NAME = re.compile(
    r"没|太|大概|可能|应该|好像|起的?$|[个字难随定]|^(?:什么|啥|他|她|你|我|外卖|车|滴滴|人|救命|停|醒|不|做|好|个|了|起来|苦|板|号|绝|魂|床|饭)|[了吗呢的]|车$|外卖|一声|医生|老师"
)


def is_name(plain: str) -> bool:
    """Whether somebody may be called so."""
    return bool(plain) and not _NO_NAME.search(plain) and len(plain) <= 16


def is_full_name(plain: str) -> bool:
    """Whether some words are a name and can hardly be anything else: a family name and one given."""
    if (
        plain[0] in "小老阿大"
        or not _name().fullmatch(plain)
        or not is_name(plain)
        or classes_in(plain) - _HARMLESS
    ):
        return False
    return plain.isascii() or tag(plain)[0][1].startswith("nr")
