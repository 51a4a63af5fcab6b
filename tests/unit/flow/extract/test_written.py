"""The scheme as it is written down: what cannot be read is said, and is never in the way."""

from __future__ import annotations

import pytest

from holdfast.errors import InvalidInput
from holdfast.flow.extract.written import SCHEME, read_scheme

UNREADABLE = ("topics: 2026-02-30", "a: !!int x", "- : :", "[" * 3000, "a: &a [*b]")


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_no_yaml_is_refused(text):
    with pytest.raises(InvalidInput, match="YAML"):
        read_scheme(text)


@pytest.mark.parametrize("text", UNREADABLE)
def test_one_that_was_written_past_us_leaves_the_usual_one(memory, text):
    usual = memory.profile.sections("wang")
    memory.admin.set_preference(SCHEME, text)
    assert memory.profile.sections("wang") == usual
