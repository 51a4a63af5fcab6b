"""`holdfast archive`: conversations as files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.group import Group, is_alone
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import (
    Progress,
    note,
    number_of,
    one_line,
    print_json,
    print_json_lines,
    safe,
    table,
)
from holdfast.errors import InvalidInput, NotFound
from holdfast.settings import from_home

if TYPE_CHECKING:
    from holdfast.flow.maintain.archive.compact import CompactReport
    from holdfast.flow.maintain.archive.contents import Entry
    from holdfast.flow.maintain.archive.merge import MergeReport
    from holdfast.flow.maintain.archive.shelf import Skipped
    from holdfast.memory import Memory
    from holdfast.ports.archives import Shelf

FOLDER = "The archives' folder."


@click.group(name="archive", cls=Group, invoke_without_command=True)
@takes(user="Only this user's.", agent="Only this character's or assistant's.", archives=FOLDER)
def command(call: Call) -> None:
    """List conversations kept as files; merge, compact and check them.

    Sealed conversations are written to files by themselves where the setting archive_dir names a folder. Every one of them
    can be written again from the log.

    \b
    holdfast archive --user mei
    holdfast archive files --user mei
    holdfast archive merge --user mei --agent 小八 --day 20240531
    holdfast archive rebuild --user mei --dir archives
    """
    if is_alone():
        _list(call)


@command.command(name="list")
@takes(user="Only this user's.", agent="Only this character's or assistant's.", archives=FOLDER)
def list_(call: Call) -> None:
    """List what is archived, oldest first.

    \b
    holdfast archive list --user mei
    """
    _list(call)


def _list(call: Call) -> None:
    with _opened(call) as memory:
        found = memory.archive.list(call.named_user, call.agent)
    if call.json:
        print_json_lines({**asdict(each.shelf), **_without_shelf(each)} for each in found)
        return
    rows = [
        (
            each.began,
            each.shelf.user,
            each.shelf.agent,
            each.session,
            number_of(each.messages, "message"),
            each.files[0],
        )
        for each in found
    ]
    print(table(rows) or "Nothing is archived.")


@command.command(name="files")
@click.option(
    "-n", "limit", type=click.IntRange(min=1), default=100, show_default=True, help="How many."
)
@click.option("--after", type=TEXT, default="", metavar="PLACE", help="Those behind this one.")
@takes(user="Only this user's.", agent="Only this character's or assistant's.", archives=FOLDER)
def files(call: Call, limit: int, after: str) -> None:
    """List the files themselves, with their sizes.

    Where there are more than -n of them, --json names the place to go on from.

    \b
    holdfast archive files --user mei -n 20
    """
    with _opened(call) as memory:
        found = memory.archive.files(call.named_user, call.agent, after=after, limit=limit)
    if call.json:
        print_json_lines(found)
        return
    rows = [
        (each.day or "-", each.user, each.agent, f"{each.bytes:,} bytes", each.name)
        for each in found
    ]
    print(table(rows) if rows else "Nothing is archived.")


@command.command(name="show")
@click.argument("name", type=TEXT)
@click.option(
    "--to",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep it as it is in this file, rather than show it.",
)
@takes(user="Whose.", agent="Of which character or assistant.", archives=FOLDER)
def show(call: Call, name: str, target: Path | None) -> None:
    """Show what is in one of the files, unpacked; or take it along.

    \b
    holdfast archive show merged_小八_20240531.json.gz --user mei --agent 小八
    holdfast archive show merged_小八_20240531.json.gz --user mei --agent 小八 --to day.json.gz
    """
    from holdfast.flow.maintain.archive.packing import unpacked

    with _opened(call) as memory:
        data = memory.archive.read(call.user, call.agent_or_default, name)
    if data is None:
        raise NotFound(
            f"There is no archive {name!r} of {call.user!r} and {call.agent_or_default!r}.",
            remedy="`holdfast archive files` lists them.",
        )
    if target is not None:
        target.write_bytes(data)
        print(one_line(f"Wrote {number_of(len(data), 'byte')} to {target}."))
        return
    text, whole = unpacked(data)
    print(safe(text.decode("utf-8", "replace")).rstrip())
    if not whole:
        note("It is cut short or damaged.")


def _without_shelf(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in asdict(entry).items() if name != "shelf"}


def _opened(call: Call, *, read_only: bool = True) -> Memory:
    """The memory, with its archives; a refusal that says how to name their folder."""
    if call.far and call.archives:
        raise click.UsageError("A server knows where its archives are: leave --dir out.")
    if not call.far and not _folder(call):
        raise InvalidInput(
            "No archives are kept.",
            remedy="Name their folder with --dir FOLDER, or set archive_dir (HOLDFAST_ARCHIVE_DIR).",
        )
    return call.open(read_only=read_only)


def _folder(call: Call) -> str:
    return str(call.archives) if call.archives else call.settings.archive_dir


@command.command(name="merge")
@click.option("--day", type=TEXT, metavar="YYYYMMDD", help="Which day (default: today).")
@takes(user="Whose.", agent="Of which character or assistant.", archives=FOLDER)
def merge(call: Call, day: str | None) -> None:
    """Put the conversations of a day into one file.

    Their own files stay. Merge as often as you like: each conversation is in the file once.

    \b
    holdfast archive merge --user mei --agent 小八 --day 20240531
    """
    user, progress = call.user, Progress("conversations:")
    with _opened(call) as memory:
        try:
            report = memory.archive.merge(user, call.agent_or_default, day=day, progress=progress)
        finally:
            progress.end()
    _note_skipped(report.skipped)
    if call.json:
        print_json(_merged(report))
    elif report.output is None:
        print("Nothing of that day is archived.")
    else:
        done = "Merged" if report.changed else "Merged already"
        print(one_line(f"{done}: {_counted(report)} in {report.output}."))


def _counted(report: MergeReport) -> str:
    said = report.messages - report.sessions  # the separators are no messages
    return f"{number_of(report.sessions, 'conversation')}, {number_of(said, 'message')}"


def _merged(report: MergeReport) -> dict[str, Any]:
    return {
        "file": report.output,
        "conversations": report.sessions,
        "messages": report.messages - report.sessions,
        "changed": report.changed,
        "skipped": [asdict(each) for each in report.skipped],
        "aside": report.aside,
    }


def _note_skipped(skipped: Iterable[Skipped]) -> None:
    for each in skipped:
        note(one_line(f"Left alone: {each.name}: {each.fault}"))


@command.command(name="compact")
@click.option("--day", type=TEXT, metavar="YYYYMMDD", help="This day now, due or not.")
@takes(
    user="Whose day; without --day, the days of everyone that are due.",
    agent="Of which character or assistant the day is.",
    archives=FOLDER,
)
def compact(call: Call, day: str | None) -> None:
    """Merge the days that are due, and clear up after them.

    The files that a merged day was made of are removed. When a day is due is the preference archive_compaction; a worker looks by itself.

    \b
    holdfast archive compact
    holdfast archive compact --user mei --agent 小八 --day 20240531
    """
    user = call.named_user if day is None else call.user
    done: list[CompactReport] = []
    progress = Progress("days compacted:")

    def report(each: CompactReport) -> None:
        done.append(each)
        progress(len(done))

    with _opened(call) as memory:
        try:
            reports = memory.archive.compact(user, call.agent_or_default, day=day, progress=report)
        finally:
            progress.end()
    for each in reports:
        _note_skipped(each.merged.skipped)
    if call.json:
        print_json_lines(map(_compacted, reports))
    else:
        print("\n".join(map(_compacted_line, reports)) or "No day is due.")


def _compacted(each: CompactReport) -> dict[str, Any]:
    shelf = asdict(each.shelf)
    told = {"day": each.day, "reason": str(each.reason), "removed": each.removed}
    return {**shelf, **told, **_merged(each.merged)}


def _compacted_line(each: CompactReport) -> str:
    head = f"{each.day}  {each.shelf.user}  {each.shelf.agent}  ({each.reason})"
    if each.merged.output is None:
        return one_line(f"{head}: nothing of that day is archived")
    gone = f"{number_of(each.removed, 'file')} removed"
    return one_line(f"{head}: {_counted(each.merged)} in {each.merged.output}, {gone}")


@command.command(name="rebuild")
@takes(user="Whose.", archives=FOLDER)
def rebuild(call: Call) -> None:
    """Write all archives of a user again, from the log.

    \b
    holdfast archive rebuild --user mei
    """
    from holdfast.entrypoints.cli.jobs import run_due

    user = call.user
    with _opened(call, read_only=False) as memory:
        asked = memory.archive.rebuild(user)
        run_due(call, memory)
        left = [job for job in memory.admin.jobs() if job.kind == "archive" and job.user == user]
    if call.json:
        print_json({"asked": asked, "left": [job.id for job in left]})
    elif left:
        print(f"{number_of(len(left), 'job')} left: see why with `holdfast jobs`.")
    else:
        print(f"Looked at {number_of(asked, 'stretch')}. The archives are what the log is.")


@command.command(name="check")
@takes(archives=FOLDER)
def check(call: Call) -> None:
    """Read every archive, and name what is damaged, changed or not ours.

    Such files are left as they are. Exits with 1 when there is one.

    \b
    holdfast archive check
    """
    with _opened(call) as memory:
        kept = len(memory.archive.list())
        faults = memory.archive.faults()
    folder = call.place if call.far else str(from_home(_folder(call)))
    writable = _writable(call, Path(folder))
    good = not faults and writable is not False
    if call.json:
        named = [{**asdict(shelf), **asdict(skipped)} for shelf, skipped in faults]
        print_json({"good": good, "folder": folder, "archived": kept, "faults": named})
    else:
        print("\n".join(_checked(folder, kept, writable, faults)))
    if not good:
        click.get_current_context().exit(1)


def _writable(call: Call, folder: Path) -> bool | None:
    """Whether archives can be written; None where there is no folder yet. A server sees to it."""
    if call.far:
        return True
    return os.access(folder, os.W_OK) if folder.exists() else None


def _checked(
    folder: str, kept: int, writable: bool | None, faults: Iterable[tuple[Shelf, Skipped]]
) -> list[str]:
    state = {None: ", not made yet", True: "", False: ", which cannot be written"}[writable]
    lines = [one_line(f"{number_of(kept, 'conversation')} in {folder}{state}.")]
    found = [
        one_line(f"{shelf.user}/{shelf.agent}/{skipped.name}: {skipped.fault}")
        for shelf, skipped in faults
    ]
    if found:
        lines += [
            *found,
            "Look at these, move them away, and run `holdfast archive rebuild --user NAME`.",
        ]
    return lines
