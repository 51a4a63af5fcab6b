"""What every `Memos` must do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.domain.item import ItemKind
from holdfast.domain.memo import Memo
from holdfast.errors import Conflict
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, item, keep, message
from holdfast.testing.conformance.expect import refused, together


def _put(store: Store, given: Memo, expect: int = 0) -> Memo:
    return store.write(SPACE, lambda unit: unit.memos.put(given, expect=expect))


def _get(store: Store, agent: str = "lan", user: str = ANN) -> Memo | None:
    return store.read(SPACE, lambda unit: unit.memos.get(user, agent))


class TestMemos:
    """`ports.memos`."""

    def test_an_unknown_memo_is_none(self, store: Store) -> None:
        assert _get(store) is None
        assert store.read(SPACE, lambda unit: unit.memos.of(ANN)) == []

    def test_every_field_is_kept(self, store: Store) -> None:
        given = Memo(
            user=ANN,
            agent="小兰",
            folded_to=7,
            cleared_to=3,
            hidden={"m1": "r1"},
            reworded={"m2": ("r1", "换句话说")},
            revision=99,
        )
        written = _put(store, given)
        assert written == replace(given, revision=1)
        assert _get(store, "小兰") == written
        changed = replace(written, folded_to=8, cleared_to=4, hidden={}, reworded={})
        assert _put(store, changed, expect=1) == replace(changed, revision=2)
        assert _get(store, "小兰") == replace(changed, revision=2)

    @pytest.mark.parametrize("expect", [0, 1, 3])
    def test_a_stale_put_conflicts(self, store: Store, expect: int) -> None:
        memo = Memo(user=ANN, agent="lan")
        _put(store, memo)
        current = _put(store, replace(memo, folded_to=2), expect=1)
        with refused(Conflict):
            _put(store, replace(memo, folded_to=9), expect=expect)
        assert _get(store) == current

    def test_a_put_for_a_memo_that_is_not_there_conflicts(self, store: Store) -> None:
        with refused(Conflict):
            _put(store, Memo(user=ANN, agent="lan"), expect=1)
        assert _get(store) is None

    def test_of_two_writers_one_conflicts(self, store: Store) -> None:
        seen = _put(store, Memo(user=ANN, agent="lan"))

        def change(place: int) -> Memo:
            return _put(store, replace(seen, folded_to=place), expect=seen.revision)

        outcomes = together([lambda: change(4), lambda: change(5)])
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
        assert _get(store) in outcomes

    def test_a_users_memos_by_agent(self, store: Store) -> None:
        for user, agent in ((ANN, "b"), (BEN, "c"), (ANN, "a")):
            _put(store, Memo(user=user, agent=agent))
        found = store.read(SPACE, lambda unit: unit.memos.of(ANN))
        assert [(memo.user, memo.agent) for memo in found] == [(ANN, "a"), (ANN, "b")]

    @pytest.mark.parametrize("agent", ["default", "lan"])
    def test_what_no_segment_stands_for(self, store: Store, agent: str) -> None:
        other = "lan" if agent == "default" else "default"

        def say(unit: Unit) -> None:
            keep(unit, *(message(f"m{n}", n, agent=agent) for n in range(1, 6)))
            keep(unit, message("o", 6, agent=other), message("b", 1, agent=agent, user=BEN))
            keep(unit, message("m2", 7, agent=agent, version=2))  # a correction moves nothing
            for id_, kind, level, sources in (
                ("segment", ItemKind.SUMMARY, 0, ("m1", "m4")),
                ("above", ItemKind.SUMMARY, 1, ("segment", "m3")),
                ("fact", ItemKind.FACT, 0, ("m5",)),
            ):
                given = item(id_, sources=sources)
                unit.items.put(replace(given, kind=kind, level=level, agent=agent), expect=0)

        store.write(SPACE, say)

        def unfolded(after: int = 0, before: int = 99, limit: int = 9) -> list[tuple[int, str]]:
            return store.read(
                SPACE,
                lambda unit: unit.memos.unfolded(
                    ANN, agent, after=after, before=before, limit=limit
                ),
            )

        assert unfolded() == [(5, "m5"), (3, "m3"), (2, "m2")]
        assert unfolded(limit=2) == [(5, "m5"), (3, "m3")]
        assert unfolded(after=2, before=5) == [(3, "m3")]
        assert store.read(SPACE, lambda unit: unit.memos.count_unfolded(ANN, agent)) == 3
        assert store.read(SPACE, lambda unit: unit.memos.count_unfolded(ANN, other)) == 1
        assert store.read(SPACE, lambda unit: unit.memos.count_unfolded(ANN, "nobody")) == 0

    def test_remove_counts_what_went(self, store: Store) -> None:
        for user, agent in ((ANN, "a"), (ANN, "b"), (BEN, "a")):
            _put(store, Memo(user=user, agent=agent))
        assert store.write(SPACE, lambda unit: unit.memos.remove(ANN, ["a", "z"])) == 1
        assert _get(store, "a") is None
        assert _get(store, "b") is not None
        assert _get(store, "a", BEN) is not None
