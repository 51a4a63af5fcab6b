"""`holdfast import`: bring a memory back. The file is read whole before a line of it is stored."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes, was_typed
from holdfast.entrypoints.cli.incoming import opened
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import Progress, number_of, print_json
from holdfast.errors import ImportRefused

if TYPE_CHECKING:
    from holdfast.domain.report import ImportReport

IN_MEMORY_BYTES = 32 << 20
FORMS = ("chatgpt", "claude", "mem0", "mcp", "memobase", "langgraph", "jsonl")
"""The systems whose exports are read; a test keeps them as `importers.foreign` has them."""

LOOK = 1 << 20
"""So much of a file that is no export of ours is looked at, to say whose it may be."""


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--characters",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Read the folder of a character server, or a .zip of it, instead.",
)
@click.option(
    "--only", type=TEXT, multiple=True, metavar="NAME", help="Only this character (repeatable)."
)
@click.option(
    "--from",
    "form",
    type=click.Choice([*FORMS]),
    help="FILE is an export of this system, not of Holdfast; it may be a folder or a .zip.",
)
@click.option(
    "--without",
    type=click.Choice(["duplicate", "junk", "stale"]),
    multiple=True,
    help="With --from: leave out memories that an audit finds to be so (repeatable).",
)
@click.option(
    "--user-part",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --from langgraph: the part of a namespace that names the user; 1 is the first.",
)
@click.option(
    "--project",
    type=TEXT,
    metavar="NAME",
    help="With --from memobase: bring in this project alone, where there are several.",
)
@click.option(
    "--dry-run", is_flag=True, help="With --from or --characters: only say what is there."
)
@takes(user="With --from or --characters: whose memory it becomes.")
def command(
    call: Call,
    file: Path | None,
    folder: Path | None,
    only: tuple[str, ...],
    form: str | None,
    without: tuple[str, ...],
    user_part: int | None,
    project: str | None,
    dry_run: bool,
) -> None:
    """Bring back what `holdfast export` wrote, or bring in what another system kept.

    The file is verified whole before anything is stored. What is here already is not doubled. A
    dash reads stdin. With --from, the export of another system is brought in: conversations of
    ChatGPT and Claude word for word; memories of mem0, the MCP reference memory, LangGraph stores
    and Memobase as documents with their dates, Memobase's profiles as profiles; and lines of
    {"role", "content", "at", "user", "session"}. What cannot be read is named, and the rest comes.
    Without --user, memories go to the users that the file names. With --characters, the
    conversations in the folder of a character server are taken in instead, each message once, as
    talks of --user with these characters.

    \b
    holdfast import mei.jsonl
    holdfast import 全部记忆.jsonl --db another.db
    zcat mei.jsonl.gz | holdfast import -
    holdfast import chatgpt-export.zip --from chatgpt --user mei --dry-run
    holdfast import mem0.json --from mem0 --without junk --without duplicate
    holdfast import --characters store --user mei --dry-run
    """
    ours = file is not None and form is None
    if (file is None) == (folder is None) or (
        ours and (only or dry_run or was_typed("named_user"))
    ):
        raise click.UsageError(
            "Name a FILE; or a FILE --from SYSTEM, or --characters FOLDER, with --user and --dry-run.",
            click.get_current_context(),
        )
    if (
        (folder and form)
        or (only and not folder)
        or ((without or user_part or project) and not form)
    ):
        raise click.UsageError(
            "--from, --without, --user-part and --project go with a FILE; --only with --characters.",
            click.get_current_context(),
        )
    if file is not None and form is not None:
        from holdfast.entrypoints.cli import moving

        how = {"without": without, "user_part": user_part, "project": project, "dry_run": dry_run}
        moving.import_(call, file, form, **how)  # type: ignore[arg-type]
        return
    if folder is not None:
        from holdfast.entrypoints.cli.characters import import_

        import_(call, folder, only, dry_run=dry_run)
        return
    if file is not None:
        _import(call, file)


def _import(call: Call, file: Path) -> None:
    with _rewindable(file) as stream:
        try:
            _verify(stream)
        except ImportRefused:
            _see_whose_it_is(file, stream)
            raise
        stream.seek(0)
        progress = Progress("stored lines:")
        try:
            with call.open(create=True) as memory:
                report = memory.import_(_lines(stream), progress=progress)
        finally:
            progress.end()
    if call.json:
        print_json(report)
    else:
        print(told(report))


def told(report: ImportReport) -> str:
    """The report in words."""
    nouns = {"sessions": "session", "items": "item", "attachments": "attachment"}
    parts = [number_of(getattr(report, name), noun) for name, noun in nouns.items()]
    return (
        f"Stored {number_of(report.messages, 'message')} of {number_of(report.users, 'user')} "
        f"({', '.join(parts)}); {report.duplicates:,} were here already."
    )


def _verify(stream: IO[bytes]) -> None:
    """Read it all once; ImportRefused names the first line that is wrong."""
    from holdfast.flow.maintain.verify import verified

    progress = Progress("verified lines:")
    try:
        for row in verified(_lines(stream)):
            progress(row.number)
    finally:
        progress.end()


def _see_whose_it_is(file: Path, stream: IO[bytes]) -> None:
    """ImportRefused, if it looks like the export of a system that we know."""
    from holdfast.entrypoints.cli import moving

    stream.seek(0)
    moving.refuse_foreign(file, stream.read(LOOK))


@contextmanager
def _rewindable(file: Path) -> Iterator[IO[bytes]]:
    """The file, or a private copy of what cannot be read twice."""
    with opened(file) as stream:
        if stream.seekable():
            yield stream
            return
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES) as copy:
            shutil.copyfileobj(stream, copy)
            copy.seek(0)
            yield copy


def _lines(stream: IO[bytes]) -> Iterator[str]:
    for number, line in enumerate(stream, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise ImportRefused(f"Line {number}: this is not UTF-8 text.") from None
