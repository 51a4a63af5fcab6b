"""`holdfast recall`: ask."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from holdfast.domain.recall import KINDS, MESSAGE
from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.entrypoints.cli.terminal import plain, print_json, table

if TYPE_CHECKING:
    from holdfast.domain.recall import Explanation


@click.command(name="recall")
@click.argument("query", type=TEXT)
@click.option("-k", type=click.IntRange(min=1), default=10, show_default=True, help="How many.")
@click.option("--since", type=MOMENT, help="Only what was said from then on.")
@click.option("--until", type=MOMENT, help="Only what was said until then (a day: its end).")
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    default=(MESSAGE,),
    show_default=True,
    help="What to look for; may be given twice.",
)
@click.option(
    "--explain", is_flag=True, help="Show how it was found, and what was left out and why."
)
@takes(
    user="Whose memory to ask.",
    session="Only from this conversation.",
    agent="Only from talks with this character or assistant.",
)
def command(
    call: Call,
    query: str,
    k: int,
    since: date | None,
    until: date | None,
    kinds: tuple[str, ...],
    explain: bool,
) -> None:
    """Ask, and see what was said.

    Best first: score, date, speaker, [session], id, and below them the words themselves.

    \b
    holdfast recall --user mei "Where does my sister live?"
    holdfast recall --user mei "我妹妹住在哪里？" -k 3 --since 2026-03-01
    """
    from holdfast.entrypoints.cli.entries import hit_entry

    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.recall(
            user,
            query,
            k=k,
            agent=call.agent,
            session=call.session,
            since=call.begin_of(since),
            until=call.end_of(until),
            kinds=kinds,
        )
        trace = memory.explain(found) if explain else None
    if call.json:
        answer = {"run": found.run, "hits": plain(found.hits)}
        print_json(answer | {"explanation": plain(trace)} if trace else answer)
        return
    print("\n".join(hit_entry(hit) for hit in found) or "Nothing found.")
    if trace:
        print("\n" + explained(trace))


def explained(trace: Explanation) -> str:
    """The trace of a recall in lines: words looked for, stages, scores, and what was dropped."""
    lines = [f"Looked for: {', '.join(trace.terms) or '(no words)'}", "Stages:"]
    stages = [(s.name, f"{s.taken} in", f"{s.kept} out", s.note) for s in trace.stages]
    lines += [table(stages, indent=2)] if stages else []
    scores = [
        (
            f"{hit.score:.2f}",
            " ".join(f"{name}={part + 0.0:.3f}" for name, part in hit.scores.items()),
        )
        for hit in trace.hits
    ]
    lines += ["Scores:", table(scores, indent=2)] if scores else []
    lines.append(f"Left out: {trace.dropped_in_all:,}")
    dropped = [(f"{d.score:.2f}", d.source, d.reason) for d in trace.dropped]
    return "\n".join([*lines, table(dropped, indent=2)] if dropped else lines)
