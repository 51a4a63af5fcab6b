"""With a model that fails three times in ten, nothing is lost and nothing is stuck."""

from __future__ import annotations

import time
import uuid
from contextlib import contextmanager

import pytest
from memobase import MemoBaseClient

from holdfast import Settings
from holdfast.testing.extractors import FakeExtractor
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
        with served(tmp_path / "m.db", settings=settings) as server, connected(server) as client:
            for user, blobs in tell(client, USERS):
                assert stuck(user, blobs, PATIENCE) == set()
                context = user.context(max_token_size=4000)
                assert [turn for turn in range(TURNS) if f"Anna{turn}" not in context] == []
        assert len(model.requests) > USERS * TURNS


def test_what_is_stuck_would_be_seen(tmp_path):
    extractor = FakeExtractor()
    extractor.error = "no answer"
    with served(tmp_path / "m.db", extractor=extractor) as server, connected(server) as client:
        [(user, blobs)] = tell(client, 1)
        assert stuck(user, blobs, 0.5) == set(blobs)


@pytest.mark.capability("L42")
def test_what_a_model_wrote_is_counted_by_day(tmp_path):
    """As its server counts, and only where there is one."""
    with ModelServer(says=dutiful) as model:
        settings = Settings(model_url=model.url, model_name="m", worker=False)
        with served(tmp_path / "m.db", settings=settings) as server, connected(server) as client:
            tell(client, 1)
            day, month = client.get_daily_usage(1)[0], client.get_usage()
        asked = [each for each in model.requests if "claims" in str(each.body)]
    assert len(asked) == TURNS
    assert day["total_output_token"] >= TURNS
    total = day["total_input_token"] + day["total_output_token"]
    assert month["project_token_cost_month"] == total
    with served(tmp_path / "rules.db") as server, connected(server) as client:
        tell(client, 1)
        assert client.get_daily_usage(1)[0]["total_output_token"] == 0


@contextmanager
def connected(server):
    client = MemoBaseClient(project_url=server.url, api_key=server.key)
    with client.client:
        yield client


def tell(client, users):
    """Have users tell something, turn by turn; each with their blobs."""
    told = []
    for _ in range(users):
        user = client.get_user(client.add_user(id=str(uuid.uuid4())))
        blobs = []
        for turn in range(TURNS):
            blobs.append(user.insert(chat(f"Yesterday I met Anna{turn} in Rome.")))
            assert f"Anna{turn}" in user.context(max_token_size=4000)
            assert user.flush()
        told.append((user, blobs))
    return told


def stuck(user, blobs, seconds):
    """The blobs that are not learned from when so much time has passed."""
    ends = time.monotonic() + seconds
    while left := set(blobs) - set(user.buffer("chat", "done")):
        if time.monotonic() > ends:
            break
        user.flush()  # which tries again what failed
        time.sleep(0.05)
    return left
