"""Eight Memobase clients at once: no error, no stranger's word, and every word read as soon as told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from holdfast.testing.model_faults import Body, Closed, Status, Truncated
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer
from tests.faults.figures import figure
from tests.faults.memobase_storm import Seen, Storm
from tests.faults.server_process import SOUND, served

ENVIRON = {"HOLDFAST_SERVE_RATE": "0"}
SPOILED = "tests.faults.spoiled_memobase"
FAULTS = (Status(500), Status(429), Closed(), Truncated(), Body(b"not json"))
SHARE = 0.3


def shown(what: str, seen: Seen) -> Seen:
    figure(f"memobase {what}: {seen}")
    return seen


@pytest.mark.capability("L44")
def test_a_kill_parts_no_message_from_what_follows_from_it(tmp_path: Path) -> None:
    with served(tmp_path / "memory.db", ENVIRON) as server:
        seen = shown("kill", Storm(server, users=40).run(4.0, kill_every=2.0, least=40))
    assert seen.clean, seen.__dict__
    assert seen.samples > 20
    assert seen.flushes > 5


@pytest.mark.parametrize(
    ("fault", "kill_every", "troubles"),
    [
        ("too-early", 1.0, ("unread", "lost")),
        ("mixed-up", None, ("leaks",)),
        ("refusing", None, ("errors",)),
    ],
)
def test_the_harness_sees_a_spoiled_server(
    tmp_path: Path, fault: str, kill_every: float | None, troubles: tuple[str, ...]
) -> None:
    with served(tmp_path / "memory.db", ENVIRON, (SPOILED, fault)) as server:
        seen = shown(fault, Storm(server, users=16).run(1.5, kill_every=kill_every, least=24))
    assert all(getattr(seen, trouble) for trouble in troubles), str(seen)


@pytest.mark.capability("L40")
def test_a_model_that_fails_three_times_in_ten_loses_nothing_and_holds_nothing_up(
    tmp_path: Path,
) -> None:
    seen = stormed(tmp_path, users=16, seconds=3.0)
    assert seen.clean, seen.__dict__
    assert seen.samples > 10
    assert seen.flushes > 5


@pytest.mark.parametrize(("fault", "trouble"), [("careless", "unlearned"), ("grudging", "stuck")])
def test_the_harness_sees_what_a_failing_model_spoils(
    tmp_path: Path, fault: str, trouble: str
) -> None:
    seen = stormed(tmp_path, (SPOILED, fault), users=8, seconds=1.5, patience=0.5)
    assert getattr(seen, trouble), str(seen)


def stormed(
    path: Path,
    module: Sequence[str] = SOUND,
    *,
    users: int,
    seconds: float,
    patience: float = 60.0,
    kill_every: float | None = None,
) -> Seen:
    """A storm before a model that fails at times, and what is left of it once the model is well."""
    with ModelServer(says=dutiful) as model:
        model.trouble(SHARE, *FAULTS)
        environ = {
            **ENVIRON,
            "HOLDFAST_MODEL_URL": model.url,
            "HOLDFAST_MODEL_NAME": "m",
            "HOLDFAST_MODEL_ATTEMPTS": "1",
            "HOLDFAST_MODEL_COOL_DOWN_SECONDS": "0.05",
        }
        with served(path / "memory.db", environ, module) as server:
            storm = Storm(server, users=users)
            storm.run(seconds, kill_every=kill_every, least=24)
            model.trouble(0)
            seen = shown("with a failing model", storm.settle(patience))
        figure(f"memobase with a failing model: {len(model.requests)} requests to it")
        assert len(model.requests) > 10
    return seen


@pytest.mark.long
@pytest.mark.parametrize("kill_every", [None, 10.0])
def test_a_model_that_fails_three_times_in_ten_for_a_minute(
    tmp_path: Path, kill_every: float | None
) -> None:
    seen = stormed(tmp_path, users=200, seconds=60.0, patience=240.0, kill_every=kill_every)
    assert seen.clean, str(seen)


@pytest.mark.long
def test_a_thousand_users_for_a_minute(tmp_path: Path) -> None:
    with served(tmp_path / "memory.db", ENVIRON) as server:
        seen = shown("minute", Storm(server, users=1000).run(60.0))
    assert seen.clean, str(seen)


@pytest.mark.long
def test_a_thousand_users_for_a_minute_and_a_kill_every_ten_seconds(tmp_path: Path) -> None:
    with served(tmp_path / "memory.db", ENVIRON) as server:
        seen = shown("minute of kills", Storm(server, users=1000).run(60.0, kill_every=10.0))
    assert seen.clean, str(seen)
