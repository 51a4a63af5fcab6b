"""Many messages at once: batches and an import, next to LangGraph's SqliteStore."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from uuid import uuid4

from langgraph.store.base import PutOp

from bench import peers
from bench.ready import Ready
from bench.result import Result, Table, Verdict
from bench.rounds import Timing, Turn, cpu_ratio, in_rounds
from bench.texts import messages
from holdfast import Memory

ADD, IMPORT = "Holdfast add", "Holdfast import_"
FROM_LINES = "SqliteStore, vector index, from the same lines"
BATCH = 1000
TARGET = 1.0
COMPARED = (
    (ADD, peers.VECTORS, ""),
    (IMPORT, FROM_LINES, " (the fair one)"),
    (IMPORT, peers.VECTORS, ", PutOps ready"),
)
"""Who is measured by whom. It is fair where both have messages in their hands, or both the lines of a
file; that PutOps are ready before an import has read its first line is a handicap, and told as one."""

Batches = dict[str, list[str]]
"""The texts of each user; one batch a user."""


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    rounds, count = (3, 10_000) if quick else (5, 50_000)
    texts = messages(count, seed=3)
    batches = {
        f"user-{first // BATCH:03}": texts[first : first + BATCH]
        for first in range(0, count, BATCH)
    }
    ready = Ready(texts)
    lines = _exported(place, batches, ready)
    sides: dict[str, Turn] = {
        ADD: _adds(place, batches, ready),
        IMPORT: _imports(place, lines, ready),
    }
    kinds = [peers.PLAIN, peers.VECTORS] if peers.HAS_VECTORS else [peers.PLAIN]
    sides |= {kind: _puts(place, batches, kind, ready) for kind in kinds}
    if peers.HAS_VECTORS:
        sides[FROM_LINES] = _puts_lines(place, lines, ready)
    timings = in_rounds(sides, counts=count, rounds=rounds)
    return Result(
        name="bulk",
        title="many messages at once",
        how=[
            (
                f"{rounds} rounds of {count:,} messages a side, each into a new file: {count // BATCH} "
                f"users, one batch of {BATCH:,} for each, one transaction a batch."
            ),
            (
                "`import_` takes the lines of an export of the same messages, from memory. The fair "
                "comparison is with what somebody writes who moves the same lines into SqliteStore: "
                "each read as JSON, made a PutOp, and put in batches. It is also compared with "
                "PutOps that are ready, for which nobody has to read a line."
            ),
            (
                "Messages, lines and, for the other rows, PutOps with their keys are ready before "
                "the clock starts: that favours SqliteStore, since Holdfast makes its ids inside."
            ),
            f"Vectors have {ready.dimensions} dimensions, the same on every side, made beforehand.",
        ],
        tables=[_table(timings)],
        verdicts=[_verdict(timings, *compared) for compared in COMPARED],
        silent=[
            (
                "Plain SqliteStore cannot search what was said except by going through all of it; "
                "the fair comparison is the one with the index."
            ),
            (
                "Holdfast's import checks every line and the sum of the whole file, and keeps who "
                "said it where and when; a batch of PutOps is not checked, and keeps role and text."
            ),
        ],
        timings=timings,
    )


@contextmanager
def _fresh(place: Path) -> Iterator[Path]:
    """A folder for one turn."""
    folder = place / "turn"
    folder.mkdir()
    try:
        yield folder
    finally:
        rmtree(folder)


def _opened(folder: Path, ready: Ready) -> Memory:
    return Memory.open(folder / "m.db", worker=False, embedder=ready)


def _adds(place: Path, batches: Batches, ready: Ready) -> Turn:
    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        given = {user: [*map(peers.value, texts)] for user, texts in batches.items()}
        with _fresh(place) as folder, _opened(folder, ready) as memory:
            yield lambda: _add_all(memory, given)

    return turn


def _add_all(memory: Memory, given: dict[str, list[dict[str, str]]]) -> None:
    for user, batch in given.items():
        memory.add(user, batch, session="s")


def _exported(place: Path, batches: Batches, ready: Ready) -> list[str]:
    given = {user: [*map(peers.value, texts)] for user, texts in batches.items()}
    with _fresh(place) as folder, _opened(folder, ready) as memory:
        _add_all(memory, given)
        return list(memory.export())


def _imports(place: Path, lines: list[str], ready: Ready) -> Turn:
    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        with _fresh(place) as folder, _opened(folder, ready) as memory:
            yield lambda: memory.import_(lines)

    return turn


def _puts_lines(place: Path, lines: list[str], ready: Ready) -> Turn:
    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        with _fresh(place) as folder, peers.opened(folder / "s.db", peers.VECTORS, ready) as store:

            def run() -> None:
                for first in range(0, len(lines), BATCH):
                    store.batch(_ops(lines[first : first + BATCH]))

            yield run

    return turn


def _ops(lines: list[str]) -> list[PutOp]:
    rows = map(json.loads, lines)
    return [
        PutOp(("memories", row["user"]), row["id"], {"role": row["role"], "content": row["text"]})
        for row in rows
        if row["kind"] == "message"
    ]


def _puts(place: Path, batches: Batches, kind: str, ready: Ready) -> Turn:
    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        ops_by_user = [
            peers.put_ops(user, [str(uuid4()) for _ in texts], texts)
            for user, texts in batches.items()
        ]
        with _fresh(place) as folder, peers.opened(folder / "s.db", kind, ready) as store:

            def run() -> None:
                for ops in ops_by_user:
                    store.batch(ops)

            yield run

    return turn


def _table(timings: dict[str, Timing]) -> Table:
    head = (
        "side",
        "messages a CPU second",
        "messages/s on the clock",
        "CPU: add to this",
        "CPU: import_ to this",
    )
    rows = []
    for name, timing in timings.items():
        speed, clock = timing.per_cpu_second(), timing.per_second()
        of_add, of_import = "", ""
        if name.startswith("SqliteStore"):
            of_add = "" if name == FROM_LINES else _times(timing, timings[ADD])
            of_import = _times(timing, timings[IMPORT])
        rows.append((name, speed.shown(1, ",.0f"), clock.shown(1, ",.0f"), of_add, of_import))
    if not peers.HAS_VECTORS:
        rows.append((peers.VECTORS, peers.NO_VECTORS, "", "", ""))
    return Table(head, rows)


def _times(theirs: Timing, ours: Timing) -> str:
    return f"{cpu_ratio(theirs, ours).median:.2f}x"


def _verdict(timings: dict[str, Timing], side: str, peer: str, remark: str) -> Verdict:
    theirs = timings.get(peer)
    ratio = cpu_ratio(theirs, timings[side]) if theirs else None
    return Verdict(
        what=f"{side}: messages a CPU second, ours/{peer}{remark}",
        figure=ratio.shown() if ratio else peers.NO_VECTORS,
        target=f">= {TARGET:.0f}x",
        met=ratio.median >= TARGET if ratio else None,
    )
