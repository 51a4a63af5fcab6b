"""Kept: what a store that keeps values by topics tells apart itself, whatever the sentences say."""

from __future__ import annotations

from datetime import timedelta

from holdfast.domain.audit import AuditEntry
from holdfast.domain.topic import TOPICS
from holdfast.text.analysis import terms

AGAIN = timedelta(days=7)
"""What happens at a time and is told so much later has happened once more."""


def under_two_topics(one: AuditEntry, other: AuditEntry) -> bool:
    """Whether two are kept as values of something else each: what one likes, what one plans."""
    return _are_values(one, other) and one.topic != other.topic


def as_two(one: AuditEntry, other: AuditEntry) -> bool:
    """Whether two are kept as two things: one sentence told both, or they have no word in common.

    "I love jazz and chess" tells of two, and so do "I love jazz" and "I love chess", however much
    the sentences are alike.
    """
    if not _are_values(one, other):
        return False
    if one.topic != other.topic or one.text == other.text or _is_again(one, other):
        return True
    return not _share(one.value, other.value)


def _are_values(one: AuditEntry, other: AuditEntry) -> bool:
    return bool(one.topic and other.topic)


def _is_again(one: AuditEntry, other: AuditEntry) -> bool:
    topic = TOPICS.get(one.topic)
    if topic is None or not topic.dated or one.at is None or other.at is None:
        return False
    return abs(one.at - other.at) > AGAIN


def _share(one: str, other: str) -> bool:
    here, there = terms(one), terms(other)
    words = {*here.word_ids} & {*there.word_ids}
    return bool(words or {*here.character_ids} & {*there.character_ids})
