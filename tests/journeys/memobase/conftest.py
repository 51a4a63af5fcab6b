"""A real server, and the published client of Memobase in front of it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from memobase import MemoBaseClient
from memobase.core.entry import User

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
def user(client: MemoBaseClient) -> User:
    return client.get_or_create_user(str(uuid.uuid4()))
