"""Refolding: worked out beforehand, and right whatever came in between."""

from __future__ import annotations

from functools import partial

import pytest

from holdfast.flow.extract.fold import fold_claims
from holdfast.flow.extract.refold import known_of, refold, refolding
from holdfast.flow.extract.request import LEARN
from holdfast.flow.extract.slots import kept_slots
from tests.unit.learning import USER, learn, say, values

SPACE = "default"


def _worked_out(memory):
    known = memory._parts.store.read(SPACE, partial(known_of, user=USER))
    return refolding(known)


def _settled(memory, folding) -> None:
    memory._parts.store.write(SPACE, folding.settle)


def _kept(memory):
    return memory._parts.store.read(SPACE, partial(kept_slots, user=USER))


def test_what_is_folded_already_changes_nothing(memory) -> None:
    learn(memory, "home = Beijing", "home = Xi'an", "like = tea")
    before = _kept(memory)
    folding = _worked_out(memory)
    assert (folding.gone, folding.changed) == ([], [])
    _settled(memory, folding)
    assert _kept(memory) == before


def test_what_was_worked_out_is_what_is_written(memory) -> None:
    learn(memory, "home = Beijing", "home = Xi'an", "like = tea")
    wanted = _kept(memory)
    every = [each.id for each in wanted]
    memory._parts.store.write(SPACE, lambda unit: unit.items.remove(USER, every))
    _settled(memory, _worked_out(memory))
    assert [(each.id, each.text) for each in _kept(memory)] == [(e.id, e.text) for e in wanted]


@pytest.mark.parametrize("meanwhile", ["claimed", "forgotten", "by hand"])
def test_what_came_in_between_is_folded_in(memory, meanwhile) -> None:
    """Two changes that do not know of each other: neither may be lost, nor may both hold."""
    (first, *_) = learn(memory, "home = Beijing", "like = tea")
    every = [each.id for each in _kept(memory)]
    memory._parts.store.write(SPACE, lambda unit: unit.items.remove(USER, every))
    folding = _worked_out(memory)
    if meanwhile == "claimed":
        say(memory, "home = Xi'an")
        memory.seal(USER, "chat")
        memory.admin.run_jobs()
    elif meanwhile == "forgotten":
        memory.forget(USER, message=first)
    else:
        memory.profile.set(USER, "home", "Xi'an")
    _settled(memory, folding)
    told = values(memory, past=True)
    memory._parts.store.write(SPACE, lambda unit: refold(unit, USER))
    assert values(memory, past=True) == told
    current = [each for each in told if each.endswith("current")]
    home = [] if meanwhile == "forgotten" else ["Xi'an current"]
    assert sorted(current) == sorted([*home, "tea current"])


class Counted:
    """How often all that is known was folded."""

    def __init__(self, monkeypatch) -> None:
        self.times = 0

        def counted(told):
            self.times += 1
            return fold_claims(told)

        monkeypatch.setattr("holdfast.flow.extract.refold.fold_claims", counted)


def _sealed(memory, clock, *values: str) -> None:
    """Sessions that wait to be learned from, each with a claim and a message more."""
    memory.admin.set_preference("memo_review", False)
    for number, value in enumerate(values):
        say(memory, value, "I see.", session=f"s{number}")
        memory.seal(USER, f"s{number}")
    clock.advance(1)
    memory.admin.run_jobs(limit=len(values))
    assert {job.kind for job in memory.admin.jobs()} == {LEARN}


TOLD = ("home = Beijing", "like = tea", "pet = a cat")


def test_of_sessions_that_are_sealed_together_only_the_last_one_folds(
    memory, clock, monkeypatch
) -> None:
    _sealed(memory, clock, *TOLD)
    counted = Counted(monkeypatch)
    memory.admin.run_jobs()
    assert counted.times == 1
    assert len(values(memory)) == len(TOLD)


def test_one_that_fails_folds_what_was_left_to_it(memory, clock, extractor) -> None:
    _sealed(memory, clock, *TOLD)
    memory.admin.run_jobs(limit=2)
    assert values(memory) == []
    extractor.error = "out of order"
    memory.admin.run_jobs()
    assert len(values(memory)) == 2


class Killed(BaseException):
    """Nobody catches it, as nobody outlives a kill."""


def test_one_that_kills_its_worker_has_folded_what_was_left_to_it(memory, clock, extractor) -> None:
    def die() -> None:
        raise Killed

    _sealed(memory, clock, *TOLD)
    memory.admin.run_jobs(limit=2)
    assert values(memory) == []
    extractor.meanwhile = die
    for folded in (0, 2):
        with pytest.raises(Killed):
            memory.admin.run_jobs()
        assert len(values(memory)) == folded
        clock.advance(24 * 3600)


def test_one_that_is_forgotten_has_folded_what_was_left_to_it(memory, clock) -> None:
    _sealed(memory, clock, *TOLD)
    memory.admin.run_jobs(limit=2)
    assert values(memory) == []
    (left,) = memory.admin.jobs()
    memory.forget(USER, session=left.payload["session"])
    assert len(values(memory)) == 2


def test_one_that_is_not_wanted_any_more_folds_what_was_left_to_it(memory, clock) -> None:
    _sealed(memory, clock, *TOLD)
    memory.admin.run_jobs(limit=2)
    assert values(memory) == []
    memory.admin.set_preference("learning", False)
    memory.admin.run_jobs()
    assert len(values(memory)) == 2


def test_nothing_is_left_to_one_that_has_failed_before(memory, clock, extractor) -> None:
    _sealed(memory, clock, *TOLD)
    extractor.error = "out of order"
    memory.admin.run_jobs(limit=1)
    extractor.error = ""
    clock.advance(3600)
    memory.admin.run_jobs(limit=2)
    assert len(values(memory)) == 2


def test_who_waits_for_it_finds_it_folded(memory) -> None:
    memory.buffers.add(USER, [{"role": "user", "content": each} for each in TOLD[:2]])
    memory.buffers.add(USER, TOLD[2], tags={"mood": "calm"})
    memory.buffers.flush(USER)
    assert len(values(memory)) == len(TOLD)
