"""`holdfast bench audit` and `holdfast bench packed`: what is made of conversations by learning."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.terminal import Progress, note, one_line, print_json, table

if TYPE_CHECKING:
    from holdfast.entrypoints.bench.sets import RecallSet
    from holdfast.memory import Memory

_FOLDER = click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
_SET = click.option(
    "--set", "only", multiple=True, metavar="NAME", help="Only this set (may be repeated)."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")


@click.command(name="audit")
@_FOLDER
@_SET
@click.option(
    "--turns", type=click.IntRange(min=1), help="Only so many messages of each set, the first ones."
)
@click.option("--show", is_flag=True, help="Write the junk out.")
@_JSON
def audit(
    folder: Path, only: tuple[str, ...], turns: int | None, show: bool, as_json: bool
) -> None:
    """Learn from conversations, and look over what was learned.

    FOLDER is as for `recall`. Shares are of the values that hold, in per cent. What is stale is so
    today: it tells how old a set is.

    \b
    holdfast bench audit SETS/ --turns 1000 --show
    """
    from holdfast.entrypoints.bench.learned import learned

    found = {}
    for given, memory, progress in _each(folder, only, "turns:"):
        found[given.name] = learned(memory, given, turns=turns, progress=progress)
    if as_json:
        counts = {name: {"turns": e.turns, "entries": e.entries} for name, e in found.items()}
        print_json({name: {**counts[name], **each.row()} for name, each in found.items()})
        return
    head = ("set", "turns", "entries", *next(iter(found.values())).row())
    rows = [
        (name, f"{e.turns:,}", f"{e.entries:,}", *(f"{share:.2f}" for share in e.row().values()))
        for name, e in found.items()
    ]
    print(table([head, *rows]))
    if show:
        junk = ((name, finding) for name, each in found.items() for finding in each.junk)
        for name, finding in junk:
            (entry,) = finding.entries
            print(one_line(f"{name}: {entry.text} ({entry.place}: {finding.why})"))


@click.command(name="packed")
@_FOLDER
@_SET
@click.option(
    "--category", multiple=True, metavar="NAME", help="Only these questions (may be repeated)."
)
@click.option("--budget", type=click.IntRange(min=1), default=2000, help="Tokens of a context.")
@_JSON
def packed(
    folder: Path, only: tuple[str, ...], category: tuple[str, ...], budget: int, as_json: bool
) -> None:
    """Learn from conversations, and see whether what is asked for is in the packed context.

    FOLDER is as for `recall`. Counts by category: `first` is the share of the questions whose first
    piece of evidence is there, as a message or as the standing instruction that was learned from
    it, `all` of those whose every piece is, `standing` of those where it is a standing instruction.

    \b
    holdfast bench packed SETS/ --category instruction_following --budget 2000
    """
    from holdfast.entrypoints.bench.packed import Packed
    from holdfast.entrypoints.bench.packed import packed as measured

    found: dict[str, Packed] = {}
    for given, memory, progress in _each(folder, only, "asked:"):
        scores = measured(memory, given, budget=budget, categories=category, progress=progress)
        found |= {f"{given.name} {name}": each for name, each in scores.items()}
    if as_json:
        print_json({name: {"n": each.count, **each.row()} for name, each in found.items()})
        return
    if not found:
        print("There was nothing to ask.")
        return
    head = ("set", "n", *next(iter(found.values())).row())
    rows = [
        (name, str(e.count), *(f"{share:.1f}" for share in e.row().values()))
        for name, e in found.items()
    ]
    print(table([head, *rows]))


def _each(
    folder: Path, only: tuple[str, ...], what: str
) -> Iterator[tuple[RecallSet, Memory, Progress]]:
    """The sets, each with a fresh memory."""
    from holdfast.entrypoints.bench.sets import found_in

    for given in found_in(folder, only):
        note(f"{given.name}: {given.messages:,} messages, {given.questions:,} questions")
        progress = Progress(what)
        with _fresh() as memory:
            yield given, memory, progress
        progress.end()


@contextmanager
def _fresh() -> Iterator[Memory]:
    from holdfast.memory import Memory
    from holdfast.settings import Settings

    with (
        tempfile.TemporaryDirectory() as place,
        Memory.open(Path(place) / "bench.db", settings=Settings(), worker=False) as memory,
    ):
        yield memory
