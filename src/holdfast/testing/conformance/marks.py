"""What every `Terms` must do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast.domain.message import Message
from holdfast.domain.moments import to_micros
from holdfast.ports.store import Store
from holdfast.ports.terms import IndexRow, StaleRow, TermEntry
from holdfast.testing.conformance.builders import (
    ANN,
    AT,
    BEN,
    SPACE,
    TEXTS,
    keep,
    later,
    message,
)


def _keep(store: Store, *messages: Message) -> None:
    store.write(SPACE, lambda unit: keep(unit, *messages))


def _put(store: Store, *entries: tuple[int, str, str], user: str = ANN) -> None:
    rows = [TermEntry(*entry) for entry in entries]
    store.write(SPACE, lambda unit: unit.terms.put(user, rows))


def _since(store: Store, seq: int = 0, *, version: str = "v1", user: str = ANN) -> list[IndexRow]:
    return store.read(SPACE, lambda unit: unit.terms.since(user, seq, version=version))


def _kept(store: Store, version: str = "v1") -> list[tuple[int, bool, str]]:
    return [(row.seq, row.analysed, row.terms) for row in _since(store, version=version)]


def _stale(
    store: Store, version: str, *, after_seq: int = 0, limit: int = 100, user: str = ANN
) -> list[StaleRow]:
    return store.read(
        SPACE, lambda unit: unit.terms.stale(user, version, after_seq=after_seq, limit=limit)
    )


def _seqs(rows: Sequence[StaleRow]) -> list[int]:
    return [row.seq for row in rows]


class TestTerms:
    """`ports.terms`."""

    def test_of_an_unknown_user_there_is_nothing(self, store: Store) -> None:
        assert _since(store) == []
        assert _stale(store, "v1") == []
        assert store.read(SPACE, lambda unit: unit.terms.count_stale("v1")) == []
        assert store.write(SPACE, lambda unit: unit.terms.remove(ANN, [1])) == 0

    def test_a_message_without_terms_comes_with_its_text(self, store: Store) -> None:
        _keep(store, message("m1", 1, session="s", agent="g", text="Hi 小明", said_at=later(7)))
        said_at = to_micros(later(7))
        assert _since(store) == [IndexRow(1, "m1", "s", "g", said_at, False, "Hi 小明")]

    def test_a_message_with_terms_comes_with_them(self, store: Store) -> None:
        _keep(store, message("m1", 1, session="s", agent="g", text="Hi 小明"))
        _put(store, (1, "v1", "hi 小明"))
        assert _since(store) == [IndexRow(1, "m1", "s", "g", to_micros(AT), True, "hi 小明")]

    def test_having_no_term_is_not_lacking_terms(self, store: Store) -> None:
        _keep(store, message("m1", 1, text="..."))
        _put(store, (1, "v1", ""))
        assert _kept(store) == [(1, True, "")]
        assert _stale(store, "v1") == []

    def test_putting_again_replaces(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2))
        _put(store, (1, "v1", "one"), (2, "v1", "two"))
        _put(store, (2, "v2", "deux"))
        assert _kept(store, "v1")[0] == (1, True, "one")
        assert _kept(store, "v2")[1] == (2, True, "deux")

    def test_terms_of_another_version_count_as_missing(self, store: Store) -> None:
        _keep(store, message("m1", 1, text="one"), message("m2", 2, text="two"))
        _put(store, (1, "v1", "old"), (2, "v2", "new"))
        assert _kept(store, "v1") == [(1, True, "old"), (2, False, "two")]
        assert _kept(store, "v2") == [(1, False, "one"), (2, True, "new")]
        assert _kept(store, "") == [(1, False, "one"), (2, False, "two")]

    def test_putting_nothing_is_a_no_op(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        _put(store)
        assert _kept(store) == [(1, False, "text of m1, version 1")]

    @pytest.mark.parametrize("name", TEXTS)
    def test_terms_come_back_as_they_were(self, store: Store, name: str) -> None:
        _keep(store, message("m1", 1))
        _put(store, (1, "v1", TEXTS[name]))
        assert _kept(store) == [(1, True, TEXTS[name])]

    def test_since_follows_the_log_and_starts_behind(self, store: Store) -> None:
        said = [later(3), later(1), later(2)]
        _keep(store, *(message(f"m{n}", n, said_at=at) for n, at in enumerate(said, start=1)))
        assert [row.seq for row in _since(store)] == [1, 2, 3]
        assert [row.seq for row in _since(store, 1)] == [2, 3]
        assert _since(store, 3) == []

    def test_since_shows_the_newest_versions_only(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2))
        _put(store, (1, "v1", "old"), (2, "v1", "two"))
        _keep(store, message("m1", 3, version=2, text="new"))
        assert _kept(store) == [(2, True, "two"), (3, False, "new")]
        _put(store, (3, "v1", "new"))
        assert _kept(store) == [(2, True, "two"), (3, True, "new")]

    def test_removed_messages_are_gone_from_every_answer(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2))
        _put(store, (1, "v1", "one"))
        store.write(SPACE, lambda unit: unit.log.remove(ANN, ["m1"]))
        assert [row.seq for row in _since(store)] == [2]
        assert _seqs(_stale(store, "v2")) == [2]
        assert store.read(SPACE, lambda unit: unit.terms.count_stale("v2")) == [(ANN, 1)]

    def test_stale_are_those_without_terms_or_of_another_version(self, store: Store) -> None:
        _keep(store, *(message(f"m{n}", n, text=f"text {n}") for n in range(1, 5)))
        _put(store, (1, "v1", "one"), (3, "v2", "three"))
        assert _stale(store, "v2") == [
            StaleRow(1, "text 1"),
            StaleRow(2, "text 2"),
            StaleRow(4, "text 4"),
        ]
        assert _seqs(_stale(store, "v1")) == [2, 3, 4]
        assert _seqs(_stale(store, "v3")) == [1, 2, 3, 4]

    def test_a_superseded_version_is_not_stale(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m1", 2, version=2))
        assert _seqs(_stale(store, "v1")) == [2]
        assert store.read(SPACE, lambda unit: unit.terms.count_stale("v1")) == [(ANN, 1)]

    @pytest.mark.parametrize(
        ("after_seq", "limit", "expected"),
        [(0, 2, [1, 2]), (2, 2, [3, 4]), (4, 2, [5]), (5, 2, []), (0, 0, [])],
    )
    def test_stale_is_paged(
        self, store: Store, after_seq: int, limit: int, expected: list[int]
    ) -> None:
        _keep(store, *(message(f"m{n}", n) for n in range(1, 6)))
        assert _seqs(_stale(store, "v1", after_seq=after_seq, limit=limit)) == expected

    def test_stale_messages_are_counted_by_user(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2))
        _keep(store, message("m1", 1, user=BEN))
        _keep(store, message("m1", 1, user="cat"))
        _put(store, (1, "v1", "one"))
        _put(store, (1, "v1", "one"), user=BEN)
        _put(store, (1, "v0", "one"), user="cat")
        counted = store.read(SPACE, lambda unit: unit.terms.count_stale("v1"))
        assert sorted(counted) == [(ANN, 1), ("cat", 1)]

    def test_users_have_their_own_terms(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        _keep(store, message("m1", 1, user=BEN, text="ben's"))
        _put(store, (1, "v1", "ann"))
        assert [row.terms for row in _since(store, user=BEN)] == ["ben's"]
        assert _seqs(_stale(store, "v1", user=BEN)) == [1]
        assert store.write(SPACE, lambda unit: unit.terms.remove(BEN, [1])) == 0
        assert _kept(store) == [(1, True, "ann")]

    def test_remove_takes_the_terms_of_these_rows(self, store: Store) -> None:
        _keep(store, *(message(f"m{n}", n) for n in range(1, 4)))
        _put(store, (1, "v1", "one"), (2, "v1", "two"))
        assert store.write(SPACE, lambda unit: unit.terms.remove(ANN, [1, 3, 9])) == 1
        assert store.write(SPACE, lambda unit: unit.terms.remove(ANN, [])) == 0
        assert [row.analysed for row in _since(store)] == [False, True, False]
        assert _seqs(_stale(store, "v1")) == [1, 3]
