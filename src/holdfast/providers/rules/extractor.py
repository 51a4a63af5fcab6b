"""Claims by rules: precision first. What is not sure stays in the verbatim text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Extraction, Extractor, Said
from holdfast.ports.pace import breathe
from holdfast.providers.rules import chinese, english
from holdfast.providers.rules.gists import gists
from holdfast.providers.rules.insisting import insisting
from holdfast.providers.rules.orders import with_orders
from holdfast.providers.rules.own_words import own_words
from holdfast.providers.rules.plausible import is_plausible, without_titles
from holdfast.providers.rules.sense import sense
from holdfast.providers.rules.subs import with_sub
from holdfast.providers.rules.tidy import tidy
from holdfast.providers.rules.tongues import parts_of
from holdfast.text.language import CHINESE, ENGLISH, chinese_share, language_of

EDITION = 6
"""Counted up when the rules find other claims than before."""


class RulesExtractor(Extractor):
    """Reads every message by the rules of its language. Has no state; threads may share one."""

    @property
    def identity(self) -> str:
        return f"rules-{EDITION}"

    def extract(self, said: Sequence[Said]) -> Extraction:
        claims: list[Claim] = []
        for place, each in enumerate(said):
            if each.known or not _is_person(each.me):
                continue
            breathe()
            own = replace(each, text=own_words(each.text))
            claims += _claims(own, said[max(0, place - 3) : place])
        by_id = {each.id: each for each in said}
        held = _not_taken_back(claims)
        return Extraction(
            claims=tuple(held),
            gists=gists(held, by_id),
            sense=sense(said, held),
            by=self.identity,
        )


def _claims(each: Said, before: Sequence[Said]) -> list[Claim]:
    """What a message claims, each of its parts by the rules of its language."""
    parts = parts_of(each.text)
    if not parts:
        return _claims_in(each, before, CHINESE if _is_chinese(each.text) else ENGLISH)
    found = [
        claim
        for language, text in parts
        for claim in _claims_in(replace(each, text=text), before, language)
    ]
    return sorted(found, key=lambda claim: each.text.find(claim.text))


def _claims_in(each: Said, before: Sequence[Said], language: str) -> list[Claim]:
    if language == CHINESE:
        found = chinese.claims_in(each, before)
    else:
        found = english.claims_in(replace(each, text=without_titles(each.text)), before)
    kept = [insisting(with_sub(claim), each) for claim in tidy(found) if is_plausible(claim)]
    return with_orders(kept, each)


def _not_taken_back(claims: Sequence[Claim]) -> list[Claim]:
    """Without what a later claim puts right: a slip that was mended at once was never meant. Nor
    does a clause that ends something claim that it holds."""
    slips = {(c.about, c.topic, c.was) for c in claims if c.corrects}
    kept = [c for c in claims if c.corrects or (c.about, c.topic, c.value) not in slips]
    ended = {(c.about, c.topic, c.value, c.text, c.sources) for c in claims if c.ends}
    return [
        c for c in kept if c.ends or (c.about, c.topic, c.value, c.text, c.sources) not in ended
    ]


_ADDRESS = re.compile(
    r"(?:(?<![A-Za-z0-9_.+-])[A-Za-z0-9_.+-]*+)?[@/][A-Za-z0-9_./-]+"
    r"|(?<![A-Za-z])[A-Za-z]++[_\d][A-Za-z0-9_]*"
)
"""It is looked for where a word begins, and nowhere within: a word may be as long as a message."""

_CHINESE_LEAD = re.compile(r"\s*[我他她咱]")
_LED = 0.35
"""So much Chinese is enough where the sentence begins in it."""

_HANDED_OVER = re.compile(r"\s*[\u4e00-\u9fff][^A-Za-z\n]{2,20}[：:]")
"""Something in another language follows that somebody asks about in Chinese."""


def _is_chinese(text: str) -> bool:
    """Whether a message is to be read as Chinese. Addresses and names of accounts are neither."""
    if text.isascii():
        return False
    plain = _ADDRESS.sub(" ", text)
    if language_of([plain]) == CHINESE or _HANDED_OVER.match(plain):
        return True
    return _CHINESE_LEAD.match(plain) is not None and chinese_share([plain]) >= _LED


def _is_person(me: str) -> bool:
    """Whether somebody speaks whose word counts: not the assistant, not a tool or a document."""
    return me not in ("", "assistant")
