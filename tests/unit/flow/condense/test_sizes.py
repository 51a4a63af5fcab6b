"""Sizes: how much stays word for word, and how much goes together."""

from __future__ import annotations

import pytest

from holdfast.flow.condense.sizes import kept, overflows, segment_size

WINDOWS = [2, 3, 7, 8, 10, 32, 64, 1000, 10_000]


@pytest.mark.parametrize("window", WINDOWS)
def test_an_overflow_by_one_pushes_one_segment_out(window):
    assert kept(window) + segment_size(window) == window + 1
    assert 1 <= kept(window) < window
    assert segment_size(window) >= 2


@pytest.mark.parametrize("window", WINDOWS)
def test_a_session_that_grows_by_one_overflows_once_for_each_segment(window):
    size = segment_size(window)
    grown = range(window + 1, window + 1 + 3 * size)
    assert [after for after in grown if overflows(after - 1, after, window)] == [
        window + 1,
        window + 1 + size,
        window + 1 + 2 * size,
    ]
    assert not overflows(window - 1, window, window)


@pytest.mark.parametrize("window", WINDOWS)
def test_one_that_grows_by_many_overflows_if_it_passes_such_a_place(window):
    assert overflows(0, window + 1, window)
    assert overflows(window, window + segment_size(window), window)
    assert not overflows(window + 1, window + 1, window)
