"""Bearing: whether what is claimed stands in a text, word by word and number by number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import pairwise

from holdfast.providers.by_model import figures
from holdfast.text import stops
from holdfast.text.chinese import divide
from holdfast.text.fold import fold
from holdfast.text.scripts import HAN, UNSPACED
from holdfast.text.sentences import sentences
from holdfast.text.stems import stem
from holdfast.text.when.numbers import ENGLISH, NUMERAL

_RUN = re.compile(
    rf"(?P<han>[{HAN}]+)|(?P<unspaced>[{UNSPACED}]+)|(?P<word>[^\W\d_{HAN}{UNSPACED}]+)"
)
_LONG = re.compile(r"\d(?:[ -]?\d){6,}")
"""So many digits are no count: a number to dial or to pay to, in which each digit counts."""
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?!\d)")
_NUMERALS = re.compile(f"[{NUMERAL}百千万亿]+")
_PRONOUN_WORDS = "i a it the this that these those yes no ok he she we you they"
_PRONOUNS = frozenset(_PRONOUN_WORDS.split())
_COMMON_WORDS = """
user speaker ask talk tell told mention explain describe discuss like love enjoy want wish hope need
go come get give take make do use find see look visit move live stay work play try start begin plan think
feel know mean help show keep bring buy eat drink day time thing place people person good great nice new old
用户 喜欢 喜爱 想要 想 需要 希望 觉得 认为 知道 打算 计划 决定 告诉 询问 提到 表示 说明 帮助 介绍 工作 生活 居住 去
来 看 做 用 吃 喝 买 住 问 说 今天 时候 时间 东西 地方 事情
"""
"""What anybody says of anything: that the assistant uses the word too means nothing."""


@cache
def _common() -> frozenset[str]:
    return frozenset(map(stem, _COMMON_WORDS.split()))


class Phrase:
    """The words and numbers of a short text, to be looked for in others."""

    def __init__(self, text: str) -> None:
        self.text = fold(" ".join(text.split()))
        self._is_name = text[:1].isupper() or (len(self.text) == 1 and self.text.isascii())
        self.words: set[str] = set()
        self.runs: set[str] = set()
        self.digits = set(_dialled(self.text))
        self.figures = figures.stated(_LONG.sub(_only_dates, text))
        for match in _RUN.finditer(self.text):
            if match["word"]:
                self._take_word(match["word"])
            else:
                self.runs.update(_divided(match) if match["han"] else [match["unspaced"]])

    @property
    def empty(self) -> bool:
        """Whether it has no word that says anything, and no number."""
        return not (self.words or self.runs or self.digits or any(self.figures))

    @property
    def idle(self) -> bool:
        """Whether it is nothing but words that say nothing: "it", 我. A name may look so too: Will."""
        if not self.empty:
            return False
        words = [match[0] for match in _RUN.finditer(self.text)]
        alone = bool(words) and all(map(_is_idle, words))
        named = self._is_name and self.text not in _PRONOUNS
        return not self.text or (alone and not named)

    def _take_word(self, word: str) -> None:
        if word not in stops.english() and word not in ENGLISH and len(word) > 1:
            self.words.add(stem(word))


def _is_idle(word: str) -> bool:
    return word in stops.english() or word in stops.chinese()


def _dialled(text: str) -> Iterator[str]:
    """The long numbers of a text, their digits alone."""
    for match in _LONG.finditer(text):
        if not _DATE.fullmatch(match[0]):
            yield re.sub(r"\D", "", match[0])


def _only_dates(match: re.Match[str]) -> str:
    return match[0] if _DATE.fullmatch(match[0]) else " "


def _divided(match: re.Match[str]) -> Iterator[str]:
    for word in divide(match["han"]):
        if figures.stated(word).counts:  # 25岁 may be said in other figures
            word = _NUMERALS.sub("", word)
        if word and word not in stops.chinese() and not _NUMERALS.fullmatch(word):
            yield word


class Sentence:
    """A sentence of a text, and what stands in it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def plain(self) -> str:
        """The folded text, its words apart from one another."""
        return f" {fold(' '.join(self.text.split()))} "

    @cached_property
    def stems(self) -> set[str]:
        """The stems of all its words."""
        words = {match["word"] for match in _RUN.finditer(self.plain) if match["word"]}
        return set(map(stem, words))

    @cached_property
    def _figures(self) -> figures.Figures:
        return figures.known(self.text)

    @cached_property
    def _digits(self) -> set[str]:
        return set(_dialled(self.plain))

    def bears(self, phrase: Phrase) -> bool:
        """Whether the phrase stands here, or all of its words and numbers do."""
        if phrase.idle:
            return False
        if self._has_whole(phrase.text):
            return True
        if phrase.empty or not phrase.words <= self.stems:
            return False
        if not all(run in self.plain for run in phrase.runs):
            return False
        if not phrase.digits <= self._digits:
            return False
        return not self._figures.strange_in(phrase.figures)

    def _has_whole(self, text: str) -> bool:
        """As words of its own: "art" does not stand in "party"."""
        at = self.plain.find(text)
        while at >= 0:
            before, after = self.plain[at - 1], self.plain[at + len(text)]
            if not (_joined(before, text[0]) or _joined(text[-1], after)):
                return True
            at = self.plain.find(text, at + 1)
        return False


def _joined(one: str, other: str) -> bool:
    """Whether two characters side by side are of one word or one number."""
    if one.isdigit() or other.isdigit():
        return one.isdigit() and other.isdigit()
    return _in_words(one) and _in_words(other)


def _in_words(sign: str) -> bool:
    return sign.isalnum() and not re.match(f"[{HAN}{UNSPACED}]", sign)


class Text:
    """What somebody said, by its sentences."""

    def __init__(self, text: str) -> None:
        single = [Sentence(each) for each in sentences(text)]
        double = [Sentence(f"{a.text} {b.text}") for a, b in pairwise(single)]
        self._sentences = [*single, *double]
        self.whole = Sentence(text)

    def bearing(self, phrase: Phrase) -> str:
        """The sentence that bears a phrase out, or two in a row that do; empty if there is none.

        Words from all over a long message make anything: they must stand together.
        """
        return next((each.text for each in self._sentences if each.bears(phrase)), "")


class Others:
    """What stands in some lines, and is not what the people there say themselves."""

    def __init__(self, people: str, everybody: str) -> None:
        self._people = Sentence(people)
        self._others = Sentence(everybody)

    def speak_in(self, text: str) -> bool:
        """Whether a text has a word that only they use."""
        phrase = Phrase(text)
        theirs = phrase.words & (self._others.stems - self._people.stems) - _common()
        return bool(theirs) or any(
            run in self._others.plain and run not in self._people.plain
            for run in phrase.runs - _common()
            if len(run) > 1
        )
