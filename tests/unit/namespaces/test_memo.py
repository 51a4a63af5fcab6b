"""Memo: reviewing, editing and clearing what is shown."""

from __future__ import annotations

import pytest

from holdfast.errors import Conflict, InvalidInput, NotFound
from holdfast.ports.reviewer import Action, Change
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.accounts import said


@pytest.fixture
def reviewer() -> FakeReviewer:
    return FakeReviewer()


@pytest.fixture
def memory(open_memory, reviewer):
    return open_memory(
        summariser=FakeSummariser(), reviewer=reviewer, memo_window=10, memo_review=False
    )


def texts(memory, agent: str = "default") -> list[str]:
    return [message.text for message in memory.recent("ming", agent).messages]


class TestEdit:
    """Changing a line."""

    def test_a_message_gets_a_version(self, memory):
        first, _ = memory.add("ming", ["We fly on Sunday.", "Ok."])
        recent = memory.memo.edit("ming", first, "We fly on Monday.")
        assert [message.text for message in recent.messages] == ["We fly on Monday.", "Ok."]
        assert recent == memory.recent("ming")
        versions = memory.messages.versions("ming", first)
        assert [each.text for each in versions] == ["We fly on Sunday.", "We fly on Monday."]
        assert memory.recall("ming", "Monday")[0].text == "We fly on Monday."

    def test_a_summary_gets_another_text_by_hand(self, memory):
        memory.add("ming", said(12))
        memory.admin.run_jobs()
        (item,) = memory.recent("ming").summaries
        recent = memory.memo.edit("ming", item.id, "他们数数。")
        assert recent.memo == "他们数数。"
        assert recent.summaries[0].attributes["by"] == "hand"
        assert recent.summaries[0].sources == item.sources

    def test_only_from_what_was_shown(self, memory):
        first, _ = memory.add("ming", ["We fly on Sunday.", "Ok."])
        shown = memory.recent("ming").fingerprint
        memory.add("ming", "And back on Friday.")
        with pytest.raises(Conflict):
            memory.memo.edit("ming", first, "We fly.", fingerprint=shown)
        assert texts(memory)[0] == "We fly on Sunday."
        shown = memory.recent("ming").fingerprint
        memory.memo.edit("ming", first, "We fly.", fingerprint=shown)
        assert texts(memory)[0] == "We fly."

    def test_what_is_not_in_the_memo_is_not_found(self, memory):
        memory.add("ming", ["a", "b"])
        note = memory.items.add("ming", "a note")
        (other,) = memory.add("lily", "c")
        for id_ in ("nothing", note.id, other):
            with pytest.raises(NotFound):
                memory.memo.edit("ming", id_, "x")
        with pytest.raises(InvalidInput):
            memory.memo.edit("ming", note.id, "x" * 1_000_001)

    def test_a_message_in_a_summary_is_read_for_it_again(self, memory):
        ids = memory.add("ming", said(4))
        memory.seal("ming")
        memory.admin.run_jobs()
        memory.memo.edit("ming", ids[0], "其他的话")
        memory.admin.run_jobs()
        (summary,) = memory.items.between("ming")
        assert summary.text.startswith("其他的话 / ")


class TestHide:
    """Taking lines out of sight by hand."""

    def test_it_is_noted_and_can_be_undone(self, memory):
        ids = memory.add("ming", ["a", "b", "c"])
        note = memory.memo.hide("ming", [ids[0], ids[2]], reason="private")
        assert texts(memory) == ["b"]
        assert (note.attributes["by"], note.text) == ("hand", "private\nprivate")
        memory.memo.undo("ming", note.id)
        assert texts(memory) == ["a", "b", "c"]

    def test_what_is_not_shown_cannot_be_hidden(self, memory):
        (id_,) = memory.add("ming", "a")
        memory.memo.hide("ming", [id_])
        assert memory.memo.hide("ming", [id_]) is None
        assert memory.memo.hide("ming", ["nothing"]) is None
        assert len(memory.memo.reviews("ming")) == 1


def test_the_newest_review_comes_first_and_only_those_of_the_agent(memory):
    ids = memory.add("ming", ["a", "b", "c"], agent="juno")
    notes = [memory.memo.hide("ming", [id_], agent="juno").id for id_ in ids[:2]]
    memory.add("ming", "d", agent="juno")
    notes.append(memory.memo.hide("ming", [ids[2]], agent="juno").id)
    assert memory.memo.reviews("ming", "juno")[0].id == notes[2]
    assert {note.id for note in memory.memo.reviews("ming", "juno")} == {*notes}
    assert len(memory.memo.reviews("ming", "juno", limit=2)) == 2
    assert memory.memo.reviews("ming") == []


class TestClear:
    """Beginning afresh."""

    def test_nothing_said_until_now_is_shown_and_all_of_it_is_kept(self, memory):
        memory.add("ming", said(30))
        memory.admin.run_jobs()
        memory.memo.clear("ming")
        assert (memory.recent("ming").memo, texts(memory)) == ("", [])
        memory.admin.run_jobs()
        assert (memory.recent("ming").memo, texts(memory)) == ("", [])
        assert len(memory.messages.latest("ming", limit=99)) == 30
        assert memory.recall("ming", "line 17")[0].text.startswith("line 17")

    def test_what_comes_later_is_folded_and_shown_as_ever(self, memory):
        memory.add("ming", said(30))
        memory.memo.clear("ming")
        memory.add("ming", said(25, start=30))
        memory.admin.run_jobs()
        recent = memory.recent("ming")
        assert len(recent.messages) == 9
        shown = {source for item in recent.summaries for source in item.sources}
        logged = memory.messages.latest("ming", limit=25)
        assert shown == {message.id for message in logged[:16]}

    def test_what_was_hidden_before_is_cleared_with_the_rest(self, memory):
        ids = memory.add("ming", ["a", "b"])
        note = memory.memo.hide("ming", [ids[0]])
        memory.memo.clear("ming")
        memory.memo.undo("ming", note.id)
        assert texts(memory) == []
        assert memory.recent("ming").hidden == 0

    def test_other_agents_keep_theirs(self, memory):
        memory.add("ming", "a", agent="juno", session="j")
        memory.add("ming", "b", agent="momo", session="m")
        memory.memo.clear("ming", "juno")
        assert (texts(memory, "juno"), texts(memory, "momo")) == ([], ["b"])
        assert memory.sessions.get("ming", "m").state == "active"

    def test_twice_is_as_once_and_nobody_is_not_found(self, memory):
        memory.add("ming", "a")
        memory.memo.clear("ming")
        memory.memo.clear("ming")
        assert texts(memory) == []
        with pytest.raises(NotFound):
            memory.memo.clear("nobody")


def test_the_switch_is_of_the_space(memory):
    assert memory.memo.reviewing() is False  # as the settings of this memory say
    memory.memo.set_reviewing(True)
    assert memory.memo.reviewing() is True
    assert memory.in_space("other").memo.reviewing() is False
    with pytest.raises(InvalidInput):
        memory.memo.set_reviewing("yes")


class TestSave:
    """The whole memo as it came back from an editor."""

    def turns(self, memory) -> list[tuple[str, str]]:
        return [(message.role, message.text) for message in memory.recent("ming").messages]

    def test_words_lines_and_the_memo_at_once(self, memory):
        memory.add("ming", said(14))
        memory.admin.run_jobs()
        before = memory.recent("ming")
        turns = self.turns(memory)
        wanted = [turns[0], ("human", "改过的。"), *turns[3:], ("ai", "And one more.")]
        saved = memory.memo.save(
            "ming", wanted, memo="他们数数。", session="talk", fingerprint=before.fingerprint
        )
        assert saved == memory.recent("ming")
        assert saved.memo == "他们数数。"
        assert [message.text for message in saved.messages] == [text for _, text in wanted]
        assert len(memory.messages.latest("ming", limit=100)) == 15
        assert memory.messages.latest("ming", limit=1)[0].session == "talk"
        assert memory.recall("ming", "改过的")[0].text == "改过的。"

    def test_what_was_written_by_hand_outlives_the_turns_that_were_changed_with_it(self, memory):
        """Making the summaries again that a turn lies in does not bring their words back."""
        memory.add("ming", said(400), session="talk")
        memory.seal("ming", "talk")
        memory.admin.run_jobs()
        (item,) = memory.recent("ming").summaries
        turns = self.turns(memory)
        last = memory.recent("ming").messages[-1]
        assert item.level == 1  # it stands for all of the talk, the turns in sight among them
        assert item.attributes["to"] >= last.seq
        memory.memo.save("ming", [*turns[:-1], (last.role, "改过的。")], memo="他们数数。")
        memory.admin.run_jobs()
        assert memory.recent("ming").memo == "他们数数。"
        assert texts(memory)[-1] == "改过的。"

    def test_what_is_taken_out_can_be_put_back(self, memory):
        memory.add("ming", ["We fly on Sunday.", "Ok."])
        memory.memo.save("ming", self.turns(memory)[1:])
        assert texts(memory) == ["Ok."]
        (note,) = memory.memo.reviews("ming")
        memory.memo.undo("ming", note.id)
        assert texts(memory) == ["We fly on Sunday.", "Ok."]

    def test_a_turn_that_a_review_reworded(self, memory, reviewer):
        first, _ = memory.add("ming", ["We fly on Sunday.", "Ok."])
        reviewer.changes = (Change(first, Action.REWRITE, "shorter", "Flying on Sunday."),)
        memory.memo.review("ming")
        assert texts(memory)[0] == "Flying on Sunday."
        memory.memo.save("ming", [("user", "We fly on Monday."), ("user", "Ok.")])
        assert texts(memory)[0] == "We fly on Monday."

    def test_only_from_what_was_shown(self, memory):
        memory.add("ming", ["We fly on Sunday.", "Ok."])
        shown, turns = memory.recent("ming").fingerprint, self.turns(memory)
        memory.add("ming", "And back on Friday.")
        with pytest.raises(Conflict):
            memory.memo.save("ming", turns[1:], fingerprint=shown)
        assert len(texts(memory)) == 3

    def test_one_bad_turn_and_nothing_is_saved(self, memory):
        memory.add("ming", ["We fly on Sunday.", "Ok."])
        for bad in ("a\x00b", "half \ud800"):
            with pytest.raises(InvalidInput):
                memory.memo.save("ming", [("user", "We fly."), ("user", bad)])
        assert texts(memory) == ["We fly on Sunday.", "Ok."]

    def test_the_edits_fit_the_memo_that_they_are_made_in(self, memory, monkeypatch):
        """What comes while they are worked out has them worked out again."""
        memory.add("ming", ["We fly on Sunday.", "Ok."])
        turns, marks = self.turns(memory), memory._parts.marker.marks
        came: list[bool] = []

        def slow(texts):
            if not came:
                came.append(True)
                memory.add("ming", "And back on Friday.")
            return marks(texts)

        monkeypatch.setattr(memory._parts.marker, "marks", slow)
        memory.memo.save("ming", [("user", "We fly on Monday."), turns[1]])
        assert texts(memory) == ["We fly on Monday.", "Ok."]
        assert "And back on Friday." in [m.text for m in memory.messages.latest("ming")]


def test_folding_is_asked_for(memory):
    memory.add("ming", said(3))
    memory.memo.fold("ming")
    assert [job.kind for job in memory.admin.jobs()] == ["fold"]
