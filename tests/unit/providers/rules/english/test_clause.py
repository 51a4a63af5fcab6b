from __future__ import annotations

import pytest

from holdfast.providers.rules.english.clause import clauses, plain, unquoted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I sew and my brother drives.", ["I sew", "my brother drives"]),
        ("I live with my aunt and my dog in Cork.", ["I live with my aunt and my dog in Cork"]),
        ("He drives a van and has two sons.", ["He drives a van", "has two sons"]),
        ("I don't eat fish or drink milk.", ["I don't eat fish or drink milk"]),
        ("I paid 1,200 for it, sadly.", ["I paid 1,200 for it", "sadly"]),
        ("We rented a boat because it rained.", ["We rented a boat", "it rained"]),
    ],
)
def test_clauses(text: str, expected: list[str]) -> None:
    assert [clause.text for clause in clauses(text)] == expected


def test_a_clause_knows_its_place() -> None:
    text = "Well, I left. Then we met!"
    for clause in clauses(text):
        assert text[clause.start : clause.stop] == clause.text
    assert [clause.ends for clause in clauses(text)] == ["", ".", "!"]


def test_what_is_held_is_not_divided() -> None:
    text = "My twin, Otto, is a baker"
    assert [c.text for c in clauses(text, [(0, 14)])] == ["My twin, Otto, is a baker"]


@pytest.mark.parametrize(
    "text",
    [
        'She wrote "I am a spy from Minsk" on the wall',
        "Proofread this email:\nI am Boris and I own a yacht",
        "Is this polite?\n---\nI am a widow of 70\n---",
    ],
)
def test_quotes_and_pastes_are_blanked_in_place(text: str) -> None:
    blank = unquoted(text)
    assert len(blank) == len(text)
    assert "spy" not in blank
    assert "yacht" not in blank
    assert "widow" not in blank


def test_a_word_in_quotes_stays() -> None:
    assert unquoted('they call me "Ace" here') == 'they call me "Ace" here'


def test_plain_keeps_every_sign_in_its_place() -> None:
    assert plain("I’m in İZMİR") == "i'm in İzmİr"
    assert len(plain("İİ")) == 2
