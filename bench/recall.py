"""Recall, next to the vector search of LangGraph's SqliteStore: same texts, same vectors."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from langgraph.store.sqlite import SqliteStore

from bench import peers
from bench.ready import Ready
from bench.result import Result, Table, Verdict
from bench.rounds import Spent, Spread, Timing, Turn, cpu_ratio, in_rounds
from bench.texts import QUESTIONS, messages
from holdfast import Memory

SMALL, MIDDLE, LARGE = 100, 1_000, 10_000
SOMEONE_ELSE, ALONE = "someone-else", "alone"
TURN = 50
"""Messages in one session."""

AGAIN = 5
ASKED = QUESTIONS * AGAIN
"""What is asked in one turn: enough that a turn is not mostly its own beginning."""

APART = 10
"""The first so many users are asked about by other sides; the rest of them are cold."""

K = 10
OURS_COLD, THEIRS_COLD = "ours, cold users of 100", "SqliteStore, cold users of 100"
OURS_BY_ROW = "ours, cold users of 100, not packed"
OURS_OPENED, THEIRS_OPENED = "ours, cold, just opened", "SqliteStore, cold, just opened"
OURS_MIDDLE, THEIRS_MIDDLE = "ours, cold users of 1,000", "SqliteStore, cold users of 1,000"
OURS_LARGE = "ours, cold user of 10,000"
COLD = {OURS_COLD, OURS_BY_ROW, THEIRS_COLD}
ONCE = {OURS_OPENED, THEIRS_OPENED, OURS_MIDDLE, THEIRS_MIDDLE, OURS_LARGE}
TARGETS = {"fetch and fuse": 6.0, "whole": 2.5, "cold": 1.5, "whole, large": 20.0}
FLAT = 1.5
AFTER_ADDS = 2.0
WITH_EMBEDDING_MS = 0.5


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    totals = (1_000, 10_000) if quick else (1_000, 10_000, 100_000)
    rounds = 7 if quick else 21
    texts = {size: messages(size, seed=size) for size in (SMALL, MIDDLE, LARGE)}
    ready = Ready([text for some in texts.values() for text in some] + [*QUESTIONS])
    some = _cold_each(totals[-1], rounds)
    with ExitStack() as opened:
        sides: dict[str, Turn] = {}
        for total in totals:
            _add_sides(sides, opened, place, texts, ready, total, largest=total == totals[-1])
        _add_cold_sides(sides, opened, place, texts, ready, totals[-1], rounds)
        counts = dict.fromkeys(sides, len(ASKED)) | dict.fromkeys(ONCE & {*sides}, 1)
        counts |= dict.fromkeys(COLD & {*sides}, some)
        timings = in_rounds(sides, counts=counts, rounds=rounds)
    return _result(timings, totals, rounds)


def _add_sides(
    sides: dict[str, Turn],
    opened: ExitStack,
    place: Path,
    texts: dict[int, list[str]],
    ready: Ready,
    total: int,
    *,
    largest: bool,
) -> None:
    """Both sides with `total` memories in all: users of 100, and in the largest file bigger ones."""
    users = {f"user-{number}": SMALL for number in range(total // SMALL)}
    if largest:
        users |= {"middle": MIDDLE, "large": LARGE}
    ours, theirs = place / f"ours-{total}.db", place / f"theirs-{total}.db"
    memory = opened.enter_context(Memory.open(ours, worker=False, embedder=ready))
    _fill(memory, users, texts)
    sides[_ours(SMALL, total)] = _recalls(memory, "user-0")
    if peers.HAS_VECTORS:
        store = opened.enter_context(_their_store(theirs, ready))
        _fill_theirs(store, users, texts)
        sides[_theirs(SMALL, total)] = _searches(store, "user-0")
    if not largest:
        return
    sides["ours, fetch and fuse"] = _fetches(memory, "user-0")
    sides["ours, with embedding"] = _recalls(
        opened.enter_context(_with_embedding(place, texts[SMALL])), "user-0"
    )
    sides[_ours(MIDDLE, total)] = _recalls(memory, "middle")
    sides[_ours(LARGE, total)] = _recalls(memory, "large")
    sides["ours, large, after an add elsewhere"] = _after_adds(memory, ours, "large", texts[LARGE])
    if peers.HAS_VECTORS:
        sides[_theirs(MIDDLE, total)] = _searches(store, "middle")
        sides[_theirs(LARGE, total)] = _searches(store, "large")


def _cold_each(total: int, rounds: int) -> int:
    """How many users of a round are cold: each is asked about once, packed or not."""
    return (total // SMALL - APART) // 2 // (rounds + 1)


def _add_cold_sides(
    sides: dict[str, Turn],
    opened: ExitStack,
    place: Path,
    texts: dict[int, list[str]],
    ready: Ready,
    total: int,
    rounds: int,
) -> None:
    """Users nobody has asked about, in memories that are in use; half of them are packed."""
    ours, theirs = place / f"ours-{total}.db", place / f"theirs-{total}.db"
    each = _cold_each(total, rounds)
    half = APART + each * (rounds + 1)
    middle = {f"middle-{n}": MIDDLE for n in range(rounds + 1)}
    with Memory.open(ours, worker=False, embedder=ready) as writer:
        _fill(writer, {ALONE: LARGE, **middle}, texts)
        _bind(writer, ["user-1", ALONE, *middle, *(f"user-{n}" for n in range(APART, half))])
    memory = opened.enter_context(Memory.open(ours, read_only=True, embedder=ready))
    recall = partial(memory.recall, k=K)
    for question in QUESTIONS:
        recall("user-0", question)
    sides[OURS_COLD] = _of_many(recall, APART, each)
    sides[OURS_MIDDLE] = _of_many(recall, 0, 1, "middle")
    sides[OURS_BY_ROW] = _of_many(recall, half, each)
    sides[OURS_LARGE] = _dropped(memory, ALONE)
    sides[OURS_OPENED] = _cold(ours, ready)
    if peers.HAS_VECTORS:
        store = opened.enter_context(_their_store(theirs, ready))
        _fill_theirs(store, middle, texts)

        def search(user: str, question: str) -> object:
            return store.search(("memories", user), query=question, limit=K)

        for question in QUESTIONS:
            search("user-0", question)
        sides[THEIRS_COLD] = _of_many(search, APART, each)
        sides[THEIRS_MIDDLE] = _of_many(search, 0, 1, "middle")
        sides[THEIRS_OPENED] = _their_cold(theirs, ready)


def _bind(memory: Memory, users: list[str]) -> None:
    """Pack these users, as a worker does."""
    from holdfast.flow.maintain.bind import bind

    store, by = memory._parts.store, memory._parts.marker.by
    for user in users:
        while store.write("default", partial(bind, user=user, by=by)):
            pass


def _of_many(ask: Callable[[str, str], object], first: int, each: int, kind: str = "user") -> Turn:
    """One question about each of so many users, others in every round.

    The side has just answered questions about somebody else: it is the user who is cold.
    """

    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        for question in QUESTIONS:
            ask("user-0", question)
        users = range(first + round_ * each, first + (round_ + 1) * each)
        asked = [(f"{kind}-{user}", QUESTIONS[user % len(QUESTIONS)]) for user in users]
        yield lambda: [ask(user, question) for user, question in asked]

    return turn


def _dropped(memory: Memory, user: str) -> Turn:
    """The first question about a user of whom nothing is in memory any more."""

    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        memory.admin.drop_index(user)
        question = QUESTIONS[round_ % len(QUESTIONS)]
        yield lambda: memory.recall(user, question, k=K)

    return turn


def _ours(size: int, total: int) -> str:
    return f"ours, user of {size:,} among {total:,}"


def _theirs(size: int, total: int) -> str:
    return f"SqliteStore, user of {size:,} among {total:,}"


def _fill(memory: Memory, users: dict[str, int], texts: dict[int, list[str]]) -> None:
    memory.add(SOMEONE_ELSE, texts[SMALL][:10])
    for user, size in users.items():
        for first in range(0, size, TURN):
            memory.add(user, texts[size][first : first + TURN], session=f"s{first // TURN}")


@contextmanager
def _their_store(path: Path, ready: Ready) -> Iterator[SqliteStore]:
    index: Any = {"dims": ready.dimensions, "embed": ready.lists, "fields": ["content"]}
    with SqliteStore.from_conn_string(str(path), index=index) as store:
        store.setup()
        yield store


def _fill_theirs(store: SqliteStore, users: dict[str, int], texts: dict[int, list[str]]) -> None:
    for user, size in users.items():
        for first in range(0, size, 500):
            some = texts[size][first : first + 500]
            store.batch(peers.put_ops(user, [f"{first + n}" for n in range(len(some))], some))


@contextmanager
def _with_embedding(place: Path, texts: list[str]) -> Iterator[Memory]:
    with Memory.open(place / "embedding.db", worker=False) as memory:
        _fill(memory, {"user-0": SMALL}, {SMALL: texts})
        yield memory


def _recalls(memory: Memory, user: str) -> Turn:
    return _warm(lambda question: memory.recall(user, question, k=K))


def _fetches(memory: Memory, user: str) -> Turn:
    """The stages fetch and fuse alone, the questions taken apart beforehand."""
    from holdfast.flow.recall.ask import ask, wanted
    from holdfast.flow.recall.fuse import fuse
    from holdfast.flow.recall.recall import best

    parts = memory._parts
    memory.recall(user, QUESTIONS[0])
    index = parts.store.read("default", lambda unit: parts.shelf.index(unit, "default", user))
    assert index is not None
    now = parts.clock.now()
    asked = [
        wanted(ask(question, k=K, asked_at=now), index, parts.embedder) for question in QUESTIONS
    ]

    def run() -> None:
        for each in asked * AGAIN:
            with index.lock:
                fused = fuse(index, each)
                best(fused, fused.found, K)

    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        yield run

    return turn


def _searches(store: SqliteStore, user: str) -> Turn:
    return _warm(lambda question: store.search(("memories", user), query=question, limit=K))


def _warm(ask: Callable[[str], object]) -> Turn:
    """All questions, by a side that has just answered each of them."""

    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        for question in QUESTIONS:
            ask(question)
        yield lambda: [ask(question) for question in ASKED]

    return turn


def _cold(path: Path, ready: Ready) -> Turn:
    """The first question about a user in a memory that has answered one about somebody else."""

    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        with Memory.open(path, read_only=True, embedder=ready) as memory:
            memory.recall(SOMEONE_ELSE, QUESTIONS[0])
            question = QUESTIONS[round_ % len(QUESTIONS)]
            yield lambda: memory.recall("user-1", question, k=K)

    return turn


def _their_cold(path: Path, ready: Ready) -> Turn:
    """The same of a store that was opened anew."""

    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        with _their_store(path, ready) as store:
            store.search(("memories", "user-2"), query=QUESTIONS[0], limit=K)
            question = QUESTIONS[round_ % len(QUESTIONS)]
            yield lambda: store.search(("memories", "user-1"), query=question, limit=K)

    return turn


def _after_adds(memory: Memory, path: Path, user: str, texts: list[str]) -> Turn:
    """Recall a user to whom another process adds a message before every question.

    What it takes to tell that process, and to wait for it, is not counted.
    """
    writer = subprocess.Popen(
        [sys.executable, "-m", "bench.writer", str(path), user],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdin is not None
    assert writer.stdout is not None
    feed, told = writer.stdin, writer.stdout

    def add(text: str) -> None:
        feed.write(text + "\n")
        feed.flush()
        told.readline()

    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        def run() -> Spent:
            used = took = 0.0
            for place, question in enumerate(ASKED):
                add(texts[(round_ * len(ASKED) + place) % len(texts)])
                before, began = time.process_time(), time.perf_counter()
                memory.recall(user, question, k=K)
                used += time.process_time() - before
                took += time.perf_counter() - began
            return Spent(used, took)

        yield run

    return turn


def _result(timings: dict[str, Timing], totals: tuple[int, ...], rounds: int) -> Result:
    return Result(
        name="recall",
        title="a question to the memory of one user",
        how=[
            (
                f"{rounds} rounds of {len(ASKED)} questions in English, Chinese and both a side, "
                f"k={K}, one thread. Users of {SMALL} messages in sessions of {TURN}, so many in all "
                "as each line says; in the largest file also users of 1,000 and 10,000."
            ),
            (
                "Both sides have the same vectors, made beforehand: embedding is not counted, "
                "except where a line says so. SqliteStore searches by vector alone; Holdfast's whole "
                "recall takes the question apart, looks for times, searches by words, meaning, time "
                "and neighbours, fuses, folds duplicates and reads the messages. Each side has answered "
                "every question once just before its turn: the first few after other work take several "
                "times as long on both sides, for the processor's caches hold something else then."
            ),
            (
                "A cold user is one of whom nothing is in memory, in a process that is running: "
                "every round asks one question each about users that neither side was ever asked "
                "about, in a memory that has just answered questions about somebody else. Ours are packed, "
                "as a worker keeps them, except where a line says so. Just opened: "
                "the harsher measure, a single question in a memory that was opened anew and has "
                "answered one about somebody else; connections and statements are then cold as well. "
                "It is compared with a search under the same conditions. A cold user of 10,000 is compared "
                "with a search of theirs that is warm, for they keep nothing of a user. After an add elsewhere: another process adds a "
                "message to the user of 10,000 before every question; the CPU that this process uses for the "
                "recall, and not for waiting."
            ),
        ],
        tables=[_table(timings)],
        verdicts=_verdicts(timings, totals),
        silent=[
            "How good the answers are: see `holdfast bench recall`.",
            "A cold question here reads from the page cache, not from the disk.",
        ],
        timings=timings,
    )


def _table(timings: dict[str, Timing]) -> Table:
    head = ("one recall", "CPU ms (middle half)", "wall ms (middle half)")
    rows = [
        (name, timing.cpu_each().shown(1e3, ".3f"), timing.wall_each().shown(1e3, ".3f"))
        for name, timing in timings.items()
    ]
    return Table(head, rows)


def _verdicts(timings: dict[str, Timing], totals: tuple[int, ...]) -> list[Verdict]:
    last = totals[-1]
    pairs = {
        "fetch and fuse": ("ours, fetch and fuse", SMALL),
        "whole": (_ours(SMALL, last), SMALL),
        "whole, large": (_ours(LARGE, last), LARGE),
    }
    verdicts = []
    for name, (ours, size) in pairs.items():
        theirs = _theirs(size, last)
        if theirs in timings:
            ratio = cpu_ratio(timings[theirs], timings[ours])
            verdicts.append(
                _at_least(f"{name}: CPU, SqliteStore's search/ours", ratio, TARGETS[name])
            )
    if THEIRS_COLD in timings:
        for name, ours, theirs in (
            ("a cold user", OURS_COLD, THEIRS_COLD),
            ("a cold user of 1,000", OURS_MIDDLE, THEIRS_MIDDLE),
            ("a cold user of 10,000", OURS_LARGE, _theirs(LARGE, last)),
            ("a cold user that is not packed", OURS_BY_ROW, THEIRS_COLD),
            ("a cold user, just opened", OURS_OPENED, THEIRS_OPENED),
        ):
            ratio = cpu_ratio(timings[theirs], timings[ours])
            what = f"{name}: CPU, SqliteStore's search/ours, cold on both sides"
            verdicts.append(_at_least(what, ratio, TARGETS["cold"]))
    small = [timings[_ours(SMALL, total)].cpu_each().median for total in totals]
    flat = max(small) / min(small)
    what = f"user of {SMALL}, {totals[0]:,} to {last:,} in all: slowest/fastest"
    verdicts.append(Verdict(what, f"{flat:.2f}", f"< {FLAT}x", flat < FLAT))
    after = cpu_ratio(timings["ours, large, after an add elsewhere"], timings[_ours(LARGE, last)])
    what = "user of 10,000, an add elsewhere before each recall: CPU to warm"
    verdicts.append(
        Verdict(what, after.shown(), f"<= {AFTER_ADDS:.0f}x", after.median <= AFTER_ADDS)
    )
    whole = timings["ours, with embedding"].cpu_each()
    figure, met = f"{whole.shown(1e3, '.3f')} ms", whole.median * 1e3 <= WITH_EMBEDDING_MS
    what = f"user of {SMALL}, embedding included: CPU of a recall"
    verdicts.append(Verdict(what, figure, f"<= {WITH_EMBEDDING_MS} ms", met))
    return verdicts


def _at_least(what: str, ratio: Spread, target: float) -> Verdict:
    return Verdict(what, ratio.shown(), f">= {target:g}x", ratio.median >= target)
