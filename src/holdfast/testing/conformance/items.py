"""What every `Items` must do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import Trust
from holdfast.errors import Conflict
from holdfast.ports.store import Store
from holdfast.testing.conformance.builders import (
    ANN,
    BEN,
    FOREVER,
    SPACE,
    TEXTS,
    VALUES,
    item,
    later,
)
from holdfast.testing.conformance.expect import refused, same_json, together


def _put(store: Store, given: Item, expect: int = 0) -> Item:
    return store.write(SPACE, lambda unit: unit.items.put(given, expect=expect))


def _get(store: Store, *ids: str, user: str = ANN) -> list[Item]:
    return store.read(SPACE, lambda unit: unit.items.get(user, ids))


def _find(
    store: Store, *, kind: ItemKind | None = None, after: str = "", limit: int = 100
) -> list[str]:
    return _ids(
        store.read(SPACE, lambda unit: unit.items.find(ANN, kind=kind, after=after, limit=limit))
    )


def _sourced(store: Store, *message_ids: str, user: str = ANN) -> list[str]:
    return _ids(store.read(SPACE, lambda unit: unit.items.sourced_from(user, message_ids)))


def _ids(items: Sequence[Item]) -> list[str]:
    return [each.id for each in items]


class TestItems:
    """`ports.items`."""

    @pytest.mark.parametrize("kind", ItemKind)
    @pytest.mark.parametrize("trust", Trust)
    def test_every_field_is_kept(self, store: Store, kind: ItemKind, trust: Trust) -> None:
        given = Item(
            id="i1",
            user=ANN,
            kind=kind,
            text="小明 likes ☕️",
            attributes={"slot": "taste", "n": [1, None]},
            importance=0.1 + 0.2,
            confidence=1 / 3,
            trust=trust,
            valid_from=later(1),
            valid_to=later(2),
            known_from=later(microseconds=1),
            superseded_at=later(4),
            expires_at=FOREVER,
            uses=12,
            sources=("m9", "m1", "m5"),
            agent="小兰",
            session="s",
            stretch=2,
            level=3,
            place=41,
            provisional=True,
            revision=99,
        )
        written = _put(store, given)
        assert written == replace(given, revision=1)
        assert _get(store, "i1") == [written]
        assert store.read(SPACE, lambda unit: unit.items.find(ANN)) == [written]
        assert store.read(SPACE, lambda unit: unit.items.sourced_from(ANN, ["m5"])) == [written]

    @pytest.mark.parametrize("name", TEXTS)
    def test_text_is_kept(self, store: Store, name: str) -> None:
        _put(store, item("i1", text=TEXTS[name]))
        assert _get(store, "i1")[0].text == TEXTS[name]

    @pytest.mark.parametrize("name", VALUES)
    def test_json_is_kept(self, store: Store, name: str) -> None:
        _put(store, item("i1", attributes={name: VALUES[name]}))
        assert same_json(_get(store, "i1")[0].attributes, {name: VALUES[name]})

    def test_an_item_may_have_no_source(self, store: Store) -> None:
        _put(store, item("i1", sources=()))
        assert _get(store, "i1")[0].sources == ()

    def test_a_change_replaces_all_fields(self, store: Store) -> None:
        first = _put(store, item("i1", sources=("m1", "m2")))
        changed = replace(first, text="new", kind=ItemKind.NOTE, sources=("m2", "m3"), uses=3)
        second = _put(store, changed, expect=1)
        assert second == replace(changed, revision=2)
        assert _get(store, "i1") == [second]
        assert _sourced(store, "m1") == []
        assert _sourced(store, "m3") == ["i1"]

    @pytest.mark.parametrize("expect", [0, 1, 3])
    def test_a_stale_put_conflicts(self, store: Store, expect: int) -> None:
        first = _put(store, item("i1"))
        second = _put(store, replace(first, text="second"), expect=1)
        with refused(Conflict):
            _put(store, replace(first, text="lost", sources=("m7",)), expect=expect)
        assert _get(store, "i1") == [second]
        assert _sourced(store, "m7") == []

    def test_a_put_for_an_item_that_is_not_there_conflicts(self, store: Store) -> None:
        with refused(Conflict):
            _put(store, item("i1"), expect=1)
        assert _find(store) == []

    def test_of_two_writers_one_conflicts(self, store: Store) -> None:
        seen = _put(store, item("i1"))

        def change(text: str) -> Item:
            return _put(store, replace(seen, text=text), expect=seen.revision)

        outcomes = together([lambda: change("one"), lambda: change("two")])
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
        assert _get(store, "i1")[0] in outcomes

    def test_get_answers_in_the_order_asked(self, store: Store) -> None:
        for n in range(4):
            _put(store, item(f"i{n}"))
        assert _ids(_get(store, "i3", "unknown", "i0", "i2")) == ["i3", "i0", "i2"]
        assert _get(store) == []

    @pytest.mark.parametrize(
        ("after", "limit", "expected"),
        [
            ("", 100, ["A", "a", "b", "c"]),
            ("", 2, ["A", "a"]),
            ("a", 1, ["b"]),
            ("b", 9, ["c"]),
            ("c", 9, []),
            ("", 0, []),
        ],
    )
    def test_find_goes_by_id_and_is_paged(
        self, store: Store, after: str, limit: int, expected: list[str]
    ) -> None:
        for id_ in ("c", "a", "A", "b"):
            _put(store, item(id_))
        assert _find(store, after=after, limit=limit) == expected

    def test_find_by_kind(self, store: Store) -> None:
        for n, kind in enumerate([ItemKind.FACT, ItemKind.EVENT, ItemKind.FACT, ItemKind.FACT]):
            _put(store, item(f"i{n}", kind=kind))
        assert _find(store, kind=ItemKind.FACT) == ["i0", "i2", "i3"]
        assert _find(store, kind=ItemKind.FACT, after="i0", limit=1) == ["i2"]
        assert _find(store, kind=ItemKind.SLOT) == []

    def test_sourced_from_any_of_the_messages(self, store: Store) -> None:
        _put(store, item("i3", sources=("m1", "m2")))
        _put(store, item("i1", sources=("m2",)))
        _put(store, item("i2", sources=("m3",)))
        assert _sourced(store, "m2", "m1") == ["i1", "i3"]
        assert _sourced(store, "m3", "unknown") == ["i2"]
        assert _sourced(store, "m") == []
        assert _sourced(store) == []

    def test_items_are_the_users_own(self, store: Store) -> None:
        _put(store, item("i1"))
        _put(store, item("i1", user=BEN, text="ben's"))
        assert [each.text for each in _get(store, "i1", user=BEN)] == ["ben's"]
        assert [each.text for each in _get(store, "i1")] == ["text of i1"]
        assert _sourced(store, "m1") == ["i1"]
        assert store.write(SPACE, lambda unit: unit.items.remove(BEN, ["i1"])) == 1
        assert _find(store) == ["i1"]
        assert _sourced(store, "m1") == ["i1"]

    def test_remove_counts_what_went(self, store: Store) -> None:
        for n in range(3):
            _put(store, item(f"i{n}"))
        assert store.write(SPACE, lambda unit: unit.items.remove(ANN, ["i0", "i2", "i9"])) == 2
        assert store.write(SPACE, lambda unit: unit.items.remove(ANN, ["i0"])) == 0
        assert store.write(SPACE, lambda unit: unit.items.remove(ANN, [])) == 0
        assert _find(store) == ["i1"]
        assert _sourced(store, "m1") == ["i1"]

    def test_revisions_tell_what_has_changed_among_those_of_a_kind(self, store: Store) -> None:
        def revisions() -> dict[str, int]:
            return store.read(SPACE, lambda unit: unit.items.revisions(ANN, ItemKind.FACT))

        assert revisions() == {}
        for n in range(3):
            _put(store, item(f"i{n}"))
        _put(store, item("event", kind=ItemKind.EVENT))
        _put(store, item("i0", user=BEN))
        assert revisions() == {"i0": 1, "i1": 1, "i2": 1}
        _put(store, item("i1", text="other"), expect=1)
        store.write(SPACE, lambda unit: unit.items.remove(ANN, ["i2"]))
        assert revisions() == {"i0": 1, "i1": 2}

    def test_a_removed_item_may_be_put_again(self, store: Store) -> None:
        _put(store, item("i1"))
        store.write(SPACE, lambda unit: unit.items.remove(ANN, ["i1"]))
        assert _put(store, item("i1"), expect=0).revision == 1


_FACTS = ItemSelection(kind=ItemKind.FACT)


class TestItemSelection:
    """`ports.items`: those of a kind, in the order of their places."""

    def _select(
        self, store: Store, which: ItemSelection, limit: int = 9, *, newest_first: bool = False
    ) -> list[str]:
        found = store.read(
            SPACE,
            lambda unit: unit.items.select(ANN, which, limit=limit, newest_first=newest_first),
        )
        return _ids(found)

    def test_they_come_in_the_order_of_their_places(self, store: Store) -> None:
        for id_, place in (("c", 5), ("a", 9), ("b", 5), ("d", 0)):
            _put(store, replace(item(id_), place=place))
        _put(store, item("e", kind=ItemKind.NOTE))
        assert self._select(store, _FACTS) == ["d", "b", "c", "a"]
        assert self._select(store, _FACTS, newest_first=True) == ["a", "c", "b", "d"]
        assert self._select(store, _FACTS, 2) == ["d", "b"]
        assert self._select(store, _FACTS, 2, newest_first=True) == ["a", "c"]
        assert self._select(store, replace(_FACTS, after_place=5)) == ["a"]
        assert self._select(store, _FACTS, 0) == []

    def test_every_field_narrows(self, store: Store) -> None:
        rows = {
            "a": ("lan", 0, "s", 1),
            "b": ("lan", 1, "s", 1),
            "c": ("lan", 0, "s", 2),
            "d": ("mei", 0, "t", 1),
            "e": ("", 0, "", 0),
        }
        for id_, (agent, level, session, stretch) in rows.items():
            where = {"agent": agent, "level": level, "session": session, "stretch": stretch}
            _put(store, replace(item(id_), **where))  # type: ignore[arg-type]
        assert self._select(store, replace(_FACTS, agent="lan")) == ["a", "b", "c"]
        assert self._select(store, replace(_FACTS, agent="lan", level=0)) == ["a", "c"]
        assert self._select(store, replace(_FACTS, level=1)) == ["b"]
        assert self._select(store, replace(_FACTS, session="s")) == ["a", "b", "c"]
        assert self._select(store, replace(_FACTS, session="s", stretch=2)) == ["c"]
        assert self._select(store, replace(_FACTS, agent="")) == ["e"]
        assert self._select(store, replace(_FACTS, agent="nobody")) == []

    def test_by_the_time_it_is_about(self, store: Store) -> None:
        for id_, first, last in (("a", 0, 10), ("b", 20, 30), ("c", 40, 50)):
            _put(store, replace(item(id_), valid_from=later(first), valid_to=later(last)))
        assert self._select(store, replace(_FACTS, since=later(30))) == ["b", "c"]
        assert self._select(store, replace(_FACTS, until=later(20))) == ["a", "b"]
        assert self._select(store, replace(_FACTS, since=later(11), until=later(19))) == []
        assert self._select(store, replace(_FACTS, since=later(31), until=later(41))) == ["c"]

    def test_without_what_was_superseded(self, store: Store) -> None:
        _put(store, replace(item("a"), place=1, superseded_at=later(5)))
        second = _put(store, replace(item("b"), place=2, agent="lan", session="s"))
        current = replace(_FACTS, current=True)
        assert self._select(store, current) == ["b"]
        assert self._select(store, replace(current, agent="lan", level=0)) == ["b"]
        assert self._select(store, replace(current, session="s")) == ["b"]
        _put(store, replace(second, superseded_at=later(6)), expect=1)
        assert self._select(store, current) == []
        assert self._select(store, _FACTS) == ["a", "b"]

    def test_a_change_moves_it(self, store: Store) -> None:
        first = _put(store, replace(item("a"), place=1, session="s", agent="lan"))
        _put(store, replace(first, place=7, session="t", agent="mei", level=2), expect=1)
        assert self._select(store, replace(_FACTS, session="s")) == []
        moved = replace(_FACTS, session="t", agent="mei", level=2, after_place=6)
        assert self._select(store, moved) == ["a"]

    def test_those_to_be_made_again(self, store: Store) -> None:
        for id_, level, user in (("a", 2, ANN), ("b", 0, BEN), ("c", 1, ANN), ("d", 1, ANN)):
            _put(store, replace(item(id_, user=user), level=level, provisional=id_ != "d"))

        def provisional(limit: int = 9) -> list[str]:
            return _ids(store.read(SPACE, lambda unit: unit.items.provisional(limit=limit)))

        assert provisional() == ["c", "a", "b"]
        assert provisional(1) == ["c"]
        found = store.read(SPACE, lambda unit: unit.items.provisional(BEN))
        assert _ids(found) == ["b"]
        _put(store, replace(_get(store, "c")[0], provisional=False), expect=1)
        assert provisional() == ["a", "b"]

    def test_items_may_rest_on_items(self, store: Store) -> None:
        _put(store, item("a", sources=("m1",)))
        _put(store, item("b", sources=("a", "m2")))
        assert _sourced(store, "a") == ["b"]
