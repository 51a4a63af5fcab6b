"""Claims in Chinese messages, by frames and word lists that people can read and extend."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.chinese.finding import Finding, findings
from holdfast.providers.rules.chinese.scene import scenes


def claims_in(said: Said, before: Sequence[Said]) -> list[Claim]:
    """What a message claims. `before` are the messages that it may answer or correct."""
    del before
    found = findings(scenes(said.text, said.me), said.me)
    return [_claim(each, said) for each in found]


def _claim(found: Finding, said: Said) -> Claim:
    return Claim(
        topic=found.topic,
        sub=found.sub,
        value=said.text[found.start : found.end],
        text=_text(found, said.text),
        about=found.about,
        was=found.was,
        corrects=found.corrects,
        ends=found.ends,
        sources=(said.id,),
    )


def _text(found: Finding, text: str) -> str:
    """The clause that says it; all of them, if it is told in several."""
    clause = found.scene.clause
    return text[min(clause.start, found.start) : max(clause.start + len(clause.text), found.end)]
