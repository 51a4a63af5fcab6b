"""`holdfast facts`: all that is known of anybody, and who said so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import (
    indented,
    one_line,
    plain,
    print_json_lines,
    table,
    when,
)
from holdfast.entrypoints.cli.unknown import NOTHING, nothing_yet

if TYPE_CHECKING:
    from holdfast.domain.message import Message
    from holdfast.domain.slot import Slot
    from holdfast.memory import Memory


@click.command(name="facts")
@click.option("--sources", is_flag=True, help="With the messages that say so.")
@click.option("--topic", type=TEXT, help="Only this topic.")
@click.option("--past", is_flag=True, help="What holds no longer, too.")
@takes(user="Whose memory it is.")
def command(call: Call, sources: bool, topic: str | None, past: bool) -> None:
    """See all that is known of anybody, and who said so.

    Of the user first, then of those the user speaks of, person by person. With --sources the
    messages that say it stand below each, in their own words.

    \b
    holdfast facts --user mei
    holdfast facts --user mei --sources --topic home
    """
    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.profile.get(user, about=None, topic=topic, past=past)
        said = {slot.id: _messages(memory, user, slot) for slot in found} if sources else {}
        none = NOTHING if found or topic else nothing_yet(memory, user)
    if call.json:
        told = (
            {**plain(slot), **({"messages": plain(said[slot.id])} if sources else {})}
            for slot in found
        )
        print_json_lines(told)
    else:
        print(_written(call, found, said) or none)


def _messages(memory: Memory, user: str, slot: Slot) -> list[Message]:
    found = (memory.messages.get(user, source) for source in slot.sources)
    return [message for message in found if message is not None]


def _written(call: Call, slots: list[Slot], said: dict[str, list[Message]]) -> str:
    from holdfast.entrypoints.cli.slots import people, person, slot_row

    parts = []
    for about, group in people(slots):
        rows = table([slot_row(call, slot) for slot in group], indent=2).split("\n")
        lines = [f"{person(call, about)}:"]
        for slot, row in zip(group, rows, strict=True):
            lines += [row, *(_quoted(message) for message in said.get(slot.id, ()))]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _quoted(message: Message) -> str:
    head = (when(message.said_at), message.voice, f"[{message.session}]", message.id)
    return f"      {'  '.join(map(one_line, head))}\n{indented(message.text, 8)}"
