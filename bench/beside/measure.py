"""The measurement `peers`: beside LangGraph's SqliteStore, mem0 and Chroma, each in its processes."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from bench import peers
from bench.beside import asking, filling, importing, writing
from bench.beside.child import started
from bench.beside.findings import Findings
from bench.beside.kept import keep
from bench.beside.people import ASKED, distinct, pairs, stages
from bench.beside.systems import SQLITE_STORE, SYSTEMS, K, System
from bench.result import Result
from bench.texts import QUESTIONS

BARE = System("nothing", "bare", "pass", ())
BUDGET = filling.Budget(cpu=75, wall=90)


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    if not peers.HAS_VECTORS:
        print(f"SqliteStore {peers.NO_VECTORS}", file=sys.stderr)
    systems = [each for each in SYSTEMS if each is not SQLITE_STORE or peers.HAS_VECTORS]
    plan = stages((1_000, 3_000) if quick else (1_000, 10_000, 100_000))
    rounds = 3 if quick else 7
    total, new = plan[-1].total, writing.ADDS * (rounds + 1)
    texts = distinct(total + new, seed=11)
    vectors = _kept(place, texts, total)
    said = _said(plan, texts)
    everything, asked = place / "everything", place / "asked"
    fills = {
        system: filling.fill(system, place, everything, plan, texts, BUDGET) for system in systems
    }
    _note("opening each store anew")
    cold = asking.cold(fills, plan, asked, 2 if quick else 5)
    with ExitStack() as stack:
        children = asking.opened_all(fills, plan, asked, stack)
        _note("asking")
        shares = asking.shares_found(children, plan, said, vectors)
        warm = asking.warm(children, plan, rounds)
        _note("adding")
        single = writing.single(children, texts[total:], rounds)
    _note("many at once, and importing")
    findings = Findings(
        names=[system.name for system in systems],
        plan=plan,
        fills={system.name: filled for system, filled in fills.items()},
        warm=warm,
        cold=cold,
        single=single,
        bulk=writing.bulk(systems, place, everything, texts, 2 if quick else 5),
        imported=importing.imports([s for s in systems if s.packages], place, 3 if quick else 7),
        shares=shares,
        resident_bare=_resident_bare(asked),
    )
    return _result(findings, systems, rounds)


def _note(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


def _kept(place: Path, texts: list[str], total: int) -> dict[str, Any]:
    """Vectors of everything for those who fill; of questions and new messages for those who ask."""
    from holdfast.providers.static import StaticEmbedder

    every = [*texts, *QUESTIONS]
    rows = StaticEmbedder().embed(every)
    keep(place / "everything", every, rows)
    keep(place / "asked", every[total:], rows[total:])
    return dict(zip(every, np.asarray(rows), strict=True))


def _said(plan: list[Any], texts: list[str]) -> dict[str, list[str]]:
    """What those said who are asked about."""
    rest, said = iter(texts), {user: list[str]() for user in ASKED.values()}
    for stage in plan:
        for user, text in pairs(stage, rest):
            if user in said:
                said[user].append(text)
    return said


def _resident_bare(kept: Path) -> int | None:
    with started(BARE, kept) as child:
        return child.resident()


def _result(findings: Findings, systems: list[System], rounds: int) -> Result:
    versions = (f"{name} {version(name)}" for each in systems for name in each.packages)
    return Result(
        name="peers",
        title="beside LangGraph's SqliteStore, mem0 and Chroma",
        how=[*HOW, f"{rounds} rounds, k={K}. " + ", ".join(versions) + "."],
        tables=findings.tables(),
        verdicts=findings.verdicts(),
        silent=SILENT,
        timings=findings.timings(),
        plots=findings.plots(),
        facts={
            "filled": {name: each.totals for name, each in findings.fills.items()},
            "bytes": {name: each.sizes for name, each in findings.fills.items()},
        },
    )


HOW = (
    (
        "Every system in processes of its own, on the same interpreter, which time their own calls: "
        "CPU of all threads. The systems take turns in every round. Nothing is sent anywhere: "
        "telemetry is off, and Python's sockets are closed to them."
    ),
    (
        "The same texts (40-200 characters, English, Chinese and mixed, no two alike) and the same "
        "vectors, made beforehand. SqliteStore gets them through its embedding function, Chroma "
        "with each call, mem0 from a class of ours set as its `embedding_model`: no HTTP is in it."
    ),
    (
        "SqliteStore with its vector index, a namespace a user. mem0 with infer=False on Qdrant's "
        "local mode, its default, though Qdrant advises against it past 20,000. Chroma persistent "
        "and by cosine: `filtered`, one collection for all with the user as metadata; `split`, a "
        "collection for each user. All else as they come from `pip install`. Holdfast without its "
        "background worker."
    ),
    (
        "Users of 100 memories, and of 1,000 and 10,000 where there is room. A store grows from one "
        f"total to the next. Filling stops after {BUDGET.cpu:.0f} CPU seconds or {BUDGET.wall:.0f} on "
        "the clock, once the user of 10,000 is in, whatever that takes: `at N` marks figures of a "
        "store that stayed smaller than its row says. Holdfast's file is packed then, as its worker "
        "does by itself within ten seconds; what that takes counts as filling."
    ),
    (
        "Cold: a new process imports the system (numpy was there for all), opens the store and "
        "answers about somebody else; the other questions are asked about the same one; then the "
        "first about another user is the cold one. Warm: a store that has been open and asked "
        "before."
    ),
)

SILENT = (
    (
        "How good the answers are. Holdfast ranks by words, meaning, time and neighbours, the others "
        "here by vectors alone: mem0's keyword search needs extras that do not come with it, and a "
        "model that draws facts is what it is made for."
    ),
    (
        "What Chroma or Qdrant do as a server; what an approximate index gains for one user with far "
        "more than 10,000."
    ),
    (
        "How durable a write is when its call returns. Holdfast and SqliteStore sync first; of mem0 "
        "and Chroma this was not examined."
    ),
    "A cold question here reads from the page cache, not from the disk.",
    (
        "RAM is without an embedder: the vectors were made elsewhere, and a real one brings its own "
        "table or model."
    ),
    "Files are measured when the store was closed; what lies in them unused is counted.",
)
