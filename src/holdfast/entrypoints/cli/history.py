"""`holdfast history`: what was said, in order; or how one message came to read as it does."""

from __future__ import annotations

from datetime import UTC, date, datetime

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.entrypoints.cli.terminal import print_json_lines, table
from holdfast.errors import NotFound


@click.command(name="history")
@click.option(
    "--message", "message_id", type=TEXT, metavar="ID", help="All versions of one message."
)
@click.option("--derived", is_flag=True, help="With --message: everything made of it instead.")
@click.option(
    "-n", "limit", type=click.IntRange(min=1), default=50, show_default=True, help="How many."
)
@click.option("--since", type=MOMENT, help="From then on, the oldest first.")
@click.option("--until", type=MOMENT, help="Until then (a day: its end).")
@click.option("--days", is_flag=True, help="Only how much was said on each day of a year.")
@click.option("--year", type=click.IntRange(2, 9998), help="That year; without it the present one.")
@takes(
    user="Whose memory it is.",
    session="Only this conversation.",
    agent="Only talks with this character or assistant.",
)
def command(
    call: Call,
    message_id: str | None,
    derived: bool,
    limit: int,
    since: date | None,
    until: date | None,
    days: bool,
    year: int | None,
) -> None:
    """Read what was said, in order.

    The last messages of a user or of one conversation, all versions of one message, what was made
    of it, or how much was said day by day.

    \b
    holdfast history --user mei --session 闲聊 -n 20
    holdfast history --user mei --message ID
    holdfast history --user mei --message ID --derived
    holdfast history --user mei --days --year 2026
    """
    if days or year is not None:
        _show_days(call, year)
        return
    if derived:
        _show_derived(call, message_id)
        return
    from holdfast.entrypoints.cli.entries import message_entry

    user, narrowed = call.user, {"session": call.session, "agent": call.agent}
    with call.open(read_only=True) as memory:
        if message_id is not None:
            messages = memory.messages.versions(user, message_id)
            if not messages:
                raise NotFound("There is no such message.")
        elif since or until:
            begin = call.begin_of(since) or datetime.min.replace(tzinfo=UTC)
            end = call.end_of(until) or datetime.max.replace(tzinfo=UTC)
            messages = memory.messages.between(user, begin, end, limit=limit, **narrowed)
        else:
            messages = memory.messages.latest(user, limit=limit, **narrowed)
    if call.json:
        print_json_lines(messages)
    else:
        placed = call.session is None
        shown = (message_entry(message, placed=placed) for message in messages)
        print("\n".join(shown) or "Nothing was said.")


def _show_derived(call: Call, message_id: str | None) -> None:
    """Summaries and notes that rest on a message, the nearest to it first."""
    from holdfast.entrypoints.cli.entries import item_entry

    if message_id is None:
        raise click.UsageError("--derived wants to know of which message: name it with --message.")
    with call.open(read_only=True) as memory:
        if memory.messages.get(call.user, message_id) is None:
            raise NotFound("There is no such message.")
        items = memory.items.derived(call.user, message_id)
    if call.json:
        print_json_lines(items)
    else:
        print("\n".join(map(item_entry, items)) or "Nothing was made of it.")


def _show_days(call: Call, year: int | None) -> None:
    """A line for each day; days begin at midnight in the zone of the settings."""
    if call.session is not None:
        raise click.UsageError("--days counts all conversations: leave out --session.")
    user, zone = call.user, call.settings.time_zone
    with call.open(read_only=True) as memory:
        found = memory.messages.days(user, year=year, agent=call.agent, zone=zone)
    if call.json:
        print_json_lines(found)
        return
    rows = [(day.date.isoformat(), f"{day.messages:,}") for day in found]
    print(table(rows) if rows else "Nothing was said.")
