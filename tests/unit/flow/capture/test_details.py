"""Details: what a caller keeps beside a user's memory."""

from __future__ import annotations

import pytest

from holdfast.errors import InvalidInput
from tests.unit.learning import USER


def test_they_are_kept_changed_and_forgotten(memory, clock):
    assert memory.admin.details(USER) is None
    first = memory.admin.set_details(USER, {"plan": "free", "名": ["小明"]})
    assert memory.admin.users() == [USER]
    clock.advance(60)
    second = memory.admin.set_details(USER, {"plan": "paid"})
    assert memory.admin.details(USER) == second
    assert (second.kept, second.made_at, second.changed_at) == (
        {"plan": "paid"},
        first.made_at,
        clock.now(),
    )
    assert memory.in_space("other").admin.details(USER) is None
    assert memory.admin.audit(USER).findings == ()
    assert len(memory.recall(USER, "paid")) == 0
    memory.forget(USER, everything=True)
    assert memory.admin.details(USER) is None


def test_one_who_was_only_spoken_with_has_none(memory):
    memory.add(USER, "hello")
    known = memory.admin.details(USER)
    assert (known.kept, known.made_at) == ({}, None)
    with pytest.raises(InvalidInput):
        memory.admin.set_details(USER, {"x": object()})


def test_they_travel(memory, elsewhere):
    memory.admin.set_details(USER, {"plan": "free"})
    elsewhere.import_(memory.export(USER))
    assert elsewhere.admin.details(USER).kept == {"plan": "free"}
