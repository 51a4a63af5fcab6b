"""Refolding: worked out beforehand, and right whatever came in between."""

from __future__ import annotations

from functools import partial

import pytest

from holdfast.flow.extract.refold import known_of, refold, refolding
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
