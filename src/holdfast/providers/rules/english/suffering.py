"""Suffering: illnesses that are told by the way: "our son with asthma", "because of my arthritis"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from holdfast.providers.rules.english.lexicon import one_of, words

_LEAD = r"(?:a |an |mild |severe |chronic |bad |early |terrible |quite )*"


@cache
def _illness() -> str:
    return one_of(words("illness") - words("illness_vague"))


@cache
def with_illness() -> re.Pattern[str]:
    """What somebody is told to be "with"."""
    return re.compile(rf" with {_LEAD}(?P<v>{_illness()})(?![\w-])")


@cache
def _mine() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:with|because of|due to|thanks to|despite|from|for|of|about|manage|control|worse|help with|and)"
        rf" my (?:bad |stupid |bloody |chronic |own |lovely |mild |severe )*(?P<v>{_illness()})(?![\w'-])"
    )


def own_illnesses(low: str) -> Iterator[tuple[int, int]]:
    """Where a text speaks of illnesses of the speaker by the way."""
    return (found.span("v") for found in _mine().finditer(low))
