"""Preferences that Holdfast goes by: which values it can go by."""

from __future__ import annotations

import pytest

from holdfast.domain.preference import IDLE_SECONDS, KNOWN, REVIEW, WINDOW


@pytest.mark.parametrize("value", [2, 64, 10_000])
def test_a_window_is_a_number_of_messages(value):
    assert WINDOW.fits(value)


@pytest.mark.parametrize("value", [1, 0, -64, 10_001, 64.0, True, "64", None, [64], {}])
def test_what_is_no_window(value):
    assert not WINDOW.fits(value)


@pytest.mark.parametrize("value", [0.001, 60, 1800.5, 1e9])
def test_idle_seconds_may_have_a_point(value):
    assert IDLE_SECONDS.fits(value)


@pytest.mark.parametrize(
    "value", [0, -1, 1e9 + 1, float("inf"), float("nan"), True, "1800", None, [1800]]
)
def test_what_is_no_time(value):
    assert not IDLE_SECONDS.fits(value)


def test_a_switch_is_on_or_off_and_nothing_like_it():
    assert [value for value in (True, False, 1, 0, "true", None) if REVIEW.fits(value)] == [
        True,
        False,
    ]


def test_they_are_known_by_their_names():
    names = {
        "session_idle_seconds",
        "memo_window",
        "memo_review",
        "learning",
        "buffer_tokens",
        "buffer_flush_interval",
        "memory_enabled",
        "sync_enabled",
    }
    assert set(KNOWN) == names
    assert all(KNOWN[name].name == name for name in KNOWN)
