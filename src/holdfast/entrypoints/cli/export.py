"""`holdfast export`: take a memory along. The file is there whole, or not at all."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import click

from holdfast.entrypoints.cli.call import Call, takes, was_typed
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import Progress, escaped, note, number_of, print_json
from holdfast.errors import InvalidInput


@click.command(name="export")
@click.argument("file", type=click.Path(path_type=Path), default="-")
@click.option("--all", "everyone", is_flag=True, help="Every user of the space.")
@click.option(
    "--character", type=TEXT, metavar="NAME", help="Talks with this agent, as a server's files."
)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where those go.",
)
@click.option("--replace", is_flag=True, help="Replace such files that are there.")
@takes(user="Whose memory to export.")
def command(
    call: Call,
    file: Path,
    everyone: bool,
    character: str | None,
    folder: Path | None,
    replace: bool,
) -> None:
    """Write a memory as JSON lines, to a file or stdout.

    One user's memory, or everyone's with --all. A file appears under its name when it is
    complete; a failed export leaves none. With --character, the talks with one agent are written to
    a folder as the character server keeps them: recent, settings, time index and archive.

    \b
    holdfast export --user mei mei.jsonl
    holdfast export --all 全部记忆.jsonl
    holdfast export --user mei | gzip > mei.jsonl.gz
    holdfast export --user mei --character 小八 --to store
    """
    if character is not None or folder is not None:
        _as_files(call, file, everyone, character, folder, replace)
        return
    if everyone and was_typed("named_user"):
        raise click.UsageError("Either --user or --all, not both.", click.get_current_context())
    user = None if everyone else call.user
    to_stdout = str(file) == "-"
    progress = Progress("exported lines:", wanted=not (to_stdout and sys.stdout.isatty()))
    with call.open(read_only=True) as memory:
        try:
            with _stdout() if to_stdout else _appearing(file) as write:
                lines = _copy(memory.export(user), write, progress)
        finally:
            progress.end()
    if to_stdout:
        return
    if call.json:
        print_json({"file": str(file), "lines": lines})
    else:
        note(f"Wrote {number_of(lines, 'line')} to {file}.")


def _as_files(
    call: Call,
    file: Path,
    everyone: bool,
    character: str | None,
    folder: Path | None,
    replace: bool,
) -> None:
    if character is None or folder is None or everyone or str(file) != "-":
        raise click.UsageError(
            "A character's files need --character NAME and --to FOLDER, and nothing else.",
            click.get_current_context(),
        )
    from holdfast.entrypoints.cli.characters import export

    export(call, character, folder, replace=replace)


def _copy(lines: Iterator[str], write: Callable[[str], Any], progress: Progress) -> int:
    count = 0
    for count, line in enumerate(lines, 1):
        write(line)
        progress(count)
    return count


@contextmanager
def _stdout() -> Iterator[Callable[[str], Any]]:
    """Write to stdout as UTF-8 whatever the locale; on a terminal nothing that it would act on."""
    out = sys.stdout.buffer
    shown = escaped if sys.stdout.isatty() else str
    yield lambda line: out.write(shown(line).encode("utf-8"))
    out.flush()


@contextmanager
def _appearing(file: Path) -> Iterator[Callable[[str], Any]]:
    """Write beside the file, and give it its name when all is on disk. On any failure: no trace."""
    try:
        with _stopped_by_sigterm():
            handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
            try:
                with os.fdopen(handle, "wb") as out:
                    yield lambda line: out.write(line.encode("utf-8"))
                    _on_disk(out)
                Path(name).replace(file)
            except BaseException:
                with suppress(OSError):
                    Path(name).unlink()
                raise
    except OSError as error:
        raise InvalidInput(
            f"{file} cannot be written: {error.strerror}.",
            remedy="Check the folder and the room on the disk; nothing was left behind.",
        ) from error


def _on_disk(out: BinaryIO) -> None:
    out.flush()
    os.fsync(out.fileno())


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """Let SIGTERM unwind as an exit does, so that what was begun is cleared away."""

    def leave(_signal: int, _frame: object) -> None:
        sys.exit(128 + signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
