"""`holdfast users`: who is remembered."""

from __future__ import annotations

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.terminal import one_line, print_json_lines


@click.command(name="users")
@takes()
def command(call: Call) -> None:
    """List the users of the space.

    \b
    holdfast users
    """
    with call.open(read_only=True) as memory:
        names = memory.admin.users()
    if call.json:
        print_json_lines({"user": name} for name in names)
    else:
        print("\n".join(map(one_line, names)) or "No users yet.")
