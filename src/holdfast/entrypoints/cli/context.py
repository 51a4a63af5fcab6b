"""`holdfast context`: memory packed for a prompt."""

from __future__ import annotations

from datetime import date

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.entrypoints.cli.terminal import note, number_of, print_json, safe


@click.command(name="context")
@click.argument("query", type=TEXT)
@click.option(
    "--budget", type=click.IntRange(min=1), help="At most so many tokens (setting context_budget)."
)
@click.option("--since", type=MOMENT, help="Only what was said from then on.")
@click.option("--until", type=MOMENT, help="Only what was said until then (a day: its end).")
@takes(
    user="Whose memory to ask.",
    session="Only from this conversation.",
    agent="Only from talks with this character or assistant.",
)
def command(
    call: Call, query: str, budget: int | None, since: date | None, until: date | None
) -> None:
    """Pack what is remembered for a prompt, under a budget.

    Never more than --budget tokens. What was left out is counted on stderr.

    \b
    holdfast context --user mei "Plan a weekend with my sister" --budget 500
    holdfast context --user mei "和妹妹过周末" --budget 500
    """
    user = call.user
    with call.open(read_only=True) as memory:
        packed = memory.context(
            user,
            query,
            budget=budget,
            agent=call.agent,
            session=call.session,
            since=call.begin_of(since),
            until=call.end_of(until),
        )
    if call.json:
        print_json(packed)
        return
    print(safe(packed.text))
    note(
        f"{packed.tokens:,} of {number_of(packed.budget, 'token')} "
        f"(counted by {packed.counted_by}), "
        f"{number_of(len(packed.hits), 'memory')}, "
        f"{len(packed.dropped):,} left out."
    )
