"""Names: what people are called, and where a name stands behind a word for a person."""

from __future__ import annotations

import re
from functools import cache

from holdfast.providers.rules.chinese.lexicon import data_of, listed, one_of
from holdfast.text.chinese import divide, known_words, tag

_LATIN = r"[a-z][a-z.]*(?: [a-z]+)?"
_PARTICLE = re.compile(
    r"[在是的了说也都就还要去来很有和跟不没给让把被从到今明昨会开做当读考住买嫁娶]"
)
_END = re.compile(
    r"$|[，,。、（(“「”」的和跟与同给说讲在是有要去来了刚也都就还很太特从被把让叫做当今明昨上下前后周每住姓生养开"
    r"考读念学帮请送带嫁娶喜爱讨最超不没会能想正已目原本以之这那一两三四五六七八九十\d对陪约结离]"
)
"""What may stand behind a name."""

_CALLED = re.compile(
    r"(?:的名字|名字|大名|小名)?(?:名叫|叫做|叫作|叫|名为)[“「\"]?(?P<name>[a-z][a-z ]*|[\u4e00-\u9fff·]{1,4})[”」\"]?"
    r"(?=$|[，,。、（(]|今年|在|是|也|现在|\d)"
)


@cache
def surnames() -> str:
    """All family names of one character."""
    return "".join(data_of("people")["names"]["surnames"].split())


@cache
def titles(shortest: int = 1) -> str:
    """What stands behind a family name, for a regular expression."""
    found = listed(data_of("people")["names"]["titles"])
    return one_of(each for each in found if len(each) >= shortest)


@cache
def name_form() -> str:
    """A name as people put it behind a word for a person, for a regular expression."""
    double = one_of(listed(data_of("people")["names"]["double"]))
    family, given = surnames(), r"[\u4e00-\u9fff]"
    return (
        rf"(?:阿?{_LATIN}|(?:{double}|[{family}])(?:{titles()})|[小老阿大]{given}(?:{titles()})?"
        rf"|(?P<twin>{given})(?P=twin)|(?:{double}){given}{{1,2}}|[{family}]{given}{{1,2}})"
    )


@cache
def _apposed() -> re.Pattern[str]:
    given = data_of("people")["names"]["given"]
    signs = "".join(given.split())
    return re.compile(rf"[“「\"]?(?P<name>{name_form()}|[{signs}]{{2}})[”」\"]?")


def name_behind(plain: str, text: str, stop: int) -> tuple[int, int]:
    """Where a name stands behind a word for a person; an empty place if there is none."""
    match = _CALLED.match(plain, stop)
    if match and not _not_names("called").search(match["name"]):
        return match.span("name")
    match = _apposed().match(plain, stop)
    if match is None:
        return stop, stop
    start, end = match.span("name")
    if plain[end - 1].isascii():
        return (start, end) if any(map(str.isupper, text[start : start + 2])) else (stop, stop)
    for last in range(end, start + 1, -1):
        if _may_end(plain, start, last) and _is_name(plain, start, last):
            return start, last
    return stop, stop


def edges(plain: str) -> set[int]:
    """Where words begin and end, by either way to cut them."""
    found = {0}
    for words_of in (known_words, divide):
        place = 0
        for word in words_of(plain):
            place += len(word)
            found.add(place)
    return found


def _may_end(plain: str, start: int, last: int) -> bool:
    if last - start > 2 and plain[last - 1] in "生走病哭" and plain.startswith("了", last):
        return False  # 吴桐生了: she gave birth
    if _END.match(plain, last):
        return True
    if last - start == 3 and tag(plain[start:])[0] == (plain[start:last], "nr"):
        return True
    return plain[start] in "小老阿" and last == start + 2 and last in edges(plain)


def _is_name(plain: str, start: int, end: int) -> bool:
    """Whether the dictionary, too, takes some words for a name."""
    word = plain[start:end]
    if word[0] in "小老阿大":
        return not _PARTICLE.search(word[1:]) and not _not_names("begins").match(word)
    if _PARTICLE.search(word):
        return False
    if len(word) == 2 and word[0] == word[1]:
        return not _not_names("twins").match(word)
    if re.search(rf"(?:{titles(2)})$", word):
        return True
    if plain[start] not in surnames():
        return known_words(plain[start:])[0] == plain[start]  # no word, so two given signs
    first, kind = tag(plain[start:])[0]
    if kind.startswith("nr") and len(first) >= 2:
        return True
    return kind.startswith("n") and re.search(rf"(?:{titles()})$", word) is not None


@cache
def _not_names(key: str) -> re.Pattern[str]:
    return re.compile(one_of(listed(data_of("people")["not_names"][key])))


def is_latin_name(word: str, text: str) -> bool:
    """Whether a word in letters, as it is written, may be somebody's name."""
    return text[:1].isupper() and text[1:2].islower() and not _not_names("latin").match(word)
