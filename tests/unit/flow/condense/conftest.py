"""A memory with a small window, and a summariser and a reviewer that do as they are told."""

from __future__ import annotations

import pytest

from holdfast.memory import Memory
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.conftest import Open


@pytest.fixture
def summariser() -> FakeSummariser:
    return FakeSummariser()


@pytest.fixture
def reviewer() -> FakeReviewer:
    return FakeReviewer()


@pytest.fixture
def memory(open_memory: Open, summariser: FakeSummariser, reviewer: FakeReviewer) -> Memory:
    """Keeps nine of ten messages, and folds two at a time. Reviews when it is asked to."""
    return open_memory(summariser=summariser, reviewer=reviewer, memo_window=10, memo_review=False)
