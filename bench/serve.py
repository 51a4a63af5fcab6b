"""The server: what sixteen clients get from it, and what HTTP adds to a recall."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from bench.result import Result, Table, Verdict
from bench.rounds import Spread, Timing
from bench.texts import QUESTIONS, messages
from holdfast import Memory

CLIENTS = 16
USERS, EACH = 16, 100
K = 10
A_ROUND = 100
"""Requests of one kind in one round of the CPU measurement."""

TARGET_MS = 0.5
SHARES = (("recall", 5), ("add", 4), ("livez", 1))
"""What a client asks for, and how often in ten requests."""

HERE = "127.0.0.1"
TICK = 1 / os.sysconf("SC_CLK_TCK")


class Client:
    """One connection that is kept."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection(HERE, port, timeout=60)
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method: str, path: str, body: Any = None) -> int:
        """The status; the answer is read to its end."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if sent else {}
        self._connection.request(method, path, sent, headers)
        response = self._connection.getresponse()
        response.read()
        return response.status

    def livez(self, _: int) -> int:
        """The least that the server can be asked."""
        return self.ask("GET", "/livez")

    def recall(self, turn: int) -> int:
        """One question about one user."""
        question = QUESTIONS[turn % len(QUESTIONS)]
        return self.ask("POST", "/v1/recall", {"user": _user(turn), "query": question, "k": K})

    def add(self, turn: int) -> int:
        """One message."""
        text = f"{turn} cups of tea, 喝了{turn}杯茶"
        return self.ask("POST", "/v1/messages", {"user": _user(turn), "messages": text})

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def _user(turn: int) -> str:
    return f"user-{turn % USERS}"


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    path, copy = place / "served.db", place / "library.db"
    with Memory.open(path, worker=False) as memory:
        for number in range(USERS):
            memory.add(_user(number), messages(EACH, seed=number), session="s")
    shutil.copy(path, copy)
    with served(path) as (port, pid), Memory.open(copy, worker=False) as memory:
        timings = _cpu(port, pid, memory, rounds=11 if quick else 41)
        seconds = 5.0 if quick else 30.0
        load = _Load(port)
        load.run(seconds)
    return _result(timings, load, seconds)


@contextmanager
def served(path: Path, settings: Mapping[str, str] | None = None) -> Iterator[tuple[int, int]]:
    """A server without keys and without a worker; its port and its process."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "holdfast", "serve", "--db", str(path), "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--no-auth", "--no-worker"],
        env={**os.environ, "HOLDFAST_SERVE_RATE": "0", **(settings or {})},
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(60)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            client = Client(port)
            client.ask("GET", "/readyz")
            client.close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the server did not start")


def used(pid: int) -> float:
    """The CPU seconds of a process, all threads, user mode and kernel."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def _cpu(port: int, pid: int, memory: Memory, rounds: int) -> dict[str, Timing]:
    """CPU of the server for a recall and for next to nothing, and of the library for that recall."""
    client = Client(port)
    sides: dict[str, tuple[Callable[[int], object], Callable[[], float]]] = {
        "server, /livez": (client.livez, lambda: used(pid)),
        "server, /v1/recall": (client.recall, lambda: used(pid)),
        "library, recall": (
            lambda turn: memory.recall(_user(turn), QUESTIONS[turn % len(QUESTIONS)], k=K),
            time.process_time,
        ),
    }
    timings = {name: Timing(A_ROUND) for name in sides}
    names = list(sides)
    for round_ in range(rounds + 1):
        first = round_ % len(names)
        for name in names[first:] + names[:first]:
            ask, cpu = sides[name]
            before, began = cpu(), time.perf_counter()
            for turn in range(A_ROUND):
                ask(turn)
            spent, took = cpu() - before, time.perf_counter() - began
            if round_:
                timings[name].cpu.append(spent)
                timings[name].wall.append(took)
    client.close()
    return timings


class _Load:
    """Sixteen clients that ask as fast as they are answered."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._over = threading.Event()
        self._numbers = count()
        self.took: dict[str, list[float]] = {name: [] for name, _ in SHARES}
        self.failed = 0

    def run(self, seconds: float) -> None:
        """Ask for so long."""
        threads = [threading.Thread(target=self._ask) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        self._over.set()
        for thread in threads:
            thread.join()

    def _ask(self) -> None:
        client = Client(self._port)
        plan = [name for name, share in SHARES for _ in range(share)]
        while not self._over.is_set():
            turn = next(self._numbers)
            name = plan[turn * 7 % len(plan)]
            began = time.perf_counter()
            status = getattr(client, name)(turn)
            self.took[name].append(time.perf_counter() - began)
            self.failed += status >= 500
        client.close()


def _result(timings: dict[str, Timing], load: _Load, seconds: float) -> Result:
    over = _over(timings)
    total = sum(map(len, load.took.values()))
    return Result(
        name="serve",
        title="a server under sixteen clients, and what HTTP adds to a recall",
        how=[
            (
                f"CPU: {len(timings['library, recall'].cpu)} rounds of {A_ROUND} requests over one "
                "connection, both routes and the library in turn, on copies of one file "
                f"({USERS} users of {EACH} messages). The server's CPU time is that of its process, "
                "from /proc."
            ),
            (
                f"Load: {CLIENTS} clients in this process for {seconds:.0f} s, half of their "
                "requests recalls, four tenths adds of one durable message, the rest GET /livez."
            ),
        ],
        tables=[
            Table(
                ("one", "CPU ms (middle half)", "wall ms (middle half)"),
                [
                    (name, each.cpu_each().shown(1e3, ".3f"), each.wall_each().shown(1e3, ".3f"))
                    for name, each in timings.items()
                ],
                title="CPU for one request",
            ),
            Table(
                ("one", "requests", "p50 ms", "p95 ms", "p99 ms"),
                [_quantiles(name, took) for name, took in load.took.items()],
                title=f"Under load: {total / seconds:,.0f} requests/s in all, {load.failed} answers of 5xx",
            ),
        ],
        verdicts=[
            Verdict(
                "recall: server CPU over the library call, ms",
                over.shown(1e3),
                f"<= {TARGET_MS}",
                over.median * 1e3 <= TARGET_MS,
            ),
            Verdict("answers of 5xx under load", f"{load.failed}", "0", load.failed == 0),
        ],
        silent=[
            "The clients run in Python on the same cores: latencies under load are theirs as well.",
            "The clock of /proc ticks 100 times a second, so a single round is coarse.",
        ],
        timings=timings,
    )


def _over(timings: dict[str, Timing]) -> Spread:
    """What the server used for a recall beyond the library, round by round."""
    server, library = timings["server, /v1/recall"], timings["library, recall"]
    pairs = zip(server.cpu, library.cpu, strict=True)
    return Spread.of((far - near) / A_ROUND for far, near in pairs)


def _quantiles(name: str, took: list[float]) -> tuple[str, ...]:
    ordered = sorted(took) or [0.0]
    places = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 0.99))
    return (name, f"{len(took):,}", *(f"{1e3 * each:.1f}" for each in places))
