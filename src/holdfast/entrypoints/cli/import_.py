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
@click.option("--dry-run", is_flag=True, help="Only say what is in that folder.")
@takes(user="With --characters: whose memory it becomes.")
def command(
    call: Call, file: Path | None, folder: Path | None, only: tuple[str, ...], dry_run: bool
) -> None:
    """Bring back what `holdfast export` wrote.

    The file is verified whole before anything is stored. What is here already is not doubled. A
    dash reads stdin. With --characters, the conversations in the folder of a character server are
    taken in instead, each message once, as talks of --user with these characters.

    \b
    holdfast import mei.jsonl
    holdfast import 全部记忆.jsonl --db another.db
    zcat mei.jsonl.gz | holdfast import -
    holdfast import --characters store --user mei --dry-run
    """
    for_folders = only or dry_run or was_typed("named_user")
    if (file is None) == (folder is None) or (file is not None and for_folders):
        raise click.UsageError(
            "Name either a FILE, or --characters FOLDER with --user, --only and --dry-run.",
            click.get_current_context(),
        )
    if folder is not None:
        from holdfast.entrypoints.cli.characters import import_

        import_(call, folder, only, dry_run=dry_run)
        return
    if file is not None:
        _import(call, file)


def _import(call: Call, file: Path) -> None:
    with _rewindable(file) as stream:
        _verify(stream)
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
