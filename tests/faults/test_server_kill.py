"""kill -9 of the server under sixteen clients: nothing is lost, nothing doubled, all is sealed."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.children import SEED
from tests.faults.figures import figure
from tests.faults.inspection import rows
from tests.faults.server_process import SOUND, ServerProcess
from tests.faults.storm import LOOKS, SPOOLING, UNSETTLED_STRETCHES, WAITING, Storm, Verdict

LONGEST_LIFE = 0.6
LONGEST_START = 1.2
IDLE_SECONDS = 0.5
ENVIRON = {
    "HOLDFAST_SESSION_IDLE_SECONDS": f"{IDLE_SECONDS}",
    "HOLDFAST_WORKER_POLL_SECONDS": "0.1",
    "HOLDFAST_JOB_LEASE_SECONDS": "2",
    "HOLDFAST_SERVE_RATE": "0",
    "HOLDFAST_MEMO_REVIEW": "false",
}
RESTLESS = "SELECT count(*) FROM sessions WHERE state IN ('active', 'sealing')"


def kill_often(folder: Path, kills: int, module: Sequence[str] = SOUND) -> Verdict:
    """Kill the server at random moments, some while it starts; let all come to rest; look.

    A server with a planted fault is always let work for a while, or its fault may never come to
    bear; and nobody wants to know whether it comes to rest.
    """
    dice, emptied, sound = random.Random(SEED), Counter[bool](), module is SOUND
    server = ServerProcess(folder / "memory.db", ENVIRON, module)
    try:
        with Storm(server, folder, SEED) as storm:
            for _ in range(kills):
                backlog = storm.backlog()
                server.start()
                if sound and dice.random() < 0.2:
                    time.sleep(dice.uniform(0, LONGEST_START))
                else:
                    server.wait_until_ready()
                    if dice.random() < 0.5:
                        emptied[storm.have_sent(backlog)] += 1
                    time.sleep(dice.uniform(0, LONGEST_LIFE) if sound else LONGEST_LIFE)
                server.kill()
            server.start()
            server.wait_until_ready()
            storm.calm()
            emptied[storm.have_sent(storm.backlog())] += 1
            if sound:
                _let_all_be_sealed(server)
            verdict = storm.verdict()
    finally:
        server.kill()
    figure(
        f"server: kills={kills} clients={WAITING + SPOOLING} {verdict} "
        f"spools that emptied themselves={emptied[True]} of {emptied.total()} seed={SEED}"
    )
    assert not emptied[False]
    return verdict


def _let_all_be_sealed(server: ServerProcess) -> None:
    """Wait for the worker of a server that nobody talks to any more, as long as it gets on.

    It looks for silent sessions when it starts, and then once a minute.
    """
    time.sleep(IDLE_SECONDS)
    server.terminate()
    assert server.ended() == 0
    server.start()
    last, looks = -1, 0
    while last and looks < LOOKS:
        time.sleep(0.05)
        ((restless,),), ((unsettled,),) = (
            rows(server.path, sql) for sql in (RESTLESS, UNSETTLED_STRETCHES)
        )
        looks = looks + 1 if restless + unsettled == last else 0
        last = restless + unsettled
    server.kill()


@pytest.mark.capability("B11")
@pytest.mark.timeout(300)
def test_no_kill_of_the_server_loses_or_doubles_a_message(tmp_path: Path) -> None:
    verdict = kill_often(tmp_path, 20)
    assert verdict.clean, verdict
    assert verdict.acknowledged >= 500
    assert verdict.sessions["sealed"] >= 16


@pytest.mark.long
def test_a_hundred_kills_of_the_server_lose_and_double_nothing(tmp_path: Path) -> None:
    verdict = kill_often(tmp_path, 100)
    assert verdict.clean, verdict
    assert verdict.acknowledged >= 5000


def test_the_harness_sees_a_server_that_acknowledges_too_early(tmp_path: Path) -> None:
    verdict = kill_often(tmp_path, 2, ("tests.faults.spoiled_server", "too-early"))
    assert verdict.lost > 0


def test_the_harness_sees_a_server_that_is_blind_to_ids(tmp_path: Path) -> None:
    verdict = kill_often(tmp_path, 1, ("tests.faults.spoiled_server", "blind-to-ids"))
    assert verdict.doubled > 0
