"""Ask: what a question wants."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from holdfast.domain.moments import to_micros
from holdfast.flow.recall.ask import ask
from holdfast.flow.recall.index import Entry

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def entry(said_at: datetime = NOON, session: str = "s", agent: str = "a") -> Entry:
    return Entry(1, "m1", session, agent, to_micros(said_at), " tea ", 1)


def test_a_question_is_its_terms():
    question = ask("Where is 成都, where?", k=3, asked_at=NOON)
    assert question.terms == ("where", "is", "成都")
    assert (question.text, question.k, question.asked_at) == ("Where is 成都, where?", 3, NOON)
    assert not question.narrowed


@pytest.mark.parametrize(
    ("filters", "admitted"),
    [
        ({}, True),
        ({"agent": "a"}, True),
        ({"agent": "b"}, False),
        ({"agent": ""}, False),
        ({"session": "s"}, True),
        ({"session": "t"}, False),
        ({"since": NOON}, True),
        ({"since": NOON + SECOND}, False),
        ({"until": NOON}, True),
        ({"until": NOON - SECOND}, False),
        ({"since": NOON.astimezone(timezone(timedelta(hours=8)))}, True),
        ({"since": NOON, "until": NOON, "agent": "a", "session": "s"}, True),
        ({"since": NOON, "until": NOON, "agent": "a", "session": "t"}, False),
    ],
)
def test_both_ends_of_a_time_are_within_it(filters, admitted):
    question = ask("", k=1, asked_at=NOON, **filters)
    assert question.admits(entry()) is admitted
    assert question.narrowed is bool(filters)
