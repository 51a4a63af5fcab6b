"""`holdfast bench compare`: whether one run found more than another."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.terminal import print_json, table

if TYPE_CHECKING:
    from holdfast.entrypoints.bench.compare import Difference

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(name="compare")
@click.argument("folder", type=click.Path(exists=True, path_type=Path, file_okay=False))
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@click.option(
    "--without", multiple=True, metavar="CATEGORY", help="Leave a category out of the figures."
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def compare(
    folder: Path, before: Path, after: Path, without: tuple[str, ...], as_json: bool
) -> None:
    """Tell whether AFTER finds more than BEFORE, two runs over the same sets, or may do so by chance.

    FOLDER is as for `recall`, BEFORE and AFTER are what its --out wrote. R@10 and MRR of both, their
    difference, and where it lies with 95 % by a paired bootstrap over the questions. Exits with 1 if
    a figure fell and that is no chance. Sets that neither run has are left out.

    \b
    holdfast bench recall SETS/ --out before.jsonl
    holdfast bench recall SETS/ --learn --out after.jsonl
    holdfast bench compare SETS/ before.jsonl after.jsonl
    """
    from holdfast.entrypoints.bench.compare import compared, run_in
    from holdfast.entrypoints.bench.sets import found_in

    runs = run_in(before), run_in(after)
    asked = {name for run in runs for name, _ in run}
    sets = [each for each in found_in(folder) if each.name in asked]
    found = compared(sets, *runs, without=without)
    fell = any(each.fell for _, figures in found.values() for each in figures.values())
    if as_json:
        print_json(
            {
                name: {"n": n, **{what: asdict(each) for what, each in figures.items()}}
                for name, (n, figures) in found.items()
            }
        )
    else:
        rows = [
            (name, str(n), *_row(what, each))
            for name, (n, figures) in found.items()
            for what, each in figures.items()
        ]
        head = ("set", "n", "figure", "before", "after", "change", "95 %", "")
        print(table([head, *rows]) if rows else "There was nothing to compare.")
    click.get_current_context().exit(int(fell))


def _row(what: str, each: Difference) -> tuple[str, ...]:
    change, between = each.after - each.before, f"{each.low:+.1f} .. {each.high:+.1f}"
    shown = (f"{each.before:.1f}", f"{each.after:.1f}", f"{change:+.1f}", between)
    return what, *shown, "fell" if each.fell else ""
