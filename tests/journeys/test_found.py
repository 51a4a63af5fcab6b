"""What recall finds across languages and in time, on sets written by somebody who had not seen it.

A plain BM25 over the same terms is scored beside it: what it finds needs no more than words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast import Memory
from holdfast.entrypoints.bench.recall import answers
from holdfast.entrypoints.bench.sets import Asked, Conversation, RecallSet, found_in
from holdfast.flow.recall import weights
from holdfast.text.analysis import terms
from tests.faults.figures import figure

SETS = Path(__file__).parents[2] / "bench" / "sets"
FIRST = 5
ENOUGH = 500

Found = dict[str, dict[str, bool]]
"""By part of a set, then by question: whether evidence is among the first five."""


@pytest.fixture(scope="module", params=["across-languages", "in-time"])
def asked(request) -> RecallSet:
    (given,) = found_in(SETS, (request.param,))
    return given


def found_by_recall(given: RecallSet) -> Found:
    found: Found = {}
    with Memory.open(":memory:", worker=False) as memory:
        for answer in answers(memory, given):
            hit = not set(answer.ranked[:FIRST]).isdisjoint(answer.asked.evidence)
            found.setdefault(answer.conversation, {})[answer.asked.id] = hit
    return found


def found_by_words(given: RecallSet) -> Found:
    return {each.name: dict(_by_words(each)) for each in given.conversations}


def _by_words(conversation: Conversation) -> Iterator[tuple[str, bool]]:
    texts = [Counter(terms(each.text).word_ids) for each in conversation.said]
    held = Counter(term for text in texts for term in text)
    mean = sum(map(Counter.total, texts)) / len(texts)
    for asked in conversation.asked:
        wanted = set(terms(asked.question).word_ids)
        scores = [_bm25(text, wanted, held, len(texts), mean) for text in texts]
        best = sorted(range(len(texts)), key=lambda at: -scores[at])[:FIRST]
        ids = {conversation.said[at].id for at in best if scores[at]}
        yield asked.id, _any(asked, ids)


def _any(asked: Asked, ids: set[str]) -> bool:
    return not ids.isdisjoint(asked.evidence)


def _bm25(
    text: Counter[int], wanted: set[int], held: Counter[int], total: int, mean: float
) -> float:
    norm = 1.2 * (0.25 + 0.75 * text.total() / mean)
    return sum(
        math.log1p((total - held[term] + 0.5) / (held[term] + 0.5))
        * text[term]
        * 2.2
        / (text[term] + norm)
        for term in wanted & text.keys()
    )


def share(found: Found, *parts: str) -> float:
    hits = [hit for name, each in found.items() if name in parts for hit in each.values()]
    return 100 * sum(hits) / len(hits)


ACROSS = ("zh-said-en-asked", "en-said-zh-asked")
TRADITIONAL = "simplified-said-traditional-asked"


def bars(given: RecallSet) -> dict[tuple[str, ...], float]:
    """What must be found, in per cent, by part of the set."""
    if given.name == "across-languages":
        return {ACROSS: 80, (TRADITIONAL,): 98}
    return {("time-en",): 90, ("time-zh",): 90}


def met(given: RecallSet, found: Found) -> bool:
    return all(share(found, *parts) >= bar for parts, bar in bars(given).items())


@pytest.mark.capability("C5", "C11", "G19")
def test_enough_is_found_among_the_first_five(asked: RecallSet) -> None:
    found, by_words = found_by_recall(asked), found_by_words(asked)
    for parts, bar in bars(asked).items():
        figure(
            f"{asked.name}, {' + '.join(parts)}: hit@5 {share(found, *parts):.1f} "
            f"(plain BM25 {share(by_words, *parts):.1f}, bar {bar})"
        )
    assert met(asked, found)


def test_the_sets_are_as_large_as_they_say(asked: RecallSet) -> None:
    sizes = {each.name: (len(each.said), len(each.asked)) for each in asked.conversations}
    assert all(said >= ENOUGH for said, _ in sizes.values())
    if asked.name == "in-time":
        assert all(questions >= 80 for _, questions in sizes.values())
    else:
        assert sum(sizes[name][1] for name in ACROSS) >= 60


@pytest.mark.parametrize(("name", "weight"), [("across-languages", "MEANING"), ("in-time", "TIME")])
def test_without_what_finds_it_the_bar_is_missed(name, weight, monkeypatch) -> None:
    (given,) = found_in(SETS, (name,))
    monkeypatch.setattr(weights, weight, 0.0)
    monkeypatch.setattr(weights, "ALIKE", 2.0)
    assert not met(given, found_by_recall(given))
