"""Several processes with one spool: all put, one sends at a time, and the dead hold nothing up."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

from holdfast.client.remote import RemoteMemory
from holdfast.testing.clock import FrozenClock
from tests.faults.children import READY, SEED, Tell, forked, together
from tests.faults.figures import figure
from tests.unit.client.scripted_server import ScriptedServer, until

PROCESSES = 4
MESSAGES = 25
KILLS = 12


def misbehaviour(dice: random.Random) -> list[object]:
    return [dice.choice(["lost", "reset", 503, "well", "well", "well"]) for _ in range(40)]


def put(url: str, place: Path, name: int, tell: Tell) -> None:
    with RemoteMemory.open(url, spool=place, clock=FrozenClock()) as remote:
        tell(READY)
        for n in range(MESSAGES):
            remote.add_later(f"user-{name}", f"{name}-{n} 茶", session=f"{name}")
            tell(f"{name}-{n} 茶")


def test_every_process_gets_its_messages_through(tmp_path: Path) -> None:
    place = tmp_path / "spool.db"
    with ScriptedServer(misbehaviour(random.Random(SEED))) as server:
        works = [partial(put, server.url, place, name) for name in range(PROCESSES)]
        told = together([*works])
        with RemoteMemory.open(server.url, spool=place) as remote:
            assert remote.flush(20)
        for name in range(PROCESSES):
            assert server.texts(session=f"{name}") == told[name]
        assert len(server.kept) == PROCESSES * MESSAGES


def test_a_process_killed_while_it_sends_is_stood_in_for(tmp_path: Path) -> None:
    """Whatever it had put is stored once; nothing waits for its turn to come back."""
    place, dice, told = tmp_path / "spool.db", random.Random(SEED), list[str]()
    with ScriptedServer() as server:
        for name in range(KILLS):
            child = forked(partial(put, server.url, place, name))
            child.wait_until_ready()
            seen = len(server.requests)
            until(lambda n=seen: len(server.requests) > n + dice.randrange(3), 0.5)  # type: ignore[misc]
            child.kill()
            told += child.finish()
        with RemoteMemory.open(server.url, spool=place) as remote:
            assert remote.flush(20)
        kept = server.texts()
        sent = sum(len(json.loads(data)["messages"]) for *_, data in server.requests)
    figure(f"spool: senders killed={KILLS} told={len(told)} kept={len(kept)} sent={sent}")
    assert len(set(kept)) == len(kept)
    assert set(told) <= set(kept)
    for name in range(KILLS):
        own = [text for text in kept if text.startswith(f"{name}-")]
        assert own == [f"{name}-{n} 茶" for n in range(len(own))]
