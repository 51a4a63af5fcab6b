"""What every `Log` must do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from holdfast.domain.message import Message, Selection
from holdfast.domain.moments import to_micros, zone_of
from holdfast.errors import Conflict
from holdfast.ports.store import Store
from holdfast.testing.conformance.builders import (
    ANN,
    AT,
    BEN,
    SPACE,
    TEXTS,
    VALUES,
    keep,
    later,
    message,
)
from holdfast.testing.conformance.expect import refused, same_json

EVERYTHING = Selection(all_versions=True)
MANY = [f"unknown {n}" for n in range(40_000)]
"""More ids than some databases take in one statement."""

_NEW_YORK = ZoneInfo("America/New_York")
MOMENTS = {
    "utc": datetime(2024, 2, 29, 23, 59, 59, 999_999, tzinfo=UTC),
    "iana": datetime(2024, 5, 1, 8, 0, tzinfo=ZoneInfo("Asia/Shanghai")),
    "before the clock goes back": datetime(2024, 11, 3, 1, 30, tzinfo=_NEW_YORK),
    "after the clock went back": datetime(2024, 11, 3, 1, 30, fold=1, tzinfo=_NEW_YORK),
    "east": datetime(2024, 5, 1, 8, 0, tzinfo=timezone(timedelta(hours=8))),
    "west": datetime(2024, 5, 1, 8, 0, tzinfo=timezone(-timedelta(hours=3, minutes=30))),
    "seconds": datetime(1930, 5, 1, tzinfo=timezone(timedelta(minutes=19, seconds=32))),
    "before 1970": datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    "the first": datetime(1, 1, 1, tzinfo=UTC),
    "the last": datetime.max.replace(tzinfo=UTC),
}


def _keep(store: Store, *messages: Message) -> None:
    store.write(SPACE, lambda unit: keep(unit, *messages))


def _get(store: Store, *ids: str, user: str = ANN) -> list[Message]:
    return store.read(SPACE, lambda unit: unit.log.get(user, ids))


def _find(
    store: Store, which: Selection, *, limit: int = 1000, newest_first: bool = False
) -> list[Message]:
    return store.read(
        SPACE,
        lambda unit: unit.log.find(ANN, which, limit=limit, newest_first=newest_first),
    )


def _between(store: Store, which: Selection, *, limit: int = 1000) -> list[Message]:
    return store.read(SPACE, lambda unit: unit.log.between(ANN, which, limit=limit))


def _sent(
    store: Store, *client_ids: str, session: str = "default", user: str = ANN
) -> dict[str, Message]:
    return store.read(SPACE, lambda unit: unit.log.sent(user, session, client_ids))


def _remove(store: Store, *ids: str, user: str = ANN) -> int:
    return store.write(SPACE, lambda unit: unit.log.remove(user, ids))


def _seqs(messages: Sequence[Message]) -> list[int]:
    return [each.seq for each in messages]


class TestLogRows:
    """`ports.log`: what is appended comes back as it was."""

    def test_every_field_is_kept(self, store: Store) -> None:
        given = Message(
            id="m1",
            user=ANN,
            session="会话",
            agent="lan lan",
            seq=1,
            number=42,
            role="tool",
            speaker="小明",
            text="text",
            parts=({"type": "image", "ref": "r1"}, {}),
            extra={"k": [1, None]},
            said_at=later(3),
            stored_at=later(microseconds=1),
            client_id="c 1",
        )
        bare = replace(given, id="m2", seq=2, speaker=None, parts=(), extra={}, client_id=None)
        _keep(store, given, bare)
        assert _get(store, "m1", "m2") == [given, bare]
        assert _find(store, Selection()) == [given, bare]
        assert _between(store, Selection()) == [given, bare]
        assert store.read(SPACE, lambda unit: unit.log.versions(ANN, "m1")) == [given]
        assert _sent(store, "c 1", session="会话") == {"c 1": given}

    @pytest.mark.parametrize("name", TEXTS)
    def test_text_is_kept(self, store: Store, name: str) -> None:
        _keep(store, message("m1", 1, text=TEXTS[name]))
        assert _get(store, "m1")[0].text == TEXTS[name]

    @pytest.mark.parametrize("name", VALUES)
    def test_json_is_kept(self, store: Store, name: str) -> None:
        value = VALUES[name]
        _keep(store, message("m1", 1, parts=[{"value": value}, {"b": 2}], extra={name: value}))
        [kept] = _get(store, "m1")
        assert isinstance(kept.parts, tuple)
        assert same_json(list(kept.parts), [{"value": value}, {"b": 2}])
        assert same_json(kept.extra, {name: value})

    @pytest.mark.parametrize("name", MOMENTS)
    def test_the_moment_and_its_zone_are_kept(self, store: Store, name: str) -> None:
        _keep(store, message("m1", 1, said_at=MOMENTS[name]))
        said_at = _get(store, "m1")[0].said_at
        assert to_micros(said_at) == to_micros(MOMENTS[name])
        assert zone_of(said_at) == zone_of(MOMENTS[name])
        assert said_at.utcoffset() == MOMENTS[name].utcoffset()

    def test_names_are_kept_to_the_letter(self, store: Store) -> None:
        odd = "  Ünïcode\u0301 / 'quoted' 小明 😀 % "
        given = message(
            odd, 1, session=odd, agent=odd, role=odd, speaker=odd, text=odd, client_id=odd
        )
        _keep(store, given)
        assert _find(store, Selection(session=odd, agent=odd)) == [given]
        assert _sent(store, odd, session=odd) == {odd: given}

    def test_appending_nothing_is_a_no_op(self, store: Store) -> None:
        store.write(SPACE, lambda unit: unit.log.append([]))
        assert _find(store, EVERYTHING) == []

    def test_places_may_have_gaps(self, store: Store) -> None:
        _keep(store, message("m1", 5), message("m2", 9))
        assert _seqs(_find(store, Selection())) == [5, 9]


class TestLogConflicts:
    """`ports.log`: nothing is kept twice."""

    def _refuses(self, store: Store, *given: Message) -> None:
        """These messages must conflict, and neither they nor the rest of the unit be kept."""
        before = _find(store, EVERYTHING)
        stamp = store.read(SPACE, lambda unit: unit.users.stamp(ANN))
        with refused(Conflict):
            _keep(store, message("fresh", 50, client_id="fresh"), *given)
        assert _find(store, EVERYTHING) == before
        assert store.read(SPACE, lambda unit: unit.users.stamp(ANN)) == stamp
        assert _sent(store, "fresh") == {}

    def test_an_id_and_version_used_again(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m1", 2, version=2))
        self._refuses(store, message("m1", 3))
        self._refuses(store, message("m1", 3, session="another"))
        self._refuses(store, message("m1", 3, version=2))

    def test_an_id_twice_in_one_batch(self, store: Store) -> None:
        self._refuses(store, message("m1", 1), message("m1", 2))

    def test_a_client_id_used_again(self, store: Store) -> None:
        _keep(store, message("m1", 1, client_id="c1"))
        self._refuses(store, message("m2", 2, client_id="c1"))

    def test_a_client_id_twice_in_one_batch(self, store: Store) -> None:
        self._refuses(store, message("m1", 1, client_id="c1"), message("m2", 2, client_id="c1"))

    def test_ids_are_the_users_own(self, store: Store) -> None:
        _keep(store, message("m1", 1, client_id="c1"))
        _keep(store, message("m1", 1, user=BEN, client_id="c1"))
        assert [each.user for each in _get(store, "m1")] == [ANN]
        assert [each.user for each in _get(store, "m1", user=BEN)] == [BEN]

    def test_client_ids_are_the_sessions_own(self, store: Store) -> None:
        _keep(store, message("m1", 1, session="s", client_id="c1"))
        _keep(store, message("m2", 2, session="t", client_id="c1"))
        assert len(_find(store, Selection())) == 2

    def test_many_messages_have_no_client_id(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m2", 2), message("m3", 3))
        assert len(_find(store, Selection())) == 3

    def test_a_later_version_may_repeat_the_client_id(self, store: Store) -> None:
        _keep(store, message("m1", 1, client_id="c1"))
        _keep(store, message("m1", 2, version=2, client_id="c1"))
        assert _seqs(list(_sent(store, "c1").values())) == [1]

    def test_what_was_removed_may_come_again(self, store: Store) -> None:
        _keep(store, message("m1", 1, client_id="c1"), message("m1", 2, version=2))
        _remove(store, "m1")
        _keep(store, message("m1", 3, client_id="c1"))
        assert _seqs(_find(store, EVERYTHING)) == [3]


class TestLogVersions:
    """`ports.log`: a correction is a new version."""

    def test_the_newest_version_stands_for_the_message(self, store: Store) -> None:
        first, second = message("m1", 1), message("m1", 3, version=2, text="corrected")
        _keep(store, first, message("m2", 2))
        _keep(store, second)
        assert _get(store, "m1") == [second]
        assert _seqs(_find(store, Selection())) == [2, 3]
        assert _seqs(_between(store, Selection())) == [2, 3]

    def test_no_version_is_lost(self, store: Store) -> None:
        versions = [message("m1", n, version=n, text=f"take {n}") for n in range(1, 13)]
        for version in versions:
            _keep(store, version)
        assert store.read(SPACE, lambda unit: unit.log.versions(ANN, "m1")) == versions
        assert _find(store, EVERYTHING) == versions
        assert _find(store, Selection()) == versions[-1:]

    def test_several_versions_in_one_batch(self, store: Store) -> None:
        _keep(store, message("m1", 1), message("m1", 2, version=2), message("m1", 3, version=3))
        assert _seqs(_find(store, Selection())) == [3]

    def test_an_older_version_that_comes_late_supersedes_nothing(self, store: Store) -> None:
        _keep(store, message("m1", 1, version=2))
        _keep(store, message("m1", 2, version=1))
        assert [each.version for each in _get(store, "m1")] == [2]
        assert [each.version for each in _find(store, Selection())] == [2]
        versions = store.read(SPACE, lambda unit: unit.log.versions(ANN, "m1"))
        assert [each.version for each in versions] == [1, 2]

    def test_of_an_unknown_message_there_are_none(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        assert store.read(SPACE, lambda unit: unit.log.versions(ANN, "m2")) == []
        assert store.read(SPACE, lambda unit: unit.log.versions(BEN, "m1")) == []

    def test_a_selection_narrows_the_newest_version(self, store: Store) -> None:
        _keep(store, message("m1", 1, agent="a"), message("m1", 2, version=2, agent="b"))
        assert _find(store, Selection(agent="a")) == []
        assert _seqs(_find(store, Selection(agent="b"))) == [2]
        assert _seqs(_find(store, Selection(agent="a", all_versions=True))) == [1]


class TestLogLookup:
    """`ports.log`: finding a message by a name."""

    def test_get_answers_in_the_order_asked(self, store: Store) -> None:
        _keep(store, *(message(f"m{n}", n) for n in range(1, 5)))
        assert _seqs(_get(store, "m3", "unknown", "m1", "m4")) == [3, 1, 4]
        assert _get(store) == []

    def test_get_gives_nothing_of_another_user(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        assert _get(store, "m1", user=BEN) == []

    def test_sent_finds_the_first_versions_by_client_id(self, store: Store) -> None:
        first = message("m1", 1, client_id="c1")
        _keep(store, first, message("m2", 2, client_id="c2"), message("m3", 3))
        _keep(store, message("m1", 4, version=2, text="corrected", client_id="c1"))
        assert _sent(store, "c1", "unknown") == {"c1": first}
        assert set(_sent(store, "c2", "c1")) == {"c1", "c2"}
        assert _sent(store) == {}

    def test_sent_looks_into_one_session_of_one_user(self, store: Store) -> None:
        _keep(store, message("m1", 1, session="s", client_id="c1"))
        _keep(store, message("m2", 2, session="t", client_id="c1"))
        assert _seqs(list(_sent(store, "c1", session="t").values())) == [2]
        assert _sent(store, "c1", session="u") == {}
        assert _sent(store, "c1", session="s", user=BEN) == {}

    def test_very_many_ids_may_be_asked_for(self, store: Store) -> None:
        _keep(store, message("m1", 1, client_id="c1"), message("m2", 2, client_id="c2"))
        assert _seqs(_get(store, "m2", *MANY, "m1")) == [2, 1]
        assert set(_sent(store, "c2", *MANY, "c1")) == {"c1", "c2"}
        assert _remove(store, "m2", *MANY, "m1") == 2


class TestLogFind:
    """`ports.log`: finding messages by what they have in common."""

    def test_find_follows_the_log_and_between_the_time_said(self, store: Store) -> None:
        for n, seconds in enumerate([30, 10, 20, 10], start=1):
            _keep(store, message(f"m{n}", n, said_at=later(seconds)))
        assert _seqs(_find(store, Selection())) == [1, 2, 3, 4]
        assert _seqs(_between(store, Selection())) == [2, 4, 3, 1]

    def test_find_follows_the_places_not_the_order_of_appending(self, store: Store) -> None:
        _keep(store, message("m2", 2), message("m1", 1))
        assert _seqs(_find(store, Selection())) == [1, 2]

    def test_said_at_is_compared_across_zones(self, store: Store) -> None:
        east, utc = ZoneInfo("Asia/Shanghai"), UTC
        _keep(store, message("m1", 1, said_at=datetime(2024, 5, 1, 9, tzinfo=utc)))
        _keep(store, message("m2", 2, said_at=datetime(2024, 5, 1, 16, tzinfo=east)))
        assert _seqs(_between(store, Selection())) == [2, 1]
        half_past_eight = datetime(2024, 5, 1, 16, 30, tzinfo=east)
        assert _seqs(_find(store, Selection(until=half_past_eight))) == [2]

    def test_the_hour_that_comes_twice_is_told_apart(self, store: Store) -> None:
        early, late = (MOMENTS[f"{way} the clock {verb} back"] for way, verb in _TWICE)
        _keep(store, message("m1", 1, said_at=late), message("m2", 2, said_at=early))
        assert _seqs(_between(store, Selection())) == [2, 1]
        assert _seqs(_find(store, Selection(since=late))) == [1]
        assert _seqs(_find(store, Selection(until=early))) == [2]

    @pytest.mark.parametrize(
        ("limit", "newest_first", "expected"),
        [
            (2, False, [1, 2]),
            (2, True, [5, 4]),
            (9, True, [5, 4, 3, 2, 1]),
            (0, False, []),
            (0, True, []),
        ],
    )
    def test_find_is_limited_from_either_end(
        self, store: Store, limit: int, newest_first: bool, expected: list[int]
    ) -> None:
        _keep(store, *(message(f"m{n}", n, said_at=later(-n)) for n in range(1, 6)))
        assert _seqs(_find(store, Selection(), limit=limit, newest_first=newest_first)) == expected

    def test_between_is_limited_to_the_first_said(self, store: Store) -> None:
        _keep(store, *(message(f"m{n}", n, said_at=later(-n)) for n in range(1, 6)))
        assert _seqs(_between(store, Selection(), limit=2)) == [5, 4]

    def test_the_limit_counts_after_the_selection(self, store: Store) -> None:
        _keep(store, *(message(f"m{n}", n, agent="ab"[n % 2]) for n in range(1, 9)))
        assert _seqs(_find(store, Selection(agent="a"), limit=2)) == [2, 4]
        newest = _find(store, Selection(agent="a"), limit=2, newest_first=True)
        assert _seqs(newest) == [8, 6]

    @pytest.mark.parametrize(
        ("since", "until", "expected"),
        [
            (0, 0, [2]),
            (-1, 1, [1, 2, 3]),
            (1, None, [3]),
            (None, -1, [1]),
            (None, 0, [1, 2]),
            (0, None, [2, 3]),
            (2, None, []),
            (None, -2, []),
            (1, -1, []),
        ],
    )
    def test_both_ends_are_included_to_the_microsecond(
        self, store: Store, since: int | None, until: int | None, expected: list[int]
    ) -> None:
        said = (later(microseconds=n) for n in (-1, 0, 1))
        _keep(store, *(message(f"m{n}", n, said_at=at) for n, at in enumerate(said, start=1)))
        which = Selection(
            since=None if since is None else later(microseconds=since),
            until=None if until is None else later(microseconds=until),
        )
        assert _seqs(_find(store, which)) == expected
        assert _seqs(_between(store, which)) == expected

    @pytest.mark.parametrize(
        ("which", "expected"),
        [
            (Selection(), [2, 3, 4, 5]),
            (EVERYTHING, [1, 2, 3, 4, 5]),
            (Selection(session="s"), [3, 5]),
            (Selection(session="s", all_versions=True), [1, 3, 5]),
            (Selection(agent="a"), [2, 5]),
            (Selection(session="s", agent="a"), [5]),
            (Selection(session="unknown"), []),
            (Selection(agent="unknown"), []),
            (Selection(after_seq=3), [4, 5]),
            (Selection(after_seq=5), []),
            (Selection(after_seq=1, session="s"), [3, 5]),
            (Selection(since=later(4)), [4, 5]),
            (Selection(since=later(2), until=later(4), agent="b"), [3, 4]),
            (Selection(after_seq=3, since=AT, until=later(9), session="s", agent="a"), [5]),
        ],
    )
    def test_every_field_of_a_selection_narrows(
        self, store: Store, which: Selection, expected: list[int]
    ) -> None:
        _keep(
            store,
            message("m1", 1, session="s", agent="a", said_at=later(1)),
            message("m2", 2, session="t", agent="a", said_at=later(2)),
            message("m3", 3, session="s", agent="b", said_at=later(3)),
            message("m4", 4, session="t", agent="b", said_at=later(4)),
            message("m1", 5, session="s", agent="a", said_at=later(5), version=2),
        )
        assert _seqs(_find(store, which)) == expected
        assert _seqs(_between(store, which)) == expected
        assert _seqs(_find(store, which, newest_first=True)) == expected[::-1]

    def test_users_have_their_own_log(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        _keep(store, message("m2", 1, user=BEN), message("m3", 2, user=BEN))
        assert [each.id for each in _find(store, EVERYTHING)] == ["m1"]
        assert [each.id for each in _between(store, EVERYTHING)] == ["m1"]


class TestLogRemove:
    """`ports.log`: what is removed is gone."""

    def test_every_version_goes_and_is_counted(self, store: Store) -> None:
        _keep(store, message("m1", 1, client_id="c1"), message("m2", 2))
        _keep(store, message("m1", 3, version=2))
        assert _remove(store, "m1", "unknown") == 2
        assert _get(store, "m1") == []
        assert store.read(SPACE, lambda unit: unit.log.versions(ANN, "m1")) == []
        assert _sent(store, "c1") == {}
        assert _seqs(_find(store, EVERYTHING)) == [2]
        assert _seqs(_between(store, EVERYTHING)) == [2]

    def test_nothing_to_remove_is_none(self, store: Store) -> None:
        _keep(store, message("m1", 1))
        assert _remove(store, "unknown") == 0
        assert _remove(store) == 0
        assert _remove(store, "m1", user=BEN) == 0
        assert _seqs(_find(store, EVERYTHING)) == [1]


_TWICE = (("before", "goes"), ("after", "went"))
