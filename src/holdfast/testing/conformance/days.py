"""What every `Days` must do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from holdfast.ports.days import Spell
from holdfast.ports.store import Store
from holdfast.testing.conformance.builders import ANN, AT, SPACE, append, keep, later, message

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
UNEQUAL = [0, 24, 48, 48, 71, 95, 120, 144]
"""Hours at which days begin: one has 23, one 25, and one was left out."""


def _at(hours: float) -> datetime:
    return NOON + timedelta(hours=hours)


def _bounds(*hours: float) -> Sequence[datetime]:
    return [_at(hour) for hour in hours]


def _counts(store: Store, bounds: Sequence[datetime], agent: str | None = None) -> list[int]:
    return store.read(SPACE, lambda unit: unit.days.counts(ANN, bounds, agent=agent))


def _spells(
    store: Store,
    bounds: Sequence[datetime],
    *,
    agent: str | None = None,
    behind: tuple[datetime, str] | None = None,
    limit: int = 1000,
) -> list[Spell]:
    return store.read(
        SPACE,
        lambda unit: unit.days.spells(ANN, bounds, agent=agent, behind=behind, limit=limit),
    )


def tell(store: Store) -> Store:
    """Two sessions, two agents, three days, a correction, and somebody else."""
    store.write(
        SPACE,
        lambda unit: keep(
            unit,
            message("m1", 1, session="a", said_at=_at(1)),
            message("m2", 2, session="b", said_at=_at(2), agent="juno"),
            message("m3", 3, session="a", said_at=_at(25), agent="juno"),
            message("m4", 4, session="a", said_at=_at(25)),
            message("m5", 5, session="b", said_at=_at(25)),
            message("m1", 6, session="a", said_at=_at(1), version=2),
            message("m6", 7, session="b", said_at=_at(60)),
            message("n1", 1, user="ben", session="a", said_at=_at(1)),
        ),
    )
    return store


class TestDays:
    """Only newest versions count, and every moment lies in one part."""

    def test_messages_are_counted_by_part(self, store: Store) -> None:
        tell(store)
        assert _counts(store, _bounds(0, 24, 48, 72)) == [2, 3, 1]
        assert _counts(store, _bounds(0, 24, 48, 72), "juno") == [1, 1, 0]
        assert _counts(store, _bounds(0, 24, 48, 72), "default") == [1, 2, 1]
        assert _counts(store, _bounds(-48, -24)) == [0]
        assert _counts(store, _bounds(3, 4, 60)) == [0, 3]

    def test_a_part_has_its_beginning_and_not_its_end(self, store: Store) -> None:
        store.write(SPACE, lambda unit: keep(unit, message("m1", 1, said_at=AT)))
        assert _counts(store, [later(-1), AT, later(1)]) == [0, 1]
        assert _counts(store, [AT, later(microseconds=1)]) == [1]
        assert _counts(store, [later(microseconds=1), later(1)]) == [0]

    def test_parts_may_be_of_any_length(self, store: Store) -> None:
        tell(store)
        moments = [0.5, 30.0, 47.9, 48.0, 70.9, 71.0, 94.9, 95.0, 119.9, 120.0, 143.9]
        some = [message(f"u{n}", 10 + n, said_at=_at(hour)) for n, hour in enumerate(moments)]
        store.write(SPACE, lambda unit: append(unit, some))
        assert _counts(store, _bounds(*UNEQUAL)) == [3, 5, 0, 3, 2, 2, 2]
        before_1970 = [datetime(1969, 12, 30 + day, tzinfo=UTC) for day in (0, 1)]
        assert _counts(store, before_1970) == [0]

    def test_spells_come_latest_first_with_what_was_said_last(self, store: Store) -> None:
        tell(store)
        assert _spells(store, _bounds(0, 24, 48, 72)) == [
            Spell(2, "b", 1, _at(60), 7),
            Spell(1, "a", 2, _at(25), 4),
            Spell(1, "b", 1, _at(25), 5),
            Spell(0, "b", 1, _at(2), 2),
            Spell(0, "a", 1, _at(1), 6),
        ]
        assert _spells(store, _bounds(0, 24, 48), agent="juno") == [
            Spell(1, "a", 1, _at(25), 3),
            Spell(0, "b", 1, _at(2), 2),
        ]

    @pytest.mark.parametrize("size", [1, 2, 3])
    def test_spells_come_a_page_at_a_time(self, store: Store, size: int) -> None:
        tell(store)
        bounds = _bounds(0, 24, 48, 72)
        whole, seen = _spells(store, bounds), list[Spell]()
        behind: tuple[datetime, str] | None = None
        last = 2
        while page := _spells(store, bounds[: last + 2], behind=behind, limit=size):
            seen += page
            last, behind = page[-1].part, (page[-1].last_at, page[-1].session)
        assert seen == whole

    def test_what_lies_beside(self, store: Store) -> None:
        tell(store)

        def beside(since: float, until: float, agent: str | None = None) -> object:
            return store.read(
                SPACE, lambda unit: unit.days.beside(ANN, _at(since), _at(until), agent=agent)
            )

        assert beside(24, 48) == (_at(2), _at(60))
        assert beside(0, 1) == (None, _at(1))
        assert beside(61, 62) == (_at(60), None)
        assert beside(25, 60, "juno") == (_at(2), None)
        assert beside(25, 26, "default") == (_at(1), _at(60))

    def test_nobody_has_no_days(self, store: Store) -> None:
        assert _counts(store, _bounds(0, 24)) == [0]
        assert _spells(store, _bounds(0, 24)) == []
        found = store.read(SPACE, lambda unit: unit.days.beside(ANN, AT, AT))
        assert found == (None, None)
