"""The proxy: what a turn costs by way of it, and how soon the first word is there."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.result import Result, Table, Verdict
from bench.rounds import Spread, Timing
from bench.serve import HERE, served, used
from bench.texts import QUESTIONS, messages
from holdfast import Memory
from holdfast.testing.model_faults import Chunks
from holdfast.testing.model_server import ModelServer

USERS, EACH = 16, 200
A_ROUND = 50
WORDS = 100
"""How many pieces a stream has."""

TARGET_MS = 5.0
HISTORY = [
    {"role": ("user", "assistant")[n % 2], "content": f"Turn {n}: a few words of an earlier talk."}
    for n in range(20)
]
_PIECES = tuple(
    b'data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"w%d "},'
    b'"finish_reason":null}]}\n\n' % n
    for n in range(WORDS)
)
STREAM = Chunks((*_PIECES, b"data: [DONE]\n\n"))


class Client:
    """One connection that is kept, to the proxy or to the model itself."""

    def __init__(self, port: int, base: str) -> None:
        self._connection = http.client.HTTPConnection(HERE, port, timeout=60)
        self._connection.connect()
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._path = f"{base}/chat/completions"

    def chat(self, turn: int, *, memory: bool = True, stream: bool = False) -> float:
        """One turn with twenty before it; the seconds until the first piece of the answer."""
        asked = {"role": "user", "content": f"{QUESTIONS[turn % len(QUESTIONS)]} ({turn})"}
        body: dict[str, Any] = {"model": "m", "messages": [*HISTORY, asked], "stream": stream}
        headers = {
            "Content-Type": "application/json",
            "Holdfast-User": f"user-{turn % USERS}",
            "Holdfast-Memory": "on" if memory else "off",
        }
        data, began = json.dumps(body).encode(), time.perf_counter()
        self._connection.request("POST", self._path, data, headers)
        response = self._connection.getresponse()
        response.read(1)
        first = time.perf_counter() - began
        response.read()
        return first

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    path = place / "proxied.db"
    with Memory.open(path, worker=False) as memory:
        for number in range(USERS):
            memory.add(f"user-{number}", messages(EACH, seed=number), session="before")
    with ModelServer() as models:
        settings = {"HOLDFAST_OPENAI_UPSTREAM": models.url}
        with served(path, settings) as (port, pid):
            return _measured(models, port, pid, rounds=5 if quick else 21)


def _measured(models: ModelServer, port: int, pid: int, rounds: int) -> Result:
    through, direct = Client(port, "/openai/v1"), Client(models.port, "/v1")
    sides: dict[str, Callable[[int], float]] = {
        "passed on, memory off": lambda turn: through.chat(turn, memory=False),
        "passed on, with memory": through.chat,
        f"streamed in {WORDS} pieces, memory off": lambda turn: _streamed(
            models, through, turn, memory=False
        ),
        f"streamed in {WORDS} pieces, with memory": lambda turn: _streamed(models, through, turn),
        f"streamed in {WORDS} pieces, without us": lambda turn: _streamed(models, direct, turn),
    }
    timings = {name: Timing(A_ROUND) for name in sides}
    firsts: dict[str, list[float]] = {name: [] for name in sides}
    names, turn = list(sides), 0
    for round_ in range(rounds + 1):
        first = round_ % len(names)
        for name in names[first:] + names[:first]:
            before, began = used(pid), time.perf_counter()
            waited = [sides[name](turn + each) for each in range(A_ROUND)]
            turn += A_ROUND
            spent, took = used(pid) - before, time.perf_counter() - began
            models.requests.clear()
            if round_:
                timings[name].cpu.append(spent)
                timings[name].wall.append(took)
                firsts[name] += waited
    through.close()
    direct.close()
    return _result(timings, firsts)


def _streamed(models: ModelServer, client: Client, turn: int, *, memory: bool = True) -> float:
    models.script(STREAM)
    return client.chat(turn, memory=memory, stream=True)


def _result(timings: dict[str, Timing], firsts: dict[str, list[float]]) -> Result:
    plain = timings["passed on, with memory"].cpu_each()
    names = [*timings]
    share = _beyond(timings[names[1]], timings[names[0]])
    streamed = _beyond(timings[names[3]], timings[names[2]])
    return Result(
        name="proxy",
        title="a turn by way of the proxy",
        how=[
            (
                f"{len(timings[names[0]].cpu)} rounds of {A_ROUND} turns over one connection, all kinds "
                f"in turn. A turn has {len(HISTORY)} messages before it; {USERS} users have {EACH} "
                "messages each and more with every turn. CPU is that of the server's process, from "
                "/proc: reading the request, recalling, passing on, passing back and keeping the turn. "
                "The model is another process."
            ),
        ],
        tables=[
            Table(
                ("one turn", "CPU ms (middle half)", "first byte after ms, p50", "p95"),
                [_row(name, timings[name], firsts[name]) for name in names],
            )
        ],
        verdicts=[
            Verdict(
                "a turn, all that the server does for it, CPU ms",
                plain.shown(1e3),
                f"<= {TARGET_MS:g}",
                plain.median * 1e3 <= TARGET_MS,
            ),
            Verdict(
                "of that for memory, CPU ms",
                share.shown(1e3),
                f"<= {TARGET_MS:g}",
                share.median * 1e3 <= TARGET_MS,
            ),
            Verdict(
                "memory's part in a streamed turn, CPU ms",
                streamed.shown(1e3),
                f"<= {TARGET_MS:g}",
                streamed.median * 1e3 <= TARGET_MS,
            ),
        ],
        silent=[
            f"Passing {WORDS} pieces on one by one costs what the third row says, with or without memory.",
            (
                "The model and the client run in Python on the same cores: the times to the first byte "
                "are theirs as well."
            ),
            "The clock of /proc ticks 100 times a second, so a single round is coarse.",
        ],
        timings=timings,
    )


def _row(name: str, timing: Timing, firsts: list[float]) -> tuple[str, ...]:
    ordered = sorted(firsts) or [0.0]
    places = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95))
    cpu = "-" if name.endswith("without us") else timing.cpu_each().shown(1e3, ".2f")
    return (name, cpu, *(f"{1e3 * each:.1f}" for each in places))


def _beyond(more: Timing, less: Timing) -> Spread:
    """What one kind of turn used beyond another, round by round."""
    pairs = zip(more.cpu, less.cpu, strict=True)
    return Spread.of((with_ - without) / A_ROUND for with_, without in pairs)
