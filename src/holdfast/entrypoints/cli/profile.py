"""`holdfast profile`: what is known of a user, what was, and how to put it right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from holdfast.domain.claim import USER
from holdfast.entrypoints.cli.asking import agreed
from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.group import Group, is_alone, see_that_all_is_heeded
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.entrypoints.cli.layout import scheme, sections
from holdfast.entrypoints.cli.terminal import one_line, print_json, print_json_lines
from holdfast.entrypoints.cli.unknown import NOTHING_OF_THAT, nothing_yet

if TYPE_CHECKING:
    from holdfast.domain.slot import Slot

of_a_user = takes(user="Whose memory it is.")


def narrowing(run: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what of a profile is to be seen."""
    options = [
        click.option("--about", type=TEXT, metavar="NAME", help="What is known of somebody else."),
        click.option("--everyone", is_flag=True, help="Of the user and all others."),
        click.option("--topic", type=TEXT, help="Only this topic: home, work, like, ..."),
        click.option("--as-of", type=MOMENT, help="What held then (a day: at its end)."),
        click.option("--known-at", type=MOMENT, help="What was known then (a day: at its end)."),
        click.option("--past", is_flag=True, help="What holds no longer, too."),
    ]
    for option in reversed(options):
        run = option(run)
    return run


@click.group(name="profile", cls=Group, invoke_without_command=True)
@narrowing
@of_a_user
def command(call: Call, **which: Any) -> None:
    """See what is known of a user, then and now; put it right.

    It is learned from what the user says, when a conversation is sealed. Each row is a topic and
    its value, since when it holds, how often it was said, and the beginning of its id.

    \b
    holdfast profile --user mei
    holdfast profile --user mei --about 妹妹
    holdfast profile --user mei --as-of 2026-03-05 --topic home
    holdfast profile history home --user mei
    holdfast profile set home 成都 --user mei
    """
    if is_alone():
        _show(call, **which)
    else:
        see_that_all_is_heeded()


@command.command(name="show")
@narrowing
@of_a_user
def show(call: Call, **which: Any) -> None:
    """Show what holds, by topic.

    \b
    holdfast profile show --user mei
    holdfast profile show --user mei --everyone --past
    """
    _show(call, **which)


def _show(
    call: Call,
    about: str | None,
    everyone: bool,
    topic: str | None,
    as_of: date | None,
    known_at: date | None,
    past: bool,
) -> None:
    if about is not None and everyone:
        raise click.UsageError("--about and --everyone exclude each other.")
    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.profile.get(
            user,
            about=None if everyone else about or USER,
            topic=topic,
            as_of=call.end_of(as_of),
            known_at=call.end_of(known_at),
            past=past,
        )
        narrowed = about is not None or topic is not None or as_of or known_at
        none = NOTHING_OF_THAT if found or narrowed else nothing_yet(memory, user)
    _print_all(call, found, none)


def _print_all(call: Call, slots: list[Slot], none: str = NOTHING_OF_THAT) -> None:
    from holdfast.entrypoints.cli.slots import written

    if call.json:
        print_json_lines(slots)
    else:
        print(written(call, slots) or none)


@command.command(name="history")
@click.argument("topic", type=TEXT)
@click.option("--sub", type=TEXT, metavar="NAME", help="Only this part of the topic.")
@click.option("--about", type=TEXT, metavar="NAME", help="Of somebody else.")
@of_a_user
def history(call: Call, topic: str, sub: str | None, about: str | None) -> None:
    """Show every value a topic has had, the first one first.

    Those too that were corrected (wrong) or that stand against each other (disputed).

    \b
    holdfast profile history home --user mei
    holdfast profile history like --sub colour --user mei
    """
    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.profile.history(user, topic, sub=sub, about=about or USER)
    _print_all(call, found)


@command.command(name="set")
@click.argument("topic", type=TEXT)
@click.argument("value", type=TEXT)
@click.option("--sub", type=TEXT, default="", metavar="NAME", help="A part of the topic: colour.")
@click.option("--about", type=TEXT, default=USER, metavar="NAME", help="Of somebody else.")
@of_a_user
def set_(call: Call, topic: str, value: str, sub: str, about: str) -> None:
    """Say by hand what holds from now on.

    Where a topic has one value, it takes the old one's place. The topic `instruction` is for what
    is to be loaded into every context.

    \b
    holdfast profile set home 成都 --user mei
    holdfast profile set like blue --sub colour --user mei
    holdfast profile set instruction "Answer in Chinese." --user mei
    """
    user = call.user
    with call.open(create=True) as memory:
        slot = memory.profile.set(user, topic, value, sub=sub, about=about)
    _print_one(call, slot)


@command.command(name="correct")
@click.argument("slot", type=TEXT)
@click.argument("value", type=TEXT)
@of_a_user
def correct(call: Call, slot: str, value: str) -> None:
    """Say by hand that a value is wrong, and which is right.

    The wrong one never held; its history says so. SLOT is the beginning of its id, as `holdfast
    profile` shows it.

    \b
    holdfast profile correct 1d9eace8 重庆 --user mei
    """
    from holdfast.entrypoints.cli.slots import slot_named

    user = call.user
    with call.open() as memory:
        right = memory.profile.correct(user, slot_named(memory, user, slot).id, value)
    _print_one(call, right)


@command.command(name="remove")
@click.argument("slot", type=TEXT)
@click.option("--yes", is_flag=True, help="Do not ask.")
@of_a_user
def remove(call: Call, slot: str, yes: bool) -> None:
    """Say by hand that a value holds no longer.

    It stays in the history, and what was said in the log; `holdfast forget` takes it out of both.

    \b
    holdfast profile remove 1d9eace8 --user mei
    """
    from holdfast.entrypoints.cli.slots import slot_named

    user = call.user
    with call.open() as memory:
        found = slot_named(memory, user, slot)
        asked = one_line(f"Does {_told(found)} hold no longer?")
        if not agreed(asked, yes=yes, otherwise="nothing was changed"):
            print("Nothing was changed.")
            return
        ended = memory.profile.remove(user, found.id)
    _print_one(call, ended)


@command.command(name="switch")
@click.argument("slot", type=TEXT)
@click.argument("on", type=click.Choice(["on", "off"]))
@of_a_user
def switch(call: Call, slot: str, on: str) -> None:
    """Load a standing instruction into contexts, or do not.

    One that is off is kept and not forgotten.

    \b
    holdfast profile switch 57402d20 off --user mei
    """
    from holdfast.entrypoints.cli.slots import slot_named

    user = call.user
    with call.open() as memory:
        found = slot_named(memory, user, slot)
        switched = memory.profile.switch(user, found.id, on == "on")
    _print_one(call, switched)


command.add_command(sections)
command.add_command(scheme)


def _print_one(call: Call, slot: Slot) -> None:
    from holdfast.entrypoints.cli.slots import written

    if call.json:
        print_json(slot)
    else:
        print(written(call, [slot]))


def _told(slot: Slot) -> str:
    from holdfast.entrypoints.cli.slots import name_of

    whose = "" if slot.about == USER else f" of {slot.about}"
    return f"{name_of(slot)}{whose}: {slot.value!r}"
