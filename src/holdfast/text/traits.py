"""Traits: what can be told of a message at a glance, in both languages, as bits of one number."""

from __future__ import annotations

import re
from enum import IntFlag
from functools import reduce
from operator import or_

from holdfast.text.scripts import undivided


class Trait(IntFlag):
    """One bit each. Signs to rank by, cheaply told and sometimes wrong; nothing may rest on one."""

    QUESTION = 1
    """Asks something."""
    NUMBER = 2
    """Holds a number, in digits or in words."""
    TIME = 4
    """Holds a date, a time, or a word for one."""
    NAME = 8
    """Holds a word with a capital inside a sentence, or a title in its marks.

    Chinese does not show its names; those of people are not told."""
    SHORT = 16
    """Is three words long, or eight Chinese characters, or less."""
    GREETING = 32
    """Is short, and a greeting, a farewell, thanks or a yes."""


_QUESTION, _NUMBER, _TIME, _NAME, _SHORT, _GREETING = map(int, Trait)

_NUMBER_WORDS = """
two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty
seventy eighty ninety hundred thousand million dozen twice
"""
_TIME_WORDS = """
today yesterday tomorrow tonight morning afternoon evening night noon midnight weekend weekday
day days week weeks month months year years hour hours minute minutes ago o'clock
monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter
january february april june july august september october november december
birthday anniversary christmas
"""
_NUMBERS = frozenset(_NUMBER_WORDS.split())
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
_DIGIT = re.compile(r"[0-9０-９]")
_NUMBER_ZH = re.compile(
    r"[一二两三四五六七八九十百千万亿半]+[个岁年月日天号点只条本块元人次楼层位斤米]"
)
_TIME_ZH = re.compile(
    r"[今明昨后前去]天|[今明昨]晚|[今明去前后]年|[上下这本][个]?(?:周|星期|礼拜|月|季度|学期)|周[一二三四五六日末]"
    r"|星期|礼拜|早上|上午|中午|下午|晚上|凌晨|傍晚|刚才|最近|生日|[0-9０-９一二三四五六七八九十][年月日号点]"
)
_NAMED = re.compile(r" (?<=[a-z0-9,;:] )[A-Z][a-z]")
_NAMED_ZH = re.compile(r"[A-Z][a-z]")
_GREETED = re.compile(
    r"\W*(?:hi|hey|hello|good (?:morning|night|evening|afternoon)|bye|goodbye|see you|thanks|"
    r"thank you|ok|okay|yes|yeah|sure|你好|您好|早安|早上好|晚安|晚上好|下午好|再见|拜拜|谢谢|"
    r"多谢|好的|嗯|哈哈|在吗)(?![a-z])",
    re.IGNORECASE,
)
_GREETING_LENGTH = 24
_SHORT_WORDS = 3
_SHORT_CHARACTERS = 8
_REMEMBERED = 1 << 15


class _Tokens(dict[str, int]):
    """The bits that a token gives, by the token."""

    def __missing__(self, token: str) -> int:
        bits = _NUMBER if any(map(str.isdigit, token)) else 0
        if _TIME_SHAPE.search(token.lower()):
            bits |= _TIME
        for match in _LETTERS.finditer(token[:64]):
            word = match[0]
            if word.lower().removesuffix("'s") in _TIMES or word in {"May", "March"}:
                bits |= _TIME
            elif word.lower() in _NUMBERS:
                bits |= _NUMBER
        if len(self) >= _REMEMBERED:
            self.clear()
        if len(token) <= 64:
            self[token] = bits
        return bits


_tokens = _Tokens()


def traits(text: str) -> int:
    """The traits of a message, as the bits of Trait.

    >>> Trait(traits("Did Lily move in May?")) == Trait.QUESTION | Trait.TIME | Trait.NAME
    True
    """
    if not text.isascii() and undivided().search(text):
        return _chinese(text)
    tokens = text.split()
    bits = reduce(or_, map(_tokens.__getitem__, tokens), 0)
    if "?" in text or _ASKED.match(text):
        bits |= _QUESTION
    if _NAMED.search(text):
        bits |= _NAME
    if len(tokens) <= _SHORT_WORDS:
        bits |= _SHORT
    return bits | _greeting(text)


def _chinese(text: str) -> int:
    bits = _SHORT if len(text) <= _SHORT_CHARACTERS else 0
    if "？" in text or "?" in text or _ASKED_ZH.search(text):
        bits |= _QUESTION
    if _DIGIT.search(text) or _NUMBER_ZH.search(text):
        bits |= _NUMBER
    if _TIME_ZH.search(text):
        bits |= _TIME
    if "《" in text or _NAMED_ZH.search(text):
        bits |= _NAME
    return bits | _greeting(text)


def _greeting(text: str) -> int:
    return _GREETING if len(text) <= _GREETING_LENGTH and _GREETED.match(text) else 0
