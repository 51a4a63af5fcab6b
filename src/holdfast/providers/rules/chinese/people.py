"""People: who is spoken of, by what relation and name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from holdfast.providers.rules.chinese.lexicon import data_of, listed, one_of, words
from holdfast.providers.rules.chinese.names import edges, name_behind


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody a clause speaks of; places are in the clause."""

    kind: str
    topic: str
    mention: bool
    """To bring them up is to say that one has them."""
    relation: tuple[int, int]
    name: tuple[int, int]
    """Empty if none was given."""
    start: int
    end: int
    owned: bool = False
    """Said to be the speaker's: my, our."""
    of: str = ""
    """What kind of person they are of, if not the speaker's own."""

    @property
    def named(self) -> bool:
        return self.name[1] > self.name[0]


_OTHERS = re.compile(
    r"(?:你们?|您|他们?|她们?|它|人家|别人|谁|有些|某个?|其他|好多|很多|哪个|每个|几个|不少|一些|各位|那些|这些|所有)的?(?:家的?)?$"
)
_NONE = re.compile(
    r"(?:没有?|无|哪有|哪来的?|不是|没啥|又没|还没|木有|冇|缺个|想要个?|找个?|想找个?|相亲|介绍个?|当|做|成为|像|跟个)"
    r"(?:任何|个|一个|什么)?(?:我的?)?$"
)
_CALLING = re.compile(r"(?:叫|喊|称呼|管)(?:我做?)?$")
_NOBODY = re.compile(
    r"们(?!家)|节|圈|群|会(?=$|上|里|议|员|长|所|费)|费|装|票|房|床|们都|之间|关系|证|似的|一样|手机|档案|电影|文学"
)
"""What makes a word for a person mean many of them, or a thing."""

_NEARBY = re.compile(r"隔壁|楼上|楼下|对门|公司|部门|办公室|同组")
"""Where a child or a husband is not the speaker's."""

_SIGHED = re.compile(r"[啊呀吧呢吗哦了嘛]$")
"""Behind these a word for a person calls to the one who is spoken to."""

LED = frozenset(["大的", "小的"])
"""Words that mean a child only where a clause begins with them."""

_YOUNG = r"(?=叫|上|今年|在|读|才|都|刚|发|说|要|还|一|就|会|[0-9二两三四五六七八九十半])"


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
    long = [word for word in meaning if len(word) > 1 and word not in pets | LED]
    short = [word for word in meaning if len(word) == 1 or word in pets]
    return meaning, one_of(long), one_of(short)


@cache
def _person() -> re.Pattern[str]:
    _, long, short = _relations()
    before = data_of("people")["before"]
    owner = rf"(?:{one_of(listed(before['owner']))})的?(?:有一?[个位][^，我你他她是的]{{1,8}}的|有?一?[个位])?"
    modifier = f"(?:{one_of(listed(before['modifier']))})"
    return re.compile(
        rf"(?P<owner>{owner})?(?P<modifier>{modifier}{{0,2}})(?P<long>{long})"
        rf"|^(?:我家)?(?P<young>娃|崽|囡|[大小]的){_YOUNG}"
        rf"|(?P<mine>{owner})(?:{modifier}|[那这养只条头]|养的){{0,3}}(?P<short>{short})(?![a-z])"
    )


def people_in(plain: str, text: str = "") -> list[Person]:
    """The people that a clause speaks of, in order. Those of others, and those denied, are not."""
    return list(_found(plain, text or plain.title()))


def _found(plain: str, text: str) -> Iterator[Person]:
    last: Person | None = None
    cuts = edges(plain)
    for match in _person().finditer(plain):
        if last is not None and match.start() < last.end:
            continue  # part of a name: aunt Zhang
        if not _is_word(plain, match, cuts) or not _is_own(plain, match):
            continue
        person = _made(plain, text, match, cuts)
        if last is not None and plain[last.end : person.start] == "的":
            person = _of(person, last)
        last = person
        yield person


def _made(plain: str, text: str, match: re.Match[str], cuts: set[int]) -> Person:
    start, stop = match.span(_group(match))
    owned = bool(match["owner"] or match["mine"])
    begin = match.start("modifier") if match["long"] else start
    if begin not in cuts and not owned and plain[begin - 1 : begin + 1] != "跟前":
        begin = start
    meaning, _, _ = _relations()
    kind, topic, mention = meaning[match[_group(match)]]
    if plain.startswith(("那个", "这个"), begin) and begin + 2 < start + len(match[_group(match)]):
        begin += 2
    several = plain[start:stop].endswith(("爸妈", "父母", "爹妈", "公婆", "双亲"))
    name = (stop, stop) if several else name_behind(plain, text, stop)
    end = max(stop, name[1])
    return Person(kind, topic, mention, (begin, stop), name, match.start(), end, owned)


def _of(person: Person, owner: Person) -> Person:
    """Somebody's somebody: my neighbour's son."""
    return Person(
        person.kind,
        person.topic,
        person.mention,
        person.relation,
        person.name,
        person.start,
        person.end,
        person.owned,
        owner.kind,
    )


def _group(match: re.Match[str]) -> str:
    return "long" if match["long"] else "young" if match["young"] else "short"


def _is_word(plain: str, match: re.Match[str], cuts: set[int]) -> bool:
    """Whether a word for a person stands there as a word. An owner may mislead the dictionary."""
    start, stop = match.span(_group(match))
    if match["young"]:
        return True
    if not (match["owner"] or match["mine"] or {match.start(), start} & cuts):
        return False
    if stop in cuts or plain[:stop] in ("老大", "老二", "老三"):
        return True
    if plain.startswith(("叫", "今年"), stop):
        return True
    return match.start() < start and stop - start in edges(plain[start : stop + 4])


def _is_own(plain: str, match: re.Match[str]) -> bool:
    """Whether somebody real is meant who is not said to be another's."""
    start, stop = match.span(_group(match))
    before = plain[: match.start()]
    if before.endswith("本") and match[0].startswith("宝宝"):
        return False  # this baby here: the speaker
    if re.match(r"是我[^，是]{1,3}的$", plain[stop:]):
        return False  # the children are my brother's
    if before.endswith(("我一个", "我这一个", "我这么一个")):
        return False  # the speaker is the one child
    if _NOBODY.match(plain, stop) or _CALLING.search(before):
        return False
    meaning, _, _ = _relations()
    kin = meaning[match[_group(match)]][1] in ("family", "partner")
    if kin and _NEARBY.match(match["modifier"] or ""):
        return False
    if not (match["owner"] or match["mine"]) and stop == len(plain) and _SIGHED.search(before):
        return False
    if not (match["owner"] or match["mine"]) and _OTHERS.search(before):
        return False
    return not _NONE.search(before) and not _NONE.search(plain[:start])
