"""Trusting: what of an answer the lines bear out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from holdfast.ports.summariser import Line
from holdfast.providers.by_model import figures
from holdfast.providers.by_model.names import names, parts, words
from holdfast.providers.by_model.prompting import chinese_share
from holdfast.text.fold import fold
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
    )\s*(?:\*\*)?"""
)
_CLEAR = 0.8
_SHORTEST_ECHO = 12
_MONTHS = "january february march april may june july august september october november december"
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"


def refuses(text: str) -> bool:
    """Whether a text is a model's word that it will not do what it was asked."""
    return _REFUSAL.match(text) is not None


def without_preamble(text: str) -> str:
    """The text without "Here is the summary:"."""
    return _PREAMBLE.sub("", text, count=1)


def echoes(sentence: str, instructions: str) -> bool:
    """Whether a sentence was only repeated from what the model was told to do."""
    plain = bare(sentence)
    # A Chinese character says as much as some letters.
    least = _SHORTEST_ECHO if plain.isascii() else _SHORTEST_ECHO // 2
    return len(plain) >= least and plain in bare(instructions)


def foreign(text: str, lines: Iterable[str]) -> bool:
    """Whether a text is in another language than the lines, where these are clearly in one."""
    share, wanted = chinese_share([text]), chinese_share(lines)
    if wanted >= _CLEAR:
        return share < 0.5
    return wanted <= 1 - _CLEAR and share > 0.5


class Ground:
    """What some lines say: the numbers and names that a text about them may use."""

    def __init__(self, lines: Sequence[Line]) -> None:
        told = [f"{line.voice} {line.text}" for line in lines]
        self._text = fold(" ".join("\n".join(told).split()))
        self._words = {stem(word) for word in words(fold("\n".join(told)))}
        self._figures = figures.known("\n".join(told))
        for line in lines:
            for day in _days_of(line):
                self._figures |= {str(day.year), str(day.month), str(day.day)}
                self._words |= {
                    stem(_MONTHS.split()[day.month - 1]),
                    stem(_DAYS.split()[day.weekday()]),
                }
                if line.said_at:
                    self._figures |= {str(line.said_at.hour), str(line.said_at.hour % 12 or 12)}
                    self._figures.add(str(line.said_at.minute))

    def invented(self, text: str) -> str:
        """A number or name that a text uses and the lines do not; empty if there is none."""
        strange = sorted(figures.stated(text) - self._figures)
        return strange[0] if strange else next(filter(self._strange, names(text)), "")

    def _strange(self, name: str) -> bool:
        if name.isascii() or name[0] < "\u0370":
            return any(stem(fold(part)) not in self._words for part in parts(name))
        plain = fold(name)
        # The dictionary may have cut a name too late; a name is as good as its best two characters.
        return not any(a + b in self._text for a, b in pairwise(plain))


def _days_of(line: Line) -> Iterator[datetime]:
    """The days that a line speaks of: when it was said, and what "tomorrow" was then."""
    if line.said_at is None:
        return
    yield line.said_at
    for window in windows(line.text, line.said_at):
        yield window.begins
        yield window.ends - timedelta(seconds=1)


def bare(text: str) -> str:
    """The letters, characters and digits of a text alone, in small letters."""
    return "".join(filter(str.isalnum, text.lower()))
