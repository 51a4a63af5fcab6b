"""The thread of a long conversation: adding, sealing and `recent`, short and long ago begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

from bench.result import Result, Table, Verdict
from bench.rounds import Timing, Turn, cpu_ratio, in_rounds
from bench.texts import messages
from holdfast import Memory, Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.summarisers import FakeSummariser

SHORT, LONG, QUICK = 1_000, 100_000, 10_000
TURN = 50
"""Messages in one session."""

ADDS, SEALS, LOOKS = 50, 3, 20
"""How much is done in one turn."""

FLAT = 1.5
USER = "lily"
DOINGS = ("add", "seal", "recent")
SETTINGS = Settings(worker=False, embedder="none", memo_review=False)


class Thread:
    """One user's memory of some length, which grows by a little with every turn."""

    def __init__(self, place: Path, size: int) -> None:
        self._texts = messages(SHORT, seed=size)
        self._numbers = count()
        self._clock = FrozenClock()
        path = place / f"thread-{size}.db"
        with self._opened(SqliteStore.open(path, synchronous="OFF")) as memory:
            for _ in range(size // TURN):
                self._talk(memory, TURN)
        self.memory = self._opened(SqliteStore.open(path))

    def _opened(self, store: SqliteStore) -> Memory:
        summariser = FakeSummariser()
        return Memory.open(store=store, settings=SETTINGS, clock=self._clock, summariser=summariser)

    def _talk(self, memory: Memory, size: int) -> None:
        """A session: told at once, sealed, and what follows from it done."""
        session = f"session-{next(self._numbers)}"
        memory.add(USER, self._texts[:size], session=session)
        memory.seal(USER, session)
        memory._parts.worker.run()
        self._clock.advance(60)

    @contextmanager
    def add(self, _round: int) -> Iterator[Callable[[], object]]:
        """Single messages of a conversation."""
        session = f"session-{next(self._numbers)}"
        some = self._texts[:ADDS]
        yield lambda: [self.memory.add(USER, text, session=session) for text in some]
        self.memory.seal(USER, session)
        self.memory._parts.worker.run()
        self._clock.advance(60)

    @contextmanager
    def seal(self, _round: int) -> Iterator[Callable[[], object]]:
        """Sessions that end, with all that the worker makes of them."""
        names = [f"session-{next(self._numbers)}" for _ in range(SEALS)]
        for name in names:
            self.memory.add(USER, self._texts[:TURN], session=name)

        def run() -> None:
            for name in names:
                self.memory.seal(USER, name)
                self.memory._parts.worker.run()

        yield run
        self._clock.advance(60)

    @contextmanager
    def recent(self, _round: int) -> Iterator[Callable[[], object]]:
        """What the next prompt needs."""
        yield lambda: [self.memory.recent(USER) for _ in range(LOOKS)]


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    long, rounds = (QUICK, 7) if quick else (LONG, 15)
    counts = dict(zip(DOINGS, (ADDS, SEALS, LOOKS), strict=True))
    with ExitStack() as opened:
        sides: dict[str, Turn] = {}
        for size in (SHORT, long):
            thread = Thread(place, size)
            opened.callback(thread.memory.close)
            sides |= {_side(what, size): getattr(thread, what) for what in DOINGS}
        timings = in_rounds(
            sides, counts={name: counts[name.partition(",")[0]] for name in sides}, rounds=rounds
        )
    return _result(timings, long, rounds)


def _side(what: str, size: int) -> str:
    return f"{what}, after {size:,} messages"


def _result(timings: dict[str, Timing], long: int, rounds: int) -> Result:
    return Result(
        name="thread",
        title="one user's conversation, at its beginning and after a long time",
        how=[
            (
                f"{rounds} rounds, all sides in turn: {ADDS} single adds, {SEALS} sessions of {TURN} "
                f"messages sealed with all that the worker makes of them, {LOOKS} looks at `recent`. "
                f"One memory holds about {SHORT:,} messages of one user, the other {long:,}, loaded "
                f"in sessions of {TURN} that were sealed one by one."
            ),
            "Summaries are cut, not written, so that what is measured is Holdfast's own work.",
        ],
        tables=[_table(timings)],
        verdicts=[_verdict(timings, what, long) for what in DOINGS],
        silent=["What a model or the rules take to write a summary: it does not depend on length."],
        timings=timings,
    )


def _table(timings: dict[str, Timing]) -> Table:
    head = ("one", "CPU ms (middle half)", "wall ms (middle half)")
    rows = [
        (name, timing.cpu_each().shown(1e3, ".3f"), timing.wall_each().shown(1e3, ".3f"))
        for name, timing in timings.items()
    ]
    return Table(head, rows)


def _verdict(timings: dict[str, Timing], what: str, long: int) -> Verdict:
    ratio = cpu_ratio(timings[_side(what, long)], timings[_side(what, SHORT)])
    name = f"{what}: CPU, after {long:,} messages/after {SHORT:,}"
    return Verdict(name, ratio.shown(), f"< {FLAT}x", ratio.median < FLAT)
