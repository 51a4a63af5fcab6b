"""Rerankers for tests, and memories that ask models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from holdfast.memory import Memory
from holdfast.ports.store import Store
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from tests.unit.embedders import FakeEmbedder

Judge = Callable[[str, Sequence[str]], Sequence[float]]


def longest_first(question: str, texts: Sequence[str]) -> list[float]:
    """A judgement that recall itself would not give."""
    return [float(len(text)) for text in texts]


class FakeReranker:
    """Scores as the judge does. It keeps what it was asked."""

    def __init__(self, judge: Judge = longest_first) -> None:
        self._judge = judge
        self.asked: list[tuple[str, list[str]]] = []

    @property
    def identity(self) -> str:
        return "fake-reranker"

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        self.asked.append((question, [*texts]))
        return self._judge(question, texts)


@contextmanager
def asking(
    store: Store,
    *,
    embedder: FakeEmbedder | None = None,
    reranker: FakeReranker | None = None,
    wait: float = 60.0,
) -> Iterator[Memory]:
    """A memory in the store, whose recalls wait so long for these models."""
    settings = Settings(worker=False, recall_wait_seconds=wait)
    with Memory.open(
        store=store,
        settings=settings,
        clock=FrozenClock(),
        embedder=embedder or FakeEmbedder(),
        reranker=reranker,
    ) as memory:
        yield memory
