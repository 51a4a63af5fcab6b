"""Junk: what was never worth remembering."""

from __future__ import annotations

import re
from functools import cache

from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH, sections
from holdfast.flow.maintain.audit.reading import Reading
from holdfast.text.greetings import is_greeting

_WHY = {
    "idle": "nothing but a greeting, thanks or assent",
    "machine": "a program's message, not something about a person",
    "boot": "instructions for an assistant, not something about a person",
    "chatter": "an account of talk in which nothing was said",
    "momentary": "a state that passes within the hour",
}
_LONGEST_IDLE = 80
_NAMING = {
    ENGLISH: re.compile(
        r"\b(?:name|named|surname|nickname|called|call|title|says? \"|password|brand|band|song|"
        r"dog|cat|boat|poem|allerg\w+|tattoo|favou?rite|prefers?|wants?|asks? for|always|usually|every|never(?! ?mind))\b"
    ),
    CHINESE: re.compile("名字|真名|姓|名叫|叫做|绰号|外号|口头禅|说成|习惯|每[天周年月次晚]|总是|过敏|喜欢|讨厌|从不|从来|经常|希望|偏好|一直"),
}
_GAPS = {ENGLISH: ("[^.]{0,24}?", "[^.]{0,24}?"), CHINESE: ("[^,。;!?]{0,2}?", "[^,。;!?]{0,6}?")}
_LETTER = re.compile(r"[^\W\d_]")
_MASHED = re.compile(r"([^\W_])\1{4,}|^[bcdfghjklmnpqrstvwxz]{5,}$|^(?:asdf|qwer|zxcv|hjkl)\w*$", re.IGNORECASE)


def why_junk(reading: Reading) -> str:
    """Why a memory is junk; empty if it is not."""
    low = reading.low
    if not _LETTER.search(low):
        return "no words at all"
    if _MASHED.search(low) and len(low) <= _LONGEST_IDLE:
        return "keys struck at random"
    if is_greeting(low) or _is_idle(low, reading.language):
        return _WHY["idle"]
    for kind in ("machine", "boot", "chatter", "momentary"):
        if kind in ("chatter", "momentary") and _NAMING[reading.language].search(low):
            continue
        if any(found.search(low) for found in _phrases(kind, reading.language)):
            return _WHY[kind]
    return ""


def _is_idle(low: str, language: str) -> bool:
    if len(low) > _LONGEST_IDLE:
        return False
    return _idle(language).fullmatch(low) is not None


@cache
def _idle(language: str) -> re.Pattern[str]:
    """A run of idle phrases. Nothing is tried a second way, so that no text takes for ever."""
    listed = sections("junk.toml")["idle"][language].split(" | ")
    each = sorted((part.strip() for part in listed), key=len, reverse=True)
    end = r"(?![a-z0-9])" if language == ENGLISH else ""
    return re.compile(rf"[\W_\d]*+(?>(?>{'|'.join(each)}){end}[\W_]*+)++")


@cache
def _phrases(kind: str, language: str) -> tuple[re.Pattern[str], ...]:
    """All of a kind. Those that mark their own bounds are taken as they stand."""
    listed = sections("junk.toml")[kind][language].split(" | ")
    found = []
    for part in listed:
        short, long = _GAPS[language]
        bare = part.replace("_?", short).replace("_", long)
        conjoined = bare.strip().split(" & ")
        ahead = "".join(rf"(?=.*(?:{other}))" for other in conjoined[1:])
        found.append(re.compile(rf"^{ahead}.*?(?:{conjoined[0]})" if ahead else conjoined[0]))
    return tuple(found)
