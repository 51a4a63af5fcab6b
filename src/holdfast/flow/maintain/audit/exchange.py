"""Exchanges: what stands in one text in place of something in another, where all else is the same."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import NamedTuple

from holdfast.flow.maintain.audit.lexicon import words

LEAST = 0.5
"""So much of each must stand in the other too."""

_LONGEST = {True: 6, False: 4}
_WORD = re.compile(r"[\u4e00-\u9fff]|[a-z0-9][a-z0-9.'-]*")
_HAN = re.compile("[\u4e00-\u9fff]")
_SLIGHT = frozenset("的了着过是在有就也都很把被和跟与地得些个只条位名家里人")


class Exchange(NamedTuple):
    """What each of two has in place of the other's, and the same with the word it is part of."""

    one: str
    other: str
    wider: tuple[str, str]
    first: bool
    """Whether both begin with it: often a verb stands there, of which many mean the same."""


def exchange(here: str, there: str) -> Exchange | None:
    """The one stretch in which two texts differ; None if they differ in more, in less, or too much.

    >>> exchange("likes green tea", "likes black tea")
    Exchange(one='green', other='black', wider=('green tea', 'black tea'), first=False)
    """
    some, others = _WORD.findall(here), _WORD.findall(there)
    if not some or not others or abs(len(some) - len(others)) > max(_LONGEST.values()):
        return None
    matched = SequenceMatcher(None, some, others, autojunk=False)
    changed = [each for each in matched.get_opcodes() if each[0] != "equal"]
    if len(changed) != 1 or changed[0][0] != "replace":
        return None
    _, begin, end, start, stop = changed[0]
    chinese = _HAN.search(here) is not None
    if max(end - begin, stop - start) > _LONGEST[chinese]:
        return None
    same = len(some) - (end - begin)
    if same < 2 or same < LEAST * max(len(some), len(others)):
        return None
    glue = "" if chinese else " "
    one, other = (_content(each, glue) for each in (some[begin:end], others[start:stop]))
    if not one or not other:
        return None
    wider = glue.join(some[begin : end + 1]), glue.join(others[start : stop + 1])
    return Exchange(one, other, wider, begin == 0)


def _content(stretch: list[str], glue: str) -> str:
    idle = words("lists.toml")["idle"]
    return glue.join(each for each in stretch if each not in idle and each not in _SLIGHT)
