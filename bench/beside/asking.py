"""Asking: questions to stores that have been open for a while, and to stores just opened."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.beside.child import Child, Spent, started
from bench.beside.filling import Filled
from bench.beside.people import ASKED, SOMEONE_ELSE, Stage
from bench.beside.systems import K, System
from bench.beside.turns import in_turns, note
from bench.rounds import Timing
from bench.texts import QUESTIONS

TURN_SECONDS = 0.2
"""About what a turn is to take: a fast side is asked more in it, a slow one less."""

FEWEST, MOST = 2, 40


@dataclass(frozen=True, slots=True)
class Cell:
    """One side of one comparison: a user of `size` memories in the store of a stage."""

    system: str
    size: int
    total: int


@dataclass(slots=True)
class Cold:
    """What happened in fresh processes, round by round."""

    open: dict[tuple[str, int], Timing] = field(default_factory=dict)
    """By system and stage: to open the store and answer one question."""
    start: dict[tuple[str, int], Timing] = field(default_factory=dict)
    """The same with the import."""
    first: dict[Cell, Timing] = field(default_factory=dict)
    """Then, when every question was asked about somebody else: the first about another user."""
    resident: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    """Bytes in RAM after that."""


Fills = Mapping[System, Filled]


def warm(
    children: Mapping[tuple[System, int], Child], plan: Sequence[Stage], rounds: int
) -> dict[Cell, Timing]:
    """Questions to open stores, all cells in turn."""
    sides: dict[Cell, Callable[[int], Spent]] = {}
    counts: dict[Cell, int] = {}
    for stage in plan:
        for (system, total), child in children.items():
            for size in stage.sizes if total == stage.total else ():
                cell = Cell(system.name, size, total)
                sides[cell], counts[cell] = _asks(child, ASKED[size])
    return in_turns(sides, counts=counts, rounds=rounds)


def _asks(child: Child, user: str) -> tuple[Callable[[int], Spent], int]:
    """A side, and how many questions its turn has."""
    child.search(user, QUESTIONS)
    once, _ = child.search(user, QUESTIONS)
    each = once.cpu / len(QUESTIONS)
    count = min(MOST, max(FEWEST, math.ceil(TURN_SECONDS / each)))
    questions = itertools.cycle(QUESTIONS)

    def ask(_round: int) -> Spent:
        return child.search(user, list(itertools.islice(questions, count)))[0]

    return ask, count


def cold(fills: Fills, plan: Sequence[Stage], kept: Path, rounds: int) -> Cold:
    """Every round and store a process of its own, the systems in turn."""
    found = Cold()
    for round_ in range(rounds):
        for stage in plan:
            systems = list(fills)
            first = round_ % len(systems)
            for system in systems[first:] + systems[:first]:
                _cold_once(found, system, fills[system], stage, kept, round_)
    return found


def _cold_once(
    found: Cold, system: System, filled: Filled, stage: Stage, kept: Path, round_: int
) -> None:
    side, question = (system.name, stage.total), QUESTIONS[round_ % len(QUESTIONS)]
    with started(system, kept) as child:
        loaded, opened = child.load(), child.open(filled.folders[stage.total])
        opened += child.search(SOMEONE_ELSE, [question])[0]
        note(found.open.setdefault(side, Timing(1)), opened)
        note(found.start.setdefault(side, Timing(1)), loaded + opened)
        child.search(SOMEONE_ELSE, QUESTIONS)
        for size in stage.sizes:
            cell = Cell(system.name, size, stage.total)
            spent, _ = child.search(ASKED[size], [question])
            note(found.first.setdefault(cell, Timing(1)), spent)
        resident = child.resident()
        if resident is not None:
            found.resident.setdefault(side, []).append(resident)
        child.close()


def opened_all(
    fills: Fills, plan: Sequence[Stage], kept: Path, stack: ExitStack
) -> dict[tuple[System, int], Child]:
    """A worker for every store, each with its store open."""
    children = {}
    for stage in plan:
        for system, filled in fills.items():
            child = stack.enter_context(started(system, kept))
            child.open(filled.folders[stage.total])
            children[system, stage.total] = child
    return children


def shares_found(
    children: Mapping[tuple[System, int], Child],
    plan: Sequence[Stage],
    said: Mapping[str, list[str]],
    vectors: Mapping[str, NDArray[np.float32]],
) -> dict[Cell, float]:
    """What share of the ten nearest each side that goes by vectors has found. Ten must be found."""
    found: dict[Cell, float] = {}
    for (system, total), child in children.items():
        for size in next(stage.sizes for stage in plan if stage.total == total):
            _, answers = child.search(ASKED[size], QUESTIONS)
            if any(len(answer) != K for answer in answers):
                raise RuntimeError(f"{system.name} found {[*map(len, answers)]} of {K} each")
            if system.by_vector:
                nearest = _nearest(said[ASKED[size]], vectors)
                hits = (len({*a} & {*b}) for a, b in zip(answers, nearest, strict=True))
                found[Cell(system.name, size, total)] = sum(hits) / K / len(QUESTIONS)
    return found


def _nearest(texts: list[str], vectors: Mapping[str, NDArray[np.float32]]) -> Iterator[list[str]]:
    """The nearest to each question, by going through all."""
    rows = _unit(np.array([vectors[text] for text in texts]))
    for question in QUESTIONS:
        order = np.argsort(-(rows @ _unit(vectors[question])))[:K]
        yield [texts[at] for at in order]


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    return unit
