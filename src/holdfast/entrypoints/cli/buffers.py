"""`holdfast buffers`: what waits to be learned from."""

from __future__ import annotations

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.terminal import one_line, print_json_lines, table, when


@click.command(name="buffers")
@click.option("--flush", is_flag=True, help="Learn from it now.")
@takes(user="Whose memory it is.")
def command(call: Call, flush: bool) -> None:
    """See what waits in a user's buffers, or learn from it now.

    Apps that tell a little at a time, as those on Memobase's client do, fill buffers. They are learned
    from when they hold enough or have waited for long enough (the preferences buffer_tokens and
    buffer_flush_interval).

    \b
    holdfast buffers --user mei
    holdfast buffers --user mei --flush
    """
    user = call.user
    with call.open(read_only=not flush) as memory:
        if flush:
            ended = memory.buffers.flush(user)
        else:
            waiting = memory.buffers.waiting(user)
    if flush:
        if call.json:
            print_json_lines(ended)
        else:
            rows = [
                (each.session, str(each.last - each.first + 1), str(each.state)) for each in ended
            ]
            print(table(rows) if rows else "Nothing waits.")
    elif call.json:
        print_json_lines(waiting)
    else:
        cells = [
            (when(call.here(each.said_at)), each.voice, one_line(each.text)) for each in waiting
        ]
        print(table(cells) if cells else "Nothing waits.")
