"""Preferring: what can be gone by is kept, and nothing else."""

from __future__ import annotations

import pytest

from holdfast.errors import Conflict, InvalidInput


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("memo_window", 1, "from 2 to 10,000"),
        ("memo_window", 10_001, "from 2 to 10,000"),
        ("memo_window", 64.0, "whole number"),
        ("memo_window", True, "whole number"),
        ("memo_window", None, "whole number"),
        ("session_idle_seconds", 0, "seconds, more than 0"),
        ("session_idle_seconds", -5, "seconds, more than 0"),
        ("session_idle_seconds", "1800", "seconds, more than 0"),
        ("memo_review", 1, "true or false"),
        ("memo_review", "false", "true or false"),
    ],
)
def test_a_bad_value_is_refused_and_the_old_one_stays(memory, name, value, wanted):
    good = {"memo_window": 32, "session_idle_seconds": 60, "memo_review": False}[name]
    memory.admin.set_preference(name, good)
    for change in (
        lambda: memory.admin.set_preference(name, value),
        lambda: memory.admin.update_preference(name, lambda _: value),
    ):
        with pytest.raises(InvalidInput, match=wanted):
            change()
    assert memory.admin.preference(name) == good


@pytest.mark.parametrize(
    "value", ["often", {"archive_compact_lines_threshold": -1}, {"unheard_of": 1}, 5]
)
def test_habits_of_compacting_are_checked_too(memory, value):
    with pytest.raises(InvalidInput):
        memory.admin.set_preference("archive_compaction", value)
    assert memory.admin.preference("archive_compaction") is None


def test_what_holdfast_does_not_go_by_is_the_callers_own(memory):
    memory.admin.set_preference("theme", {"colour": ["red", None]})
    assert memory.admin.preference("theme") == {"colour": ["red", None]}


def test_a_revision_that_is_expected_must_be_the_present_one(memory):
    assert memory.admin.set_preference("memo_window", 32, expect=0) == 1
    assert memory.admin.set_preference("memo_window", 33) == 2
    with pytest.raises(Conflict):
        memory.admin.set_preference("memo_window", 34, expect=1)
    assert memory.admin.set_preference("memo_window", 34, expect=2) == 3
    assert memory.admin.preference("memo_window") == 34
