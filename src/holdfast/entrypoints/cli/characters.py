"""Characters: a memory in the files of the character server, written and read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from holdfast.entrypoints.cli.call import Call
from holdfast.entrypoints.cli.terminal import Progress, note, number_of, one_line, print_json
from holdfast.errors import NotFound
from holdfast.exporters.character_files import Character, Told, export_character
from holdfast.importers.character_archive import unpacked_archive
from holdfast.importers.character_files import CharacterReport, import_characters

if TYPE_CHECKING:
    from holdfast.memory import Memory

MOST_SESSIONS = 1_000_000_000


def export(call: Call, name: str, folder: Path, *, replace: bool) -> None:
    """Write what a user and a character have said, and say where."""
    user, progress = call.user, Progress("conversations:")
    with call.open(read_only=True) as memory:
        try:
            report = export_character(
                folder,
                _character(memory, user, name),
                zone=ZoneInfo(call.settings.time_zone),
                gz=call.settings.archive_gz,
                replace=replace,
                progress=progress,
            )
        finally:
            progress.end()
    if call.json:
        print_json(
            {
                "folder": str(folder),
                **_counts(report.sessions, report.messages),
                "files": report.files,
            }
        )
        return
    print(
        one_line(
            f"Wrote {number_of(report.sessions, 'conversation')} "
            f"({number_of(report.messages, 'message')}) of {name} to {folder}."
        )
    )


def _counts(sessions: int, messages: int) -> dict[str, int]:
    return {"conversations": sessions, "messages": messages}


def _character(memory: Memory, user: str, agent: str) -> Character:
    if not memory.messages.latest(user, agent=agent, limit=1):
        raise NotFound(
            f"{user!r} and {agent!r} have said nothing to each other.",
            remedy="Check both names; `holdfast sessions --user NAME` lists conversations.",
        )
    recent = memory.recent(user, agent)
    told = _told(memory, user, agent)
    known = memory.profile.settings(user, agent, names=("agent", "user"))
    return Character(
        name=agent,
        master=user,
        told=told,
        recent=recent.messages,
        memo=recent.memo,
        about=known.get("agent", {}),
        about_master=known.get("user", {}),
    )


def _told(memory: Memory, user: str, agent: str) -> Iterator[Told]:
    """Every stretch that the character had a part in, oldest first, a session in memory at a time."""
    from holdfast.entrypoints.cli.stretches import parts, summaries

    sums = summaries(memory, user, agent)
    sessions = memory.sessions.list(user, limit=MOST_SESSIONS)
    for session in sorted(sessions, key=lambda each: each.opened_at):
        for part in parts(memory, user, session):
            said = [message for message in part.messages if message.agent == agent]
            summary = sums.get((session.name, part.stretch.number))
            if said:
                yield Told(part.stretch, said, summary.text if summary else "")


def import_(call: Call, place: Path, only: tuple[str, ...], *, dry_run: bool) -> None:
    """Take the conversations of a server's folder, or of one in a .zip, in; or only look at them."""
    user, progress = call.user, Progress("conversations:")
    zone = ZoneInfo(call.settings.time_zone)
    how: dict[str, Any] = {"user": user, "zone": zone, "names": only or None, "progress": progress}
    try:
        with _folder(place, zone) as folder:
            if dry_run:
                report = import_characters(folder, _nowhere, dry_run=True, **how)
            else:
                with call.open(create=True) as memory:
                    report = import_characters(folder, memory.add, **how)
    finally:
        progress.end()
    _report(call, report, dry_run)


@contextmanager
def _folder(place: Path, zone: ZoneInfo) -> Iterator[Path]:
    """The folder, unpacked where it is a .zip."""
    if not place.is_file():
        yield place
        return
    with place.open("rb") as file, unpacked_archive(file, zone=zone) as folder:
        yield folder


def _nowhere(*_given: object, **_where: object) -> list[str]:
    """What a dry run hands its messages to."""
    return []


def _report(call: Call, report: CharacterReport, dry_run: bool) -> None:
    if call.json:
        skipped = [each._asdict() for each in report.skipped]
        counts = _counts(report.sessions, report.messages)
        more = {"repeated": report.repeated, "undated": report.undated, "skipped": skipped}
        print_json({"dry_run": dry_run, "characters": report.characters, **counts, **more})
        return
    for each in report.skipped:
        note(one_line(f"Left out: {each.what}: {each.why}"))
    names = ", ".join(report.characters) or "no character"
    what = (
        f"{number_of(report.sessions, 'conversation')} "
        f"({number_of(report.messages, 'message')}) of {names}"
    )
    if dry_run:
        print(one_line(f"It holds {what}. Nothing was stored."))
    else:
        print(one_line(f"Brought in {what}. What was here already is not doubled."))
    if report.undated:
        print(f"{number_of(report.undated, 'message')} had no time, and got that of their file.")
