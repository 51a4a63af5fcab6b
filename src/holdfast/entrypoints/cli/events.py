"""`holdfast events`: what happened, day by day."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.entrypoints.cli.terminal import indented, one_line, print_json_lines
from holdfast.entrypoints.cli.unknown import nothing_yet

if TYPE_CHECKING:
    from holdfast.domain.event import Event

NOTHING = "Nothing happened that is known of."


@click.command(name="events")
@click.option("--since", type=MOMENT, help="What was talked of from then on.")
@click.option("--until", type=MOMENT, help="Until then (a day: its end).")
@click.option("--tag", type=TEXT, metavar="NAME[=VALUE]", help="Only what has this tag.")
@click.option(
    "-n", "limit", type=click.IntRange(min=1), default=50, show_default=True, help="How many."
)
@takes(
    user="Whose memory it is.",
    session="Only this conversation.",
    agent="Only talks with this character or assistant.",
)
def command(
    call: Call, since: date | None, until: date | None, tag: str | None, limit: int
) -> None:
    """See what happened, day by day.

    One event for each stretch of a conversation, told in gists, the newest first. Days are days of
    the setting time_zone.

    \b
    holdfast events --user mei
    holdfast events --user mei --since 2026-03-01 --until 2026-03-31
    holdfast events --user mei --agent 小八 --tag mood=calm
    """
    user = call.user
    name, equals, value = (tag or "").partition("=")
    with call.open(read_only=True) as memory:
        found = memory.events.list(
            user,
            agent=call.agent,
            session=call.session,
            since=call.begin_of(since),
            until=call.end_of(until),
            tag=name or None,
            value=value if equals else None,
            limit=limit,
        )
        narrowed = (call.agent, call.session, since, until, tag) != (None,) * 5
        none = NOTHING if found or narrowed else nothing_yet(memory, user, NOTHING)
    if call.json:
        print_json_lines(found)
    else:
        print(_written(call, found) or none)


def _written(call: Call, events: list[Event]) -> str:
    days = groupby(events, key=lambda event: call.here(event.began_at).date())
    return "\n\n".join(
        "\n".join([day.isoformat(), *(_event(call, event) for event in group)])
        for day, group in days
    )


def _event(call: Call, event: Event) -> str:
    began, ended = call.here(event.began_at), call.here(event.ended_at)
    lasted = f"{began:%H:%M}" if began == ended else f"{began:%H:%M} to {ended:%H:%M}"
    noticed = [f"{name}={value}" for name, value in event.tags] + [*event.emotions]
    stand_in = "a stand-in" if event.provisional else ""
    head = (lasted, f"[{event.session}]", event.agent, stand_in, ", ".join(noticed), event.id)
    lines = ["  " + "  ".join(one_line(part) for part in head if part)]
    return "\n".join([*lines, *(indented(gist.text, 6) for gist in event.gists)])
