"""Strangers: people whom a clause begins with by name, before or without a word for who they are."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from holdfast.providers.rules.chinese.lexicon import classes_in, data_of, listed, one_of
from holdfast.providers.rules.chinese.names import is_latin_name, surnames, titles
from holdfast.providers.rules.chinese.people import Person
from holdfast.text.chinese import known_words, tag

_IS_MINE = re.compile(
    r"(?P<name>[a-z]+(?: [a-z]+)?|[\u4e00-\u9fff·]{2,4}?)(?:她|他)?(?:现在|以前)?(?:就)?是(?=我|咱|俺)"
)
_POINTING = re.compile(r"[这那谁我你他她它]")
_LATIN = re.compile(r"(?P<name>[a-z]{2,12})(?=[\u4e00-\u9fff])(?!上|里|的|号|群|版|账|帐)")
ATTRIBUTE = re.compile(
    r"的(?=手机号|号码|电话号|教育程度|文化程度|职位|岗位|职务|职称|住址|地址|籍贯|年纪|岁数|星座|属相|口味|血型|故乡|住处|联系电话|联系方式|邮箱地址|身高|体重|学历|单位|性别|生日|名字|大名|小名|年龄|工作|职业|老家|电话|手机|微信|邮箱|专业|爱好|梦想|理想|性格|脾气|愿望|目标|公司|家乡|英文名|最爱)"
)
"""What is somebody's, and tells of them."""

_NO_GIVEN = frozenset(["grade", "school", "schooling", "trade", "place"])
"""Classes of words that are no part of a name: 高中毕业 begins with a family name, too."""

_PLACED = "上下里中的前后边"
_EATEN = "肉鱼虾蟹菜茶酒汤面饭饼瓜果豆花树草糖"
"""No given name ends so, and many dishes do: 牛羊肉."""


def introduced(plain: str, text: str, people: list[Person]) -> list[Person]:
    """Who stands at the beginning of a clause by name: "Lily is my sister", or a mere "Lily"."""
    match = None if any(each.start == 0 for each in people) else _IS_MINE.match(plain)
    if match and not _POINTING.search(match["name"]):
        kin = next((each for each in people if each.owned and each.start == match.end()), None)
        if kin is not None and kin.end >= len(plain) - 1 and not _is_thing(match["name"], kin):
            return [replace(kin, name=match.span("name"), start=0)]
    if not plain or any(each.start == 0 for each in people) or public().match(plain):
        return []
    span = _named(plain, text) if not people else _latin(plain, text)
    return [Person("stranger", "friend", False, span, span, 0, span[1])] if span else []


def _is_thing(word: str, kin: Person) -> bool:
    """Whether a word is nobody's name: a place, or what is somebody's friend in a manner of speaking."""
    kinds = [kind for _, kind in tag(word)]
    if kin.kind == "pet" or word[0] in "小老阿大" or word[0] == word[1:]:
        return False
    return kinds[-1] == "f" or (kin.topic == "friend" and kinds in _NO_NAMES)


_NO_NAMES = (["n"], ["a"], ["t"], ["v"])
"""How the dictionary calls a word that is a thing, a time or a deed, and no name."""


@cache
def public() -> re.Pattern[str]:
    """Somebody whom everybody knows, and nobody here."""
    return re.compile(one_of(listed(data_of("people")["public"]["names"])))


def _latin(plain: str, text: str) -> tuple[int, int] | None:
    match = _LATIN.match(plain)
    return match.span("name") if match and is_latin_name(match["name"], text) else None


def _named(plain: str, text: str) -> tuple[int, int] | None:
    """The place of the name that a clause begins with."""
    if span := _latin(plain, text):
        return span
    for pattern in (_titled(), _owner(), _placed()):
        match = pattern.match(plain)
        if match:
            return match.span("name")
    match = _nicked().match(plain)
    if match and known_words(plain)[0] == plain[0]:
        return match.span("name")
    word, kind = tag(plain)[0]
    if classes_in(word) & _NO_GIVEN:
        return None
    if kind != "nr" or not 3 <= len(word) <= 4 or len(plain) == len(word):
        return None
    if word[-1] in _PLACED or word[-1] in _EATEN:
        return None
    return (0, len(word)) if word[0] in surnames() else None


@cache
def _titled() -> re.Pattern[str]:
    """Somebody by family name and title, perhaps with where they live."""
    where = (
        r"(?:(?:我们?)?(?:隔壁|楼上|楼下|对门|邻居|单位|村里|班上)的?(?:那个)?"
        r"|(?:我们|咱们?)[\u4e00-\u9fff]{0,4}?)?"
    )
    short = rf"[{surnames()}][姨叔哥姐婶伯嫂总工爷](?=[是在今也都特很最不说要去年天每六七八九0-9])"
    return re.compile(rf"{where}(?P<name>[{surnames()}](?:{titles(2)})(?!们)|{short})")


_WHERE = r"(?:我们?|咱们?)?(?:隔壁|楼上|楼下|对门|对面|邻居|单位|公司|部门|组里|村里|班上|班里|店里|厂里|工位|办公室|宿舍|前台|财务|行政)+的?(?:那个)?"


@cache
def _placed() -> re.Pattern[str]:
    """Somebody by a short name, with where the speaker meets them."""
    return re.compile(rf"{_WHERE}(?P<name>[小老阿大][{surnames()}])(?=[\u4e00-\u9fff])")


@cache
def _nicked() -> re.Pattern[str]:
    """Somebody by a short name made of a family name, and something that is told of them."""
    return re.compile(
        rf"(?P<name>[小老][{surnames()}])(?=是|在|又|也|特|很|最|不|今|昨|去|刚|说|要|有|会|爱|喜)"
    )


@cache
def _owner() -> re.Pattern[str]:
    """Somebody by name whose birthday, number or the like is told."""
    return re.compile(
        rf"(?P<name>[小老阿][{surnames()}]|[{surnames()}][\u4e00-\u9fff]{{1,2}})(?={ATTRIBUTE.pattern})"
    )
