"""Rows of length one, and zeros where there is nothing."""

from __future__ import annotations

import numpy as np
import pytest

from holdfast.providers.unit_rows import rows_of, unit_rows


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([[3, 4]], [[0.6, 0.8]]),
        ([[0, 0], [0, -7]], [[0, 0], [0, -1]]),
        ([[3e-300, 4e-300]], [[0.6, 0.8]]),
        ([[3e300, 4e300]], [[0.6, 0.8]]),
    ],
)
def test_unit_rows(rows, found):
    given = np.array(rows, np.float64)
    before = given.copy()
    made = unit_rows(given)
    assert made.dtype == np.float32
    np.testing.assert_allclose(made, found, atol=1e-7)
    assert (given == before).all(), "what was given is left as it was"


def test_no_rows():
    assert unit_rows(np.zeros((0, 3))).shape == (0, 3)


def test_texts_without_content_are_not_asked_for():
    asked: list[list[str]] = []

    def vectors(texts: list[str]) -> np.ndarray:
        asked.append(texts)
        return np.full((len(texts), 2), 5.0)

    found = rows_of(["a", " \n", "", "b"], vectors, lambda: 2)
    assert asked == [["a", "b"]]
    assert np.linalg.norm(found, axis=1).round(6).tolist() == [1, 0, 0, 1]


def test_nothing_but_empty_texts():
    assert rows_of(["", " "], lambda _: np.zeros((0, 0)), lambda: 3).tolist() == [[0] * 3] * 2
