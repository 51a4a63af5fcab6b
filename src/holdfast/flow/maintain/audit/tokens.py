"""Tokens: the words of a memory that carry what it says, one for all that mean the same."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH, pattern, words
from holdfast.flow.maintain.audit.reading import Reading
from holdfast.flow.maintain.audit.subject import person
from holdfast.text import stops
from holdfast.text.chinese import divide
from holdfast.text.stems import stem
from holdfast.text.when.numbers import chinese_number


class Words(NamedTuple):
    """What a memory is compared by."""

    forms: tuple[str, ...]
    """Its content words, each once, with what they stand for in place of sayings."""
    said: frozenset[str]
    """The sayings among them."""
    kinds: dict[str, frozenset[str]]
    """By kind, the words of it that there are: weekdays, colours, numbers, names."""


def words_of(reading: Reading) -> Words:
    """The words of a memory, without those that only name whom it is about."""
    subject = reading.subject
    own = {subject.owner, subject.who.rpartition("/")[2]} - {""}
    low = reading.low
    if reading.language == CHINESE:
        low = low.replace(subject.owner, "", 1)
        if subject.is_other and (found := _RELATIVE.search(low)):
            low = low[: found.start()] + low[found.end() :]
        low = _COUNTED.sub(lambda found: str(chinese_number(found[0]) or found[0]), low)
    text, said = _with_sayings(low, reading.language)
    forms = _chinese(text) if reading.language == CHINESE else _english(text)
    kept = dict.fromkeys(form for form in forms if form not in own)
    return Words(tuple(kept), frozenset(said), _kinds(reading, forms))


def _with_sayings(low: str, language: str) -> tuple[str, set[str]]:
    said: set[str] = set()

    for name, found in _sayings(language):
        text, count = found.subn(f" {name} ", low)
        if count:
            low = text
            said.add(name)
    return low, said


@cache
def _sayings(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    lines = Path(__file__).with_name(f"sayings.{language}.txt").read_text("utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            name, _, listed = line.partition(": ")
            each = sorted((part.strip() for part in listed.split(" | ")), key=len, reverse=True)
            shown = re.compile("|".join(pattern(part, {}, language) for part in each))
            found.append((len(each[0]), name, shown))
    # The longest first: what "boat" stands for must not take "sick on a boat" apart.
    found.sort(key=lambda group: -group[0])
    return tuple((name, shown) for _length, name, shown in found)


def _english(text: str) -> list[str]:
    found = (word.removesuffix("'s") for word in _WORD.findall(text))
    return [form for word in found if (form := _number(word) or word) not in _idle()]


def _chinese(text: str) -> list[str]:
    found: list[str] = []
    for run in _RUN.findall(text):
        found += divide(run) if run[0] > "\u3000" else [run]
    return [word for word in found if word not in _SLIGHT]


def _number(word: str) -> str:
    return _NUMBERS.get(word, "")


def _kinds(reading: Reading, forms: list[str]) -> dict[str, frozenset[str]]:
    raw = set(re.findall(r"[\w-]+", reading.low)) | set(forms)
    if reading.language == CHINESE:
        raw |= set(_chinese(reading.low))
    found = {
        kind: frozenset(stem(word) if word.isascii() else word for word in raw & listed)
        for kind, listed in words("kinds.toml").items()
    }
    if found["person"]:
        found["person"] = frozenset(map(person, raw & words("kinds.toml")["person"]))
    found["number"] = frozenset(numbers_in(reading.low, reading.language))
    dated = _NATIONS | words("kinds.toml")["weekday"] | words("kinds.toml")["month"] | words("kinds.toml")["language"]
    found["name"] = frozenset(
        name
        for name in _NAME.findall(reading.text)
        if name.lower() not in dated and not reading.text.startswith(name)
    )
    return {kind: each for kind, each in found.items() if each}


def numbers_in(low: str, language: str) -> set[str]:
    """The numbers of a text, in figures: years, amounts, counts."""
    found = {_FIGURED.sub("", figure) for figure in _FIGURE.findall(low)}
    if language == ENGLISH:
        return found | {_NUMBERS[word] for word in _WORD.findall(low) if word in _NUMBERS}
    counted = (chinese_number(figure) for figure in _COUNTED.findall(low))
    return found | {str(number) for number in counted if number} | set(_TALL.findall(low))


@cache
def _idle() -> frozenset[str]:
    return frozenset(_IDLE.split())


_NATIONS = frozenset(
    "finn swede dane german frenchman spaniard italian greek turk russian pole czech scot american canadian japanese chinese finland sweden norway "
    "denmark germany france spain italy portugal greece turkey russia poland ireland scotland wales england britain america canada japan china korea india".split()
)
_RELATIVE = re.compile(
    "|".join(sorted((each for each in words("kinds.toml")["person"] if not each.isascii()), key=len, reverse=True))
)
_WORD = re.compile(r"[a-z\u00e0-\u024f][\w'-]*|\d[\d.,]*")
_RUN = re.compile("[\u4e00-\u9fff]+|[a-z0-9]+")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w-]+")
_FIGURE = re.compile(r"(?<![a-z0-9.])\d[\d,.:]*")
_FIGURED = re.compile(r"[,.:](?=\d{3})|[,.:](?!\d)|(?<=\d)[:.](?=\d\d)")
_COUNTED = re.compile("[零一二两三四五六七八九十百千万]+(?=[岁年月日号个只条本位人点斤公里米楼层次套辆块元万千码毫分天])")
_TALL = re.compile("[一二两][米][零一二三四五六七八九\\d]+")
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split()
    )
    if number != 1
} | dict(
    zip("thirty forty fifty sixty seventy eighty ninety".split(), map(str, range(30, 100, 10)), strict=True)
)
_IDLE = (
    "user the a an of to in on at for with and or is are was were be been being has have had he she his her him they their "
    "them it its that which who whom this these those there here as by from not no does do did can could will would shall should may might must "
    "says said so too very also just still really quite than then i my me we our us you your am any some all if but about into out up "
    "down over one ones own every each both other always never only when while because since until"
)
_SLIGHT = frozenset(
    "只能 点 一点 一些 有点 比较 用户 我 他 她 它 我们 的 了 着 过 是 在 有 就 也 都 一 个 说 这 那 和 跟 与 给 把 被 对 很 最 才 又 再 还 只 不 没 没有 得 地 从 到 为 里 上 下 中 会 能 要 自己 从来 一直 因为 所以 但 他家 家里 一个".split()
) | stops.chinese() - frozenset("左 右 大 小 早 晚".split())
