"""`holdfast forget`: look first, then ask, then forget for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from holdfast.entrypoints.cli.asking import can_ask
from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import clip, note, number_of, print_json, when
from holdfast.errors import InvalidInput

if TYPE_CHECKING:
    from holdfast.domain.receipt import Receipt
    from holdfast.memory import Memory

SHOWN = 5


@click.command(name="forget")
@click.option(
    "--message", type=TEXT, metavar="ID", help="Forget one message, with all its versions."
)
@click.option("--everything", is_flag=True, help="Forget the user altogether.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Only show what would go.")
@takes(
    user="Whose memory it is.",
    session="Forget a whole conversation.",
    agent="Forget all talks with one character or assistant.",
)
def command(call: Call, message: str | None, everything: bool, yes: bool, dry_run: bool) -> None:
    """Forget something for good.

    The words leave the log, every view, the index and the file itself. Shows what will
    go and asks first. Name exactly one of --message, --session, --agent and --everything.

    \b
    holdfast forget --user mei --message ID
    holdfast forget --user mei --session 闲聊
    holdfast forget --user mei --everything
    """
    scope = _scope(call, message, everything)
    if not (yes or dry_run or can_ask()):
        raise InvalidInput(
            "Nobody can be asked here, so nothing was forgotten.",
            remedy="See what would go with --dry-run, then repeat with --yes.",
        )
    user = call.user
    with call.open() as memory:
        if not yes or dry_run:
            planned = memory.forget(user, preview=True, **scope)
            if dry_run or not _agreed(memory, user, planned):
                _report_plan(call, planned, dry_run)
                return
        receipt = memory.forget(user, **scope)
    _report(call, receipt)


def _scope(call: Call, message: str | None, everything: bool) -> dict[str, Any]:
    named: dict[str, Any] = {"message": message, "session": call.session, "agent": call.agent}
    scope = {name: value for name, value in named.items() if value is not None}
    if everything:
        scope["everything"] = True
    if len(scope) != 1:
        raise click.UsageError(
            "Name exactly one of --message, --session, --agent and --everything.",
            click.get_current_context(),
        )
    return scope


def _agreed(memory: Memory, user: str, planned: Receipt) -> bool:
    """Show what would go and ask."""
    note(f"This will go, for good: {counted(planned)}.")
    for message_id in planned.message_ids[:SHOWN]:
        message = memory.messages.get(user, message_id)
        if message is not None:
            note(f"  {when(message.said_at)}  {clip(message.voice, 20)}: {clip(message.text, 60)}")
    if len(planned.message_ids) > SHOWN:
        note(f"  and {len(planned.message_ids) - SHOWN:,} more")
    return click.confirm("Forget it?", err=True)


def _report_plan(call: Call, planned: Receipt, dry_run: bool) -> None:
    if call.json:
        print_json({"forgotten": False, "receipt": planned})
    elif dry_run:
        print(f"This would go: {counted(planned)}. Nothing was changed.")
    else:
        print("Nothing was forgotten.")


def _report(call: Call, receipt: Receipt) -> None:
    if call.json:
        print_json({"forgotten": True, "receipt": receipt})
        return
    print(f"Forgotten: {counted(receipt)}.")
    if receipt.erased:
        print("No byte of it is left in the memory's files.")
    else:
        job = f" (job {receipt.job})" if receipt.job else ""
        print(
            "It can no longer be recalled. Another process still reads the file, so some bytes of it "
            f"are left there{job}: end that process or wait, then run `holdfast worker --once`."
        )


def counted(receipt: Receipt) -> str:
    """What went, in words: only what there was any of."""
    nouns = {
        "messages": "message",
        "older": "older version",
        "sessions": "session",
        "items": "item",
        "attachments": "attachment",
        "terms": "index entry",
        "jobs": "waiting job",
        "backups": "backup",
    }
    counts = {name: getattr(receipt, name, 0) for name in nouns}
    counts["older"] = receipt.versions - receipt.messages
    parts = [number_of(counts[name], noun) for name, noun in nouns.items() if counts[name]]
    return ", ".join(parts) or "nothing"
