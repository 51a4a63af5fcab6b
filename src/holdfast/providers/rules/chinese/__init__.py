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
        value=found.value,
        text=found.scene.clause.text,
        about=found.about,
        was=found.was,
        corrects=found.corrects,
        ends=found.ends,
        sources=(said.id,),
    )
