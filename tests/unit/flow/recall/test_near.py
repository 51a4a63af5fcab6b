"""Near: which candidates say the same in other words."""

from __future__ import annotations

import pytest

from holdfast.domain.message import Trust
from holdfast.domain.moments import from_micros
from holdfast.flow.recall.facts import Fact
from holdfast.flow.recall.near import KEPT, Nearness, Told, same
from holdfast.flow.recall.vectors import Vectors
from holdfast.text.wording import wording

DAY = 86_400_000_000


def vectors(*rows: tuple[int, int]) -> Vectors:
    made = Vectors()
    made.extend([bytes((x, y)) for x, y in rows])
    return made


def told(place: int, text: str, *, role: str = "user", day: int = 0) -> Told:
    said_at = from_micros(day * DAY, "UTC")
    return Told(
        place,
        Fact(
            (role, None, text),
            (f"m{place}",),
            text,
            place,
            "s",
            "a",
            role,
            None,
            said_at,
            Trust.USER,
        ),
    )


def test_those_close_in_meaning_are_found_from_both_sides():
    near = Nearness().near(vectors((9, 0), (0, 9), (9, 1)), [0, 1, 2])
    assert near.keys() == {0, 2}
    assert near[0][2] == near[2][0] == pytest.approx(0.994, abs=0.001)


def test_what_comes_later_is_compared_with_what_was_found_before():
    nearness, rows = Nearness(), vectors((9, 0), (0, 9), (9, 1))
    assert nearness.near(rows, [0, 1]) == {}
    assert nearness.near(rows, [2]).keys() == {0, 2}


def test_it_keeps_few():
    nearness, rows = Nearness(), vectors(*[(9, 0)] * (KEPT + 5))
    nearness.near(rows, [0])
    near = nearness.near(rows, range(1, KEPT + 5))
    assert 0 not in near
    assert len(near) == KEPT + 4


def test_without_vectors_nothing_is_near():
    rows = Vectors()
    rows.extend([None, None])
    assert Nearness().near(rows, [0, 1]) == {}
    assert Nearness().near(vectors((0, 0), (0, 0)), [0, 1]) == {}


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        (told(1, "Well, I ran yesterday."), True),
        (told(1, "Well, I ran yesterday.", role="assistant"), False),
        (told(1, "Well, I ran yesterday.", day=1), False),
        (told(1, "I did not run yesterday."), False),
    ],
)
def test_the_same_is_said_by_one_and_on_one_day(other, alike):
    nearness = Nearness()
    nearness.near(vectors((9, 0), (9, 1)), [0, 1])
    assert nearness.same(told(0, "I ran yesterday."), other, 0.0) is alike
    assert nearness.same(told(0, "I ran yesterday."), other, 0.0) is alike  # as it was found


def test_plain_words_may_differ_only_where_closeness_is_known():
    bicycle, bike = wording("a nice old bicycle trip"), wording("a nice old bike trip")
    assert same(bicycle, bike, 0.95, 0.3)
    assert not same(bicycle, bike, 0.9, 0.3)
    assert not same(bicycle, bike, 0.99, 0.0)


def test_texts_without_words_are_not_the_same():
    assert not same(wording("well..."), wording("oh!"), 1.0, 1.0)
