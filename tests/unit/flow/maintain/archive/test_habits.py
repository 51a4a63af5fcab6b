"""The seven settings of compaction."""

from __future__ import annotations

import json

import pytest

from holdfast.errors import InvalidInput
from holdfast.flow.maintain.archive.habits import Habits, habits_from, habits_json

DEFAULTS = {
    "archive_compact_enabled": True,
    "archive_compact_lines_threshold": 2000,
    "archive_compact_size_mb_threshold": 64,
    "archive_compact_interval_sec": 180,
    "archive_compact_delete_shards": True,
    "archive_compact_window_start_hour": 2,
    "archive_compact_window_end_hour": 5,
}


@pytest.mark.capability("B9")
def test_the_seven_settings_go_round():
    assert habits_json(Habits()) == DEFAULTS
    other = Habits(enabled=False, lines_threshold=7, window_start_hour=23, window_end_hour=4)
    assert habits_from(json.loads(json.dumps(habits_json(other)))) == other


def test_what_is_not_named_stays_at_its_default():
    assert habits_from({}) == Habits()
    assert habits_from({"archive_compact_interval_sec": 0}) == Habits(interval_sec=0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("enabled", 1),
        ("enabled", "true"),
        ("delete_shards", None),
        ("lines_threshold", 0),
        ("lines_threshold", True),
        ("lines_threshold", 1.5),
        ("size_mb_threshold", 0),
        ("interval_sec", -1),
        ("window_start_hour", 24),
        ("window_end_hour", 25),
        ("window_end_hour", "5"),
        ("unheard_of", 1),
    ],
)
def test_a_wrong_value_is_refused_by_its_name(name, value):
    with pytest.raises(InvalidInput, match=f"archive_compact_{name}"):
        habits_from({f"archive_compact_{name}": value})


@pytest.mark.parametrize("value", [None, [], "x", 1])
def test_what_is_no_mapping_is_refused(value):
    with pytest.raises(InvalidInput):
        habits_from(value)
