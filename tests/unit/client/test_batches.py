"""Batches: few requests, none too large, and every session's messages in their order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.client.batches import MOST_BYTES, MOST_MESSAGES, batches, halves, lane_of
from holdfast.client.spool import SpoolRow
from holdfast.testing.clock import FrozenClock

NOW = FrozenClock().now()

names = st.sampled_from("ab")
rows = st.lists(
    st.builds(SpoolRow, names, names, names, names, st.just("{}"), st.just(NOW)), max_size=40
).map(lambda made: [row._replace(seq=place) for place, row in enumerate(made)])


@given(rows)
def test_nothing_is_lost_and_each_lane_keeps_its_order(given_rows):
    sent = [row for batch in batches(given_rows) for row in batch]
    assert sorted(sent, key=lambda row: row.seq) == given_rows
    for lane in {lane_of(row) for row in given_rows}:
        places = [row.seq for row in sent if lane_of(row) == lane]
        assert places == sorted(places)


@given(rows)
def test_a_batch_is_of_one_place(given_rows):
    for batch in batches(given_rows):
        assert len({(row.space, row.user, row.session, row.agent) for row in batch}) == 1


def test_sessions_that_take_turns_are_batched_all_the_same():
    mixed = [SpoolRow("", f"{n % 2}", f"{n % 4}", "a", "{}", NOW, n) for n in range(40)]
    assert [len(batch) for batch in batches(mixed)] == [10] * 4


def test_no_batch_is_too_large():
    many = [SpoolRow("", "u", "s", "a", "{}", NOW, n) for n in range(MOST_MESSAGES + 1)]
    assert [len(batch) for batch in batches(many)] == [MOST_MESSAGES, 1]
    third = "茶" * (MOST_BYTES // 9)
    heavy = [SpoolRow("", "u", "s", "a", third, NOW, n) for n in range(4)]
    assert [len(batch) for batch in batches(heavy)] == [3, 1]
    huge = [SpoolRow("", "u", "s", "a", "x" * (MOST_BYTES + 1), NOW, n) for n in range(2)]
    assert [len(batch) for batch in batches(huge)] == [1, 1]


def test_halves():
    several = [SpoolRow("", "u", "s", "a", "{}", NOW, n) for n in range(3)]
    first, second = halves(several)
    assert first + second == several
    assert first
