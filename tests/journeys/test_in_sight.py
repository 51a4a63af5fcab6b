"""Nothing falls out of a memo: corrections, clearings, reviews and forgetting in awkward moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holdfast import Memory, Settings
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.flow.condense import segments
from holdfast.ports.reviewer import Action, Change
from holdfast.testing.clock import FrozenClock
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser

LINES = {"en": ["I moved to Leeds", "I like tea"], "zh": ["我搬到了利兹", "我喜欢喝茶"]}


@pytest.fixture
def summariser() -> FakeSummariser:
    return FakeSummariser()


@pytest.fixture
def reviewer() -> FakeReviewer:
    return FakeReviewer()


@pytest.fixture(params=["inmemory", "sqlite"])
def memory(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    clock: FrozenClock,
    summariser: FakeSummariser,
    reviewer: FakeReviewer,
) -> Iterator[Memory]:
    path = ":memory:" if request.param == "inmemory" else tmp_path / "memory.db"
    settings = Settings(worker=False, embedder="none", memo_window=4, memo_review=False)
    with Memory.open(
        path, settings=settings, clock=clock, summariser=summariser, reviewer=reviewer
    ) as opened:
        yield opened


def summaries(memory: Memory, agent: str = "default") -> list[Item]:
    which = ItemSelection(kind=ItemKind.SUMMARY, agent=agent)
    return memory._parts.store.read(
        "default", lambda unit: unit.items.select("lily", which, limit=1000)
    )


def sealed(memory: Memory, *texts: str, session: str = "tea") -> list[str]:
    """Say these things in a session of their own, and have it sealed."""
    ids = memory.add("lily", texts, session=session)
    memory.seal("lily", session)
    memory.admin.run_jobs()
    return ids


def far_out(memory: Memory) -> None:
    """Say so much else that what was said before is out of the window."""
    memory.add("lily", [f"else {number}" for number in range(4)], session="else")


@pytest.mark.parametrize("language", LINES)
def test_corrections_alone_leave_the_memo_as_long_as_it_was(memory, language):
    ids = memory.add("lily", LINES[language])
    for number in range(12):
        memory.correct("lily", ids[0], f"{LINES[language][0]} {number}")
    shown = [message.text for message in memory.recent("lily").messages]
    assert shown == [f"{LINES[language][0]} 11", LINES[language][1]]


def test_what_lies_behind_many_corrections_is_folded(memory, monkeypatch):
    monkeypatch.setattr(segments, "PAGE", 1)
    (lone,) = memory.add("lily", "alone", session="one")
    memory.seal("lily", "one")
    for number in range(40):
        memory.correct("lily", lone, f"alone {number}")
    ids = sealed(memory, "one", "two", "three")
    folded = {id_ for item in summaries(memory) if item.level == 0 for id_ in item.sources}
    assert {*ids} <= folded


@pytest.mark.parametrize("what", ["correct", "forget"])
def test_what_changes_while_it_is_summed_up_is_not_passed_over(memory, summariser, what):
    ids = memory.add("lily", [f"line {number}" for number in range(8)], session="tea")
    acts: dict[str, Callable[[], object]] = {
        "correct": lambda: memory.correct("lily", ids[0], "another line"),
        "forget": lambda: memory.forget("lily", message=ids[0]),
    }
    turns = iter([acts[what]])
    summariser.meanwhile = lambda: next(turns, lambda: None)()
    memory.seal("lily", "tea")
    memory.admin.run_jobs()
    folded = [id_ for item in summaries(memory) if item.level == 0 for id_ in item.sources]
    assert sorted(folded) == sorted(ids if what == "correct" else ids[1:])


def test_what_is_forgotten_while_topics_are_made_is_folded_anew(memory, summariser, clock):
    """A job that runs is not asked for again: it has to see for itself that there is more to do."""
    ids: list[str] = []
    turns = iter([lambda: memory.forget("lily", message=ids[0])])

    def forget_below() -> None:
        if max((item.level for item in summaries(memory)), default=0) and topics():
            next(turns, lambda: None)()

    def topics() -> bool:
        shown = [item for item in summaries(memory) if item.level == 1]
        return len(shown) == 8 and memory.sessions.troubled() == []

    summariser.meanwhile = forget_below
    for number in range(8):
        ids += sealed(memory, f"one {number}", f"two {number}", session=f"s{number}")
        clock.advance(60)
    assert next(turns, None) is None, "it was never forgotten"
    folded = [id_ for item in summaries(memory) if item.level == 0 for id_ in item.sources]
    assert sorted(folded) == sorted(ids[1:])


def test_what_is_reopened_and_sealed_again_while_it_is_sealed_is_sealed_whole(memory, summariser):
    ids = memory.add("lily", ["one", "two", "three"], session="tea")

    def go_on() -> None:
        memory.sessions.reopen("lily", "tea")
        ids.extend(memory.add("lily", "four", session="tea"))
        memory.seal("lily", "tea")

    asked = iter([lambda: None, lambda: None, go_on])  # two segments, then the stretch
    summariser.meanwhile = lambda: next(asked, lambda: None)()
    memory.seal("lily", "tea")
    memory.admin.run_jobs()
    assert len(ids) == 4
    folded = [id_ for item in summaries(memory) if item.level == 0 for id_ in item.sources]
    assert sorted(folded) == sorted(ids)
    assert [item.level for item in summaries(memory)].count(1) == 1
    assert memory.sessions.troubled() == []


def test_sessions_that_were_opened_are_lifted_like_others(memory, clock):
    for _ in range(10):
        session = memory.sessions.open("lily")
        memory.add("lily", ["one", "two"], session=session.name)
        clock.advance(60)
        memory.admin.run_jobs()
    memory.sessions.open("lily", "an empty one")
    memory.admin.run_jobs()
    assert [item.level for item in summaries(memory)].count(2) == 1


def test_what_follows_a_clearing_is_seen_though_its_session_goes_on(memory):
    memory.add("lily", "to the cat", session="shared", agent="cat")
    memory.add("lily", "before", session="shared")
    memory.memo.clear("lily")
    memory.add("lily", ["after", "later"], session="shared")
    memory.seal("lily", "shared")
    memory.admin.run_jobs()
    far_out(memory)
    seen = memory.recent("lily")
    assert "after / later" in seen.memo
    assert "before" not in seen.memo


@pytest.mark.parametrize("language", LINES)
def test_what_a_review_wrote_goes_with_all_that_it_had_read(memory, reviewer, language):
    """Its reasons quote other lines, and it may put their words into a summary."""
    secret, other = LINES[language]
    sealed(memory, other, other, session="first")
    (id_,) = memory.add("lily", secret, session="second")
    far_out(memory)
    (target,) = memory.recent("lily").summaries
    reviewer.changes = (Change(target.id, Action.REWRITE, f"now: {secret}", f"{other} {secret}"),)
    assert memory.memo.review("lily") is not None
    memory.forget("lily", message=id_)
    memory.admin.run_jobs()
    assert secret not in "\n".join(memory.export("lily"))
    assert memory.memo.reviews("lily") == []
    assert memory.recent("lily").memo == f"{other} / {other}"


def test_what_is_forgotten_while_a_review_thinks_is_not_quoted(memory, reviewer):
    (id_,) = memory.add("lily", "a secret")
    (target,) = memory.add("lily", "tea")
    reviewer.changes = (Change(target, Action.DROP, "repeats: a secret"),)
    reviewer.meanwhile = lambda: memory.forget("lily", message=id_)
    assert memory.memo.review("lily") is None
    assert "a secret" not in "\n".join(memory.export("lily"))


def test_what_a_review_hid_is_seen_again_when_what_it_repeated_is_forgotten(memory, reviewer):
    first, again = memory.add("lily", ["I like tea", "I do like tea"])
    reviewer.changes = (Change(again, Action.DROP, "repeats: I like tea"),)
    memory.memo.review("lily")
    assert [message.id for message in memory.recent("lily").messages] == [first]
    memory.forget("lily", message=first)
    assert [message.id for message in memory.recent("lily").messages] == [again]


def test_a_review_that_goes_brings_back_no_summary_that_another_stands_for(memory, reviewer, clock):
    sealed(memory, "one", "two", session="s0")
    (hidden,) = memory.add("lily", "hidden", session="other")
    far_out(memory)
    (first,) = memory.recent("lily").summaries
    reviewer.changes = (
        Change(hidden, Action.DROP, ""),
        Change(first.id, Action.REWRITE, "", "shorter"),
    )
    memory.memo.review("lily")
    for number in range(1, 9):
        clock.advance(3600)
        sealed(memory, f"one {number}", f"two {number}", session=f"s{number}")
    memory.forget("lily", message=hidden)
    memory.admin.run_jobs()
    shown = memory.recent("lily").summaries
    below = {id_ for item in summaries(memory) for id_ in item.sources}
    assert "one / two" in memory.recent("lily").memo
    assert not below & {item.id for item in shown}
