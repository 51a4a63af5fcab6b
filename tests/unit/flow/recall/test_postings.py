"""Postings, against a dictionary that does the same plainly."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.flow.recall import postings
from holdfast.flow.recall.postings import Postings

LARGEST = 2**32 - 1
TERMS = st.sampled_from([0, 1, 2, 7, 262_143, 262_144, 2**31, LARGEST - 1, LARGEST])
MESSAGES = st.lists(TERMS, max_size=6)
BATCHES = st.lists(st.lists(MESSAGES, max_size=12), max_size=12)

Message = list[int]


def stored(message: Message) -> bytes:
    return np.array(message, "<u4").tobytes()


def fed(batches: list[list[Message]]) -> Postings:
    made = Postings()
    for batch in batches:
        made.extend([stored(message) for message in batch])
    return made


def found(made: Postings, terms: list[int]) -> list[dict[int, int]]:
    """For each term: how often each place holds it."""
    by_term = []
    for places, counts in made.find(terms):
        by_term.append(dict(zip(places.tolist(), counts.tolist(), strict=True)))
        assert len(by_term[-1]) == len(places), "a place is told once"
    assert len(by_term) == len(terms)
    return by_term


def expected(batches: list[list[Message]], terms: list[int]) -> list[dict[int, int]]:
    counts = [Counter(message) for batch in batches for message in batch]
    return [{p: held[term] for p, held in enumerate(counts) if held[term]} for term in terms]


@pytest.mark.parametrize("scanned", [0, 1 << 17])
@pytest.mark.parametrize("loose", [0, 3, 256])
@settings(deadline=None)
@given(
    batches=BATCHES,
    terms=st.lists(TERMS, unique=True, max_size=9),
    asked=st.sets(st.integers(0, 9)),
)
def test_any_batches_are_found_as_a_dictionary_finds_them(scanned, loose, batches, terms, asked):
    """Also where questions come between the batches, and again at the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "_LOOSE_AT_LEAST", loose)
        patch.setattr(postings, "_SCANS", scanned)
        made = Postings()
        for number, batch in enumerate(batches, 1):
            made.extend([stored(message) for message in batch])
            if number in asked:
                assert found(made, terms) == expected(batches[:number], terms)
        for _ in range(3):
            assert found(made, terms) == expected(batches, terms)


def test_thousands_one_by_one_are_merged_now_and_then():
    chance = np.random.default_rng(3)
    messages = [chance.integers(0, 40, 5).tolist() for _ in range(2000)]
    merged: set[int] = set()
    made = Postings()
    for message in messages:
        made.extend([stored(message)])
        merged.add(made._sorted)
    assert 3 < len(merged) < 30
    assert found(made, [*range(45)]) == expected([messages], [*range(45)])


@pytest.mark.parametrize("batches", [[], [[]], [[[]]], [[[]], [[]]]])
def test_nothing_holds_nothing(batches):
    assert found(fed(batches), [0, 5, LARGEST]) == [{}, {}, {}]
    assert found(fed(batches), []) == []


def test_the_memory_they_take_grows_with_them():
    made = fed([[[1, 2, 3]]])
    before = made.bytes
    made.extend([stored([4, 5, 6])])
    loose = made.bytes
    made.extend([stored([n]) for n in range(1000)])
    assert 0 < before < loose < made.bytes


def test_a_character_held_by_too_many_need_not_be_told_whole():
    common, rare, word = 7, 2, 262_144
    made = fed([[[common, word]] * 3 + [[rare]], [[common, rare, word]]])
    for _ in range(40):  # until the first are sorted
        wide, narrow, said = made.find([common, rare, word], most=2)
    assert len(wide[0]) > 2, "it is still seen to be too common"
    assert narrow[0].tolist() == [3, 4]
    assert said[0].tolist() == [0, 1, 2, 4], "a word is told wherever it stands"
