"""A conversation while others are sealed and learned from: what `add` and `recall` feel of it."""

from __future__ import annotations

import json
import statistics
import time
from itertools import count, cycle, islice
from pathlib import Path

from bench.result import Result, Table, Verdict
from bench.rounds import Spread, Timing
from holdfast import Memory, Settings

SIZE = 1_000
"""Messages that are there before."""

SESSIONS, TURN = 3, 50
"""How many sessions are sealed when a busy phase begins, and how long they are."""

ASKED = 40
"""So many characters of a message make a question."""

MOST = 1.5
USER, OTHER = "lily", "tom"
"""Whose sessions are sealed and who is asked about; and who talks meanwhile, in the same memory."""
DOINGS = ("add", "recall")
PACES = {"without a pause": (0.0, 1_500), "every 10 ms": (0.01, 150)}
"""How long the conversation waits between two calls, and how many make a phase."""

QUIET, BUSY = "quiet", "while others are sealed"
SIDES = (QUIET, BUSY)
PATIENCE = 600


class Talk:
    """One user's memory, with a conversation that goes on and a worker behind it."""

    def __init__(self, place: Path) -> None:
        self._texts = _talk()
        self._numbers = count()
        self.memory = Memory.open(place / "learning.db", settings=Settings(worker=True))
        for _ in range(SIZE // TURN):
            self._told()
        self.rest()

    def phase(self, doing: str, pace: str, *, busy: bool) -> list[float]:
        """The seconds that each took, the one by one; with `busy`, while sessions are sealed."""
        act, (pause, times) = getattr(self, f"_{doing}"), PACES[pace]
        for _ in range(SESSIONS if busy else 0):
            self._told()
        took: list[float] = []
        for number in range(times):
            if pause:
                time.sleep(pause)
            began = time.perf_counter()
            act(number)
            took.append(time.perf_counter() - began)
        if busy and not self._left():
            raise RuntimeError("All was sealed before the phase was over: it measured nothing.")
        return took

    def rest(self) -> None:
        """Wait until everything is sealed and learned."""
        until = time.monotonic() + PATIENCE
        while self._left():
            if time.monotonic() > until:
                raise RuntimeError("The worker does not get on.")
            time.sleep(0.05)

    def _left(self) -> int:
        return len(self.memory.admin.jobs())

    def _add(self, number: int) -> None:
        self.memory.add(OTHER, self._texts[number % len(self._texts)], session="now")

    def _recall(self, number: int) -> None:
        self.memory.recall(USER, self._texts[number % len(self._texts)][:ASKED])

    def _told(self) -> None:
        """A session that is over."""
        number = next(self._numbers)
        name, texts = f"s{number}", islice(cycle(self._texts), number * TURN, (number + 1) * TURN)
        self.memory.add(USER, list(texts), session=name)
        self.memory.seal(USER, name)


def _talk() -> list[str]:
    """Small talk in two languages, each text once."""
    sets = Path(__file__).parent / "sets"
    lines = [
        line
        for name in ("across-languages", "in-time")
        for line in (sets / f"{name}.jsonl").read_text("utf-8").splitlines()
    ]
    rows = map(json.loads, lines)
    return list(dict.fromkeys(row["text"] for row in rows if row["kind"] == "message"))


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    rounds = 3 if quick else 7
    talk = Talk(place)
    kinds = [(doing, pace) for pace in PACES for doing in DOINGS]
    timings = {_row(*kind, side): Timing(PACES[kind[1]][1]) for kind in kinds for side in SIDES}
    for round_ in range(rounds):
        for doing, pace in kinds:
            for side in SIDES if round_ % 2 else SIDES[::-1]:
                took = talk.phase(doing, pace, busy=side == BUSY)
                timings[_row(doing, pace, side)].wall.append(_p95(took))
                talk.rest()
    talk.memory.close()
    return _result(timings, rounds)


def _p95(took: list[float]) -> float:
    return statistics.quantiles(took, n=20)[-1]


def _row(doing: str, pace: str, side: str) -> str:
    return f"{doing} {pace}, {side}"


def _ratio(timings: dict[str, Timing], doing: str, pace: str) -> Spread:
    quiet, busy = (timings[_row(doing, pace, side)].wall for side in SIDES)
    return Spread.of(b / a for a, b in zip(quiet, busy, strict=True))


def _result(timings: dict[str, Timing], rounds: int) -> Result:
    ratios = {(d, p): _ratio(timings, d, p) for p in PACES for d in DOINGS}
    rows = [
        (
            f"{doing} {pace}",
            *(Spread.of(timings[_row(doing, pace, s)].wall).shown(1e3) for s in SIDES),
            ratio.shown(),
        )
        for (doing, pace), ratio in ratios.items()
    ]
    return Result(
        name="learning",
        title="a conversation while others are sealed and learned from",
        how=[
            (
                f"{rounds} rounds of phases in turn, each of {PACES['without a pause'][1]:,} calls one "
                f"after the other, or {PACES['every 10 ms'][1]} with a pause before each: with nothing "
                f"else going on, and while the worker of the same memory seals {SESSIONS} sessions "
                f"of {TURN} messages of the same user and learns from them. It was never done before "
                f"a phase was over. p95 of each phase, by the clock."
            ),
            (
                f"The memory holds {SIZE:,} messages of small talk in two languages, and more; rules "
                f"learn, no model is asked. Questions are the beginnings of messages."
            ),
        ],
        tables=[Table(("p95, ms", QUIET, BUSY, "ratio"), rows)],
        verdicts=[
            Verdict(
                f"p95 of `{doing}` {pace}, while others are sealed, to that in quiet",
                ratio.shown(),
                f"below {MOST}",
                ratio.median < MOST,
            )
            for (doing, pace), ratio in ratios.items()
        ],
        silent=[
            "How it is on a machine with one core, or with several busy workers.",
            (
                "How long the sessions had to wait: while calls come without end, the worker takes a "
                "twenty-fifth of the time, and more the longer something has waited."
            ),
        ],
        timings=timings,
    )
