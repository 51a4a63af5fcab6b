"""`holdfast disputes`: what was said in two ways that cannot both hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from holdfast.domain.claim import USER
from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.group import Group, is_alone
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import (
    number_of,
    one_line,
    print_json,
    print_json_lines,
    table,
    when,
)

if TYPE_CHECKING:
    from holdfast.domain.slot import Slot

of_a_user = takes(user="Whose memory it is.")


@click.group(name="disputes", cls=Group, invoke_without_command=True)
@of_a_user
def command(call: Call) -> None:
    """See what was said in two ways, and say which is right.

    A birthday does not change: where two were said, only the user can tell. Until then both stand
    side by side.

    \b
    holdfast disputes --user mei
    holdfast disputes settle ba6fcddc --user mei
    """
    if is_alone():
        _list(call)


@command.command(name="list")
@of_a_user
def list_(call: Call) -> None:
    """List them: both sides, and when each was said.

    \b
    holdfast disputes list --user mei
    """
    _list(call)


def _list(call: Call) -> None:
    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.profile.disputes(user)
    if call.json:
        print_json_lines({"sides": sides} for sides in found)
        return
    print("\n\n".join(_dispute(call, sides) for sides in found) or "Nothing is in dispute.")
    if found:
        print("\nSay which is right: holdfast disputes settle ID")


def _dispute(call: Call, sides: list[Slot]) -> str:
    from holdfast.entrypoints.cli.slots import SHORT, name_of, person

    rows = [
        (
            side.value,
            f"said {number_of(side.said, 'time')}",
            _when_said(call, side),
            side.id[:SHORT],
        )
        for side in sides
    ]
    head = one_line(f"{name_of(sides[0])} of {person(call, sides[0].about)}:")
    return f"{head}\n{table(rows, indent=2)}"


def _when_said(call: Call, side: Slot) -> str:
    last = when(call.here(side.last_said))
    return last if side.said == 1 else f"last {last}"


@command.command(name="settle")
@click.argument("slot", type=TEXT)
@of_a_user
def settle(call: Call, slot: str) -> None:
    """Say that this value is right.

    The others never held. SLOT is the beginning of its id, as `holdfast disputes` shows it.

    \b
    holdfast disputes settle ba6fcddc --user mei
    """
    from holdfast.entrypoints.cli.slots import name_of, person, slot_named

    user = call.user
    with call.open() as memory:
        right = memory.profile.settle(user, slot_named(memory, user, slot).id)
    if call.json:
        print_json(right)
    else:
        whose = "" if right.about == USER else f" of {person(call, right.about)}"
        print(one_line(f"Settled: {name_of(right)}{whose} is {right.value}."))
