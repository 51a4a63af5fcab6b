"""The fakes do as they are told."""

from __future__ import annotations

from holdfast.ports.reviewer import Action, Change
from holdfast.ports.summariser import Line
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser

LINES = [Line(id="a", text="one"), Line(id="b", text="two")]


def test_a_summariser_keeps_to_its_limit_and_remembers_what_it_read():
    summariser = FakeSummariser()
    assert summariser.summarise(LINES, limit=5).text == "one /"
    assert summariser.read == [["a", "b"]]


def test_it_fails_while_it_is_told_to_and_has_read_nothing_then():
    summariser = FakeSummariser()
    summariser.error = "away"
    made = summariser.summarise(LINES, limit=5)
    assert (made.text, made.error, summariser.read) == ("", "away", [])
    summariser.error = ""
    assert summariser.summarise(LINES, limit=50).text == "one / two"


def test_things_happen_while_it_thinks():
    summariser, reviewer, seen = FakeSummariser(), FakeReviewer(), []
    summariser.meanwhile = reviewer.meanwhile = lambda: seen.append(len(summariser.read))
    summariser.summarise(LINES, limit=5)
    reviewer.review(LINES)
    assert seen == [0, 1]


def test_a_reviewer_names_only_lines_that_it_was_given():
    known, unknown = Change("a", Action.DROP, "why"), Change("z", Action.DROP, "why")
    reviewer = FakeReviewer(known, unknown)
    assert reviewer.review(LINES).changes == (known,)
    reviewer.error = "away"
    assert reviewer.review(LINES) == ((), "away", "fake")
