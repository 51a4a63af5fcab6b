"""Trusting: what of an answer the lines bear out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise

from holdfast.ports.summariser import Line
from holdfast.providers.by_model import figures
from holdfast.providers.by_model.names import names, parts, words
from holdfast.text import stops
from holdfast.text.fold import fold
from holdfast.text.language import chinese_share
from holdfast.text.scripts import is_han
from holdfast.text.stems import stem
from holdfast.text.when import windows

_REFUSAL = re.compile(
    r"""(?ix)\W*(?:
    (?:i(?:['’]m|\ am)\ (?:very\ |so\ |really\ )?(?:sorry|afraid)|sorry|i\ apologi[sz]e|unfortunately|my\ apologies)
        \b[^.!?]{0,60}\b(?:can(?:no|['’])t|can\ not|unable|not\ able|won['’]t|not\ comfortable)\b
    | i\ (?:can(?:no|['’])t|can\ not|am\ unable|am\ not\ able|won['’]t|must\ decline)\b
        [^.!?]{0,40}\b(?:help|assist|summari|provide|fulfil|comply|do|review|process|continue|with)
    | as\ an?\ (?:ai|(?:large\ )?language\ model)\b
    | (?:很|非常|十分|真的)?(?:抱歉|对不起|不好意思|遗憾)[^。！？]{0,20}(?:无法|不能|没办法|不可以|不便)
    | 我(?:无法|不能|没办法|没有办法)[^。！？]{0,12}(?:回答|提供|协助|帮助|完成|处理|总结|概括|满足|继续)
    | 作为(?:一个|一名|一款)?(?:ai|人工智能|大?语言模型)
    )"""
)
_PREAMBLE = re.compile(
    r"""(?ix)\s*(?:\#+\s*|\*\*)?(?:
    (?:sure|certainly|of\ course|okay|ok)\b[^\n:：]{0,80}[:：]
    | here(?:['’]s|\ is|\ are)\b[^\n:：]{0,80}[:：]
    | (?:the\ )?summary(?:\ of\ [^\n:]{0,60})?\s*(?:\*\*)?[:：]
    | (?:好的?|当然)[，,。!！]?[^\n:：]{0,40}[:：]
    | (?:以下|下面)[^\n:：]{0,40}[:：]
    | (?:摘要|总结|概要)(?:如下)?\s*(?:\*\*)?[:：]
    )\s*(?:\*\*)?\s*"""
)
_CLEAR = 0.8
_SHORTEST_ECHO = 12
_MONTH_NAMES = """
january february march april may june july august september october november december
"""
_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday"
_MONTHS, _DAYS = _MONTH_NAMES.split(), _DAY_NAMES.split()
_BRIEF = timedelta(days=3)
"""Of a longer time its first and last day mean nothing."""


def refuses(text: str) -> bool:
    """Whether a text is a model's word that it will not do what it was asked."""
    return _REFUSAL.match(text) is not None


def without_preamble(text: str) -> str:
    """The text without "Here is the summary:"."""
    return _PREAMBLE.sub("", text, count=1)


def echoes(sentence: str, instructions: str) -> bool:
    """Whether a sentence was only repeated from what the model was told to do.

    One without any letter says nothing, as the place for the answer in the instructions does.
    """
    plain = bare(sentence)
    if not plain:
        return True
    # A Chinese character says as much as some letters.
    least = _SHORTEST_ECHO if plain.isascii() else _SHORTEST_ECHO // 2
    return len(plain) >= least and plain in _told(instructions)


def foreign(text: str, lines: Iterable[str]) -> bool:
    """Whether a text is in another language than the lines, where these are clearly in one."""
    share, wanted = chinese_share([text]), chinese_share(lines)
    if wanted >= _CLEAR:
        return share < 0.5
    return wanted <= 1 - _CLEAR and share > 0.5


class Ground:
    """What some lines say: the numbers and names that a text about them may use."""

    def __init__(self, lines: Sequence[Line]) -> None:
        told = "\n".join(f"{line.voice} {line.text}" for line in lines)
        self._text = fold(" ".join(told.split()))
        self._words = {stem(word) for word in words(fold(told))}
        self._figures = figures.known(told)
        for line in lines:
            if line.said_at is not None:
                self._take_dates(line.text, line.said_at)

    def invented(self, text: str) -> str:
        """A number or name that a text uses and the lines do not; empty if there is none."""
        strange = self._figures.strange_in(figures.stated(text))
        return strange[0] if strange else next(filter(self._strange, names(text)), "")

    def touched_by(self, text: str) -> bool:
        """Whether a text has anything in common with the lines: a word, or two characters."""
        told = {stem(word) for word in words(fold(text)) if word not in stops.english()}
        if told & self._words:
            return True
        return any(a + b in self._text for a, b in pairwise(fold(text)) if is_han(a) and is_han(b))

    def _take_dates(self, text: str, said_at: datetime) -> None:
        """A text may name the day on which a line was said, and what "tomorrow" was then."""
        numbers: set[float] = {said_at.hour, said_at.hour % 12 or 12, said_at.minute}
        for first, last in _times_of(text, said_at):
            brief = last - first <= _BRIEF
            for day in (first, last):
                self._words.add(stem(_MONTHS[day.month - 1]))
                numbers |= {day.year, day.month}
                if brief:
                    self._words.add(stem(_DAYS[day.weekday()]))
                    numbers |= {day.day, _weekday_sign(day)}
        self._figures |= figures.Figures(frozenset(), frozenset(numbers))

    def _strange(self, name: str) -> bool:
        if name.isascii() or name[0] < "\u0370":
            return any(stem(fold(part)) not in self._words for part in parts(name))
        plain = fold(name)
        # The dictionary may have cut a name too late; a name is as good as its best two characters.
        return not any(a + b in self._text for a, b in pairwise(plain))


def _times_of(text: str, said_at: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The first and last moments of the times that a line speaks of, beginning with its own."""
    yield said_at, said_at
    for window in windows(text, said_at):
        yield window.begins, window.ends - timedelta(seconds=1)


def _weekday_sign(day: datetime) -> int:
    """The number in 周三; Sunday has none."""
    return (day.weekday() + 1) % 7


@lru_cache(maxsize=8)
def _told(instructions: str) -> str:
    return bare(instructions)


def bare(text: str) -> str:
    """The letters, characters and digits of a text alone, in small letters."""
    return "".join(filter(str.isalnum, text.lower()))
