"""Traits: what can be told of a text at a glance, in both languages.

Cheaply told and sometimes wrong: signs to rank by, on which nothing may rest.
"""

from __future__ import annotations

import re
from enum import IntFlag

from holdfast.text.scripts import undivided


class Trait(IntFlag):
    """What is kept of a message, one bit each. Rows of older versions may have others set."""

    QUESTION = 1
    """Asks something."""


_TIME_WORDS = """
today yesterday tomorrow tonight morning afternoon evening night noon midnight weekend weekday
day days week weeks month months year years hour hours minute minutes ago o'clock
monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter
january february april june july august september october november december
birthday anniversary christmas
"""
_QUESTION = int(Trait.QUESTION)
_TIMES = frozenset(_TIME_WORDS.split())
_TIME_SHAPE = re.compile(r"[0-9]{1,2}:[0-9]{2}|[0-9]{1,2}(?:am|pm)\b|(?:19|20)[0-9]{2}(?![0-9])")
_LETTERS = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_ASKED = re.compile(
    r"\W*(?:(?:what|who|where|when|why|how|which)(?:['’]s| (?:is|are|was|were|do|does|did|can|could|"
    r"would|will|should|have|has|many|much|long|old|often)\b)|(?:do|does|did|is|are|was|were|can|"
    r"could|would|will|have|has) (?:i|you|he|she|it|we|they|the|my|your|there|this|that)\b)",
    re.IGNORECASE,
)
_ASKED_ZH = re.compile(
    r"吗|呢\W*$|为什么|怎么样|什么时候|是不是|有没有|多少|哪[里儿个些位天年]|几[点岁号月个]|谁"
)
_TIME_ZH = re.compile(
    r"[今明昨后前去]天|[今明昨]晚|[今明去前后]年|[上下这本][个]?(?:周|星期|礼拜|月|季度|学期)|周[一二三四五六日末]"
    r"|星期|礼拜|早上|上午|中午|下午|晚上|凌晨|傍晚|刚才|最近|生日|[0-9０-９一二三四五六七八九十][年月日号点]"
)
_REMEMBERED = 1 << 15


class _Tokens(dict[str, bool]):
    """Whether a token is a time or a word for one."""

    def __missing__(self, token: str) -> bool:
        words = [match[0] for match in _LETTERS.finditer(token[:64])]
        found = _TIME_SHAPE.search(token.lower()) is not None or any(
            word.lower().removesuffix("'s") in _TIMES or word in {"May", "March"} for word in words
        )
        if len(self) >= _REMEMBERED:
            self.clear()
        if len(token) <= 64:
            self[token] = found
        return found


_tokens = _Tokens()


def traits(text: str) -> int:
    """What is kept of a message: the bits of Trait."""
    return _QUESTION if asks(text) else 0


def asks(text: str) -> bool:
    """Whether a text asks something.

    >>> asks("Did Lily move in May?"), asks("莉莉五月搬走了")
    (True, False)
    """
    if "?" in text:
        return True
    asked = _ASKED.match(text) is not None
    if text.isascii():
        return asked
    if _ASKED_ZH.search(text):
        return True
    marked = "？" in text
    if asked == marked:  # the rest takes its time, and here it would tell nothing new
        return asked
    return marked if undivided().search(text) else asked


def tells_time(text: str) -> bool:
    """Whether a text holds a date, a time, or a word for one.

    >>> tells_time("Did Lily move in May?"), tells_time("莉莉昨天搬走了")
    (True, True)
    """
    if not text.isascii() and undivided().search(text):
        return _TIME_ZH.search(text) is not None
    return any(map(_tokens.__getitem__, text.split()))
