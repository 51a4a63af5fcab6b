"""What is usual, and what a space has in place of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from holdfast.flow.usual import Usual, patience_of, review_of, window_of

USUAL = Usual()


def in_use(store, space: str = "s") -> tuple[timedelta, int, bool]:
    return store.read(
        space,
        lambda unit: (
            patience_of(unit, USUAL).idle,
            window_of(unit, USUAL),
            review_of(unit, USUAL),
        ),
    )


def prefer(store, name: str, value: object) -> None:
    """Write a value past all checks, as an older program or another tool might."""
    store.write("s", lambda unit: unit.preferences.put(name, value, expect=0))


def test_where_nothing_is_set_the_usual_holds(store):
    assert in_use(store) == (timedelta(minutes=30), 64, True)


def test_a_space_has_its_own(store):
    prefer(store, "session_idle_seconds", 2.5)
    prefer(store, "memo_window", 2)
    prefer(store, "memo_review", False)
    assert in_use(store) == (timedelta(seconds=2.5), 2, False)
    assert in_use(store, "other") == (timedelta(minutes=30), 64, True)
    patience = store.read("s", lambda unit: patience_of(unit, USUAL))
    assert patience.limit == USUAL.patience.limit


@pytest.mark.parametrize("value", [None, "10", -1, 0, [], {}, 10**400, 1e300])
def test_a_value_that_cannot_be_gone_by_counts_as_not_set(store, value):
    for name in ("session_idle_seconds", "memo_window", "memo_review"):
        prefer(store, name, value)
    assert in_use(store) == (timedelta(minutes=30), 64, True)
