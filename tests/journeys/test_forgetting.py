"""Mei asks her companion to forget: a word, an evening, a friend, everything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from holdfast import HoldfastError, Memory, Settings
from holdfast.ports.reviewer import Action, Change, Review, Reviewer
from holdfast.ports.summariser import Line

SECRET = "swordfish-9471"


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.add("mei", ["Nice evening", f"my PIN is {SECRET}"], session="evening", agent="nina")
    [id_] = memory.add("mei", f"again: {SECRET}", session="morning", agent="nina")
    memory.correct("mei", id_, f"once more: {SECRET}")
    memory.items.add("mei", f"uses {SECRET}", sources=[id_])
    memory.add("mei", "tea with Tom", session="morning", agent="tom")
    return memory


def seen(memory: Memory) -> str:
    """All that can be seen of Mei, in one text."""
    found = memory.recall("mei", f"{SECRET} PIN once again", k=50)
    everything = [
        *[hit.text for hit in found],
        *[message.text for message in memory.messages.latest("mei")],
        *[v.text for m in found for v in memory.messages.versions("mei", m.sources[0])],
        *[item.text for item in memory.items.find("mei")],
        memory.context("mei", SECRET, budget=500).text,
        *memory.export(),
    ]
    return "\n".join(everything)


def test_a_message_is_looked_at_before_it_goes(told):
    [hit] = told.recall("mei", "once", k=1)
    run = told.recall("mei", SECRET).run
    preview = told.forget("mei", message=hit.sources[0], preview=True)
    assert (preview.messages, preview.versions, preview.items) == (1, 2, 1)
    assert SECRET in seen(told)
    receipt = told.forget("mei", message=hit.sources[0])
    assert (receipt.messages, receipt.versions, receipt.items) == (1, 2, 1)
    assert receipt.message_ids == hit.sources
    assert receipt.erased
    assert "once more" not in seen(told)
    with pytest.raises(HoldfastError, match="ask again"):
        told.explain(run)


def test_an_evening_goes_and_the_morning_stays(told):
    assert told.forget("mei", session="evening").messages == 2
    assert "PIN" not in seen(told)
    assert "tea with Tom" in seen(told)
    assert [session.name for session in told.sessions.list("mei")] == ["morning"]


def test_a_friend_is_forgotten_and_the_others_stay(told):
    assert told.forget("mei", agent="nina").messages == 3
    assert SECRET not in seen(told)
    assert [m.text for m in told.messages.latest("mei")] == ["tea with Tom"]


def test_everything_is_forgotten_and_life_goes_on(told):
    told.add("li", "someone else")
    assert told.forget("mei", everything=True).messages == 4
    assert SECRET not in seen(told)
    assert told.admin.users() == ["li"]
    told.add("mei", "hello again")
    assert [hit.text for hit in told.recall("mei", "")] == ["hello again"]


def test_nobody_forgets_for_another(told):
    told.add("li", "hello")
    [hit, *_] = told.recall("mei", SECRET)
    for scope in ({"message": hit.sources[0]}, {"session": "evening"}, {"agent": "nina"}):
        with pytest.raises(HoldfastError, match="li") as refused:
            told.forget("li", **scope)
        assert refused.value.code == "not_found"
        assert "Check the name" in str(refused.value)
    assert sum(SECRET in hit.text for hit in told.recall("mei", SECRET)) == 2


def test_the_word_is_in_no_file_afterwards(tmp_path: Path):
    path = tmp_path / "memory.db"
    with Memory.open(path, settings=Settings(worker=False)) as memory:
        memory.add("mei", [f"{n} {SECRET}" for n in range(300)], session="evening")
        memory.add("mei", "tea", session="morning")
        memory.recall("mei", SECRET)
        assert memory.forget("mei", session="evening").erased
        files = list(tmp_path.iterdir())
        assert files
        assert not any(SECRET.encode() in file.read_bytes() for file in files)


class Gossip(Reviewer):
    """Repeats the first line that it reads in the second, and drops the last for that reason."""

    identity = "gossip"

    def review(self, lines: Sequence[Line]) -> Review:
        first, second, last = lines[0], lines[1], lines[-1]
        said = f"{second.text} ({first.text})"
        return Review(
            (
                Change(second.id, Action.REWRITE, "to the point", said),
                Change(last.id, Action.DROP, f"repeats {first.text}"),
            ),
            by=self.identity,
        )


def test_a_review_that_read_the_words_of_another_forgets_what_those_quoted(open_memory):
    memory = open_memory(reviewer=Gossip())
    canary, *others = memory.add("mei", ["xyzzyq is a secret", "Tea?", "九点喝茶。", "Ok.", "Bye."])
    assert memory.memo.review("mei") is not None
    memory.memo.hide("mei", [canary])
    second = memory.memo.review("mei")
    assert "xyzzyq" in repr(second), "it reads what the first one wrote"
    memory.forget("mei", message=canary)
    assert "xyzzyq" not in "".join(memory.export("mei"))
    assert "xyzzyq" not in repr(memory.recent("mei"))
    assert {message.id for message in memory.messages.latest("mei")} == {*others}
