"""Packing: vectors as bytes, by the same arithmetic whether one comes or many."""

from __future__ import annotations

import numpy as np
import pytest

from holdfast.flow.capture.packing import packed


def one(row: np.ndarray) -> bytes:
    """The arithmetic, spelled out for a single row."""
    top = float(np.abs(row).max())
    return np.rint(row * np.float32(127 / top)).astype(np.int8).tobytes() if top > 1e-30 else b""


@pytest.mark.parametrize("count", [1, 2, 16, 300])
@pytest.mark.parametrize("size", [1e-20, 1.0, 1e20])
def test_rows_are_packed_alike_in_whatever_company(count, size):
    rows = (np.random.default_rng(count).standard_normal((count, 256)) * size).astype(np.float32)
    rows[count // 2] = 0 if count > 1 else rows[0]
    assert packed(rows) == [one(row) for row in rows]
    assert packed(rows) == [packed(row[None])[0] for row in rows]


def test_a_row_uses_the_whole_range_and_keeps_its_signs():
    assert packed(np.array([[0.5, -0.25, 0.0]], np.float32)) == [
        np.array([127, -64, 0], "b").tobytes()
    ]


def test_what_has_no_direction_is_empty():
    rows = np.array([[0, 0], [1e-31, 0], [np.nan, 1]], np.float32)
    assert packed(rows) == [b"", b"", b""]
    assert packed(np.empty((2, 0), np.float32)) == [b"", b""]
    assert packed(np.empty((0, 4), np.float32)) == []
