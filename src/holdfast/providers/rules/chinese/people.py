"""People: who is spoken of, by what relation and name, and whom a clause is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from holdfast.text.chinese import divide, known_words, tag
from holdfast.providers.rules.chinese.lexicon import data_of, listed, one_of, words


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody a clause speaks of; places are in the clause."""

    kind: str
    topic: str
    mention: bool
    relation: tuple[int, int]
    name: tuple[int, int]
    """Empty if none was given."""
    start: int
    end: int
    owned: bool
    """Said to be the speaker's: my, our."""
    of: str = ""
    """Whose, if not the speaker's."""


_OWNER = r"(?:我们家|我们|我家里|我家|我的|我|咱们家|咱家|咱们|咱|俺们|俺家|俺|本人|自家|自己)的?(?:有一?[个位])?"
_MODIFIER = r"(?:最好的|最要好的|大学的?|高中的?|初中的?|小学的?|研究生|公司的?|部门的?|办公室的?|隔壁的?|前|新来的|新|老|亲|好|同|大|二|三|小|现|同组的?|合租的?|异地的?|那个|这个|楼上的?|楼下的?|对门的?|唯一的|双胞胎|准)"
_LATIN = r"[a-z][a-z.]*(?: [a-z]+)?"
_NOT_NAME = re.compile(r"[在是的了说也都就还要去来很有和跟不没给让把被从到今明昨会]")


@cache
def _relations() -> tuple[dict[str, tuple[str, str, bool]], str, str]:
    """What each word for a person means; those that may stand alone, and those that need an owner."""
    meaning: dict[str, tuple[str, str, bool]] = {}
    for row in data_of("people")["kinds"]:
        for word in listed(row["words"]):
            meaning.setdefault(word, (row["name"], row["topic"], row["mention"]))
    for word in words("animal"):
        meaning.setdefault(word.replace("_", " "), ("pet", "pet", True))
    pets = {word for word in meaning if meaning[word][0] == "pet"}
    long = [word for word in meaning if len(word) > 1 and word not in pets]
    short = [word for word in meaning if len(word) == 1 or word in pets]
    return meaning, one_of(long), one_of(short)


@cache
def name_form() -> str:
    """A name as people put it behind a word for a person, for a regular expression."""
    data = data_of("people")["names"]
    family = "".join(data["surnames"].split())
    titles, double = one_of(listed(data["titles"])), one_of(listed(data["double"]))
    given = r"[\u4e00-\u9fff]"
    return (
        rf"(?:阿?{_LATIN}|(?:{double}|[{family}])(?:{titles})|[小老阿大]{given}(?:{titles})?|(?P<twin>{given})(?P=twin)"
        rf"|(?:{double}){given}{{1,2}}|[{family}]{given}{{1,2}})"
    )


@cache
def _person() -> re.Pattern[str]:
    _, long, short = _relations()
    return re.compile(
        rf"(?P<owner>{_OWNER})?(?P<modifier>{_MODIFIER}{{0,2}})(?P<long>{long})|(?P<bare>^(?:我家)?)(?P<young>娃|崽|囡)(?=叫|上|今年|在|读|才|都|刚|发|说|要|还|一|就|会|[0-9二两三四五六七八九十半])|(?P<mine>{_OWNER})(?P<two>(?:{_MODIFIER}|[那这养只条头]|养的){{0,3}})(?P<short>{short})(?![a-z])"
    )


@cache
def _named() -> re.Pattern[str]:
    return re.compile(
        r"(?:的名字|名字|大名|小名)?(?:名叫|叫做|叫作|叫|名为)[“「\"]?(?P<name>[a-z][a-z ]*|[\u4e00-\u9fff·]{1,4})[”」\"]?(?=$|[，,。、（(]|今年|在|是|也|现在|\d)"
    )


@cache
def _apposed() -> re.Pattern[str]:
    return re.compile(rf"[“「\"]?(?P<name>{name_form()})[”」\"]?")


_NAME_END = re.compile(
    r"$|[，,。、（(“「”」的和跟与同给说讲在是有要去来了刚也都就还很太特从被把让叫做当今明昨上下前后周每住姓生养开考读念学帮请送带嫁娶喜爱讨最超不没会能想正已目原本以之这那一两三四五六七八九十\d對对陪约结离]"
)
_OTHERS = re.compile(
    r"(?:你们?|您|他们?|她们?|它|人家|别人|谁|有些|某个?|其他|好多|很多|哪个|每个|几个|不少|一些|各位|那些|这些|所有)的?(?:家的?)?$"
)
_NONE = re.compile(
    r"(?:没有?|无|哪有|哪来的?|不是|没啥|又没|还没|木有|冇|缺个|想要个?|找个?|想找个?|相亲|介绍个?|当|做|成为|像|跟个|好)(?:任何|个|一个|什么)?(?:我的?)?$"
)
_CALLING = re.compile(r"(?:叫|喊|称呼|管)(?:我做?)?$")
_PLURAL = re.compile(
    r"们(?!家)|节|圈|群|会|费|装|票|房|床|们都|之间|关系|证|似的|一样|手机|档案|电影|文学"
)


def people_in(plain: str, text: str = "") -> list[Person]:
    """The people that a clause speaks of, in order. Those of others, and those denied, are not."""
    return list(_found(plain, text or plain.title()))


def _found(plain: str, text: str) -> Iterator[Person]:
    meaning, _, _ = _relations()
    last: Person | None = None
    edges = _edges(plain)
    for match in _person().finditer(plain):
        group = "long" if match["long"] else "young" if match["young"] else "short"
        start, stop = match.span(group)
        if (
            not match["young"]
            and not _ends(plain, match.start(), start, stop, edges)
            or _CALLING.search(plain, 0, match.start())
            or not (
                match["owner"] or match["mine"] or match["young"] or {match.start(), start} & edges
            )
        ):
            continue
        before = plain[: match.start()]
        owned = bool(match["owner"] or match["mine"])
        if (
            _PLURAL.match(plain, stop)
            or (not owned and _OTHERS.search(before))
            or _NONE.search(before)
            or _NONE.search(plain[:start])
        ):
            continue
        begin = match.start("modifier") if match["long"] else start
        if begin not in edges and not owned:
            begin = start
        kind, topic, mention = meaning[match[group]]
        name = _name_behind(plain, text, stop)
        of = ""
        if last is not None and before.endswith("的") and last.end == len(before) - 1:
            of = last.kind
        last = Person(
            kind, topic, mention, (begin, stop), name, match.start(), max(stop, name[1]), owned, of
        )
        yield last


def _ends(plain: str, begin: int, start: int, stop: int, edges: set[int]) -> bool:
    """Whether a word ends here. An owner or a name before it may mislead the dictionary."""
    if (
        stop in edges
        or plain[:stop] in ("老大", "老二", "老三")
        or plain.startswith(("叫", "今年"), stop)
    ):
        return True
    return begin < start and stop - start in _edges(plain[start : stop + 4])


def _edges(plain: str) -> set[int]:
    """Where words begin and end. An owner may be part of the word: my-brother."""
    edges = {0}
    for words_of in (known_words, divide):
        place = 0
        for word in words_of(plain):
            place += len(word)
            edges.add(place)
    return edges


def _name_behind(plain: str, text: str, stop: int) -> tuple[int, int]:
    """Where a name stands behind a word for a person; an empty place if there is none."""
    match = _named().match(plain, stop)
    if match and not _NO_CALL.search(match["name"]):
        return match.span("name")
    match = _apposed().match(plain, stop)
    if match is None:
        return stop, stop
    start, end = match.span("name")
    if plain[end - 1].isascii():
        return (start, end) if any(map(str.isupper, text[start : start + 2])) else (stop, stop)
    for length in range(end, start + 1, -1):
        if (
            _NAME_END.match(plain, length)
            or (plain[start] in "小老阿" and length == start + 2 and length in _edges(plain))
        ) and _is_apposed(plain, start, length):
            return start, length
    return stop, stop


_NO_CALL = re.compile(r"我|醒|外卖|车|一声|来|去|什么|啥|吃|起床")


def _is_apposed(plain: str, start: int, end: int) -> bool:
    """Whether the dictionary, too, takes some words for a name."""
    word = plain[start:end]
    if word[0] in "小老阿大":
        return not _NOT_NAME.search(word[1:]) and plain[start : start + 2] not in _NICK_NOT
    if _NOT_NAME.search(word):
        return False
    if len(word) == 2 and word[0] == word[1]:
        return word not in (
            "刚刚",
            "天天",
            "常常",
            "往往",
            "人人",
            "年年",
            "偏偏",
            "渐渐",
            "慢慢",
            "整整",
            "仅仅",
            "明明",
            "哈哈",
            "呵呵",
            "嘿嘿",
            "说说",
            "试试",
            "想想",
            "看看",
            "日日",
            "好好",
        )
    if re.search(
        rf"(?:{one_of(word for word in listed(data_of('people')['names']['titles']) if len(word) > 1)})$",
        word,
    ):
        return True
    first, kind = tag(plain[start:])[0]
    return (
        kind.startswith("nr")
        and len(first) >= 2
        or re.search(rf"(?:{one_of(listed(data_of('people')['names']['titles']))})$", word)
        is not None
        and kind.startswith("n")
    )


_NICK_NOT = frozenset(
    "小时 老家 老是 老说 大学 大概 大家 大三 大二 大一 大四 大半 大早 大半 小学 小时 小班 大声 小心 老早 大多 大约 老爱 老想 老喊 老叫 老骂 老催 大病 大哭 大骂 小孩 老实 老了 阿姨 老板 老师 老大 老二 小区 小的 大的 小我 大我 老公 老婆 大专 小声 大喊 老远 老在 老不 老问 老跟 老把 老给 老让 老要".split()
)


_IS_MINE = re.compile(
    r"(?P<name>[a-z]+(?: [a-z]+)?|[\u4e00-\u9fff·]{2,4}?)(?:她|他)?(?:现在|以前)?(?:就)?是(?=我|咱|俺)"
)
_STRANGER = re.compile(
    r"(?P<name>(?!whatsapp|wechat|imessage|telegram|google|line|iphone|ipad|macbook|windows|java|python|netflix|spotify|switch|steam|zoom|excel|word)[a-z]{2,12})(?=[\u4e00-\u9fff])(?!上|里|的|号|群|版|账|帐)"
)


def introduced(plain: str, text: str, people: list[Person]) -> list[Person]:
    """Who stands at the beginning of a clause by name: "Lily is my sister", or a mere "Lily"."""
    match = _IS_MINE.match(plain)
    if match and not re.search(r"[这那谁我你他她它]", match["name"]):
        kin = next((each for each in people if each.owned and each.start == match.end()), None)
        if kin is not None and kin.end >= len(plain) - 1:
            return [
                Person(
                    kin.kind,
                    kin.topic,
                    kin.mention,
                    kin.relation,
                    match.span("name"),
                    0,
                    kin.end,
                    True,
                )
            ]
    if people:
        return []
    match = _STRANGER.match(plain)
    if (
        match
        and text[0].isupper()
        and text[1].islower()
        and match["name"] not in ("my", "ok", "hi", "hello", "btw", "today", "base", "final")
    ):
        return [
            Person(
                "stranger",
                "friend",
                False,
                match.span("name"),
                match.span("name"),
                0,
                match.end(),
                False,
            )
        ]
    match = _elder().match(plain)
    if match:
        return [
            Person(
                "stranger",
                "friend",
                False,
                match.span("name"),
                match.span("name"),
                0,
                match.end(),
                False,
            )
        ]
    word, kind = tag(plain)[0] if plain else ("", "")
    if (
        kind == "nr"
        and 3 <= len(word) <= 4
        and len(plain) > len(word)
        and word[-1] not in "上下里中的前后边"
        and word[0] in "".join(data_of("people")["names"]["surnames"].split())
    ):
        return [
            Person("stranger", "friend", False, (0, len(word)), (0, len(word)), 0, len(word), False)
        ]
    return []


@cache
def _elder() -> re.Pattern[str]:
    """Somebody by family name and title, perhaps with where they live."""
    names = data_of("people")["names"]
    titles = one_of(word for word in listed(names["titles"]) if len(word) > 1)
    family = "".join(names["surnames"].split())
    return re.compile(
        rf"(?:(?:我们?)?(?:隔壁|楼上|楼下|对门|邻居|单位|村里|班上)的?(?:那个)?)?(?P<name>[{family}](?:{titles}))(?!们)"
    )
