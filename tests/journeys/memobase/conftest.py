"""A real server, and the published client of Memobase in front of it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from memobase import MemoBaseClient
from memobase.core.entry import User

from holdfast import Settings
from holdfast.domain.key import new_key
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as found:
        yield found


@pytest.fixture
def client(server: Served) -> Iterator[MemoBaseClient]:
    made = MemoBaseClient(project_url=server.url, api_key=server.key)
    with made.client:
        yield made


@pytest.fixture
def project(server: Served) -> Iterator[Callable[[str], MemoBaseClient]]:
    """Makes clients with a key for one project each, in Memobase's own form."""
    with ExitStack() as opened:

        def make(space: str) -> MemoBaseClient:
            name, now = uuid.uuid4().hex, datetime.now(UTC)
            key, secret = new_key(name, space=space, now=now, project=True)
            server.keys.add(key)
            assert secret.startswith(f"sk-{space}-")
            made = MemoBaseClient(project_url=server.url, api_key=secret)
            opened.enter_context(made.client)
            return made

        yield make


@pytest.fixture
def user(client: MemoBaseClient) -> User:
    return client.get_or_create_user(str(uuid.uuid4()))


@pytest.fixture
def still(tmp_path):
    """A server whose clock stands still and whose jobs are run by hand, and a user of it."""
    with ExitStack() as opened:

        def open_(**parts):
            clock = FrozenClock()
            settings = Settings(worker=False)
            path = tmp_path / "memory.db"
            server = opened.enter_context(served(path, settings=settings, clock=clock, **parts))
            client = MemoBaseClient(project_url=server.url, api_key=server.key)
            opened.enter_context(client.client)
            return clock, server.memory, client.get_or_create_user(str(uuid.uuid4()))

        yield open_
