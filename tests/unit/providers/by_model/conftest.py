"""All roles, with a server that can be told to misbehave, over real HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from holdfast.providers.by_model import (
    ExtractorWithRules,
    ModelReranker,
    ReviewerWithRules,
    SummariserWithRules,
)
from holdfast.providers.choose import (
    extractor_from,
    reranker_from,
    reviewer_from,
    summariser_from,
)
from holdfast.settings import Settings
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer
from tests.unit.providers.by_model.lines import FirstWords, NoSecondLine
from tests.unit.providers.by_model.talks import SaysLikes

KEY = "sk-canary-by-model-91b7"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(key=KEY, says=dutiful) as running:
        yield running


@pytest.fixture
def settings(server: ModelServer) -> Settings:
    """One try, short waits, and no breaker to speak of."""
    return Settings(
        model_url=server.url,
        model_key=KEY,
        model_name="m",
        rerank_model="m",
        model_attempts=1,
        model_read_seconds=1,
        model_total_seconds=4,
        model_failures=1_000,
    )


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def summariser(settings: Settings, closing: ExitStack) -> SummariserWithRules:
    made = summariser_from(settings, closing, FirstWords())
    assert isinstance(made, SummariserWithRules)
    return made


@pytest.fixture
def reviewer(settings: Settings, closing: ExitStack) -> ReviewerWithRules:
    made = reviewer_from(settings, closing, NoSecondLine())
    assert isinstance(made, ReviewerWithRules)
    return made


@pytest.fixture
def reranker(settings: Settings, closing: ExitStack) -> ModelReranker:
    made = reranker_from(settings, closing)
    assert isinstance(made, ModelReranker)
    return made


@pytest.fixture
def extractor(settings: Settings, closing: ExitStack) -> ExtractorWithRules:
    made = extractor_from(settings, closing, SaysLikes())
    assert isinstance(made, ExtractorWithRules)
    return made
