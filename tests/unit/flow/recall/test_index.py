"""The index of one user."""

from __future__ import annotations

import math

import pytest

from holdfast.domain.user import Stamp
from holdfast.flow.recall.index import UserIndex
from holdfast.ports.terms import IndexRow


def row(seq: int, terms: str, id_: str | None = None, *, analysed: bool = True) -> IndexRow:
    return IndexRow(seq, id_ or f"m{seq}", "s", "a", seq, analysed, terms)


def index(*rows: IndexRow) -> UserIndex:
    made = UserIndex(7)
    made.feed(rows, Stamp(7, max((each.seq for each in rows), default=0)))
    return made


def test_an_empty_index_finds_nothing():
    assert index().score(["tea"]) == {}
    assert index().stamp == Stamp(7, 0)


def test_messages_are_scored_by_bm25():
    scores = index(row(1, "tea milk"), row(2, "tea tea"), row(3, "cake")).score(["tea"])
    rarity = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    length = 1 - 0.75 + 0.75 * 2 / (5 / 3)
    assert scores[1] == pytest.approx(rarity * 2.2 / (1 + 1.2 * length))
    assert scores[2] == pytest.approx(rarity * 2 * 2.2 / (2 + 1.2 * length))
    assert 3 not in scores


def test_a_rare_word_counts_more_than_a_common_one():
    made = index(*(row(n, "the tea") for n in range(1, 10)), row(10, "the jade"))
    scores = made.score(["the", "jade"])
    assert max(scores, key=lambda seq: scores[seq]) == 10


def test_a_word_everyone_uses_still_counts():
    assert all(score > 0 for score in index(row(1, "tea"), row(2, "tea")).score(["tea"]).values())


def test_a_long_message_is_held_back():
    scores = index(row(1, "tea"), row(2, "tea " + "x " * 50)).score(["tea"])
    assert scores[1] > scores[2]


def test_a_text_that_was_not_analysed_is_analysed_here():
    stored = index(row(1, "lily 成都"))
    raw = index(row(1, "Lily成都", analysed=False))
    assert raw.score(["成都"]) == stored.score(["成都"])
    assert raw.entries == stored.entries


def test_a_newer_version_takes_the_place_of_the_older():
    made = index(row(1, "rome city", "m"), row(2, "tea"))
    made.feed([row(3, "oslo", "m")], Stamp(7, 3))
    assert made.score(["rome"]) == {}
    assert [*made.score(["oslo"])] == [3]
    assert [*made.entries] == [2, 3]
    # What is left behind of the old version changes no score.
    fresh = index(row(2, "tea"), row(3, "oslo", "m"))
    assert made.score(["oslo", "tea", "city"]) == fresh.score(["oslo", "tea", "city"])


def test_fed_at_once_or_bit_by_bit_it_is_the_same():
    rows = [row(1, "a b"), row(2, "b c", "m"), row(3, "c d"), row(4, "d b", "m")]
    at_once, by_and_by = index(*rows), UserIndex(7)
    for each in rows:
        by_and_by.feed([each], Stamp(7, each.seq))
    assert by_and_by.score("abcd") == at_once.score("abcd")
    assert by_and_by.stamp == at_once.stamp


def test_narrowing_changes_what_is_scored_and_not_the_scores():
    made = index(row(1, "tea"), row(2, "tea milk"), row(3, "cake"))
    whole = made.score(["tea"])
    assert made.score(["tea"], frozenset({2})) == {2: whole[2]}
    assert made.score(["tea"], frozenset()) == {}


def test_messages_without_words_are_no_stumbling_block():
    made = index(row(1, ""), row(2, ""))
    assert made.score(["tea"]) == {}
    made.feed([row(3, "tea")], Stamp(7, 3))
    assert [*made.score(["tea"])] == [3]


def test_its_size_grows_with_what_it_holds():
    small, large = index(row(1, "a b")), index(*(row(n, "a b c") for n in range(1, 100)))
    assert 0 < small.bytes < large.bytes
    assert index().bytes == 0
