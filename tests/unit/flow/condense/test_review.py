"""Review: changes what is shown where it still is as it was read, and can be undone."""

from __future__ import annotations

import pytest

from holdfast.errors import ModelUnavailable, NotFound
from holdfast.ports.reviewer import Action, Change
from tests.unit.accounts import said


def texts(memory) -> list[str]:
    return [message.text for message in memory.recent("ming").messages]


def drop(id_: str) -> Change:
    return Change(id_, Action.DROP, "empty talk")


@pytest.fixture
def segment(memory):
    """A summary at the head of a memo, made of the first two of twelve messages."""
    memory.add("ming", said(12))
    memory.admin.run_jobs()
    (item,) = memory.recent("ming").summaries
    return item


class TestMessages:
    """Lines that were said."""

    def test_what_is_dropped_is_hidden_and_noted_and_stays_in_the_log(self, memory, reviewer):
        ids = memory.add("ming", ["Ok.", "We fly on Sunday.", "好的。"])
        reviewer.changes = (drop(ids[0]), Change(ids[2], Action.DROP, "空话"))
        note = memory.memo.review("ming")
        assert texts(memory) == ["We fly on Sunday."]
        assert memory.recent("ming").hidden == 2
        assert note.text == "empty talk\n空话"
        assert note.attributes["by"] == "fake"
        assert len(memory.messages.latest("ming")) == 3
        assert memory.recall("ming", "Sunday")[0].text == "We fly on Sunday."

    @pytest.mark.parametrize("action", [Action.REWRITE])
    def test_a_message_is_shown_in_other_words_and_said_in_its_own(self, memory, reviewer, action):
        ids = memory.add("ming", ["We fly on Sunday.", "Ok."])
        reviewer.changes = (Change(ids[0], action, "shorter", "We fly."),)
        note = memory.memo.review("ming")
        assert texts(memory) == ["We fly.", "Ok."]
        assert memory.messages.get("ming", ids[0]).text == "We fly on Sunday."
        memory.memo.undo("ming", note.id)
        assert texts(memory) == ["We fly on Sunday.", "Ok."]

    def test_a_correction_counts_more_than_a_rewording(self, memory, reviewer):
        ids = memory.add("ming", ["We fly on Sunday.", "Ok."])
        reviewer.changes = (Change(ids[0], Action.REWRITE, "shorter", "We fly."),)
        memory.memo.review("ming")
        memory.correct("ming", ids[0], "We fly on Monday.")
        assert texts(memory) == ["We fly on Monday.", "Ok."]

    def test_what_was_corrected_meanwhile_is_left_alone(self, memory, reviewer):
        ids = memory.add("ming", ["Ok.", "We fly on Sunday."])
        reviewer.changes = (drop(ids[0]),)
        reviewer.meanwhile = lambda: memory.correct("ming", ids[0], "Ok, on Monday then.")
        assert memory.memo.review("ming") is None
        assert texts(memory) == ["Ok, on Monday then.", "We fly on Sunday."]
        assert memory.memo.reviews("ming") == []

    def test_what_was_forgotten_meanwhile_is_not_named(self, memory, reviewer):
        ids = memory.add("ming", ["Ok.", "We fly on Sunday.", "Hm."])
        reviewer.changes = (drop(ids[0]), drop(ids[2]))
        reviewer.meanwhile = lambda: memory.forget("ming", message=ids[0])
        assert memory.memo.review("ming") is None
        assert texts(memory) == ["We fly on Sunday.", "Hm."]

    def test_a_change_proposed_twice_is_made_once(self, memory, reviewer):
        ids = memory.add("ming", ["Ok.", "We fly on Sunday."])
        reviewer.changes = (drop(ids[0]),)
        first = memory.memo.review("ming")
        assert memory.memo.review("ming") is None
        assert memory.memo.reviews("ming") == [first]

    def test_lines_of_others_cannot_be_named(self, memory, reviewer):
        (other,) = memory.add("ming", "Ok.", agent="momo", session="other")
        memory.add("ming", ["We fly on Sunday.", "Ok."], agent="juno")
        reviewer.review = lambda lines: type(reviewer).review(
            type(reviewer)(drop(other)), [*lines, type(lines[0])(id=other, text="Ok.")]
        )
        assert memory.memo.review("ming", "juno") is None
        assert len(memory.recent("ming", "momo").messages) == 1


class TestSummaries:
    """Lines that were made."""

    def test_a_summary_is_rewritten_and_keeps_its_sources(self, memory, reviewer, segment):
        reviewer.changes = (Change(segment.id, Action.REWRITE, "shorter", "line 0"),)
        note = memory.memo.review("ming")
        (item,) = memory.recent("ming").summaries
        assert (item.text, item.sources) == ("line 0", segment.sources)
        (change,) = note.attributes["changes"]
        assert (change["before"], change["after"]) == (segment.text, "line 0")

    def test_one_that_is_dropped_is_empty_and_keeps_its_sources(self, memory, reviewer, segment):
        reviewer.changes = (drop(segment.id),)
        memory.memo.review("ming")
        assert memory.recent("ming").memo == ""
        assert memory.items.get("ming", segment.id).sources == segment.sources

    def test_one_that_changed_meanwhile_is_left_alone(self, memory, reviewer, segment):
        reviewer.changes = (Change(segment.id, Action.REWRITE, "shorter", "line 0"),)
        reviewer.meanwhile = lambda: memory.memo.edit("ming", segment.id, "By hand.")
        assert memory.memo.review("ming") is None
        assert memory.recent("ming").memo == "By hand."

    def test_a_text_that_is_the_same_is_no_change(self, memory, reviewer, segment):
        reviewer.changes = (Change(segment.id, Action.REWRITE, "none", segment.text),)
        assert memory.memo.review("ming") is None


class TestUndo:
    """Everything that a review did can be taken back."""

    def test_messages_and_summaries_are_as_they_were(self, memory, reviewer, segment):
        shown = texts(memory)
        last = memory.recent("ming").messages[-1]
        reviewer.changes = (
            Change(segment.id, Action.REWRITE, "shorter", "line 0"),
            drop(last.id),
        )
        note = memory.memo.review("ming")
        undone = memory.memo.undo("ming", note.id)
        assert undone.attributes["undone"] is True
        assert texts(memory) == shown
        assert memory.recent("ming").memo == segment.text
        assert memory.memo.undo("ming", note.id) == undone  # again: nothing

    def test_what_was_changed_since_is_kept(self, memory, reviewer, segment):
        reviewer.changes = (Change(segment.id, Action.REWRITE, "shorter", "line 0"),)
        note = memory.memo.review("ming")
        memory.memo.edit("ming", segment.id, "By hand.")
        memory.memo.undo("ming", note.id)
        assert memory.recent("ming").memo == "By hand."

    def test_of_two_reviews_one(self, memory, reviewer):
        ids = memory.add("ming", ["Ok.", "We fly on Sunday.", "Hm."])
        notes = []
        for id_ in (ids[0], ids[2]):
            reviewer.changes = (drop(id_),)
            notes.append(memory.memo.review("ming"))
        memory.memo.undo("ming", notes[0].id)
        assert texts(memory) == ["Ok.", "We fly on Sunday."]

    def test_a_line_that_was_left_out_of_a_segment_is_read_for_it(self, memory, reviewer):
        ids = memory.add("ming", said(10))
        reviewer.changes = (drop(ids[0]),)
        note = memory.memo.review("ming")
        memory.add("ming", said(1, start=10))
        memory.admin.run_jobs()
        assert "line 0" not in memory.recent("ming").memo
        memory.memo.undo("ming", note.id)
        memory.admin.run_jobs()
        assert memory.recent("ming").memo.startswith("line 0 ")

    def test_what_is_no_review_is_not_found(self, memory, segment):
        for id_ in ("nothing", segment.id, memory.items.add("ming", "a note").id):
            with pytest.raises(NotFound):
                memory.memo.undo("ming", id_)


def test_a_reviewer_that_fails_changes_nothing(memory, reviewer):
    ids = memory.add("ming", ["Ok.", "We fly on Sunday."])
    reviewer.changes, reviewer.error = (drop(ids[0]),), "away"
    with pytest.raises(ModelUnavailable, match="away"):
        memory.memo.review("ming")
    assert len(texts(memory)) == 2


def test_a_job_that_fails_is_tried_again(memory, reviewer, clock):
    memory.memo.set_reviewing(True)
    ids = memory.add("ming", ["Ok.", "We fly on Sunday."])
    reviewer.changes, reviewer.error = (drop(ids[0]),), "away"
    memory.seal("ming")
    memory.admin.run_jobs()
    assert [job.kind for job in memory.admin.jobs()] == ["review"]
    assert memory.sessions.troubled() == []  # the session is sealed all the same
    reviewer.error = ""
    clock.advance(2)
    memory.admin.run_jobs()
    assert texts(memory) == ["We fly on Sunday."]


def test_a_line_alone_needs_no_review(memory, reviewer):
    (id_,) = memory.add("ming", "Ok.")
    reviewer.changes = (drop(id_),)
    assert memory.memo.review("ming") is None
    assert memory.memo.review("nobody") is None


def test_forgetting_what_was_dropped_takes_the_note_and_its_reason(memory, reviewer):
    ids = memory.add("ming", ["My code is 7731.", "My code is 7713.", "Hm."])
    reviewer.changes = (Change(ids[0], Action.DROP, "contradicts: My code is 7713."),)
    memory.memo.review("ming")
    memory.forget("ming", message=ids[0])
    assert memory.memo.reviews("ming") == []
    assert "7713" not in " ".join(item.text for item in memory.items.find("ming"))
    assert memory.recent("ming").hidden == 0
