"""What is pressed into leaves is the index that was fed."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from holdfast.flow.recall import vectors
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.leaf import is_whole, joined, opened, pressed
from holdfast.ports.marks import Sheet
from tests.unit.flow.recall.sheets import Said, part, sheet

WORDS = [
    "tea",
    "cat",
    "museum",
    "Lily",
    "harbour",
    "莉莉",
    "成都",
    "猫",
    "钢琴",
    "winter",
    "violin",
]


def history(count: int, seed: int = 1) -> Sheet:
    """Messages of several sessions, some of them out of order, some without a vector."""
    dice = random.Random(seed)
    said = [
        Said(
            " ".join(dice.choices(WORDS, k=dice.randint(1, 9))),
            session=f"s{dice.randrange(1 + count // 9)}",
            agent=dice.choice(["a", "b"]),
            role=dice.choice(["user", "user", "assistant"]),
            speaker=dice.choice([None, None, "Lily", "莉莉"]),
            said_at=dice.randrange(10**15),
            embedded=dice.random() < 0.9,
        )
        for _ in range(count)
    ]
    whole = sheet(said)
    numbers = list(whole.numbers)
    if count > 5:
        numbers[3], numbers[-2] = numbers[-2], numbers[3]  # as where one of them was corrected
    return replace(whole, numbers=numbers)


def fed(whole: Sheet) -> UserIndex:
    index = UserIndex(1)
    index.feed(whole)
    return index


def pressed_of(whole: Sheet) -> bytes:
    return pressed(fed(whole).parts(whole))


def opened_of(whole: Sheet, size: int) -> UserIndex:
    """An index opened from leaves of so many messages."""
    begins = range(0, len(whole.seqs), size)
    leaves = [opened(pressed_of(part(whole, begin, begin + size))) for begin in begins]
    parts = joined(leaves)
    assert parts is not None
    index = UserIndex(1)
    index.open(parts)
    return index


def assert_alike(one: UserIndex, other: UserIndex) -> None:
    assert [*one.ids] == [*other.ids]
    for here, there in zip(one.rows, other.rows, strict=True):
        assert here.tolist() == there.tolist()
    for name in ("sessions", "agents", "roles", "speakers"):
        here, there = getattr(one, name), getattr(other, name)
        assert [here.at(n) for n in range(len(one))] == [there.at(n) for n in range(len(one))]
        assert (here.names, here.numbers.tolist()) == (there.names, there.numbers.tolist())
    assert one.first_without_vector == other.first_without_vector
    assert [each.code for each in one.named_speakers] == [s.code for s in other.named_speakers]
    this, that = one.measures, other.measures
    assert this.in_line == that.in_line
    for name in ("norm", "session_norm", "several"):
        assert getattr(this, name).tolist() == getattr(that, name).tolist()
    for a, b in zip(one.worths, other.worths, strict=True):
        assert a.tolist() == b.tolist()


def assert_found_alike(one: UserIndex, other: UserIndex, whole: Sheet) -> None:
    terms = sorted({t for row in whole.known_terms for t in np.frombuffer(row, "<u4").tolist()})
    for _ in range(4):  # until each has sorted what it has
        for some in (terms, [1, *terms[:40]]):
            for here, there in zip(one.postings.find(some), other.postings.find(some), strict=True):
                assert here[0].tolist() == there[0].tolist()
                assert here[1].tolist() == there[1].tolist()
    query = np.full(one.vectors.dimensions, 0.1, np.float32)
    for _ in range(3):
        assert one.vectors.like(query).tolist() == other.vectors.like(query).tolist()
        every = range(len(one))
        assert one.vectors.rows(every).tolist() == other.vectors.rows(every).tolist()


@pytest.mark.parametrize("count", [1, 2, 7, 100])
@pytest.mark.parametrize("size", [1, 6, 40, 1000])
def test_an_index_from_leaves_is_the_index_that_was_fed(count, size):
    whole = history(count)
    one, other = fed(whole), opened_of(whole, size)
    assert_alike(one, other)
    assert_found_alike(one, other, whole)


@pytest.mark.parametrize("first", [1, 30, 99])
def test_it_goes_on_with_what_comes_later(first):
    whole = replace(history(100), numbers=list(range(1, 101)))
    early, late = part(whole, 0, first), part(whole, first, 100)
    one, other = fed(early), opened_of(early, 25)
    assert one.takes(late)
    assert other.takes(late)
    for index in (one, other):
        index.feed(late)
    assert_alike(one, other)
    assert_found_alike(one, other, whole)


def test_it_goes_on_with_vectors_that_are_made_later():
    whole = history(60)
    one, other = fed(whole), opened_of(whole, 60)
    made = replace(whole, vectors=sheet(["tea"] * 60).vectors)
    for index in (one, other):
        index.fill(made)
    assert one.first_without_vector == other.first_without_vector == 0
    assert_found_alike(one, other, whole)


def test_what_comes_before_the_end_of_a_session_is_not_taken():
    whole = sheet([Said("tea"), Said("cat")])
    index = opened_of(whole, 10)
    assert not index.takes(sheet([Said("more", number=1)], 3), opened=True)
    corrected = sheet([Said("more", version=2)], 3)
    assert index.takes(corrected, opened=True)
    assert not index.takes(corrected)


def test_many_vectors_are_kept_as_bytes(monkeypatch):
    monkeypatch.setattr(vectors, "FLOATS_UP_TO", 50)
    whole = history(80)
    assert_found_alike(fed(whole), opened_of(whole, 30), whole)


def test_leaves_without_a_vector_go_with_those_that_have_some():
    said = [Said("tea", embedded=False), Said("cat", embedded=False), Said("museum")]
    whole = sheet(said)
    one, other = fed(whole), opened_of(whole, 1)
    assert_alike(one, other)
    assert_found_alike(one, other, whole)
    nothing = sheet(said[:2])
    assert opened_of(nothing, 1).vectors.dimensions == 0


def test_vectors_of_several_lengths_do_not_go_together():
    whole = sheet(["tea", "cat"])
    short = replace(whole, vectors=[b"\1\2", b"\3\4"])
    leaves = [opened(pressed_of(whole)), opened(pressed_of(short))]
    assert joined(leaves) is None


def test_a_term_that_is_said_very_often_is_counted():
    whole = sheet(["tea " * 70_000, "tea"])
    one, other = fed(whole), opened_of(whole, 10)
    assert_found_alike(one, other, whole)


def test_an_id_of_several_lines_cannot_be_pressed():
    whole = sheet(["tea", "cat"])
    with pytest.raises(ValueError, match="lines"):
        pressed_of(replace(whole, ids=["a\nb", "c"]))


def test_every_change_of_its_bytes_is_seen():
    data = pressed_of(history(20))
    assert is_whole(data)
    assert is_whole(b"")
    dice = random.Random(2)
    for _ in range(500):
        at = dice.randrange(len(data))
        spoiled = bytearray(data)
        spoiled[at] ^= 1 << dice.randrange(8)
        assert not is_whole(bytes(spoiled))
        assert not is_whole(data[:at])
    assert not is_whole(data + b"\0")
    assert not is_whole(bytes(len(data)))
