"""What the rules learn, and which message leads when a thing has changed, on sets of our own.

The sets were written before the rules, by people who had not seen them, but for `facts-more` and
`facts-wide`, which are by those who make the rules. The rules were developed on `facts`, on these two, and on
`facts-unseen` as well once it had been scored unread; `facts-blind` is scored in totals only. `updates-hard` tells changes
in roundabout ways.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast import Memory
from holdfast.domain.claim import USER
from holdfast.entrypoints.bench.facts import Score, judge, lines_of, scored
from holdfast.entrypoints.bench.updates import answered
from holdfast.flow.recall import recall
from holdfast.providers.rules import extractor
from holdfast.providers.rules.extractor import RulesExtractor
from tests.faults.figures import figure

SETS = Path(__file__).parents[2] / "bench" / "sets"


def found(name: str) -> Score:
    return scored(judge(RulesExtractor(), lines_of(SETS / f"{name}.jsonl")))


@pytest.mark.parametrize(
    ("name", "precision", "recall", "silent"),
    [
        ("facts.en", 95, 71, 99),
        ("facts.zh", 95, 72, 100),
        ("facts-unseen.en", 88, 76, 99),
        ("facts-unseen.zh", 90, 80, 99),
        ("facts-more.en", 87, 77, 97),
        ("facts-more.zh", 92, 75, 96),
        ("facts-wide.en", 87, 75, 96),
        ("facts-wide.zh", 92, 80, 97),
        ("facts-blind.en", 84, 56, 90),
        ("facts-blind.zh", 78, 60, 92),
    ],
)
def test_what_people_tell_of_themselves_is_found(name, precision, recall, silent):
    row = found(name).row()
    figure(f"{name}: precision {row['precision']}, recall {row['recall']}, silent {row['silent']}")
    assert row["precision"] >= precision
    assert row["recall"] >= recall
    assert row["silent"] >= silent


class Careless(RulesExtractor):
    """Takes everybody's word for the user's."""

    def extract(self, said):
        return super().extract([replace(each, me=USER) for each in said])


def test_careless_claims_are_seen(monkeypatch):
    monkeypatch.setattr(extractor, "own_words", lambda text: text)
    lines = lines_of(SETS / "facts.en.jsonl")
    assert scored(judge(Careless(), lines)).row()["silent"] < 94


def shares(name: str) -> float:
    with Memory.open(":memory:", worker=False) as memory:
        kinds = answered(memory, SETS / f"{name}.jsonl")
    figure(
        f"{name}: {', '.join(f'{kind} {right} of {all_}' for kind, (right, all_) in kinds.items())}"
    )
    return sum(right for right, _ in kinds.values()) / sum(all_ for _, all_ in kinds.values())


@pytest.mark.parametrize(("name", "enough"), [("updates.en", 0.86), ("updates.zh", 0.85)])
def test_the_message_that_told_it_leads(name, enough):
    assert shares(name) >= enough


def test_without_a_sense_of_time_it_would_not(monkeypatch):
    monkeypatch.setattr(recall, "inquiry", lambda _: None)
    assert shares("updates.en") < 0.5
