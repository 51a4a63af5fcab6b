"""Junk: what was never worth remembering."""

from __future__ import annotations

import re
from functools import cache

from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH, divided, sections, sign
from holdfast.flow.maintain.audit.reading import Reading
from holdfast.text.chinese import divide
from holdfast.text.greetings import is_greeting

_WHY = {
    "idle": "nothing but a greeting, thanks or assent",
    "machine": "a program's message, not something about a person",
    "boot": "instructions for an assistant, not something about a person",
    "status": "a program's message, not something about a person",
    "meta": "about the talk itself, not about a person",
    "asked": "a question about the world, not about a person",
    "chatter": "an account of talk in which nothing was said",
    "momentary": "a state that passes within the hour",
}
_KEPT = {
    "status": ("habit",),
    "chatter": ("naming",),
    "meta": ("naming",),
    "momentary": ("naming", "weighty", "lasting"),
}
"""The signs by which something is kept, though it looks like junk of a kind."""
_LONGEST_IDLE = 80
_FEW = 5
_LAUGHTER = re.compile(r"\b(?:(?:ha){2,}h?|(?:he){2,}|lol|lmao|rofl)\b|哈哈|嘻嘻|嘿嘿|呵呵|笑死")
_GAPS = {ENGLISH: ("[^.]{0,24}?", "[^.]{0,24}?"), CHINESE: ("[^,。;!?]{0,2}?", "[^,。;!?]{0,6}?")}
_ROLE = re.compile(r"^(?:user|assistant|human|ai|system|bot|用户|助手|我)\s*[:：]\s*(?=\S)")
_PLACEHOLDER = re.compile(
    r"[\[<(【*]{1,2}[^\[\]<>()【】]{1,24}[\]>)】*]{1,2}|(?:todo|tbd|tbc|fixme|n/a|xxx+|待补充?|待定|待完善|暂无|略|未完待续)\b.{0,24}"
)
_ASKS = {
    ENGLISH: re.compile(r"\?\s*$"),
    CHINESE: re.compile(
        r"\?\s*$|(?:吗|几点了?|是谁|是什么|怎么办|为什么|在哪里?|多少钱|怎么样)[。!]?$"
    ),
}
_ABOUT_ONE = {
    ENGLISH: re.compile(r"\b(?:user|he|she|his|her|they|their|always|asks?|called|wants?)\b|['\"]"),
    CHINESE: re.compile('用户|[他她]|叫|问|喜欢|习惯|["《]'),
}
_GIVEN_NAME = re.compile(
    r"\bfor a living\b|\b(?:is|are) (?:called|named)\b|\bcalls the (?:assistant|bot|ai) \w|\bname for the (?:assistant|bot|ai)\b|\bnamed the (?:assistant|bot|ai)\b"
    "|(?:叫|称呼?|喊)(?:助手|机器人|AI|ai|智能体)|给(?:助手|机器人|AI|ai|智能体)(?:起|取)"
)
"""A name that somebody gave, and what somebody does for a living, are worth keeping."""
_NUMBER = re.compile(r"\d[\d\s().+-]{3,}\d")
_LETTER = re.compile(r"[^\W\d_]")
_MASHED = re.compile(
    r"([^\W_])\1{4,}|^\w*[bcdfghjklmnpqrstvwxz]{5,}\w*$|^(?:asdf|qwer|zxcv|hjkl)\w*$", re.IGNORECASE
)


def why_junk(reading: Reading) -> str:
    """Why a memory is junk; empty if it is not."""
    low, language = _ROLE.sub("", reading.low), reading.language
    if why := _why_empty(low, language):
        return why
    if _GIVEN_NAME.search(low):
        return ""
    if _is_machine(low, language):
        return _WHY["machine"]
    for kind in ("machine", "status", "boot", "asked", "chatter", "meta", "momentary"):
        if any(sign(each, language).search(low) for each in _KEPT.get(kind, ())):
            continue
        if any(found.search(low) for found in _phrases(kind, language)):
            return _WHY[kind]
    return _WHY["momentary"] if _is_fleeting(low, language) else ""


def _why_empty(low: str, language: str) -> str:
    """Why a text says nothing, whatever it is about."""
    if _PLACEHOLDER.fullmatch(low):
        return "a mark in place of something that was not kept"
    if _is_question(low, language):
        return "a question, which tells nothing"
    if not _LETTER.search(low) and not _NUMBER.search(low):
        return "no words at all"
    if _MASHED.search(low) and len(low) <= _LONGEST_IDLE:
        return "keys struck at random"
    return _WHY["idle"] if is_greeting(low) or _is_idle(low, language) else ""


def _is_question(low: str, language: str) -> bool:
    """Whether it asks something, and speaks of nobody."""
    if len(low) > _LONGEST_IDLE or not _ASKS[language].search(low):
        return False
    return _ABOUT_ONE[language].search(low) is None and not sign("naming", language).search(low)


def _is_idle(low: str, language: str) -> bool:
    if len(low) > _LONGEST_IDLE:
        return False
    return _idle(language).fullmatch(low) is not None or _is_small_talk(low, language)


def _is_small_talk(low: str, language: str) -> bool:
    """Whether all its words are words of small talk or slight ones."""
    small, slight, _terms = _lists(language)
    said = _words(low, language)
    if len(said) <= _FEW and _LAUGHTER.search(low) and not sign("naming", language).search(low):
        return True
    return (
        bool(said)
        and any(each in small for each in said)
        and all(each in small or each in slight for each in said)
    )


def _is_fleeting(low: str, language: str) -> bool:
    """Whether it tells what somebody is just doing or has just done, and nothing of weight."""
    if (
        len(low) > _LONGEST_IDLE
        or sign("naming", language).search(low)
        or sign("weighty", language).search(low)
    ):
        return False
    return sign("fleeting", language).search(low) is not None


def _is_machine(low: str, language: str) -> bool:
    """Whether it is in a program's words, and speaks of nobody."""
    if len(low) > 2 * _LONGEST_IDLE or any(
        sign(each, language).search(low) for each in ("somebody", "habit")
    ):
        return False
    said = _words(low, language)
    terms = {each for each in said if each in _lists(language)[2]}
    return len(terms) > 1 and len(terms) * 4 >= len(set(said))


def _words(low: str, language: str) -> list[str]:
    if language == ENGLISH:
        return re.findall(r"[a-z][a-z'_-]*", low)
    return [word for run in re.findall("[\u4e00-\u9fff]+|[a-z0-9]+", low) for word in divide(run)]


@cache
def _lists(language: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    lists = sections("junk.toml")
    slight = "slight" if language == ENGLISH else "zhslight"
    small = lists["small"]
    return (
        frozenset(small[language].split()),
        frozenset(small[slight].split()),
        frozenset(lists["terms"][language].split()),
    )


@cache
def _idle(language: str) -> re.Pattern[str]:
    """A run of idle phrases. Nothing is tried a second way, so that no text takes for ever."""
    listed = divided(sections("junk.toml")["idle"][language])
    each = sorted((part.strip() for part in listed), key=len, reverse=True)
    end = r"(?![a-z0-9])" if language == ENGLISH else ""
    return re.compile(rf"[\W_\d]*+(?>(?>{'|'.join(each)}){end}[\W_]*+)++")


@cache
def _phrases(kind: str, language: str) -> tuple[re.Pattern[str], ...]:
    """All of a kind. Those that mark their own bounds are taken as they stand."""
    listed = divided(sections("junk.toml")[kind][language])
    found = []
    for part in listed:
        short, long = _GAPS[language]
        bare = part.replace("_?", short).replace("_", long)
        conjoined = bare.strip().split(" & ")
        ahead = "".join(rf"(?=.*(?:{other}))" for other in conjoined[1:])
        found.append(re.compile(rf"^{ahead}.*?(?:{conjoined[0]})" if ahead else conjoined[0]))
    return tuple(found)
