"""Eight Memobase clients at once: no error, no stranger's word, and every word read as soon as told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.figures import figure
from tests.faults.memobase_storm import Seen, Storm
from tests.faults.server_process import served

ENVIRON = {"HOLDFAST_SERVE_RATE": "0"}
SPOILED = "tests.faults.spoiled_memobase"


def shown(what: str, seen: Seen) -> Seen:
    figure(f"memobase {what}: {seen}")
    return seen


@pytest.mark.capability("L44")
def test_a_kill_parts_no_message_from_what_follows_from_it(tmp_path: Path) -> None:
    with served(tmp_path / "memory.db", ENVIRON) as server:
        seen = shown("kill", Storm(server, users=40).run(4.0, kill_every=2.0))
    assert seen.clean, seen.__dict__
    assert seen.samples > 20
    assert seen.flushes > 5


@pytest.mark.parametrize(("fault", "trouble"), [("too-early", "unread"), ("mixed-up", "leaks")])
def test_the_harness_sees_a_spoiled_server(tmp_path: Path, fault: str, trouble: str) -> None:
    with served(tmp_path / "memory.db", ENVIRON, (SPOILED, fault)) as server:
        seen = shown(fault, Storm(server, users=16).run(1.5))
    assert getattr(seen, trouble), str(seen)


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
