"""Several processes on one file: nobody is turned away, and nothing is lost or doubled."""

from __future__ import annotations

import json
import threading
from collections import Counter
from pathlib import Path

import apsw
import pytest

from holdfast.errors import Conflict
from holdfast.flow.capture import record
from holdfast.memory import Memory
from tests.faults.children import READY, SEED, Tell, Work, together
from tests.faults.figures import figure
from tests.faults.inspection import faults, rows
from tests.faults.ledger import Ledger, keep_busy

PROCESSES = 8
UPDATES = 250
COUNTER = "cups of tea"


def use_everything(path: Path, number: int, tell: Tell) -> None:
    """Add, correct, recall and forget, with a worker running. Any error ends the child badly."""
    with Memory.open(path) as memory:
        for turn in range(3):
            name = f"{number}-{turn}"
            keep_busy(
                memory,
                tell,
                name=name,
                seed=SEED + number + PROCESSES * turn,
                batches=12,
                forgets=True,
            )
            for user in ("user-0", "user-1", "user-2"):
                found = memory.recall(user, "成都 tea", k=5)
                assert all(hit.sources and hit.text for hit in found)
                memory.context(user, "museum")


def test_eight_processes_add_recall_and_forget_at_once(tmp_path: Path) -> None:
    path, ledger = tmp_path / "memory.db", Ledger()
    works: list[Work] = [
        lambda tell, n=number: use_everything(path, n, tell)  # type: ignore[misc]
        for number in range(PROCESSES)
    ]
    for lines in together(works):
        ledger.hear(lines)
    verdict = ledger.held_against(path)
    figure(f"processes={PROCESSES} {verdict} forgotten={len(ledger.forgotten)} seed={SEED}")
    assert verdict.clean, verdict
    assert len(ledger.forgetting | ledger.forgotten) > 5


def drink_tea(path: Path) -> None:
    """Changes that each go on from what is there."""
    with Memory.open(path, worker=False) as memory:
        for _ in range(UPDATES):
            memory.admin.update_preference(COUNTER, lambda cups: cups + 1, 0)


def drink_tea_naively(path: Path) -> None:
    """The planted fault: look, then write what was seen plus one."""
    with Memory.open(path, worker=False) as memory:
        for _ in range(UPDATES):
            cups = memory.admin.preference(COUNTER, 0)
            memory.admin.set_preference(COUNTER, cups + 1)


def cups_after(path: Path, drink: Work) -> int:
    together([drink] * PROCESSES)
    with Memory.open(path, worker=False) as memory:
        cups = int(memory.admin.preference(COUNTER, 0))
    figure(f"processes={PROCESSES} updates={PROCESSES * UPDATES} landed={cups}")
    return cups


def test_every_update_of_eight_processes_lands(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    assert cups_after(path, lambda _: drink_tea(path)) == PROCESSES * UPDATES


def test_the_harness_sees_updates_that_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    assert cups_after(path, lambda _: drink_tea_naively(path)) < PROCESSES * UPDATES


@pytest.mark.capability("H22")
def test_of_two_writers_from_one_revision_one_is_told_of_the_conflict(tmp_path: Path) -> None:
    path, rounds = tmp_path / "memory.db", 50
    with Memory.open(path, worker=False) as memory:
        memory.admin.set_preference(COUNTER, [])

    def sign(name: str, tell: Tell) -> None:
        with Memory.open(path, worker=False) as memory:
            for revision in range(1, rounds + 1):
                before = memory.admin.preference(COUNTER)
                try:
                    memory.admin.set_preference(COUNTER, [*before, name], expect=revision)
                except Conflict:
                    tell("conflict")
                else:
                    tell("written")

    told = together([lambda tell: sign("lily", tell), lambda tell: sign("tom", tell)])
    outcomes = Counter(line for lines in told for line in lines)
    ((value, revision),) = rows(path, "SELECT value, revision FROM preferences")
    figure(f"two writers: {dict(outcomes)} revision={revision}")
    assert outcomes["written"] == revision - 1 == len(json.loads(value))
    assert outcomes["written"] + outcomes["conflict"] == 2 * rounds
    assert outcomes["conflict"] > 0


CALLERS_PER_PROCESS = 8
CALLING_PROCESSES = 4
ROUNDS = 50


def send_the_same(path: Path, tell: Tell) -> None:
    """In each round, send one message with one client id from several threads at once."""
    with Memory.open(path, worker=False) as memory:

        def send(round_: int) -> None:
            message = {"role": "user", "content": f"round {round_} 火锅", "id": f"m-{round_}"}
            (id_,) = memory.add("lily", [message], session="tea")
            tell(f"{round_}\t{id_}")

        tell(READY)
        for round_ in range(ROUNDS):
            starts_together = threading.Barrier(CALLERS_PER_PROCESS)

            def run(round_: int = round_, barrier: threading.Barrier = starts_together) -> None:
                barrier.wait()
                send(round_)

            threads = [threading.Thread(target=run) for _ in range(CALLERS_PER_PROCESS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()


def test_one_message_sent_by_thirty_two_callers_is_stored_once(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    Memory.open(path).close()
    told = together([lambda tell: send_the_same(path, tell)] * CALLING_PROCESSES)
    answers: dict[str, set[str]] = {}
    calls = 0
    for line in (line for lines in told for line in lines):
        round_, id_ = line.split("\t")
        answers.setdefault(round_, set()).add(id_)
        calls += 1
    stored = dict(rows(path, "SELECT client_id, id FROM messages"))
    figure(f"rounds={ROUNDS} calls={calls} stored={len(stored)}")
    assert calls == ROUNDS * CALLERS_PER_PROCESS * CALLING_PROCESSES
    assert {f"m-{round_}": {id_} for round_, (id_,) in answers.items()} == {
        client_id: {id_} for client_id, id_ in stored.items()
    }
    assert rows(path, "SELECT count(*) FROM messages") == [(ROUNDS,)]
    assert not faults(path)


def test_the_harness_sees_a_message_that_is_stored_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: nobody looks whether it was sent before, and no index forbids it."""
    path = tmp_path / "memory.db"
    Memory.open(path).close()
    connection = apsw.Connection(str(path))
    connection.execute("DROP INDEX messages_by_client")
    connection.close()
    monkeypatch.setattr(record, "_seen", lambda *_: {})
    together([lambda tell: send_the_same(path, tell)] * CALLING_PROCESSES)
    ((stored,),) = rows(path, "SELECT count(*) FROM messages")
    figure(f"planted: stored={stored} instead of {ROUNDS}")
    assert stored > ROUNDS
