"""A memory whose extractor does as it is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from holdfast.memory import Memory
from holdfast.testing.extractors import FakeExtractor


@pytest.fixture
def extractor() -> FakeExtractor:
    return FakeExtractor()


@pytest.fixture
def memory(open_memory: Callable[..., Memory], extractor: FakeExtractor) -> Memory:
    return open_memory(extractor=extractor)
