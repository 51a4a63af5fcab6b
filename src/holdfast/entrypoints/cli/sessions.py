"""`holdfast sessions`: a user's conversations, and how they end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.group import Group, is_alone
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import (
    indented,
    number_of,
    one_line,
    plain,
    print_json,
    print_json_lines,
    table,
    when,
)
from holdfast.errors import NotFound

if TYPE_CHECKING:
    from holdfast.domain.item import Item
    from holdfast.domain.learning import Learning
    from holdfast.domain.session import Session, Stretch
    from holdfast.entrypoints.cli.stretches import Part
    from holdfast.memory import Memory

ENDINGS = {
    "idle": "nobody spoke for a while",
    "limit": "it had lasted long enough",
    "late": "the next message came much later",
    "new session": "another session was opened",
    "by hand": "it was sealed by hand",
    "cleared": "the memo was cleared",
}
WAITING = "A worker seals it; `holdfast worker --once` does so now."
TRIED_AGAIN = (
    "Nothing that was said is lost. It is tried again, at the times that `holdfast jobs` shows, or "
    "now by `holdfast sessions seal`; `holdfast doctor` says what is wrong beside it."
)
LEARNED_LATER = "`holdfast jobs` shows it, and `holdfast jobs --retry ID` tries it now."


@click.group(name="sessions", cls=Group, invoke_without_command=True)
@takes(user="Whose memory it is.")
def command(call: Call) -> None:
    """List a user's conversations; look into one, end it, re-open it.

    A conversation runs in stretches. When nobody has spoken for a while its stretch is sealed:
    summarised, and archived where archives are kept. The next message begins the next stretch.

    \b
    holdfast sessions --user mei
    holdfast sessions show 闲聊 --user mei
    holdfast sessions seal 闲聊 --user mei
    """
    if is_alone():
        _list(call)


@command.command(name="list")
@takes(user="Whose memory it is.")
def list_(call: Call) -> None:
    """List them, the one last spoken in first.

    \b
    holdfast sessions list --user mei
    """
    _list(call)


def _list(call: Call) -> None:
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
    if any(one.state == "failed" for one in found):
        print("Why one failed: holdfast sessions show NAME")


@command.command(name="show")
@click.argument("name", type=TEXT)
@click.option("--stretch", type=click.IntRange(min=1), help="Only this stretch.")
@takes(user="Whose memory it is.")
def show(call: Call, name: str, stretch: int | None) -> None:
    """Show its stretches: how each ended, what came of it, what was said.

    \b
    holdfast sessions show 闲聊 --user mei
    holdfast sessions show 闲聊 --user mei --stretch 2
    """
    from holdfast.entrypoints.cli.stretches import parts, summaries

    user = call.user
    with call.open(read_only=True) as memory:
        session = _known(memory, user, name)
        found = parts(memory, user, session)
        sums = summaries(memory, user)
        learned = {each.stretch: each for each in memory.sessions.learning(user, name)}
    chosen = [part for part in found if stretch in (None, part.stretch.number)]
    if stretch is not None and not chosen:
        raise NotFound(f"Session {name!r} has no stretch {stretch}.")
    numbers = [part.stretch.number for part in chosen]
    told = [(p, sums.get((name, n)), learned.get(n)) for p, n in zip(chosen, numbers, strict=True)]
    if call.json:
        print_json({"session": session, "stretches": [_as_json(*each) for each in told]})
        return
    head = f"{name}: {session.state}, {number_of(session.last_number, 'message')}"
    print(one_line(f"{head}, with {session.agent}"))
    for each in told:
        print("\n" + _shown(call, *each))


def _known(memory: Memory, user: str, name: str) -> Session:
    session = memory.sessions.get(user, name)
    if session is None:
        raise NotFound(
            f"{user!r} has no session {name!r}.", remedy="See them all with `holdfast sessions`."
        )
    return session


def _as_json(part: Part, summary: Item | None, learned: Learning | None) -> dict[str, Any]:
    over = {} if part.stretch.state != "active" else {"ending": None, "ended_at": None}
    told = {
        "summary": summary.text if summary else "",
        "learning": plain(learned) if learned else None,
        "messages": plain(part.messages),
    }
    return {**plain(part.stretch), **over, **told}


def _shown(call: Call, part: Part, summary: Item | None, learned: Learning | None) -> str:
    from holdfast.entrypoints.cli.entries import message_entry

    stretch = part.stretch
    lasted = f"{when(call.here(stretch.began_at))} to {when(call.here(stretch.last_at))}"
    lines = [one_line(f"Stretch {stretch.number}: {stretch.state}, {lasted}")]
    if stretch.state != "active":
        ended = f"It ended {when(call.here(stretch.ended_at))}: {ENDINGS[stretch.ending]}."
        lines.append(indented(ended, 2))
    lines += [indented(line, 2) for line in _outcome(stretch, summary)]
    lines += [indented(line, 2) for line in _learned(call, learned)]
    return "\n".join([*lines, *map(message_entry, part.messages)])


def _outcome(stretch: Stretch, summary: Item | None) -> list[str]:
    """What became of a stretch, and what to do about one that failed."""
    if stretch.state == "failed":
        return [f"Sealing failed: {one_line(stretch.error)}", TRIED_AGAIN]
    if stretch.state == "sealing":
        return [f"It is being sealed. {WAITING}"]
    if summary is None or not summary.text:
        return []
    stand_in = " (a stand-in, to be made again)" if summary.provisional else ""
    return [f"In short{stand_in}: {one_line(summary.text)}"]


def _learned(call: Call, learned: Learning | None) -> list[str]:
    """How far knowledge was made of a stretch, and what to do where it failed."""
    if learned is None or learned.state == "none":
        return []
    some = f" Messages {learned.first} to {learned.read} are done." if learned.read else ""
    if learned.state == "learned":
        again = " (a stand-in, to be read again)" if learned.provisional else ""
        by = f", by {learned.by}" if learned.by else ""
        return [one_line(f"Learned from messages {learned.first} to {learned.read}{by}{again}.")]
    if learned.state == "failed":
        when_again = f" Again at {when(call.here(learned.again))}." if learned.again else ""
        return [f"Learning failed: {one_line(learned.error)}{some}{when_again}", LEARNED_LATER]
    state = (
        "It is being learned from."
        if learned.state == "running"
        else "It waits to be learned from."
    )
    return [f"{state}{some}"]


@command.command(name="seal")
@click.argument("name", type=TEXT)
@click.option("--no-wait", is_flag=True, help="Only end it; a worker does the rest.")
@takes(user="Whose memory it is.")
def seal(call: Call, name: str, no_wait: bool) -> None:
    """End its present stretch by hand, and see what comes of it.

    Conversations seal themselves after a while; this is for those who will not wait. The work is
    done here, with other work that is due. One that failed is tried again at once. Exits with 1
    where it fails.

    \b
    holdfast sessions seal 闲聊 --user mei
    holdfast sessions seal 闲聊 --user mei --no-wait
    """
    from holdfast.entrypoints.cli.jobs import run_due
    from holdfast.entrypoints.cli.stretches import summaries

    user = call.user
    with call.open() as memory:
        before = _known(memory, user, name)
        stretch = memory.sessions.seal(user, name)
        # One message is sealed at once, and is still to be learned from.
        if stretch is not None and not no_wait:
            run_due(call, memory)
            ended = {each.number: each for each in memory.sessions.stretches(user, name)}
            stretch = ended.get(stretch.number, stretch)
        key = (name, stretch.number) if stretch else ("", 0)
        summary = summaries(memory, user).get(key) if stretch else None
    if call.json:
        print_json({"stretch": stretch, "summary": summary.text if summary else ""})
    else:
        print(_told(before, stretch, summary))
    if stretch is not None and stretch.state == "failed":
        click.get_current_context().exit(1)


def _told(before: Session, stretch: Stretch | None, summary: Item | None) -> str:
    if stretch is None:
        return "Nothing was said in it yet, so there is nothing to seal."
    count = stretch.last - stretch.first + 1
    what = one_line(f"stretch {stretch.number} of {stretch.session}, {number_of(count, 'message')}")
    lines = _outcome(stretch, summary)
    if stretch.state == "sealed":
        done = "It was sealed already" if before.state == "sealed" else "Sealed"
        lines.insert(0, f"{done}: {what}.")
        if count == 1 and summary is None:
            lines.append(
                "One message makes no conversation: it has no summary and no event, but is learned from."
            )
    return "\n".join(lines)


@command.command(name="reopen")
@click.argument("name", type=TEXT)
@takes(user="Whose memory it is.")
def reopen(call: Call, name: str) -> None:
    """Let its last stretch go on, as if it had not ended.

    What was derived from its end is taken back: summaries, and all that rests on them. What was
    said stays as it is.

    \b
    holdfast sessions reopen 闲聊 --user mei
    """
    from holdfast.entrypoints.cli.stretches import items

    user = call.user
    with call.open() as memory:
        before = _known(memory, user, name)
        ended = {each.number: each for each in memory.sessions.stretches(user, name)}
        known = {item.id: item.kind for item in items(memory, user)}
        session = memory.sessions.reopen(user, name)
        left = {item.id for item in items(memory, user)}
    taken = Counter(str(kind) for id_, kind in known.items() if id_ not in left)
    stretch = ended.get(before.stretch) if before.state != "active" else None
    if call.json:
        print_json({"session": session, "stretch": stretch, "taken_back": taken})
    elif before.state == "active":
        print("It had not ended, so there was nothing to take back.")
    else:
        back = (
            ", ".join(number_of(count, kind) for kind, count in sorted(taken.items())) or "nothing"
        )
        print(f"Stretch {session.stretch} goes on. Taken back: {back}.")
