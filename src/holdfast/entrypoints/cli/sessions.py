"""`holdfast sessions`: a user's conversations."""

from __future__ import annotations

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.terminal import number_of, print_json_lines, table, when


@click.command(name="sessions")
@takes(user="Whose memory it is.")
def command(call: Call) -> None:
    """List a user's conversations.

    The one last spoken in comes first.

    \b
    holdfast sessions --user mei
    """
    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.sessions.list(user)
    if call.json:
        print_json_lines(found)
        return
    rows = [
        (when(call.here(one.last_at)), one.name, one.state, number_of(one.last_number, "message"))
        for one in found
    ]
    print(table(rows) or "No sessions yet.")
