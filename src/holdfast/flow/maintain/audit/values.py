"""Values: whether two values of one attribute exclude each other."""

from __future__ import annotations

import re

from holdfast.flow.extract.alike import form
from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH
from holdfast.flow.maintain.audit.tokens import numbers_in

_HAN = re.compile("[\u4e00-\u9fff]")
_SLIGHT = frozenset("a an the his her their my own of in at on for and one new old private local small big".split())
_FREE = frozenset(["employer", "favourite", "origin", "profession"])
"""What is told in free words: sharing any word, two may mean the same."""


def differ(attribute: str, one: str, other: str) -> bool:
    """Whether two values differ so that both cannot hold. One that only says more does not.

    >>> differ("home:", "Lisbon", "Braga"), differ("home:", "Lisbon", "Lisbon, Alfama")
    (True, False)
    """
    here, there = form(one), form(other)
    if not here or not there or here in there or there in here:
        return False
    language = CHINESE if _HAN.search(here) else ENGLISH
    numbers = numbers_in(here, language), numbers_in(there, language)
    if numbers[0] and numbers[1]:
        return numbers[0] != numbers[1] or (
            bool(_MONTH.search(here)) and _MONTH.findall(here) != _MONTH.findall(there)
        )
    if bool(numbers[0]) != bool(numbers[1]) and attribute.split(":")[0] in _COUNTED:
        return attribute.split(":")[0] == "payday"
    if language == CHINESE:
        return not set(here) & set(there) or attribute.split(":")[0] not in (*_FREE, "home", "hometown")
    words = set(here.split()) - _SLIGHT, set(there.split()) - _SLIGHT
    return not words[0] & words[1]


_MONTH = re.compile("january|february|march|april|may|june|july|august|september|october|november|december")
_COUNTED = frozenset(
    "age born birthday anniversary payday height weight shoes wake bedtime count marriedfor floor plate dose price sugar deadline dinner".split()
)
