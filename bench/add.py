"""Durable single adds, next to LangGraph's SqliteStore."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import apsw
from langgraph.store.sqlite import SqliteStore

from bench import peers
from bench.ready import Ready
from bench.recording import every_connection
from bench.result import Result, Table, Verdict
from bench.rounds import Spread, Timing, Turn, cpu_ratio, in_rounds
from bench.texts import messages
from holdfast import Memory

OURS = "Holdfast add"
USERS = 100
EACH = 100
"""Adds in one turn."""

FIRST = "The first message opens the connection that is written through."
TARGET = 1.5


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    rounds = 11 if quick else 31
    texts = messages(EACH * (rounds + 1))
    ready = Ready([*texts, FIRST])
    kinds = [peers.PLAIN, peers.VECTORS, peers.VECTORS_WAL] if peers.HAS_VECTORS else [peers.PLAIN]
    commits: dict[str, str] = {}
    with ExitStack() as opened:
        memory, commits[OURS] = _opened(place / "ours.db", ready)
        opened.enter_context(memory)
        sides: dict[str, Turn] = {OURS: _turns(texts, _ours(memory))}
        for number, kind in enumerate(kinds):
            store = opened.enter_context(peers.opened(place / f"theirs-{number}.db", kind, ready))
            sides[kind] = _turns(texts, _theirs(store))
            commits[kind] = peers.how_it_commits(store)
        timings = in_rounds(sides, counts=EACH, rounds=rounds)
    ratios = {kind: cpu_ratio(timings[kind], timings[OURS]) for kind in kinds}
    return Result(
        name="add",
        title="one message, durable when the call returns",
        how=[
            (
                f"{rounds} rounds of {EACH} adds a side, one thread, {USERS} users; the same texts "
                "(40-200 characters, English, Chinese and mixed) for every side, files kept growing."
            ),
            *_durability(commits),
            (
                f"Vectors have {ready.dimensions} dimensions, the same on every side, and are made "
                "beforehand: embedding costs nothing here. Making the row's key (uuid4) is counted on "
                "both sides."
            ),
        ],
        tables=[_table(timings, ratios)],
        verdicts=_verdicts(ratios),
        silent=[
            (
                "SqliteStore's vector index finds by vectors alone; Holdfast's add makes a message "
                "findable by its words and by its vector."
            ),
            (
                "The WAL row is not how SqliteStore opens its file; it shows how much of the "
                "difference is the journal and not the code."
            ),
            (
                "SqliteStore syncs more often for one put than Holdfast for one add, so a busy disk "
                "raises these ratios. Read them together with what one sync took."
            ),
            "The two sides run on different builds of SQLite (see the machine).",
        ],
        timings=timings,
        facts={"commits": commits},
    )


def _opened(path: Path, ready: Ready) -> tuple[Memory, str]:
    """A memory, and how it commits."""
    connections: list[apsw.Connection] = []
    memory = Memory.open(path, worker=False, embedder=ready)
    with every_connection(connections.append):
        memory.add("user-000", FIRST)
    writer = connections[0]
    journal, synchronous = writer.pragma("journal_mode"), writer.pragma("synchronous")
    return memory, f"journal_mode={journal}, synchronous={peers.SYNCHRONOUS[synchronous]}"


def _turns(texts: list[str], add: Callable[[str, str], object]) -> Turn:
    @contextmanager
    def turn(round_: int) -> Iterator[Callable[[], object]]:
        said = [(f"user-{i % USERS:03}", texts[round_ * EACH + i]) for i in range(EACH)]

        def run() -> None:
            for user, text in said:
                add(user, text)

        yield run

    return turn


def _ours(memory: Memory) -> Callable[[str, str], object]:
    return lambda user, text: memory.add(user, text, session="s")


def _theirs(store: SqliteStore) -> Callable[[str, str], object]:
    return lambda user, text: store.put(("memories", user), str(uuid4()), peers.value(text))


def _durability(commits: dict[str, str]) -> list[str]:
    """How each side commits, as its open connection says."""
    lines = [f"{side}: {found}." for side, found in commits.items()]
    return [
        *lines,
        (
            "Every add and every put is a transaction of its own (SqliteStore's `put` is a `batch` of "
            "one between BEGIN and COMMIT), so on every side it is durable when the call returns."
        ),
    ]


def _table(timings: dict[str, Timing], ratios: dict[str, Spread]) -> Table:
    rows = []
    for name, timing in timings.items():
        ratio = ratios[name].shown() if name in ratios else "1"
        cpu, wall = timing.cpu_each(), timing.wall_each()
        rows.append((name, cpu.shown(1e3, ".3f"), wall.shown(1e3, ".3f"), ratio))
    if not peers.HAS_VECTORS:
        rows.append((peers.VECTORS, peers.NO_VECTORS, "", ""))
    head = ("one add", "CPU ms (middle half)", "wall ms (middle half)", "CPU, theirs/ours")
    return Table(head, rows)


def _verdicts(ratios: dict[str, Spread]) -> list[Verdict]:
    verdicts = []
    for kind in (peers.PLAIN, peers.VECTORS):
        ratio = ratios.get(kind)
        verdicts.append(
            Verdict(
                what=f"{kind}: CPU of an add, theirs/ours",
                figure=ratio.shown() if ratio else peers.NO_VECTORS,
                target=f">= {TARGET}x",
                met=ratio.median >= TARGET if ratio else None,
            )
        )
    return verdicts
