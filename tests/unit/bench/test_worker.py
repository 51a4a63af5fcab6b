"""A worker does what it is told in a process of its own, and a run is put on the right pages."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench.__main__ import NAMES, _command, _file_name, _pages
from bench.beside.child import Spent, started
from bench.beside.filling import Budget, fill
from bench.beside.kept import Kept, keep
from bench.beside.people import stages
from bench.beside.systems import OURS, K
from bench.beside.turns import in_turns
from holdfast.entrypoints.cli.bench import MEASURED

ROOT = Path(__file__).parents[3]
TEXTS = [f"Number {at} is what was said about the violin." for at in range(400)]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    rows = np.random.default_rng(1).normal(size=(len(TEXTS), 8)).astype(np.float32)
    keep(tmp_path / "kept", TEXTS, rows)
    return tmp_path / "kept"


def test_vectors_come_back_as_they_were_in_every_form(kept):
    found = Kept(kept)
    found.prepare(TEXTS[3:5])
    assert found.dimensions == 8
    assert found.embed(TEXTS[3:5]).tolist() == [found.one(text) for text in TEXTS[3:5]]
    assert (
        found.lists([json.dumps({"content": TEXTS[3]}), TEXTS[4]])
        == found.embed(TEXTS[3:5]).tolist()
    )
    with pytest.raises(KeyError):
        found.one(TEXTS[0])  # not prepared: looking it up would be somebody's cost


def test_a_store_is_filled_in_stages_and_asked_in_another_process(kept, tmp_path):
    plan = stages((100, 300))
    filled = fill(OURS, tmp_path, kept, plan, TEXTS, Budget(60, 60))
    assert filled.totals == {100: 100, 300: 300}
    assert 0 < filled.sizes[100] < filled.sizes[300]
    with started(OURS, kept) as child:
        child.open(filled.folders[300])
        spent, [found] = child.search("user-2", [TEXTS[205]])
        assert len(found) == K
        assert found[0] == TEXTS[205]
        assert spent.cpu > 0
        child.add_each([("user-2", TEXTS[399])])
        assert child.search("user-2", [TEXTS[399]])[1][0][0] == TEXTS[399]
        resident = child.resident()
        assert resident is None or resident > 1_000_000
        child.close()


def test_a_worker_that_fails_is_not_taken_for_one_that_answers(kept, capfd):
    with started(OURS, kept) as child, pytest.raises(RuntimeError, match="Holdfast ended"):
        child.search("user-0", TEXTS[:1])  # nothing is open
    assert "search" in capfd.readouterr().err


def test_a_worker_loads_no_system_but_its_own():
    code = "import sys, bench.beside.worker; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "numpy" in loaded
    assert loaded.isdisjoint({"holdfast", "langgraph", "mem0", "chromadb", "apsw"})


def test_a_worker_may_not_reach_the_network():
    code = (
        "import socket, sys; from bench.beside.worker import _stay_here; "
        "sys.addaudithook(_stay_here); socket.create_connection(('127.0.0.1', %d))"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = [sys.executable, "-c", code % server.getsockname()[1]]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode
    assert "no network while measuring" in done.stderr


def test_all_take_turns_and_the_first_round_does_not_count():
    order: list[str] = []

    def side(name: str, cost: float):
        def turn(round_: int) -> Spent:
            order.append(name)
            return Spent(cost * (round_ + 1), 0.0)

        return turn

    sides = {"a": side("a", 1), "b": side("b", 10)}
    timings = in_turns(sides, counts={"a": 1, "b": 5}, rounds=2)
    assert "".join(order) == "abbaab"
    assert timings["a"].cpu == [2, 3]
    assert timings["b"].cpu_each().median == 5


def test_peers_have_a_page_of_their_own():
    assert _pages(NAMES) == [[*NAMES[:-1]], ["peers"]]
    assert _pages(["add"]) == [["add"]]
    assert _file_name(["peers"], quick=False) == "peers"
    assert _file_name(["peers"], quick=True) == "speed-peers-quick"
    assert _file_name(NAMES[:-1], quick=False) == "speed"
    assert _file_name(["add"], quick=False) == "speed-add"
    assert _command(["peers"], quick=False) == 'make bench ARGS="peers"'
    assert _command(NAMES[:-1], quick=False) == "make bench"


def test_the_command_line_knows_every_measurement():
    assert MEASURED == NAMES
