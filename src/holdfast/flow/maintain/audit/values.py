"""Values: whether two values of one attribute exclude each other."""

from __future__ import annotations

import re

from holdfast.flow.extract.alike import form
from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH, words
from holdfast.flow.maintain.audit.quantities import measured
from holdfast.flow.maintain.audit.tokens import numbers_in, with_sayings
from holdfast.text.when.numbers import chinese_number

_HAN = re.compile("[\u4e00-\u9fff]")
_FREE = frozenset(["employer", "favourite", "origin", "profession"])
"""What is told in free words: sharing any word, two may mean the same."""


def differ(attribute: str, one: str, other: str) -> bool:
    """Whether two values differ so that both cannot hold. One that only says more does not.

    >>> differ("home:", "Lisbon", "Braga"), differ("home:", "Lisbon", "Lisbon, Alfama")
    (True, False)
    """
    here, there = form(one), form(other)
    if not here or not there or _holds(here, there) or _holds(there, here):
        return False
    if attribute == "height:":
        one, other = (f"{each}cm" if each.isdigit() else each for each in (one, other))
    language = CHINESE if _HAN.search(here) else ENGLISH
    (_, some), (_, others) = (
        measured(each.lower(), CHINESE if _HAN.search(each) else ENGLISH) for each in (one, other)
    )
    for kind in some.keys() & others.keys():
        return not some[kind] & others[kind]
    if bool(_HAN.search(here)) != bool(_HAN.search(there)):
        return False  # a translation
    if with_sayings(here, language)[0] == with_sayings(there, language)[0]:
        return False
    months = _months(here), _months(there)
    if months[0] and months[1] and not months[0] & months[1]:
        return True
    numbers = [{"1"} if each == "one" else numbers_in(each, language) for each in (here, there)]
    if numbers[0] and numbers[1]:
        return numbers[0] != numbers[1] or (
            bool(_MONTH.search(here)) and _MONTH.findall(here) != _MONTH.findall(there)
        )
    if (
        bool(numbers[0]) != bool(numbers[1])
        and attribute.split(":")[0] in words("lists.toml")["counted"]
    ):
        return attribute.split(":")[0] == "payday"
    if language == CHINESE:
        return not set(here) & set(there) or attribute.split(":")[0] not in (
            *_FREE,
            "home",
            "hometown",
        )
    slight = words("lists.toml")["slight"]
    said = set(here.split()) - slight, set(there.split()) - slight
    return not said[0] & said[1]


def _holds(one: str, other: str) -> bool:
    """Whether one says all that the other does: in English by whole words."""
    return other in one if _HAN.search(one) else f" {other} " in f" {one} "


def _months(value: str) -> set[str]:
    figures = (chinese_number(found) for found in _CHINESE_MONTH.findall(value))
    return {str(number) for number in figures if number} | set(_MONTH.findall(value))


_CHINESE_MONTH = re.compile("([\\d一二三四五六七八九十]{1,2})月")
_MONTH = re.compile(
    "january|february|march|april|may|june|july|august|september|october|november|december"
)
