"""What every test of this folder has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.children import kill_all


@pytest.fixture(autouse=True)
def no_child_outlives_its_test() -> Iterator[None]:
    """A test that fails or runs out of time may leave processes behind: they end with it."""
    yield
    kill_all()
