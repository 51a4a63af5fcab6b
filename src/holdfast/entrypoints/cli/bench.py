"""`holdfast bench`: measure."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli import bench_compare, bench_learned
from holdfast.entrypoints.cli.terminal import Progress, note, print_json, table
from holdfast.errors import InvalidInput

if TYPE_CHECKING:
    from holdfast.entrypoints.bench.recall import Answer


MEASURED = (
    "add",
    "group",
    "bulk",
    "start",
    "recall",
    "thread",
    "learning",
    "serve",
    "proxy",
    "peers",
)


@click.group(name="bench", no_args_is_help=True)
def command() -> None:
    """Measure how well memories are found, on sets of your own or public ones.

    \b
    holdfast bench recall SETS/ --out run.jsonl
    holdfast bench compare SETS/ before.jsonl after.jsonl
    holdfast bench ablation SETS/
    holdfast bench summary SETS/ --out summary.md
    holdfast bench facts FILE.jsonl
    holdfast bench updates FILE.jsonl
    holdfast bench audit SETS/
    holdfast bench packed SETS/
    holdfast bench speed --quick            # in a checkout
    """


command.add_command(bench_compare.compare)
command.add_command(bench_learned.audit)
command.add_command(bench_learned.packed)


@command.command(name="recall")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write the ranked ids here, as JSON lines."
)
@click.option(
    "--set", "only", multiple=True, metavar="NAME", help="Only this set (may be repeated)."
)
@click.option(
    "--without", multiple=True, metavar="CATEGORY", help="Leave a category out of the scores."
)
@click.option("--by-category", is_flag=True, help="Score every category too.")
@click.option("--learn", is_flag=True, help="Seal the sessions and learn from them first.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def recall(
    folder: Path,
    out: Path | None,
    only: tuple[str, ...],
    without: tuple[str, ...],
    by_category: bool,
    learn: bool,
    as_json: bool,
) -> None:
    """Put conversations into a fresh memory, ask their questions, and score the answers.

    FOLDER holds a folder for each set, with messages.jsonl {conversation, id, session, speaker,
    role, time, text} and questions.jsonl {conversation, id, question, asked_at, evidence: [message
    ids], category}. Every conversation is a user of its own. Default settings; your own memory and
    settings are not touched.

    \b
    R@k    the share of the evidence that is among the first k
    any@k  how often at least one of it is
    MRR    1 / the rank of the first of it, 0 past rank 50
    """
    from holdfast.entrypoints.bench.recall import scores

    found = _asked(folder, only, learn=learn)
    if out:
        rows = ({"set": a.set, "id": a.asked.id, "ranked": a.ranked} for a in found)
        out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    scored = scores(found, by_category=by_category, without=without)
    if as_json:
        print_json({name: {"n": each.count, **each.row()} for name, each in scored.items()})
        return
    if not scored:
        print("There was nothing to score.")
        return
    head = ("set", "n", *next(iter(scored.values())).row())
    rows_shown = [
        (name, str(s.count), *(f"{v:.1f}" for v in s.row().values())) for name, s in scored.items()
    ]
    print(table([head, *rows_shown]))


@command.command(name="ablation")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--set", "only", multiple=True, metavar="NAME", help="Only this set (may be repeated)."
)
@click.option(
    "--without", multiple=True, metavar="CATEGORY", help="Leave a category out of the scores."
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def ablation(folder: Path, only: tuple[str, ...], without: tuple[str, ...], as_json: bool) -> None:
    """Ask the same questions with one part of the ranking left out at a time.

    R@10 and MRR by set; the line "nothing" is the ranking as it is. FOLDER is as for `recall`.
    """
    from holdfast.entrypoints.bench.ablation import WITHOUT, left_out
    from holdfast.entrypoints.bench.recall import scores

    figures: dict[str, dict[str, dict[str, float]]] = {}
    for name in WITHOUT:
        note(f"without {name}")
        with left_out(name):
            scored = scores(_asked(folder, only, quiet=True), without=without)
        figures[name] = {each: score.row() for each, score in scored.items()}
    if as_json:
        print_json(figures)
        return
    sets = list(figures["nothing"])
    rows = [
        (name, *(f"{row[each]['R@10']:.1f}/{row[each]['MRR']:.1f}" for each in sets))
        for name, row in figures.items()
    ]
    print(table([("without", *sets), *rows]))


@command.command(name="summary")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Write the table here, as Markdown.")
@click.option(
    "--set", "only", multiple=True, metavar="NAME", help="Only this set (may be repeated)."
)
@click.option("--without", multiple=True, metavar="CATEGORY", help="Leave a category out.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def summary(
    folder: Path, out: Path | None, only: tuple[str, ...], without: tuple[str, ...], as_json: bool
) -> None:
    """Shorten conversations to a tenth, and count the questions whose evidence survives.

    FOLDER is as for `recall`; questions may have an `answer`. The summariser by rules stands beside
    the beginning of the text, sentences by lot, and TextRank. Conversations are shortened nine
    messages at a time (segment) and by whole sessions. Weights were chosen on every other
    conversation (seen); the others are unseen.

    \b
    answer    at least half of the answer's words that the evidence has stand in the summary
    sentence  the share of the evidence's key sentences of which half the words do
    """
    from holdfast.entrypoints.bench.sets import found_in
    from holdfast.entrypoints.bench.summary import cells, measured, page
    from holdfast.providers.rules import RulesSummariser

    rows = []
    for given in found_in(folder, only):
        note(f"{given.name}: {given.messages:,} messages, {given.questions:,} questions")
        rows += measured(given, RulesSummariser(), without=without)
    if out:
        out.write_text(page(rows), encoding="utf-8")
    if as_json:
        print_json([row.as_json() for row in rows])
        return
    print(table(cells(rows)))


@command.command(name="speed")
@click.argument("names", nargs=-1, type=click.Choice(MEASURED))
@click.option("--quick", is_flag=True, help="Few rounds: minutes, with wide margins.")
def speed(names: tuple[str, ...], quick: bool) -> None:
    """Measure how fast it is, side by side with other stores.

    Runs in a checkout of Holdfast, in an environment of its own that it makes there, since the
    others have to be installed: `make bench`. NAMES choose what is measured; none means all of it.
    Most of it is beside LangGraph's SqliteStore and bare SQLite; `peers` is beside SqliteStore, mem0
    and Chroma, takes some ten minutes, and has a page of its own with plots.
    """
    import subprocess

    if not (Path("Makefile").is_file() and Path("bench", "__main__.py").is_file()):
        raise InvalidInput(
            "This is no checkout of Holdfast.",
            remedy="Clone the project, and run the command in its folder.",
        )
    words = [*names, *(["--quick"] if quick else [])]
    done = subprocess.run(["make", "bench", f"ARGS={' '.join(words)}"], check=False)
    click.get_current_context().exit(done.returncode)


@command.command(name="facts")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def facts(files: tuple[Path, ...], as_json: bool) -> None:
    """How well the rules find what people tell of themselves, on labelled utterances.

    FILES hold JSON lines {id, language, trap, said_at, messages: [{role, content, speaker?}], facts:
    [{about, topic, value}]}. A claim is right if it is about the right person, under the right topic
    or one akin to it, and shares half of its words with the label.

    \b
    holdfast bench facts bench/sets/facts.en.jsonl bench/sets/facts.zh.jsonl
    """
    from holdfast.entrypoints.bench.facts import judge, lines_of, scored
    from holdfast.providers.rules.extractor import RulesExtractor

    found = {path.stem: scored(judge(RulesExtractor(), lines_of(path))) for path in files}
    if as_json:
        print_json({name: {"lines": each.lines, **each.row()} for name, each in found.items()})
        return
    head = ("set", "lines", *next(iter(found.values())).row())
    rows = [
        (name, str(each.lines), *(f"{share:.1f}" for share in each.row().values()))
        for name, each in found.items()
    ]
    print(table([head, *rows]))


@command.command(name="updates")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def updates(files: tuple[Path, ...], as_json: bool) -> None:
    """How often the right message comes first when a thing has changed: now, before, as of a time.

    FILES hold JSON lines {id, messages: [{id, role, content, at}], questions: [{kind, asked_at,
    question, answer}]}.

    \b
    holdfast bench updates bench/sets/updates.en.jsonl bench/sets/updates.zh.jsonl
    """
    from holdfast.entrypoints.bench.updates import answered
    from holdfast.memory import Memory
    from holdfast.settings import Settings

    found = {}
    for path in files:
        with Memory.open(":memory:", settings=Settings(), worker=False) as memory:
            found[path.stem] = answered(memory, path)
    if as_json:
        print_json(found)
        return
    kinds = list(dict.fromkeys(kind for each in found.values() for kind in each))
    rows = [
        (name, *(f"{each[k][0]} of {each[k][1]}" if k in each else "" for k in kinds))
        for name, each in found.items()
    ]
    print(table([("set", *kinds), *rows]))


def _asked(
    folder: Path, only: tuple[str, ...], *, quiet: bool = False, learn: bool = False
) -> list[Answer]:
    """The answers to every question of the sets, each set in a fresh memory."""
    from holdfast.entrypoints.bench.recall import answers
    from holdfast.entrypoints.bench.sets import found_in
    from holdfast.memory import Memory
    from holdfast.settings import Settings

    found: list[Answer] = []
    for given in found_in(folder, only):
        if not quiet:
            note(f"{given.name}: {given.messages:,} messages, {given.questions:,} questions")
        progress = Progress("asked:")
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "bench.db"
            with Memory.open(path, settings=Settings(), worker=False) as memory:
                found += answers(memory, given, progress, learn=learn)
        progress.end()
    return found
