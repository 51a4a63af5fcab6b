"""By text."""

from __future__ import annotations

from datetime import UTC, datetime

from holdfast.domain.user import Stamp
from holdfast.flow.recall.ask import ask
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.retrievers.by_text import by_text
from holdfast.ports.terms import IndexRow

NOW = datetime(2024, 5, 1, tzinfo=UTC)


def index(*texts: str) -> UserIndex:
    made = UserIndex(7)
    rows = [IndexRow(n, f"m{n}", "s", "a", n, True, text) for n, text in enumerate(texts, 1)]
    made.feed(rows, Stamp(7, len(rows)))
    return made


def test_the_best_scores_1_and_the_rest_less():
    scores = by_text(index("tea", "tea milk cake", "cake"), ask("tea", k=9, asked_at=NOW), None)
    assert scores[1] == 1.0
    assert 0 < scores[2] < 1
    assert 3 not in scores


def test_among_those_asked_about_the_best_scores_1():
    question = ask("tea", k=9, asked_at=NOW)
    assert by_text(index("tea", "tea milk"), question, frozenset({2})) == {2: 1.0}


def test_no_word_in_common_is_nothing():
    assert by_text(index("tea"), ask("milk", k=9, asked_at=NOW), None) == {}
    assert by_text(index(), ask("milk", k=9, asked_at=NOW), None) == {}
