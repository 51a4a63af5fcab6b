"""Orders: sentences that tell the assistant what to do from now on, wherever in a message they stand."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.own_words import may_order
from holdfast.text.language import language_of

INSTRUCTION = "instruction"
LONGEST = 300
"""A longer sentence is no order, but a text that somebody pastes."""

_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|\.(?=\S))+[.!?。！？]*")
_PART = re.compile(r"\{(\w+)\}")
_POLITE = re.compile(r"\b(?:can|could|would|will) you\b|[吗嘛][？?]?$|好不好")
_APOSTROPHE = str.maketrans("’", "'")


class _Rules(NamedTuple):
    order: re.Pattern[str]
    lead: re.Pattern[str]
    other: re.Pattern[str]
    end: re.Pattern[str]


def with_orders(claims: Sequence[Claim], said: Said) -> list[Claim]:
    """Some claims of a message, and its orders. An order in part gives way to the whole of it.

    Only the user gives orders: what others ask for in a group is talk.
    """
    if said.me != USER:
        return [claim for claim in claims if claim.topic != INSTRUCTION]
    found = list(orders_in(said.text))
    orders = found or any(claim.topic == INSTRUCTION for claim in claims)
    if orders and not may_order(said.text):
        return [claim for claim in claims if claim.topic != INSTRUCTION]
    kept = [claim for claim in claims if not _is_part(claim, found)]
    return kept + [
        Claim(topic=INSTRUCTION, value=order, text=order, sources=(said.id,)) for order in found
    ]


def orders_in(text: str) -> Iterator[str]:
    """The orders in a text, each in its own words and with all it is bound to.

    >>> list(orders_in("I cook a lot. Always use grams when I ask for a recipe, please."))
    ['Always use grams when I ask for a recipe']
    """
    rules = _rules(language_of([text]))
    for sentence in _SENTENCE.finditer(text):
        words = sentence[0].strip()
        plain = words.translate(_APOSTROPHE).lower()
        asked = plain.endswith(("?", "？")) and not _POLITE.search(plain)
        if len(words) > LONGEST or asked:
            continue
        if (found := rules.order.search(plain)) and not rules.other.search(plain):
            start = rules.lead.match(plain, found.start("order")).end()  # type: ignore[union-attr]
            stop = found.end("order")
            cut = rules.end.search(plain[:stop].rstrip(" .!?。！？"), start)
            order = words[start : cut.start() if cut else stop].strip(" \t.!?。！？,，")
            if order:
                yield order


def _is_part(claim: Claim, orders: Sequence[str]) -> bool:
    return claim.topic == INSTRUCTION and any(claim.value in order for order in orders)


@cache
def _rules(language: str) -> _Rules:
    parts = tomllib.loads(Path(__file__).with_name("orders.toml").read_text("utf-8"))[language]
    forms = "|".join(f"(?:{form})" for form in parts["forms"])
    order = _filled(rf"{{begin}}{{lead}}(?P<order>{forms})", parts)
    return _Rules(
        *(re.compile(each) for each in (order, parts["lead"], parts["not"], parts["end"]))
    )


def _filled(text: str, parts: dict[str, str]) -> str:
    """With every `{part}` in its place, those inside parts too."""
    while (filled := _PART.sub(lambda found: parts.get(found[1], found[0]), text)) != text:
        text = filled
    return text
