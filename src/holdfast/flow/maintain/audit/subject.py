"""Subjects: whom a memory is about, as far as its words say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from holdfast.flow.maintain.audit.lexicon import sections, words

SELF = "self"
"""The one whose memory it is, where the text says "user" or "I"."""

NOBODY = ""
"""Nobody is named: "likes tea", "she likes tea". It may be anybody who is not told apart."""


class Subject(NamedTuple):
    """Of whom a text says something, and whose that one is: "Mia's sister" is "sister" of "mia"."""

    who: str
    owner: str
    chained: bool = False
    """Whether it is about somebody of somebody of one: "her mother's brother"."""
    begins: int = -1
    """Where the words behind the owner begin, if something of his is spoken of: "her rucksack"."""

    @property
    def keeper(self) -> str:
        """The one it is about; of an animal, whose it is."""
        animal = self.who.rpartition("/")[2] in words("kinds.toml")["animal"]
        return self.owner if animal else self.who

    @property
    def is_other(self) -> bool:
        """Whether it is about somebody close to the owner, and not about the owner."""
        return self.who != self.owner


def alike(one: str, other: str) -> bool:
    """Whether two may be the same one. One that is not named is not somebody's mother."""
    if one == other:
        return True
    (whose, _, who), (whom, _, other_one) = one.rpartition("/"), other.rpartition("/")
    if whose == whom and frozenset((who, other_one)) in _WIDER:
        return True
    return NOBODY in (one, other) and "/" not in one + other


def subject_of(text: str, names: frozenset[str] = frozenset()) -> Subject:
    """Whom a text is about; `names` are those that the store's other texts begin with."""
    if _HAN.search(text[:12]):
        return _chinese(text, names)
    return _english(text, names)


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """The names that texts begin with: a capital that is never small elsewhere and stands more than
    once or as an owner; in Chinese, a surname's character and more than once."""
    heads: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    small: set[str] = set()
    for text in texts:
        if text[:1] in words("lists.toml")["surnames"] or _DOUBLED.match(text):
            heads.update({text[:size] for size in (2, 3)})
        elif text[:1].isupper() and (first := _FIRST.match(text)):
            word = first[0].lower()
            capital[word.removesuffix("'s")] += 2 if word.endswith("'s") else 1
            capital.update({word.lower() for word in _LATER.findall(text)})
            small.update(_SMALL.findall(text))
    found = {head for head, count in heads.items() if count > 1 and not _NO_NAME.search(head)}
    found |= (
        {name for name, count in capital.items() if count > 1}
        - small
        - words("lists.toml")["unnamed"]
    )
    return frozenset(found - words("kinds.toml")["person"])


def person(word: str) -> str:
    """One word for each relation: "mum" is "mother"."""
    return _ONE_WORD.get(word, word)


def thing(word: str) -> str:
    """One word for each thing of which something is told: "earns" and "salary" are of one's pay."""
    return _ONE_THING.get(word, person(word))


def _english(text: str, names: frozenset[str]) -> Subject:
    whole, text = text, _LEAD.sub("", text.strip())
    if (article := _ARTICLE.match(text)) and article[1].lower() in words("kinds.toml")["person"]:
        text = text[4:]
    offset = len(whole) - len(text)
    if found := _POSSESSED.match(text):
        owner = owner_of(found["owner"])
        relation = _person(found["rest"])
        if not relation:
            return Subject(owner, owner, begins=found.start("rest") + offset)
        chained = _CHAINED.search(found["rest"].lower()) is not None
        return Subject(f"{owner}/{relation}", owner, chained)
    if found := _FIRST.match(text):
        word = found[0].lower()
        if word in words("kinds.toml")["person"] or word in words("kinds.toml")["animal"]:
            return Subject(f"/{person(word)}", NOBODY)
        if word in ("user", "i", "i'm", "my"):
            return Subject(SELF, SELF)
        if found[0][0].isupper() and word in names and _NAMED.match(text):
            return Subject(word, word)
    if said := _SAYS.search(text):
        return Subject(said[1].lower(), said[1].lower())
    return Subject(NOBODY, NOBODY)


def owner_of(written: str) -> str:
    """Who is meant by an owner: "my", "Mika's", 米琪的."""
    low = written.lower().removeprefix("the ").removesuffix("'s").removesuffix("的")
    if low in ("user", "my", "i", "我", "用户"):
        return SELF
    return NOBODY if low in ("his", "her", "their", "他", "她") else low


def _person(rest: str) -> str:
    """The one that the words behind "her" name: the first person, if nothing ends the name before."""
    kinds = words("kinds.toml")
    if _NOBODYS.match(rest.lower()):
        return ""
    said: list[str] = re.findall(r"[\w-]+", rest.lower())
    for word in said[:3]:
        if word in kinds["person"]:
            return person(word)
        if word in kinds["animal"]:
            return word
        if (
            word not in kinds["rank"]
            and not word.endswith(("est", "er"))
            and word not in words("lists.toml")["before"]
        ):
            return ""
    return ""


def _chinese(text: str, names: frozenset[str]) -> Subject:
    rest, owner = text, NOBODY
    if found := _SPEAKER.match(text):
        owner, rest = SELF, text[found.end() :]
    elif found := _THIRD.match(text):
        rest = text[found.end() :]
    else:
        name = next((text[:n] for n in (4, 3, 2) if text[:n] in names), "")
        titled = _TITLED.match(text)
        if titled and not name:
            name = titled[0]
        if name:
            owner, rest = name, text[len(name) :]
    begins = len(text) - len(rest) + 1 if rest[:1] == "的" else -1
    rest = rest.removeprefix("的").removeprefix("自己")
    if found := _RELATED.match(rest):
        return Subject(
            f"{owner}/{person(found[1])}", owner, bool(_RELATED.match(rest[found.end() :]))
        )
    return Subject(owner, owner, begins=begins)


_WIDER = frozenset(
    frozenset((wide, narrow))
    for wides, narrowed in (
        (("children", "child"), ("son", "daughter", "sons", "daughters", "twins")),
        (("parents",), ("mother", "father")),
        (("娃",), ("son", "daughter")),
        (("sister",), ("姐姐", "妹妹")),
        (("brother",), ("哥哥", "弟弟")),
        (("grandmother",), ("奶奶", "外婆")),
        (("grandfather",), ("爷爷", "外公")),
        (("uncle",), ("叔叔", "舅舅", "伯伯")),
        (("aunt",), ("姑姑", "阿姨", "姨")),
    )
    for wide in wides
    for narrow in narrowed
)
"""Words of which one may mean the other: somebody's child is a son or a daughter."""

_HAN = re.compile("[\u4e00-\u9fff]")
_LEAD = re.compile(
    r"^(?:in|on|since|as of|from)\s+(?:\w+\s+)?\d{4},?\s+|^the (?=user|\w+ (?:is|are|was|has|likes|sleeps|plays|eats)\b)",
    re.IGNORECASE,
)
_POSSESSED = re.compile(
    r"(?P<owner>(?:the )?user's|my|his|her|their|[A-Z][\w-]+'s)\s+(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_CHAINED = re.compile(
    r"^(?:\w+ ){0,2}\w+'s (?:\w+ ){0,2}(?:sister|brother|mother|father|son|daughter|wife|husband)"
)
_ARTICLE = re.compile(r"the ([\w-]+) ", re.IGNORECASE)
_FIRST = re.compile(r"[\w'-]+")
_LATER = re.compile(r"(?<=[a-z,:] )[A-Z][\w-]+")
_SMALL = re.compile(r"\b[a-z][\w-]+")
_NAMED = re.compile(
    r"[A-Z][\w-]+(?: [A-Z][\w-]+)*(?: and [A-Z][\w-]+)? (?:\w+ly )?(?:is|was|has|had|does|did|can|cannot|will|would|never|always|still|"
    r"\w+s|wrote|grew|took|went|got|met|lost|broke|made|came|left|bought|began|chose|swears|[a-z]+ed)\b"
)
_SAYS = re.compile(r"\b(?:says|said|according to) ([A-Z][\w-]+)")
_NOBODYS = re.compile(
    r"mother tongue|mother's maiden|pen friend|father's day|mother's day|boss fight|doctor's (?:appointment|surgery)|cat allergy|dog walk|family name|partner in"
)
_ONE_WORD, _ONE_THING = (
    {
        word: group.split()[0]
        for group in sections("groups.toml")[kind]["same"].splitlines()
        for word in group.split()
    }
    for kind in ("person", "thing")
)
_SPEAKER = re.compile("(?:该?用户|本人|我们?|咱)")
_THIRD = re.compile("[他她](?!们)")
_NO_NAME = re.compile("[的是在了有不没和跟对会爱把被每最也就家里平时现从来]")
_DOUBLED = re.compile("(?![天常往刚渐偷慢仅偏每处家人时事年月周谢哈嗯好])([\u4e00-\u9fff])\\1")
"""A name may be one character twice: 悠悠."""
_TITLED = re.compile(
    f"[{''.join(sorted(words('lists.toml')['surnames']))}][\u4e00-\u9fff]?(?:阿姨|叔叔?|师傅|先生|女士|老师|姐|哥|老板|大爷|大妈|奶奶|爷爷|医生|教授|总|主任|经理|同学|婶|伯)|[小老阿](?![的年时是家板师婆公伴人孩学女儿姨姑舅叔妹弟])[\u4e00-\u9fff]"
)
_RELATED = re.compile(
    "(?:我|他|她|家里?的?)?(?:最好的|最?要好的|好)?[大小二三老]?的?("
    + "|".join(
        sorted(
            (word for word in words("kinds.toml")["person"] if not word.isascii()),
            key=len,
            reverse=True,
        )
    )
    + ")"
)
