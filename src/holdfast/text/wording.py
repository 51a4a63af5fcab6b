"""Wordings: what two texts that say the same in other words have in common."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from holdfast.text.fold import fold, plain, simple
from holdfast.text.scripts import HAN, is_han

MOST_OTHER = 1 / 3
"""So many of a text's words may be others than those of a text that says nearly the same."""


class Wording(NamedTuple):
    """A text's words without those that say nothing, in its order."""

    words: tuple[str, ...]
    names: frozenset[str]
    """Those that the text marks as names, by a capital within a sentence."""
    breaks: frozenset[int]
    """Before which words a clause begins, but for the first."""
    moving: bool
    """Whether it names a time that moves with the day it is said on: yesterday, next week."""

    @property
    def size(self) -> float:
        """How many words it has, persons aside; a Chinese character is half a word."""
        return sum(0.5 if is_han(word) else 1.0 for word in self.words if word not in _PERSONS)


class _Table(NamedTuple):
    idle: frozenset[str]
    telling: frozenset[str]
    same: dict[str, str]


def wording(text: str) -> Wording:
    """The words by which a text is compared.

    >>> wording("Well, I'm allergic to peanuts!").words
    ('i', 'allergic', 'peanuts')
    """
    table = _TABLE
    words: list[str] = []
    names: set[str] = set()
    breaks: set[int] = set()
    begins = True
    text = simple(text)
    for sign, token in _TOKEN.findall(_written_out(text)):
        if sign:
            breaks.add(len(words))
            begins = begins or sign[0] in _FULL
            continue
        form = fold(token)
        form = table.same.get(form, form)
        if form in table.idle:
            begins = False
            continue
        if not begins and token[0].isupper() and form not in table.telling:
            names.add(form)
        words.append(form)
        begins = form == _ASKED
    inner, moving = frozenset(breaks - {0, len(words)}), _MOVING.search(text) is not None
    return Wording(tuple(words), frozenset(names), inner, moving)


def figures(text: str) -> list[str]:
    """The longer numbers in a text. Texts in which they differ cannot say the same.

    They are found in a small part of the time that the wording of a text takes.
    """
    return sorted(_FIGURE.findall(fold(text)))


def others(one: Wording, other: Wording) -> int | None:
    """How many words of two texts differ, if those are plain ones and the rest is the same.

    None where they say two things: a number, a time, a name, a person or a "not" differs, too much
    differs, or the same words stand in another order. A part of the sentence may stand in front.
    """
    if one.words == other.words or _fronted(one, other) or _fronted(other, one):
        return 0
    left, right = Counter(one.words), Counter(other.words)
    here, there = left - right, right - left
    odd, names = here + there, one.names | other.names
    most = MOST_OTHER * max(left.total(), right.total())
    if not odd or max(here.total(), there.total()) > most:
        return None
    if any(_tells(word) or word in names for word in odd) or _inflected(here, there):
        return None
    if [w for w in one.words if w not in odd] != [w for w in other.words if w not in odd]:
        return None
    return odd.total()


def _inflected(here: Iterable[str], there: Iterable[str]) -> bool:
    """Whether a word is there in another form: of the past, or of several."""
    pasts = [sum(word.endswith("ed") for word in words) for words in (here, there)]
    doing = [sum(word.endswith("ing") for word in words) for words in (here, there)]
    if pasts[0] != pasts[1] or doing[0] != doing[1]:
        return True
    forms = itertools.product(here, there)
    return any(
        _ENDING.fullmatch(max(pair, key=len).removeprefix(min(pair, key=len))) for pair in forms
    )


def _fronted(usual: Wording, other: Wording) -> bool:
    """Whether the other is this one, which begins with a person, with its end put in front of it."""
    words = usual.words
    if usual.breaks or not words or words[0] not in _PERSONS:
        return False
    for at in range(1, len(words)):
        if words[at:] + words[:at] == other.words:
            return other.breaks <= {len(words) - at}
    return False


def _tells(word: str) -> bool:
    """Whether it makes another statement. Of other scripts nobody knows, so any word may."""
    if word in _TABLE.telling or not word.isalpha():
        return True
    return not (word.isascii() or is_han(word))


def _written_out(text: str) -> str:
    """The text with its contractions written out, and without words that only lead to what it says."""
    text = _NOT.sub(lambda match: _STEMS.get(match[1].lower(), match[1]) + " not", plain(text))
    text = _SHORT.sub(lambda match: _ENDINGS[match[1].lower()], text)
    text = _BARE.sub(lambda match: _WRITTEN[match[0].lower()], text)
    return _LEAD.sub(" ", text)


def _read() -> _Table:
    kinds: dict[str, set[str]] = {"idle": set(), "telling": set()}
    same: dict[str, str] = {}
    for language in ("en", "zh"):
        path = Path(__file__).with_name(f"wording.{language}.txt")
        for line in path.read_text("utf-8").splitlines():
            kind, *words = line.split()
            if kind == "same":
                same |= dict.fromkeys(words[1:], words[0])
            elif kind in kinds:
                kinds[kind].update(words)
    telling = kinds["telling"] | {same.get(word, word) for word in kinds["telling"]}
    return _Table(frozenset(kinds["idle"] - telling), frozenset(telling), same)


_ASKED = "?"
_PERSONS = frozenset(["i", "we", "you", "he", "she", "they", "我", "你", "他", "她"])
_FULL = frozenset(".!。！\n")
_TOKEN = re.compile(
    r"([.!](?=\s|$)|[。！，；：、,;:\n]|\s[-–—]+\s|——|…)|([?？](?![?？])"
    rf"|[{HAN}]|[^\W\d_{HAN}]+(?:-[^\W\d_{HAN}]+)*[+#]*"
    r"|\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th|am|pm)?|[$€£¥₩%°=<>&@^+#]|[\u2190-\u21ff\u2600-\u27bf]"
    r"|[\U0001f000-\U0001faff])"
)
"""A sign between clauses, or else something that is said."""

_FIGURE = re.compile(r"\d{3,}")
"""Shorter ones may also stand there as words."""

_ENDING = re.compile(r"e?[srdn]|ing|e?st|ly")
_MOVING = re.compile(
    r"\b(?:today|yesterday|tomorrow|tonight|ago|(?:this|last|next|past|coming) \w+|just now|recently)\b"
    r"|[今昨刚]|明[天早晚日年]|[前后]天|[去前]年|[上下这本那]个?(?:周|星期|礼拜|月|季|学期|次)|最近|近来|方才",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(\w+)n't\b", re.IGNORECASE)
_STEMS = {"ca": "can", "wo": "will", "sha": "shall", "ai": "am"}
_SHORT = re.compile(r"'(s|m|re|ve|ll|d)\b", re.IGNORECASE)
_ENDINGS = {"s": "", "m": " am", "re": " are", "ve": " have", "ll": " will", "d": " would"}
_WRITTEN = {
    "im": "i am", "ive": "i have", "dont": "do not", "doesnt": "does not", "didnt": "did not",
    "cant": "can not", "cannot": "can not", "wont": "will not", "isnt": "is not", "arent": "are not",
    "wasnt": "was not", "havent": "have not", "hasnt": "has not", "couldnt": "could not",
    "wouldnt": "would not", "shouldnt": "should not", "youre": "you are", "theyre": "they are",
}  # fmt: skip
_BARE = re.compile(rf"\b(?:{'|'.join(_WRITTEN)})\b", re.IGNORECASE)
_LEAD = re.compile(
    r"\b(?:as|like) i (?:have |just )?(?:said|told you|mentioned)(?: to you)?(?: before| already| earlier)?\b"
    r"|\bi (?:have )?(?:already )?(?:told|mentioned to) you(?: before| already| earlier)?(?: that)?\b"
    r"|\b(?:just )?so (?:that )?you know\b|\byou know\b|\bby the way\b|\bfor the record\b|\bin fact\b"
    r"|\b(?:please )?(?:remember|note|keep in mind|do not forget)(?: that)?\b"
    r"|\bi (?:just )?(?:want(?:ed)?|would like) (?:to (?:say|tell you|mention|add)|you to know)(?: that)?\b"
    r"|\blet me (?:say|add|repeat)(?: it| that)?(?: again)?\b|\bto be (?:honest|clear|precise)\b"
    r"|我?(?:之前|以前|上次|刚才|早就|已经)?[跟和对]你(?:说|提|讲)(?:过|一下|一声)?"
    r"|我(?:之前|以前|上次|早就)?(?:说|提|讲)过|我?(?:想|要)?告诉你(?:一下|一声)?"
    r"|[你您]知道(?:的|吧|吗)?|(?:请|要)?记得|(?:请)?记住|别忘了|提醒你?一下|顺便(?:说一下|说一句|一提|说)?"
    r"|对了|再说一遍|说实话|老实说|说真的|真的|其实|非常|特别|已经|现在|目前|如今|一直",
    re.IGNORECASE,
)

# Now, while a failure to read is told plainly, and not in the middle of a recall.
_TABLE = _read()
