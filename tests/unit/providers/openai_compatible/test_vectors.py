"""An answer's vectors are taken only if every one of them can be used."""

from __future__ import annotations

from base64 import b64encode

import numpy as np
import pytest

from holdfast.providers.openai_compatible.vectors import vectors_of


def packed(*numbers: float) -> str:
    return b64encode(np.array(numbers, "<f4").tobytes()).decode()


def row(embedding: object, index: object = None) -> dict[str, object]:
    return {"embedding": embedding} | ({} if index is None else {"index": index})


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        ([row([3, 4], 0)], [[0.6, 0.8]]),
        ([row([3.0, 4], 0), row([0, -2], 1)], [[0.6, 0.8], [0, -1]]),
        ([row([0, 5], 1), row([5, 0], 0)], [[1, 0], [0, 1]]),
        ([row([5, 0]), row([0, 5])], [[1, 0], [0, 1]]),
        ([row(packed(3, 4), 0)], [[0.6, 0.8]]),
        ([row([0, 0], 0)], [[0, 0]]),
        ([row([3e300, 4e300], 0)], [[0.6, 0.8]]),
        ([row([3e-200, 4e-200], 0)], [[0.6, 0.8]]),
    ],
)
def test_good_answers(data, rows):
    found = vectors_of({"data": data}, len(rows))
    assert isinstance(found, np.ndarray)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, rows, atol=1e-6)


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (None, "no list"),
        ({}, "no list"),
        ("text", "no list"),
        ([[1, 0], [0, 1]], "no list"),
        ([], "0 embeddings for 2"),
        ([row([1, 0], 0)], "1 embeddings for 2"),
        ([row([1, 0], at) for at in range(3)], "3 embeddings for 2"),
        ([row([1, 0], 0), row([1, 0], 0)], "not numbered"),
        ([row([1, 0], 1), row([1, 0], 2)], "not numbered"),
        ([row([1, 0], 0), row([1, 0])], "not numbered"),
        ([row([1, 0], "0"), row([1, 0], "1")], "not numbered"),
        ([row([1, 0], False), row([1, 0], True)], "not numbered"),
        ([row([1, 0], 0), row([1, 0, 0], 1)], "differ in length"),
        ([row([1, 0], 0), row([], 1)], "not a list of numbers"),
        ([row([1, 0], 0), row(None, 1)], "not a list of numbers"),
        ([row([1, 0], 0), row([1, None], 1)], "not a list of numbers"),
        ([row([1, 0], 0), row(["1", "0"], 1)], "not a list of numbers"),
        ([row([1, 0], 0), row([[1, 0]], 1)], "not a list of numbers"),
        ([row([1, 0], 0), row([[1], 0], 1)], "not a list of numbers"),
        ([row([1, 0], 0), row([10**400, 0], 1)], "not a list of numbers"),
        ([row([1, 0], 0), row({"0": 1}, 1)], "not a list of numbers"),
        ([row([1, 0], 0), row("!!!", 1)], "not a list of numbers"),
        ([row([1, 0], 0), row("AAA=", 1)], "not a list of numbers"),
        ([row([1, 0], 0), row("", 1)], "not a list of numbers"),
        ([row([1, 0], 0), row([1, float("nan")], 1)], "not finite"),
        ([row([1, 0], 0), row([1, float("inf")], 1)], "not finite"),
        ([row([1, 0], 0), row(packed(1, float("nan")), 1)], "not finite"),
    ],
)
def test_answers_that_cannot_be_used(data, wrong):
    found = vectors_of({"data": data}, 2)
    assert isinstance(found, str)
    assert wrong in found
