"""With a model that fails three times in ten, nothing is lost and nothing is stuck."""

from __future__ import annotations

import time
import uuid

import pytest
from memobase import MemoBaseClient

from holdfast import Settings
from holdfast.testing.model_faults import Body, Closed, Status, Truncated
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer
from holdfast.testing.server import served
from tests.journeys.memobase.chats import chat

USERS, TURNS, PATIENCE = 4, 4, 60.0
FAULTS = (Status(500), Status(429), Closed(), Truncated(), Body(b"not json"))


@pytest.mark.capability("L29", "L40")
def test_nothing_is_lost_or_stuck(tmp_path):
    with ModelServer(says=dutiful) as model:
        model.trouble(0.3, *FAULTS)
        settings = Settings(
            model_url=model.url, model_name="m", model_attempts=2, model_cool_down_seconds=0.05
        )
        with served(tmp_path / "m.db", settings=settings) as server:
            client = MemoBaseClient(project_url=server.url, api_key=server.key)
            with client.client:
                told = _tell(client)
                for user, blobs in told.items():
                    _wait_for(user, blobs)
                    for turn in range(TURNS):
                        assert f"Anna{turn}" in user.context(max_token_size=4000)
        assert len(model.requests) > USERS * TURNS


def _tell(client):
    told = {}
    for _ in range(USERS):
        user = client.get_user(client.add_user(id=str(uuid.uuid4())))
        blobs = []
        for turn in range(TURNS):
            blobs.append(user.insert(chat(f"Yesterday I met Anna{turn} in Rome.")))
            assert f"Anna{turn}" in user.context(max_token_size=4000)
            assert user.flush()
        told[_Once(user)] = blobs
    return told


class _Once:
    """A user as a key of a dictionary."""

    def __init__(self, user):
        self._user = user

    def __getattr__(self, name):
        return getattr(self._user, name)


def _wait_for(user, blobs):
    ends = time.monotonic() + PATIENCE
    while set(user.buffer("chat", "done")) != set(blobs) and time.monotonic() < ends:
        user.flush()  # which tries again what failed
        time.sleep(0.05)
    assert set(user.buffer("chat", "done")) == set(blobs)
    assert user.buffer("chat", "failed") == user.buffer("chat", "idle") == []
