"""A conversation while others are sealed and learned from: what `add` and `recall` feel of it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread

from bench.result import Result, Table, Verdict
from bench.rounds import Spread, Timing
from bench.texts import messages
from holdfast import Memory, Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock

SIZE = 1_000
"""Messages that are there before."""

SESSIONS, TURN = 12, 50
"""How many sessions wait to be sealed when a busy phase begins, and how long they are."""

TIMES = 100
"""How often each is done in a phase."""

MOST = 1.5
USER = "lily"
DOINGS = ("add", "recall")
QUIET, BUSY = "quiet", "while others are sealed"


class Talk:
    """One user's memory, with a conversation that goes on."""

    def __init__(self, place: Path) -> None:
        self._texts = messages(SIZE, seed=7)
        self._numbers = count()
        self._clock = FrozenClock()
        store = SqliteStore.open(place / "learning.db")
        self.memory = Memory.open(store=store, settings=Settings(worker=False), clock=self._clock)
        for _ in range(SIZE // TURN):
            self._say()
        self._seal(lambda: False)

    def phase(self, doing: str, *, busy: bool) -> list[float]:
        """The seconds that each took, the one by one; with `busy`, while sessions are sealed."""
        act = getattr(self, f"_{doing}")
        with self._sealing() if busy else self._still():
            took = []
            for number in range(TIMES):
                began = time.perf_counter()
                act(number)
                took.append(time.perf_counter() - began)
                time.sleep(0)
        self._clock.advance(60)
        return took

    def _add(self, number: int) -> None:
        self.memory.add(USER, self._texts[number], session="now")

    def _recall(self, number: int) -> None:
        self.memory.recall(USER, self._texts[number][:80])

    def _say(self) -> None:
        first = next(self._numbers) * TURN % SIZE
        self.memory.add(USER, self._texts[first : first + TURN], session=f"s{next(self._numbers)}")

    @contextmanager
    def _still(self) -> Iterator[None]:
        yield

    @contextmanager
    def _sealing(self) -> Iterator[None]:
        """Seal and learn without a pause, as a worker does that has much to do, until it is over."""
        for _ in range(SESSIONS):
            self._say()
        over = Event()
        worker = Thread(target=self._seal, args=(over.is_set,))
        worker.start()
        yield
        if not worker.is_alive():
            raise RuntimeError("All was sealed before the phase was over: it measured nothing.")
        over.set()
        worker.join()
        self._seal(lambda: False)

    def _seal(self, over: Callable[[], bool]) -> None:
        for session in self.memory.sessions.list(USER, limit=1000):
            if over():
                return
            if session.name != "now":
                self.memory.seal(USER, session.name)
                self.memory._parts.worker.run()


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    rounds = 5 if quick else 15
    talk = Talk(place)
    timings = {_side(d, s): Timing(TIMES) for d in DOINGS for s in (QUIET, BUSY)}
    for round_ in range(rounds + 1):
        order = (QUIET, BUSY) if round_ % 2 else (BUSY, QUIET)
        for doing in DOINGS:
            for side in order:
                took = talk.phase(doing, busy=side == BUSY)
                if round_:
                    timings[_side(doing, side)].wall.append(_p95(took))
    talk.memory.close()
    return _result(timings, rounds)


def _p95(took: list[float]) -> float:
    return statistics.quantiles(took, n=20)[-1]


def _side(doing: str, side: str) -> str:
    return f"{doing}, {side}"


def _ratio(timings: dict[str, Timing], doing: str) -> Spread:
    quiet, busy = timings[_side(doing, QUIET)].wall, timings[_side(doing, BUSY)].wall
    return Spread.of(b / a for a, b in zip(quiet, busy, strict=True))


def _result(timings: dict[str, Timing], rounds: int) -> Result:
    ratios = {doing: _ratio(timings, doing) for doing in DOINGS}
    rows = [
        (
            doing,
            *(Spread.of(timings[_side(doing, s)].wall).shown(1e3) for s in (QUIET, BUSY)),
            ratios[doing].shown(),
        )
        for doing in DOINGS
    ]
    return Result(
        name="learning",
        title="a conversation while others are sealed and learned from",
        how=[
            (
                f"{rounds} rounds of phases in turn, each of {TIMES} calls one by one: with nothing "
                f"else going on, and while a thread seals sessions of {TURN} messages of the same "
                f"user and learns from them without a pause. p95 of each phase, by the clock."
            ),
            f"The memory holds about {SIZE:,} messages and more; rules learn, no model is asked.",
        ],
        tables=[Table(("p95, ms", QUIET, BUSY, "ratio"), rows)],
        verdicts=[
            Verdict(
                f"p95 of `{doing}` while others are sealed, to that in quiet",
                ratios[doing].shown(),
                f"below {MOST}",
                ratios[doing].median < MOST,
            )
            for doing in DOINGS
        ],
        silent=["How it is on a machine with one core, or with several busy workers."],
        timings=timings,
    )
