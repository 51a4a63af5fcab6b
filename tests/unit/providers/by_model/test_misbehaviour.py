"""A server that misbehaves in every way that is known, over real HTTP, in all roles that rules stand in for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.ports.extractor import Extraction
from holdfast.ports.reviewer import Action
from holdfast.providers.choose import reviewer_from, summariser_from
from holdfast.testing.model_faults import (
    BARE_LIST,
    DRESSED,
    FENCED,
    IN_PROSE,
    SPOILT,
    THINKING,
    Closed,
    Fault,
    Hang,
    Spoken,
    Status,
    Trickle,
)
from tests.unit.providers.by_model.lines import (
    CHINESE,
    ENGLISH,
    MEMO,
    MEMO_ZH,
    FirstWords,
    NoSecondLine,
)
from tests.unit.providers.by_model.talks import TALK, TALK_ZH, SaysLikes

SLOW = (Hang(), Trickle(0.2))


def _counted_out(made: Extraction) -> Extraction:
    """What was made, whatever it took to say it: a fence around it is counted as well."""
    return made._replace(tokens_out=0)


def name_of(fault: object) -> str:
    return fault.name if isinstance(fault, Spoken) else type(fault).__name__


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("fault", DRESSED, ids=name_of)
def test_a_summary_is_the_same_however_it_is_dressed(summariser, server, lines, fault):
    plain = summariser.summarise(lines, limit=200)
    server.script(fault)
    assert summariser.summarise(lines, limit=200) == plain
    assert plain.text
    assert not plain.provisional
    assert summariser.usage.failures == 0


@pytest.mark.parametrize("lines", [MEMO, MEMO_ZH], ids=["en", "zh"])
@pytest.mark.parametrize("fault", DRESSED, ids=name_of)
def test_a_review_is_the_same_however_it_is_dressed(reviewer, server, lines, fault):
    plain = reviewer.review(lines)
    server.script(fault)
    assert reviewer.review(lines) == plain
    assert [(change.target, change.action) for change in plain.changes] == [("c", Action.DROP)]
    assert reviewer.usage.failures == 0


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE], ids=["en", "zh"])
@pytest.mark.parametrize("fault", [*SPOILT, *SLOW], ids=name_of)
def test_a_spoilt_summary_is_made_by_the_rules_and_later_again(summariser, server, lines, fault):
    good = summariser.summarise(lines, limit=200)
    server.script(fault)
    made = summariser.summarise(lines, limit=200)
    assert made == FirstWords().summarise(lines, limit=200)._replace(provisional=True)
    assert (summariser.well, summariser.usage.failures) == (False, 1)
    assert summariser.trouble
    assert summariser.summarise(lines, limit=200) == good
    assert summariser.well


@pytest.mark.parametrize("lines", [MEMO, MEMO_ZH], ids=["en", "zh"])
@pytest.mark.parametrize("fault", [*SPOILT, *SLOW], ids=name_of)
def test_a_spoilt_review_is_made_by_the_rules(reviewer, server, lines, fault):
    good = reviewer.review(lines)
    server.script(fault)
    assert reviewer.review(lines) == NoSecondLine().review(lines)
    assert (reviewer.well, reviewer.usage.failures) == (False, 1)
    assert reviewer.review(lines) == good
    assert reviewer.well


@pytest.mark.parametrize("lines", [TALK, TALK_ZH], ids=["en", "zh"])
@pytest.mark.parametrize("fault", DRESSED, ids=name_of)
def test_claims_are_the_same_however_they_are_dressed(extractor, server, lines, fault):
    plain = extractor.extract(lines)
    server.script(fault)
    made = extractor.extract(lines)
    assert made.claims == plain.claims
    assert [each.topic for each in plain.claims] == ["home", "like", "pet"][: len(plain.claims)]
    assert len(plain.claims) >= 2
    if fault is not BARE_LIST:  # of which the names are lost
        assert _counted_out(made) == _counted_out(plain)
    assert extractor.usage.failures == 0


@pytest.mark.parametrize("lines", [TALK, TALK_ZH], ids=["en", "zh"])
@pytest.mark.parametrize("fault", [*SPOILT, *SLOW], ids=name_of)
def test_spoilt_claims_are_made_by_the_rules_and_later_again(extractor, server, lines, fault):
    good = extractor.extract(lines)
    server.script(fault)
    made = extractor.extract(lines)
    assert _counted_out(made)._replace(untrusted="") == SaysLikes().extract(lines)._replace(
        provisional=True
    )
    assert (extractor.well, extractor.usage.failures) == (False, 1)
    assert extractor.extract(lines) == good
    assert extractor.well


def test_a_healed_run_of_claims_ends_as_a_clean_one(extractor, server):
    pieces = [lines[start:] for lines in (TALK, TALK_ZH) for start in (0, 1, 2)] * 3
    clean = [_counted_out(extractor.extract(piece)) for piece in pieces]
    server.trouble(0.5, *SPOILT, FENCED, IN_PROSE, THINKING, seed=7)
    made = [_counted_out(extractor.extract(piece)) for piece in pieces]
    assert 0 < sum(each.provisional for each in made) < len(made)
    assert all(each.provisional or each == good for each, good in zip(made, clean, strict=True))
    server.trouble(0)
    healed = [
        _counted_out(extractor.extract(piece)) if each.provisional else each
        for piece, each in zip(pieces, made, strict=True)
    ]
    assert healed == clean


@pytest.mark.parametrize(
    "fault", [Status(429, headers={"Retry-After": "0"}), Status(500), Closed()]
)
def test_what_passes_is_tried_again(settings, closing, server, fault):
    both = summariser_from(replace(settings, model_attempts=2), closing, FirstWords())
    server.script(fault)
    assert not both.summarise(ENGLISH, limit=200).provisional
    assert len(server.requests) == 2


def test_a_server_that_is_left_alone_is_not_waited_for(settings, closing, server):
    both = summariser_from(replace(settings, model_failures=2), closing, FirstWords())
    server.script(Status(500), Status(500))
    for _ in range(5):
        assert both.summarise(ENGLISH, limit=200).provisional
    assert len(server.requests) == 2, "the other three did not reach it"
    assert both.well is False  # type: ignore[attr-defined]


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_healed_run_ends_as_a_clean_one(summariser, reviewer, server, share):
    """What the rules made meanwhile is asked for again; the same texts come of it in the end."""
    pieces = [lines[start:] for lines in (ENGLISH, CHINESE) for start in (0, 1)] * 3
    clean = [summariser.summarise(piece, limit=120) for piece in pieces]
    faults: tuple[Fault, ...] = (*DRESSED, *SPOILT)
    server.trouble(share, *faults, seed=7)
    made = [summariser.summarise(piece, limit=120) for piece in pieces]
    assert any(summary.provisional for summary in made)
    assert all(summary.text and not summary.error for summary in made)
    assert all(
        summary.provisional or summary == good for summary, good in zip(made, clean, strict=True)
    )
    server.trouble(0)
    healed = [
        summariser.summarise(piece, limit=120) if summary.provisional else summary
        for piece, summary in zip(pieces, made, strict=True)
    ]
    assert healed == clean


def test_the_dice_fall_the_same_way_every_time(summariser, server):
    runs = []
    for _ in range(2):
        server.trouble(0.5, *SPOILT, seed=3)
        runs.append([summariser.summarise(ENGLISH, limit=99).provisional for _ in range(12)])
    assert runs[0] == runs[1]
    assert 0 < sum(runs[0]) < 12
    server.trouble(0.5, *SPOILT, seed=4)
    assert [summariser.summarise(ENGLISH, limit=99).provisional for _ in range(12)] != runs[0]


def test_each_role_at_its_own(settings, closing, server):
    """One role's trouble is none of the other's."""
    summaries = summariser_from(settings, closing, FirstWords())
    reviews = reviewer_from(settings, closing, NoSecondLine())
    server.script(Status(500))
    assert summaries.summarise(ENGLISH, limit=99).provisional
    assert reviews.review(MEMO).by == reviews.identity
