from __future__ import annotations

import pytest

from tests.unit.providers.rules.english.told import said, told


@pytest.mark.parametrize(
    ("question", "answer", "topic", "value"),
    [
        ("Do you live in Dublin?", "yes, for six years now", "home", "Dublin"),
        ("So you're a vegetarian, right?", "yeah", "diet", "vegetarian"),
        ("Did you study law?", "yes", "study", "law"),
    ],
)
def test_a_yes_claims_what_was_asked(question: str, answer: str, topic: str, value: str) -> None:
    found = told(answer, said(question, "assistant"))
    assert ("user", topic, value) in found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you live in Dublin?", "no"),
        ("Do you live in Dublin?", "yes, but not for long"),
        ("Do you live in Dublin or in Cork?", "yes"),
        ("Do you want me to book a table in Dublin?", "yes please"),
        ("Are you ready?", "yes"),
        ("Do you like my summary?", "yes, thanks"),
    ],
)
def test_other_answers_claim_nothing(question: str, answer: str) -> None:
    assert told(answer, said(question, "assistant")) == set()
