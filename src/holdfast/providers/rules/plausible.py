"""Plausible: what a claim of a topic must look like, whatever wording it was found by."""

from __future__ import annotations

import re

from holdfast.domain.claim import Claim
from holdfast.text.language import is_chinese

_GENDER = re.compile(
    r"\b(?:male|female|man|woman|guy|girl|boy|lady|bloke|dude|non-?binary|enby|trans|gay|lesbian|bi|he|she|they|xe|ze|ey|fae)\b"
    r"|男|女|性别|跨性别|酷儿|妹子|姑娘|爷们|汉子|小伙|老太|老头|妈|爸|小姐姐|小哥哥|[大老]叔|阿姨",
    re.IGNORECASE,
)
_KIN = re.compile(
    r"(?:mum|mom|mother|mama|dad|father|papa|uncle|aunt|auntie|grandma|grandmother|granny|gran|nan"
    r"|grandpa|grandfather|grandad|granddad|godmother|godfather|widow|widower|husband|wife)",
    re.IGNORECASE,
)
_I_AM = re.compile(
    r"\b(?:i'?m|i am|as) |^(?:single|stay-at-home|proud|new|first-time)\b", re.IGNORECASE
)
_RELATIVE_DAY = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow)\b|昨天|今天|明天|前天", re.IGNORECASE
)
_DATE = re.compile(r"\d|[A-Z]\w+ \(")
_NO_NAME = re.compile(r"[写错栏是的了吗呢]|\d{2}")
_FOR_NOW = re.compile(
    r"\b(?:this|next) (?:week|weekend)\b|\b(?:today|tonight|right now|for now|at the moment)\b"
    r"|[这下]周|今[天晚]|这几天|这两天|暂时|眼下|周末",
    re.IGNORECASE,
)
_MOVED = re.compile(r"\bmov(?:e|ed|ing)\b|\blive\b|搬|住|定居|落户", re.IGNORECASE)
_NO_WORK = re.compile(
    r"\b(?:maid|matron|man|bridesmaid) of hono(?:u)?r\b|\bbest man\b|^开(?:着|了?一?[辆台])",
    re.IGNORECASE,
)
"""What one is for a day, and what one drives."""

_NOT_YET = re.compile(
    r"(?:下个?月|明年|后年|年底|过完年|再过)[^，,。]{0,6}(?:就|满|要|该)"
    r"|\b(?:turn|turns|turning|will be|gonna be|going to be|'ll be)\b.*\bnext (?:week|month|year|spring|summer|autumn|fall|winter)\b",
    re.IGNORECASE,
)
_NO_HABIT = re.compile(r"^every (?:single )?\w+$", re.IGNORECASE)
_NEVER = {"work": _NO_WORK, "habit": _NO_HABIT, "family": re.compile("^家老")}
"""What is no value of a topic."""

_TITLED = re.compile(r"《[^》]*》")


def is_plausible(claim: Claim) -> bool:
    """Whether the value can be one of its topic. What cannot stays in the verbatim text."""
    if claim.topic == "gender":
        called = _KIN.fullmatch(claim.value) and _I_AM.search(claim.text.replace("’", "'"))
        return called is not None or _GENDER.search(claim.value) is not None
    if claim.topic == "birthday":
        return _RELATIVE_DAY.search(claim.value) is None or _DATE.match(claim.value) is not None
    if claim.topic == "home":  # where somebody is for a few days is no home
        if len(claim.value) == 1:
            return False
        return _FOR_NOW.search(claim.text) is None or _MOVED.search(claim.text) is not None
    if claim.topic in _NEVER:
        return _NEVER[claim.topic].search(claim.value) is None
    if claim.topic == "age" and _NOT_YET.search(claim.text):
        return claim.value.startswith(("快", "almost", "nearly"))
    if claim.topic == "name" and is_chinese(claim.value):
        return _NO_NAME.search(claim.value) is None
    return True


def without_titles(text: str) -> str:
    """The text with what stands in titles blanked, in its place: nobody says it of themselves."""
    return _TITLED.sub(lambda title: " " * len(title[0]), text)
