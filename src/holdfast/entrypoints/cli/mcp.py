"""`holdfast mcp`: a memory as tools for a program that speaks MCP."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.errors import InvalidInput

if TYPE_CHECKING:
    from holdfast.memory import Memory

PACKAGE = "mcp"


@click.command(name="mcp")
@takes(
    user="Whose memory it is.",
    agent="Only talks with this character or assistant, and save under its name.",
)
def command(call: Call) -> None:
    """Give a program that speaks MCP a memory, over stdin and stdout.

    The program starts this command by itself; put it into the program's settings. Its tools are
    save_memory, search_memories and get_user_profiles, all for the one user that is named here. It
    needs an extra: pip install 'holdfast[mcp]'.

    \b
    holdfast mcp --user mei
    holdfast mcp --user mei --db ~/memory.db --agent editor
    """
    if find_spec(PACKAGE) is None:
        raise InvalidInput(
            f"This command needs the package {PACKAGE}, which is not installed.",
            remedy="Run: pip install 'holdfast[mcp]'.",
        )
    from holdfast.entrypoints.mcp.server import server_of
    from holdfast.entrypoints.mcp.who import Who

    who = Who(call.user, call.agent)
    with _opened(call) as memory:
        server_of(memory, who).run("stdio")


def _opened(call: Call) -> Memory:
    """The memory, made if it is not there; with a worker, as it stays open for long."""
    if call.far:
        return call.open()
    from holdfast.memory import Memory

    return Memory.open(call.path, space=call.space, settings=call.settings)
