"""`holdfast recent`: the recent memo of an agent, and what keeps it in order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.asking import agreed
from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.group import Group, is_alone
from holdfast.entrypoints.cli.incoming import read_whole
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import (
    indented,
    number_of,
    one_line,
    print_json,
    print_json_lines,
    safe,
    when,
)

if TYPE_CHECKING:
    from holdfast.domain.item import Item
    from holdfast.domain.recent import Recent

LEVELS = ("part of a conversation", "a conversation")
ABOVE = "several conversations"
of_an_agent = takes(
    user="Whose memory it is.", agent="The character or assistant whose memo it is."
)


@click.group(name="recent", cls=Group, invoke_without_command=True)
@of_an_agent
def command(call: Call) -> None:
    """See the recent memo as the next prompt gets it; review it.

    Summaries of what is further back, then the last messages word for word. Nothing here changes
    what was said: the log keeps it all.

    \b
    holdfast recent --user mei --agent juno
    holdfast recent review --user mei --agent juno
    """
    if is_alone():
        _show(call, ids=False)


@command.command(name="show")
@click.option("--ids", is_flag=True, help="Show the id of every line, and the fingerprint.")
@click.option("--dialog", is_flag=True, help="Show the text that a new session begins with.")
@click.option("--language", type=click.Choice(["zh", "en"]), help="The language of that text.")
@of_an_agent
def show(call: Call, ids: bool, dialog: bool, language: str | None) -> None:
    """Show it: summaries with their dates, then messages.

    \b
    holdfast recent show --user mei --agent juno --ids
    holdfast recent show --user mei --agent 小八 --dialog
    """
    if not dialog:
        _show(call, ids=ids)
        return
    user = call.user
    with call.open(read_only=True) as memory:
        text = memory.new_dialog(user, call.agent_or_default, language=language)
    if call.json:
        print_json({"dialog": text})
    else:
        print(safe(text))


def _show(call: Call, *, ids: bool) -> None:
    user = call.user
    with call.open(read_only=True) as memory:
        recent = memory.recent(user, call.agent_or_default)
        others = {session.agent for session in memory.sessions.list(user)} - {recent.agent}
    if call.json:
        print_json(recent)
    elif recent.summaries or recent.messages or recent.waiting:
        print(_written(recent, ids=ids))
    else:
        hint = f" There are talks with {', '.join(sorted(others))}: --agent NAME." if others else ""
        print(one_line(f"Nothing lately.{hint}"))


def _written(recent: Recent, *, ids: bool) -> str:
    from holdfast.entrypoints.cli.entries import entry

    lines = [_head(recent)] + [_summary(item, ids=ids) for item in recent.summaries]
    lines += [
        entry((when(message.said_at), message.voice, message.id if ids else ""), message.text)
        for message in recent.messages
    ]
    return "\n".join([*lines, f"fingerprint: {recent.fingerprint}"] if ids else lines)


def _head(recent: Recent) -> str:
    counts = [
        number_of(len(recent.summaries), "summary"),
        f"{number_of(len(recent.messages), 'message')} word for word",
    ]
    if recent.waiting:
        counts.append(f"{recent.waiting:,} before them wait for `holdfast worker --once`")
    if recent.hidden:
        counts.append(f"{recent.hidden:,} hidden")
    return one_line(f"{recent.user} and {recent.agent}: {', '.join(counts)}")


def _summary(item: Item, *, ids: bool) -> str:
    from holdfast.entrypoints.cli.entries import entry

    first, last = (f"{moment:%Y-%m-%d}" for moment in (item.valid_from, item.valid_to))
    dates = first if first == last else f"{first} to {last}"
    level = LEVELS[item.level] if item.level < len(LEVELS) else ABOVE
    stand_in = "a stand-in" if item.provisional else ""
    head = (dates, level, f"[{item.session}]" if item.session else "", stand_in)
    return entry((*head, item.id if ids else ""), item.text or "(taken out by a review)")


@command.command(name="edit")
@click.argument("line_id", type=TEXT)
@click.argument("text", type=TEXT)
@click.option(
    "--fingerprint", type=TEXT, metavar="TEXT", help="Only if the memo is still the one shown."
)
@of_an_agent
def edit(call: Call, line_id: str, text: str, fingerprint: str | None) -> None:
    """Change a line of it.

    A message gets a new version, a summary another text.
    `holdfast recent show --ids` shows the ids. A text of - is read from stdin.

    \b
    holdfast recent edit --user mei --agent juno ID "She moved to Chengdu in March."
    holdfast recent edit --user mei --agent 小八 ID "妹妹三月搬去了成都。"
    """
    if text == "-":
        text = read_whole(Path("-")).rstrip("\r\n")
    user, agent = call.user, call.agent_or_default
    with call.open() as memory:
        recent = memory.memo.edit(user, line_id, text, agent=agent, fingerprint=fingerprint)
    if call.json:
        print_json({"id": line_id, "fingerprint": recent.fingerprint})
    else:
        print("Changed.")


@command.command(name="review")
@click.option(
    "--on/--off", "switch", default=None, help="Whether memos are reviewed by themselves."
)
@of_an_agent
def review(call: Call, switch: bool | None) -> None:
    """Take out contradictions and repetitions, and see why.

    Memos are also reviewed by themselves, whenever a session is sealed. --off ends that for all
    memos of the space, --on begins it again; neither reviews anything now.

    \b
    holdfast recent review --user mei --agent juno
    holdfast recent review --off
    """
    if switch is not None:
        with call.open() as memory:
            memory.memo.set_reviewing(switch)
        if call.json:
            print_json({"reviewing": switch})
        else:
            print(
                f"Memos are {'reviewed by themselves' if switch else 'not reviewed'} from now on."
            )
        return
    user = call.user
    with call.open() as memory:
        note = memory.memo.review(user, call.agent_or_default)
    if call.json:
        print_json({"review": note})
    elif note is None:
        print("There was nothing to change.")
    else:
        print(_reviewed(call, note))
        print(one_line(f"Put it back: holdfast recent undo {note.id} --user {user}"))


@command.command(name="reviews")
@click.option(
    "-n", "limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many."
)
@of_an_agent
def reviews(call: Call, limit: int) -> None:
    """List what reviews have changed, the newest first.

    \b
    holdfast recent reviews --user mei --agent juno
    """
    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.memo.reviews(user, call.agent_or_default, limit=limit)
        reviewing = memory.memo.reviewing()
    if call.json:
        print_json_lines(found)
        return
    off = "" if reviewing else " Memos are not reviewed: `holdfast recent review --on`."
    print("\n".join(_reviewed(call, each) for each in found) or f"No reviews yet.{off}")


def _reviewed(call: Call, note: Item) -> str:
    """When, by whom and whether undone; then every change and its reason."""
    undone = "undone" if note.attributes.get("undone") else ""
    head = [when(call.here(note.known_from)), f"by {note.attributes.get('by', '')}", note.id]
    lines = ["  ".join(one_line(part) for part in (*head, undone) if part)]
    for change in note.attributes.get("changes", ()):
        lines.append(indented(f"{change['action']} {change['target']}: {change['reason']}", 2))
        if "before" in change:
            lines.append(indented(f"- {one_line(change['before'])}", 6))
        if change.get("after"):
            lines.append(indented(f"+ {one_line(change['after'])}", 6))
    return "\n".join(lines)


@command.command(name="undo")
@click.argument("review_id", type=TEXT)
@takes(user="Whose memory it is.")
def undo(call: Call, review_id: str) -> None:
    """Put back what a review changed.

    What somebody has changed since is left alone.

    \b
    holdfast recent undo REVIEW_ID --user mei
    """
    user = call.user
    with call.open() as memory:
        note = memory.memo.undo(user, review_id)
    if call.json:
        print_json({"review": note})
    else:
        print(f"Put back: {number_of(len(note.attributes['changes']), 'change')}.")


@command.command(name="hide")
@click.argument("message_ids", type=TEXT, nargs=-1, required=True, metavar="MESSAGE_ID...")
@click.option("--reason", type=TEXT, default="", help="Why; it is kept with the review.")
@of_an_agent
def hide(call: Call, message_ids: tuple[str, ...], reason: str) -> None:
    """Take messages out of the memo, not out of the log.

    It can be undone.

    \b
    holdfast recent hide --user mei --agent juno ID ID --reason "said twice"
    """
    user = call.user
    with call.open() as memory:
        note = memory.memo.hide(user, message_ids, agent=call.agent_or_default, reason=reason)
    if call.json:
        print_json({"review": note})
    elif note is None:
        print("None of them is in the memo, so nothing was hidden.")
    else:
        print(f"Hidden: {number_of(len(note.attributes['changes']), 'message')}.")
        print(one_line(f"Put it back: holdfast recent undo {note.id} --user {user}"))


@command.command(name="clear")
@click.option("--yes", is_flag=True, help="Do not ask.")
@of_an_agent
def clear(call: Call, yes: bool) -> None:
    """Begin the memo afresh.

    Nothing of what was said until now is shown in it any more. What is open is sealed. The log, the archives and recall keep everything.

    \b
    holdfast recent clear --user mei --agent juno
    """
    user, agent = call.user, call.agent_or_default
    question = one_line(f"Begin the memo of {user} and {agent} afresh?")
    cleared = agreed(question, yes=yes, otherwise="the memo was not cleared")
    if cleared:
        with call.open() as memory:
            memory.memo.clear(user, agent)
    if call.json:
        print_json({"cleared": cleared})
    else:
        print("The memo begins afresh." if cleared else "The memo was not cleared.")
