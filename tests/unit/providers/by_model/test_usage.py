"""Usage: calls, failures and tokens are counted, by several threads too."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from holdfast.ports.models import Reply
from holdfast.providers.by_model.usage import Counter, Usage


def test_it_counts():
    counter = Counter()
    assert counter.usage == Usage(0, 0, 0, 0)
    counter.replied(Reply("good", tokens_in=7, tokens_out=2))
    counter.replied(Reply(error="down"))
    counter.replied(Reply("nonsense", tokens_in=1, tokens_out=1))
    counter.useless()
    assert counter.usage == Usage(calls=3, failures=2, tokens_in=8, tokens_out=3)


def test_threads_lose_no_count():
    counter = Counter()
    with ThreadPoolExecutor(8) as pool:
        for _ in range(1_000):
            pool.submit(counter.replied, Reply(error="down", tokens_in=1))
    assert counter.usage == Usage(1_000, 1_000, 1_000, 0)
