"""Sessions: whether anything was said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.domain.session import Session

AT = datetime(2024, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "last", "empty"), [(1, 0, True), (1, 1, False), (5, 4, True), (5, 9, False)]
)
def test_a_session_is_empty_until_something_is_said_in_its_stretch(first, last, empty):
    session = Session(
        user="ming",
        name="s",
        opened_at=AT,
        last_at=AT,
        touched_at=AT,
        began_at=AT,
        first_number=first,
        last_number=last,
    )
    assert session.empty is empty
