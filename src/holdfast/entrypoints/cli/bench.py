"""`holdfast bench`: measure."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import click

from holdfast.entrypoints.cli.terminal import Progress, note, print_json, table


@click.group(name="bench", no_args_is_help=True)
def command() -> None:
    """Measure how well memories are found, on sets of your own or public ones.

    \b
    holdfast bench recall SETS/ --out run.jsonl
    """


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
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def recall(
    folder: Path,
    out: Path | None,
    only: tuple[str, ...],
    without: tuple[str, ...],
    by_category: bool,
    as_json: bool,
) -> None:
    """Put conversations into a fresh memory, ask their questions, and score the answers.

    FOLDER holds a folder for each set, with messages.jsonl {conversation, id, session, speaker,
    role, time, text} and questions.jsonl {conversation, id, question, asked_at, evidence: [message
    ids], category}. Every conversation is a user of its own. Default settings; your own memory and
    settings are not touched.

    \b
    R@k   share of the evidence among the first k      any@k  at least one of it
    MRR   1 / rank of the first, 0 past rank 50
    """
    from holdfast.entrypoints.bench.recall import answers, scores
    from holdfast.entrypoints.bench.sets import found_in
    from holdfast.memory import Memory
    from holdfast.settings import Settings

    found = []
    for given in found_in(folder, only):
        note(f"{given.name}: {given.messages:,} messages, {given.questions:,} questions")
        progress = Progress("asked:")
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "bench.db"
            with Memory.open(path, settings=Settings(), worker=False) as memory:
                found += list(answers(memory, given, progress))
        progress.end()
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
