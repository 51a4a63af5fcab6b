"""A server of ours before a model's server, and the client that apps use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import openai
import pytest

from holdfast import Memory, Settings
from holdfast.testing.model_server import ModelServer
from holdfast.testing.server import Served, served

KEY = "sk-of-the-provider"


class Proxied(NamedTuple):
    """A model, the server before it, and a client of that."""

    models: ModelServer
    server: Served
    client: openai.OpenAI

    @property
    def memory(self) -> Memory:
        return self.server.memory

    @property
    def base(self) -> str:
        return f"{self.server.url}/openai/v1"

    def kept(self, user: str = "anna") -> list[tuple[str, str]]:
        """What is remembered, in order."""
        return [(each.role, each.text) for each in self.memory.messages.latest(user, limit=100)]

    def sent(self, at: int = -1) -> Any:
        """A request as the model got it."""
        return self.models.requests[at].body


Start = Callable[..., Proxied]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts both; settings may be given, and what the model says."""
    with ExitStack() as stack:

        def begin(
            says: Any = "Noted.", parts: dict[str, Any] | None = None, **given: Any
        ) -> Proxied:
            models = stack.enter_context(ModelServer(key=KEY, says=says))
            usual = {"openai_upstream": models.url, "openai_key": KEY, "openai_wait_seconds": 20.0}
            settings = Settings(**{**usual, "worker": False, **given})
            server = stack.enter_context(served(settings=settings, **(parts or {})))
            client = openai.OpenAI(
                base_url=f"{server.url}/openai/v1", api_key=server.key, max_retries=0
            )
            stack.callback(client.close)
            return Proxied(models, server, client)

        yield begin


@pytest.fixture
def proxied(start: Start) -> Proxied:
    return start()
