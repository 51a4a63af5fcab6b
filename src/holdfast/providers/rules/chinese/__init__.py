"""Claims in Chinese messages, by frames and word lists that people can read and extend."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.chinese.answers import answer, question_of
from holdfast.providers.rules.chinese.corrections import corrected, is_correction
from holdfast.providers.rules.chinese.finding import Finding
from holdfast.providers.rules.chinese.gathering import findings
from holdfast.providers.rules.chinese.scene import scenes
from holdfast.providers.rules.chinese.spelling import compact
from holdfast.providers.rules.chinese.times import birth_day, span_of

_DATED = frozenset(["plan", "event", "birthday"])


def claims_in(said: Said, before: Sequence[Said]) -> list[Claim]:
    """What a message claims. `before` are the messages that it may answer or correct."""
    text, places = compact(said.text)
    read = scenes(text, said.me)
    if not read:
        return []
    found = findings(read, said.me)
    question = question_of(before)
    if question:
        found = answer(read, found, question, question, said.me)
    if is_correction(text):
        found = corrected(read, found, _prior(said, before), text)
    return [_claim(each, said, places) for each in found]


def _prior(said: Said, before: Sequence[Said]) -> list[tuple[Finding, str]]:
    """What was said before of the same people: by the speaker, or by the assistant to them."""
    known: list[tuple[Finding, str]] = []
    for each in before:
        if each.me == said.me:
            text = each.text
        elif each.me == "assistant" and said.me == USER:
            text = (
                each.text.replace("您", "我")
                .replace("你", "我")
                .replace("？", "。")
                .replace("?", "。")
            )
        else:
            continue
        text, _ = compact(text)
        read = scenes(text, said.me)
        known += [(one, text[one.start : one.end]) for one in findings(read, said.me)]
    return known


def _claim(found: Finding, said: Said, places: list[int]) -> Claim:
    """The claim in the words of the message, as it is spaced there."""
    clause = found.scene.clause
    begin, end = min(clause.start, found.start), max(clause.start + len(clause.text), found.end)
    text = said.text[places[begin] : places[end - 1] + 1]
    value = said.text[places[found.start] : places[found.end - 1] + 1]
    since, until = (
        span_of(text, said.said_at, found.topic == "plan")
        if found.topic in _DATED
        else (None, None)
    )
    return Claim(
        topic=found.topic,
        sub=found.sub,
        value=birth_day(value, text, since, until) if found.topic == "birthday" else value,
        text=text,
        about=found.about,
        since=since,
        until=until,
        was=found.was,
        corrects=found.corrects,
        ends=found.ends,
        sources=(said.id,),
    )
