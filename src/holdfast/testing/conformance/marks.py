"""What every `Marks` must do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast.domain.message import Message
from holdfast.domain.moments import to_micros
from holdfast.ports.marks import Makers, Mark, Sheet, StaleRow
from holdfast.ports.store import Store
from holdfast.testing.conformance.builders import ANN, AT, BEN, SPACE, append, keep, later, message

BY = Makers("a1", "m1")
MADE = Mark("a1", b"\1\0\0\0\2\0\0\0", 3, "m1", b"\x7f\x80")
BYTES = {
    "none": b"",
    "zeros": bytes(8),
    "every byte": bytes(range(256)),
    "like text": "小明".encode(),
    "many": bytes(range(256)) * 400,
}


def _keep(store: Store, *messages: Message) -> None:
    store.write(SPACE, lambda unit: keep(unit, *messages))


def _put(store: Store, *marks: tuple[int, Mark], user: str = ANN) -> None:
    store.write(SPACE, lambda unit: unit.marks.put(user, marks))


def _since(store: Store, seq: int = 0, *, by: Makers = BY, user: str = ANN) -> Sheet:
    return store.read(SPACE, lambda unit: unit.marks.since(user, seq, by))


def _terms(store: Store, by: Makers = BY, user: str = ANN) -> list[tuple[int, bytes | None]]:
    sheet = _since(store, by=by, user=user)
    return list(zip(sheet.seqs, sheet.terms, strict=True))


def _stale(
    store: Store, by: Makers = BY, *, after_seq: int = 0, limit: int = 100, user: str = ANN
) -> list[StaleRow]:
    return store.read(
        SPACE, lambda unit: unit.marks.stale(user, by, after_seq=after_seq, limit=limit)
    )


def _counted(store: Store, by: Makers = BY) -> list[tuple[str, int]]:
    return store.read(SPACE, lambda unit: unit.marks.count_stale(by))


def _seqs(rows: Sequence[StaleRow]) -> list[int]:
    return [row.seq for row in rows]


class TestMarks:
    """`ports.marks`."""

    def test_of_an_unknown_user_there_is_nothing(self, store: Store) -> None:
        assert _since(store) == Sheet()
        assert _stale(store) == []
        assert _counted(store) == []
        _put(store, (1, MADE))
        assert _since(store) == Sheet()

    def test_a_message_without_a_mark_comes_with_its_text(self, store: Store) -> None:
        kept = message("m1", 1, session="s", agent="g", text="Hi 小明", said_at=later(7))
        _keep(store, kept)
        sheet = _since(store)
        assert [*sheet.seqs, *sheet.ids, *sheet.versions, *sheet.numbers] == [1, "m1", 1, 1]
        assert [*sheet.sessions, *sheet.agents, *sheet.roles] == ["s", "g", "user"]
        assert [*sheet.speakers, *sheet.said_at] == [None, to_micros(later(7))]
        assert [*sheet.terms, *sheet.vectors] == [None, None]
        assert _stale(store) == [StaleRow(1, "Hi 小明", Mark())]

    def test_a_message_with_a_mark_comes_with_it(self, store: Store) -> None:
        _keep(store, message("m1", 1, speaker="Ann"))
        _put(store, (1, MADE))
        sheet = _since(store)
        assert [*sheet.terms, *sheet.traits, *sheet.vectors] == [MADE.terms, 3, MADE.vector]
        assert list(sheet.speakers) == ["Ann"]
        assert list(sheet.said_at) == [to_micros(AT)]

    def test_a_mark_may_come_with_its_message(self, store: Store) -> None:
        rows, other = [message("m1", 1), message("m2", 2)], MADE._replace(terms=b"\0\0\0\1")
        store.write(SPACE, lambda unit: append(unit, rows, [MADE, other]))
        assert _terms(store) == [(1, MADE.terms), (2, other.terms)]
        assert _stale(store) == []

    def test_a_mark_takes_the_place_of_the_old_one(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        _put(store, (1, MADE))
        _put(store, (1, Mark("a2", b"", 0, "m2", b"\1")))
        assert _stale(store, Makers("a2", "m2")) == []
        assert _stale(store) == [
            StaleRow(1, "text of m1, version 1", Mark("a2", b"", 0, "m2", b"\1"))
        ]

    @pytest.mark.parametrize("name", BYTES)
    def test_bytes_come_back_as_they_were(self, store: Store, name: str) -> None:
        _keep(store, message("m1", 1))
        _put(store, (1, MADE._replace(terms=BYTES[name], vector=BYTES[name])))
        sheet = _since(store)
        assert (sheet.terms[0], sheet.vectors[0]) == (BYTES[name], BYTES[name])

    @pytest.mark.parametrize(
        ("by", "terms", "vector"),
        [
            (BY, MADE.terms, MADE.vector),
            (Makers("a2", "m1"), None, MADE.vector),
            (Makers("a1", "m2"), MADE.terms, None),
            (Makers("a2", "m2"), None, None),
            (Makers("a1", ""), MADE.terms, None),
        ],
    )
    def test_what_another_made_is_missing(
        self, store: Store, by: Makers, terms: bytes | None, vector: bytes | None
    ) -> None:
        _keep(store, message("m1", 1))
        _put(store, (1, MADE))
        sheet = _since(store, by=by)
        assert (sheet.terms[0], sheet.vectors[0]) == (terms, vector)
        assert _seqs(_stale(store, by)) == ([] if by == BY else [1])

    def test_since_follows_the_log_and_starts_behind(self, store: Store) -> None:
        said = [later(3), later(1), later(2)]
        _keep(store, *(message(f"m{n}", n, said_at=at) for n, at in enumerate(said, start=1)))
        assert list(_since(store).seqs) == [1, 2, 3]
        assert list(_since(store, 1).seqs) == [2, 3]
        assert _since(store, 3) == Sheet()

    def test_since_shows_the_newest_versions_only(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2))
        _put(store, (1, MADE), (2, MADE))
        _keep(store, message("m1", 3, version=2, text="new"))
        sheet = _since(store)
        assert list(zip(sheet.seqs, sheet.versions, sheet.terms, strict=True)) == [
            (2, 1, MADE.terms),
            (3, 2, None),
        ]

    def test_a_removed_message_takes_its_mark_along(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2))
        _put(store, (1, MADE))
        store.write(SPACE, lambda unit: unit.log.remove(ANN, ["m1"]))
        assert list(_since(store).seqs) == [2]
        assert _seqs(_stale(store)) == [2]
        assert _counted(store) == [(ANN, 1)]
        _keep(store, message("m1", 1))
        assert _terms(store) == [(1, None), (2, None)]

    def test_stale_are_those_without_a_mark_or_with_another(self, store: Store) -> None:
        _keep(store, *(message(f"m{n}", n, text=f"text {n}") for n in range(1, 5)))
        _put(store, (1, MADE), (3, MADE._replace(analysis="a2")))
        assert _stale(store) == [
            StaleRow(2, "text 2", Mark()),
            StaleRow(3, "text 3", MADE._replace(analysis="a2")),
            StaleRow(4, "text 4", Mark()),
        ]
        assert _seqs(_stale(store, Makers("a2", "m1"))) == [1, 2, 4]
        assert _seqs(_stale(store, Makers("a3", "m1"))) == [1, 2, 3, 4]

    def test_a_superseded_version_is_not_stale(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m1", 2, version=2))
        assert _seqs(_stale(store)) == [2]
        assert _counted(store) == [(ANN, 1)]

    @pytest.mark.parametrize(
        ("after_seq", "limit", "expected"),
        [(0, 2, [1, 2]), (2, 2, [3, 4]), (4, 2, [5]), (5, 2, []), (0, 0, [])],
    )
    def test_stale_is_paged(
        self, store: Store, after_seq: int, limit: int, expected: list[int]
    ) -> None:
        _keep(store, *(message(f"m{n}", n) for n in range(1, 6)))
        assert _seqs(_stale(store, after_seq=after_seq, limit=limit)) == expected

    def test_stale_messages_are_counted_by_user(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2))
        _keep(store, message("m1", 1, user=BEN))
        _keep(store, message("m1", 1, user="cat"))
        _put(store, (1, MADE))
        _put(store, (1, MADE), user=BEN)
        _put(store, (1, MADE._replace(model="m0")), user="cat")
        assert sorted(_counted(store)) == [(ANN, 1), ("cat", 1)]

    def test_users_have_their_own_marks(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        _keep(store, message("m1", 1, user=BEN))
        _put(store, (1, MADE))
        assert _terms(store, user=BEN) == [(1, None)]
        assert _seqs(_stale(store, user=BEN)) == [1]
        assert _terms(store) == [(1, MADE.terms)]
