"""Many writers at once, next to bare apsw on the same disk."""

from __future__ import annotations

import statistics
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import apsw

from bench.ready import Ready
from bench.recording import Statement, every_connection, recorded
from bench.result import Result, Table, Verdict
from bench.rounds import Timing, Turn, cpu_ratio, in_rounds, wall_ratio
from bench.texts import messages
from holdfast import Memory

WRITERS = 16
ENOUGH = 10_000
"""Durable messages a second that need no comparison."""

NEAR = 2.0
"""How many times the bare statements' time is near enough."""

OWN, FEW = "a user each", "4 users in all"
PLAIN_ROW = "bare apsw, one plain row, groups of 16"

_PLAIN_SCHEMA = """
CREATE TABLE said (number INTEGER PRIMARY KEY, user TEXT NOT NULL, text TEXT NOT NULL);
CREATE INDEX said_by_user ON said (user);
"""
_PLAIN_INSERT = "INSERT INTO said (user, text) VALUES (?, ?)"

Said = list[tuple[str, str]]


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    rounds, each = (5, 60) if quick else (11, 150)
    texts = messages(WRITERS * each * (rounds + 1), seed=2)
    ready = Ready(texts)
    layouts = {OWN: _said(texts, WRITERS), FEW: _said(texts, 4)}
    count = WRITERS * each
    sides: dict[str, Turn] = {}
    with ExitStack() as opened:
        for number, (users, said) in enumerate(layouts.items()):
            memory = opened.enter_context(_opened(place / f"ours-{number}.db", ready))
            sides[_ours(users)] = _threads(memory, said, count)
            rows = recorded(place / f"recording-{number}.db", said, ready)
            bare = opened.enter_context(closing(_same_schema(place / f"bare-{number}.db")))
            sides[_bare(users)] = _replay(bare, rows, count)
        plain = opened.enter_context(closing(_plain_schema(place / "plain.db")))
        inserts = [[(_PLAIN_INSERT, one)] for one in layouts[OWN]]
        sides[PLAIN_ROW] = _replay(plain, inserts, count)
        timings = in_rounds(sides, counts=count, rounds=rounds)
    sizes = {
        users: _group_sizes(place / f"sizes-{number}.db", said[:count], ready)
        for number, (users, said) in enumerate(layouts.items())
    }
    return _result(timings, sizes, rounds, count)


def _opened(path: Path, ready: Ready) -> Memory:
    return Memory.open(path, worker=False, embedder=ready)


def _ours(users: str) -> str:
    return f"Holdfast, {WRITERS} threads, {users}"


def _bare(users: str) -> str:
    return f"bare apsw, the same rows, groups of {WRITERS}, {users}"


def _said(texts: Sequence[str], users: int) -> Said:
    return [(f"user-{place % users:02}", text) for place, text in enumerate(texts)]


def _same_schema(path: Path) -> apsw.Connection:
    """An empty memory."""
    Memory.open(path, worker=False).close()
    return _connection(path)


def _plain_schema(path: Path) -> apsw.Connection:
    connection = _connection(path)
    connection.execute(_PLAIN_SCHEMA)
    return connection


def _connection(path: Path) -> apsw.Connection:
    """As durable as Holdfast's own; SQLite makes the checkpoints, as often as Holdfast does."""
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "FULL")
    connection.pragma("secure_delete", True)
    connection.pragma("wal_autocheckpoint", 4000)
    return connection


def _threads(memory: Memory, said: Said, count: int) -> Turn:
    """Each of the writers adds its own messages, one by one."""

    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        now = said[round_ * count : (round_ + 1) * count]
        shares = [now[writer::WRITERS] for writer in range(WRITERS)]
        yield lambda: _write(memory, shares)

    return turn


def _write(memory: Memory, shares: Sequence[Said]) -> None:
    def writer(share: Said) -> None:
        for user, text in share:
            memory.add(user, text, session="s")

    threads = [threading.Thread(target=writer, args=(share,)) for share in shares]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _replay(connection: apsw.Connection, rows: list[list[Statement]], count: int) -> Turn:
    """One thread runs statements that are ready, a commit for every 16 messages."""

    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        now = rows[round_ * count : (round_ + 1) * count]
        groups = [
            [statement for row in now[first : first + WRITERS] for statement in row]
            for first in range(0, count, WRITERS)
        ]

        def run() -> None:
            execute = connection.execute
            for group in groups:
                execute("BEGIN IMMEDIATE")
                for sql, values in group:
                    execute(sql, values).fetchall()
                execute("COMMIT")

        yield run

    return turn


def _group_sizes(path: Path, said: Said, ready: Ready) -> list[int]:
    """How many messages shared each commit, counted in a run that is not timed."""
    sizes: list[int] = []
    logged: list[int] = []

    def watch(connection: apsw.Connection) -> None:
        def at_change(_kind: int, _database: str, table: str, row: int) -> None:
            if table == "messages":
                logged.append(row)

        def at_commit() -> bool:
            if logged:
                sizes.append(len(logged))
                logged.clear()
            return False  # go on and commit

        connection.set_update_hook(at_change)
        connection.set_commit_hook(at_commit)

    with every_connection(watch), _opened(path, ready) as memory:
        _write(memory, [said[writer::WRITERS] for writer in range(WRITERS)])
    return sizes


def _result(
    timings: dict[str, Timing], sizes: dict[str, list[int]], rounds: int, count: int
) -> Result:
    return Result(
        name="group",
        title="many writers at once, every message durable when its call returns",
        how=[
            (
                f"{rounds} rounds of {count:,} messages a side. {WRITERS} threads add single messages "
                "through one Memory (worker=False); all sides WAL with synchronous=FULL."
            ),
            (
                "`The same rows`: the statements that Holdfast ran for these messages were recorded "
                "with their values and are run again by one thread, a commit for every 16 messages, "
                "on the same schema, with no other Python in the loop. SQLite checkpoints by itself, "
                "every 4,000 pages."
            ),
            (
                "`One plain row`: a rowid table with one index, one insert a message, otherwise "
                "the same."
            ),
        ],
        tables=[_speed_table(timings), _size_table(sizes)],
        verdicts=[_verdict(timings, users) for users in (OWN, FEW)],
        silent=[
            (
                "The bare sides have their values ready: no checks, no ids, no terms, no threads. "
                "They are a floor that no program can reach, not a rival."
            ),
            (
                "On a busy disk everybody waits for it alike, and the ratio by the clock comes near "
                "1; the one by CPU does not hide behind the disk. The target asks for both."
            ),
            "Threads of one process share one interpreter lock; several processes were not tried.",
        ],
        timings=timings,
        facts={"group_sizes": sizes},
    )


def _speed_table(timings: dict[str, Timing]) -> Table:
    head = ("side", "messages/s on the clock", "CPU us a message", "clock: ours/this", "CPU")
    rows = []
    for name, timing in timings.items():
        speed, cpu = timing.per_second().shown(1, ",.0f"), timing.cpu_each().shown(1e6, ".0f")
        ours = timings[_ours(FEW if name.endswith(FEW) else OWN)]
        ratios = ("", "")
        if timing is not ours:
            ratios = (wall_ratio(ours, timing).shown(), cpu_ratio(ours, timing).shown())
        rows.append((name, speed, cpu, *ratios))
    return Table(head, rows)


def _size_table(sizes: dict[str, list[int]]) -> Table:
    head = ("messages that shared one commit", "mean", "median", "largest", "commits")
    rows = [
        (
            users,
            f"{statistics.mean(found):.1f}",
            f"{statistics.median(found):.0f}",
            str(max(found)),
            str(len(found)),
        )
        for users, found in sizes.items()
    ]
    return Table(head, rows)


def _verdict(timings: dict[str, Timing], users: str) -> Verdict:
    ours = timings[_ours(users)]
    bare = timings[_bare(users)]
    speed = ours.per_second().median
    clock, cpu = wall_ratio(ours, bare).median, cpu_ratio(ours, bare).median
    return Verdict(
        what=f"{WRITERS} writers, {users}: messages/s; ours/the same rows bare, clock and CPU",
        figure=f"{speed:,.0f}/s; {clock:.2f}x, {cpu:.2f}x",
        target=f">= {ENOUGH:,}/s, or both <= {NEAR:.0f}x",
        met=speed >= ENOUGH or max(clock, cpu) <= NEAR,
    )
