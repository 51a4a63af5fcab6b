"""Vectors of messages."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numpy.typing import NDArray

from holdfast.flow.capture.packing import packed
from holdfast.flow.recall import vectors
from holdfast.flow.recall.vectors import Vectors

SIZE = 256


def unit_rows(count: int, seed: int = 1) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).standard_normal((count, SIZE)).astype(np.float32)
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def unpacked(rows: list[bytes]) -> NDArray[np.float32]:
    """The direction of each packed row."""
    floats = np.array([np.frombuffer(row, np.int8) for row in rows], np.float32)
    return (floats / np.linalg.norm(floats, axis=1, keepdims=True)).astype(np.float32)


def made(rows: list[bytes | None], *batches: int) -> Vectors:
    kept, at = Vectors(), 0
    for size in batches or (len(rows),):
        kept.extend(rows[at : at + size])
        at += size
    return kept


@pytest.fixture(params=["floats", "bytes"])
def kept_as(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Small stores keep floats, large ones bytes."""
    kind: str = request.param
    monkeypatch.setattr(vectors, "FLOATS_UP_TO", 20_000 if kind == "floats" else 0)
    monkeypatch.setattr(vectors, "_ROOM", 7 * SIZE)
    monkeypatch.setattr(vectors, "_scratch", threading.local())
    return kind


@pytest.mark.parametrize("scale", [1.0, 1e-6, 1e6])
def test_packing_keeps_the_direction(scale):
    rows = unit_rows(500)
    kept = unpacked(packed(rows * np.float32(scale)))
    assert np.abs(kept - rows).max() < 0.01
    assert np.sum(kept * rows, axis=1).min() > 0.99


def test_packed_rows_are_a_byte_a_dimension_and_zeros_are_empty():
    rows = unit_rows(3)
    rows[1] = 0
    assert [len(row) for row in packed(rows)] == [SIZE, 0, SIZE]
    assert packed(unit_rows(0)) == []


def test_packing_uses_the_whole_range():
    rows = np.zeros((2, SIZE), np.float32)
    rows[0, 0], rows[1, 5] = 0.25, -1.0
    first, second = (np.frombuffer(row, np.int8) for row in packed(rows))
    assert (int(first[0]), int(second[5])) == (127, -127)


def test_likeness_is_the_cosine(kept_as):
    rows, query = unit_rows(100), unit_rows(1, seed=2)[0]
    kept = made([*packed(rows)], 1, 50, 49)
    first = kept.like(query)
    assert kept.like(query).tolist() == first.tolist()
    assert (kept._floats is None) == (kept_as == "bytes")
    assert np.allclose(kept.like(query), unpacked(packed(rows)) @ query, atol=1e-6)
    assert np.allclose(kept.like(query), rows @ query, atol=0.01)


def test_past_the_threshold_the_answers_stay(monkeypatch):
    rows, query = packed(unit_rows(300)), unit_rows(1, seed=2)[0]
    floats, grown = made([*rows]), made([*rows[:100]])
    for kept in (floats, floats, grown, grown):
        kept.like(query)
    assert floats._floats is not None
    assert grown._floats is not None
    monkeypatch.setattr(vectors, "FLOATS_UP_TO", 100)
    grown.extend(rows[100:101])
    grown.extend(rows[101:])
    assert np.allclose(grown.like(query), floats.like(query), atol=1e-6)
    assert grown.bytes < floats.bytes


def test_past_the_threshold_the_bytes_are_what_they_were(monkeypatch):
    monkeypatch.setattr(vectors, "FLOATS_UP_TO", 100)
    rows = [*packed(unit_rows(100)), b"\x80" * SIZE, bytes(SIZE)]
    assert made([*rows], 60, 40, 2)._bytes.view.tobytes() == b"".join(rows)
    assert made([*rows])._bytes.view.tobytes() == b"".join(rows)


@pytest.mark.parametrize("row", [None, b"", b"\5" * (SIZE - 1), b"\5" * (SIZE + 1), bytes(SIZE)])
def test_what_is_missing_or_of_another_length_is_like_nothing(kept_as, row):
    whole = packed(unit_rows(2))
    alike = made([whole[0], row, whole[1]]).like(unit_rows(1)[0])
    assert alike[1] == 0
    assert alike[0] == pytest.approx(1, abs=0.001)


def test_what_was_missing_can_be_filled_in(kept_as):
    rows, query = packed(unit_rows(20)), unit_rows(1, seed=2)[0]
    kept = made([row if place % 3 else None for place, row in enumerate(rows)])
    kept.fill([(place, rows[place]) for place in range(0, 20, 3)])
    assert np.allclose(kept.like(query), made([*rows]).like(query), atol=1e-6)


def test_filling_in_what_does_not_fit_changes_nothing(kept_as):
    rows: list[bytes | None] = [*packed(unit_rows(3)), None]
    kept, query = made(rows), unit_rows(1, seed=2)[0]
    kept.fill([(3, b""), (3, b"\1")])
    assert kept.like(query).tolist() == made(rows).like(query).tolist()


def test_equal_vectors_are_equally_like(kept_as):
    """Of equal messages the later one is to come first: no rounding may decide instead."""
    [row], query = packed(unit_rows(1)), unit_rows(1, seed=2)[0]
    for count in (2, 5, 17, 40):
        assert len(set(made([row] * count).like(query).tolist())) == 1


def test_none_are_like_nothing(kept_as):
    assert made([]).like(unit_rows(1)[0]).tolist() == []


def test_without_a_model_messages_have_no_vectors():
    kept, query = Vectors(), unit_rows(1)[0]
    kept.extend([b"", None])
    assert kept.like(query).tolist() == [0, 0]
    kept.fill([(0, b"")])
    assert kept.like(query).tolist() == [0, 0]


@pytest.mark.parametrize("how", ["extend", "fill"])
def test_the_length_is_learned_from_the_first_vector(kept_as, how):
    [row], query = packed(unit_rows(1)), unit_rows(1)[0]
    kept = made([None, b""])
    if how == "extend":
        kept.extend([row])
    else:
        kept.extend([None])
        kept.fill([(2, row)])
    assert kept.like(query)[2] == pytest.approx(1, abs=0.001)
    assert kept.like(query)[:2].tolist() == [0, 0]
    assert kept.dimensions == SIZE


@pytest.mark.parametrize("size", [1, SIZE + 1])
def test_the_first_vector_decides_and_not_the_longest(kept_as, size):
    [row], query = packed(unit_rows(1)), unit_rows(1)[0]
    filled = made([None, None])
    filled.fill([(0, row), (1, b"\5" * size)])
    for kept in (made([None, row, b"\5" * size]), filled):
        assert kept.dimensions == SIZE
        assert sorted(kept.like(query).tolist())[-2:] == pytest.approx([0, 1], abs=0.001)


def test_a_question_of_another_length_is_like_nothing(kept_as):
    assert made([*packed(unit_rows(2))]).like(unit_rows(1)[0][:-1]).tolist() == [0, 0]
