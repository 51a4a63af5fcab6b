"""kill -9 of a process that spools: what it was told is kept is there, and forks are harmless."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import apsw
import pytest

from holdfast.client import spool_file
from holdfast.client.pauses import Pace
from holdfast.client.sender import Sender
from holdfast.client.spool import Spool, SpoolRow
from holdfast.testing.clock import FrozenClock
from tests.faults.children import READY, SEED, Tell, forked, kill_while_working
from tests.faults.figures import figure
from tests.faults.planted import CommitsLater

KILLS = 50
LONGEST_LIFE = 0.05
PAUSE = 0.002
"""Seconds between two puts, so that some kills come when one has been acknowledged and the next has
not begun: that is when a careless spool loses something."""


def row(text: str) -> SpoolRow:
    return SpoolRow("", "lily", "s", "a", f'{{"content": "{text}"}}', FrozenClock().now())


def texts(spool: Spool) -> list[str]:
    return [each.message.split('"')[3] for each in spool.page(1_000_000)]


def put_until_killed(path: Path, name: int, tell: Tell) -> None:
    spool = Spool(path)
    tell(READY)
    for n in range(100_000):
        spool.put([row(f"{name}-{n}-first"), row(f"{name}-{n}-second")])
        tell(f"{name}-{n}")
        time.sleep(PAUSE)


class Verdict(dict[str, int]):
    """What was acknowledged, and of that what is lost; what is half there."""


def kill_often(path: Path) -> Verdict:
    """Kill until enough was acknowledged, also on a slow machine."""
    dice, acknowledged = random.Random(SEED), list[str]()
    for kill in range(5 * KILLS):
        if kill >= KILLS and len(acknowledged) >= 2 * KILLS:
            break

        def work(tell: Tell, name: int = kill) -> None:
            put_until_killed(path, name, tell)

        acknowledged += kill_while_working(dice, work, longest=LONGEST_LIFE)
    found = set(texts(Spool(path)))
    pairs = {text.rpartition("-")[0] for text in found}
    verdict = Verdict(
        acknowledged=len(acknowledged),
        lost=sum(f"{name}-first" not in found for name in acknowledged),
        half=sum(not {f"{name}-first", f"{name}-second"} <= found for name in pairs),
    )
    figure(f"spool: kills={kill} {verdict} seed={SEED}")
    return verdict


def test_no_kill_loses_what_the_spool_has_acknowledged(tmp_path: Path) -> None:
    verdict = kill_often(tmp_path / "spool.db")
    assert verdict["acknowledged"] >= KILLS
    assert (verdict["lost"], verdict["half"]) == (0, 0)
    assert not list(tmp_path.glob("*.damaged-*"))


def test_the_harness_sees_a_spool_that_acknowledges_too_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Spool(tmp_path / "spool.db").close()
    monkeypatch.setattr(spool_file, "Connection", CommitsLater)
    assert kill_often(tmp_path / "spool.db")["lost"] > 0


def put_some(spool: Spool, name: str, tell: Tell) -> None:
    for n in range(5):
        spool.put([row(f"{name}-{n}")])
    tell("done")


def test_both_sides_of_a_fork_go_on_putting(tmp_path: Path) -> None:
    spool, wanted = Spool(tmp_path / "spool.db"), set()
    for turn in range(10):
        spool.put([row(f"before-{turn}")])
        child = forked(lambda tell, n=turn: put_some(spool, f"child-{n}", tell))  # type: ignore[misc]
        spool.put([row(f"parent-{turn}")])
        assert child.end_well() == ["done"]
        wanted |= {f"before-{turn}", f"parent-{turn}", *(f"child-{turn}-{n}" for n in range(5))}
    assert sorted(texts(spool)) == sorted(wanted)
    ((check,),) = apsw.Connection(str(spool.path)).execute("PRAGMA integrity_check")
    assert check == "ok"


def test_a_fork_beside_a_busy_sender_leaves_both_able_to_send(tmp_path: Path) -> None:
    """The child must not keep the parent's turn, nor hang on a lock that no thread lets go of."""
    spool = Spool(tmp_path / "spool.db")
    pace = Pace(first=0.001, longest=0.002, idle=0.002, turn=0.001)

    def sent(request: Any) -> Any:
        from holdfast.client.tries import Answer

        count = request.body.count(b'"content"')
        return Answer(201, b'{"ids": [%s]}' % b",".join([b'"x"'] * count))

    sender = Sender(spool, sent, clock=FrozenClock(), pace=pace)

    def use(tell: Tell) -> None:
        spool.put([row("child")])
        tell(f"sent {sender.flush(20)}")

    for turn in range(20):
        spool.put([row(f"{turn}")])
        sender.wake()
        child = forked(use)
        assert child.end_well() == ["sent True"]
    assert sender.flush(20)
    sender.close()
