"""A real server, and the published client of Memobase in front of it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from memobase import MemoBaseClient
from memobase.core.entry import User

from holdfast.domain.key import new_key
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
