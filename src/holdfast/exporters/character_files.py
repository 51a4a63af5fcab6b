"""Character files: a memory in the layout of the character server that Holdfast grew out of.

::

    recent_{name}.json          the memo and the last messages, as LangChain writes them
    settings_{name}.json        what is known of the character and of its master
    time_indexed_{name}         SQLite: every message and every summary, by time
    archive/{name}/session_YYYYMMDD_HHMMSS_{uuid}.json.gz
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, NamedTuple, Self

import apsw

from holdfast.domain.message import Json, Message
from holdfast.domain.session import Stretch
from holdfast.errors import InvalidInput
from holdfast.flow.maintain.archive.conversation import Form, conversation, form, rendered, system
from holdfast.flow.maintain.archive.packing import packed
from holdfast.stores.files.disk import UNFINISHED, Disk, make_folders, put
from holdfast.stores.sqlite.failures import translated
from holdfast.stores.sqlite.queries import queries
from holdfast.text.file_names import file_name

MEMO = "先前对话的备忘录: "
"""What the memo at the head of the recent messages begins with."""


class Told(NamedTuple):
    """A stretch, what was said in it, and what it was summed up to; the sum may be empty."""

    stretch: Stretch
    messages: Sequence[Message]
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """What is exported: a character by name, its master, and what the two have said."""

    name: str
    master: str = "master"
    told: Iterable[Told] = ()
    recent: Sequence[Message] = ()
    memo: str = ""
    about: Mapping[str, Json] = field(default_factory=dict)
    about_master: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """The files that were written, relative to the folder, and how much is in them."""

    files: tuple[str, ...]
    sessions: int
    messages: int


def export_character(
    folder: Path,
    character: Character,
    *,
    zone: tzinfo,
    gz: bool = True,
    replace: bool = False,
    progress: Callable[[int], None] | None = None,
    disk: Disk | None = None,
) -> ExportReport:
    """Write a character's files into a folder, each whole or not at all.

    Times are those of the wall clock in `zone`, as the layout has no zones; our own metadata in
    each message keeps them exact. If one of the files is there, InvalidInput, and nothing is
    written, unless `replace`.
    """
    with translated():
        return _Export(folder, character, zone, gz, disk or Disk()).run(replace, progress)


def _as_json(value: Json) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


@dataclass(slots=True)
class _Export:
    folder: Path
    character: Character
    zone: tzinfo
    gz: bool
    disk: Disk
    files: list[str] = field(default_factory=list)

    def run(self, replace: bool, progress: Callable[[int], None] | None) -> ExportReport:
        name = file_name(self.character.name)
        index = self.folder / f"time_indexed_{name}"
        files = {
            f"recent_{name}.json": _as_json(_recent(self.character)),
            f"settings_{name}.json": _as_json(_settings(self.character)),
        }
        taken = [each for each in (*files, index.name) if (self.folder / each).exists()]
        if taken and not replace:
            raise InvalidInput(
                f"{taken[0]} is in the folder already.",
                remedy="Choose another folder, or say that it may be replaced.",
            )
        archive = self.folder / "archive" / name
        make_folders(self.disk, self.folder, archive)
        sessions, messages = self._write_told(index, archive, progress)
        for each, data in files.items():
            put(self.disk, self.folder / each, data)
        names = sorted([*files, index.name, *self.files])
        return ExportReport(files=tuple(names), sessions=sessions, messages=messages)

    def _write_told(
        self, index: Path, archive: Path, progress: Callable[[int], None] | None
    ) -> tuple[int, int]:
        sessions = messages = 0
        with _TimeIndex(index, self.disk) as rows:
            for told in self.character.told:
                if not told.messages:
                    continue
                kept = conversation(told.stretch, told.messages, self.zone)
                file = kept.file + (".gz" if self.gz else "")
                put(self.disk, archive / file, packed(rendered(kept.messages), gz=self.gz))
                self.files.append(f"archive/{archive.name}/{file}")
                self._index(rows, told)
                sessions, messages = sessions + 1, messages + len(told.messages)
                if progress is not None:
                    progress(sessions)
        return sessions, messages

    def _index(self, rows: _TimeIndex, told: Told) -> None:
        for message in told.messages:
            said = self._local(message.said_at)
            rows.add("add_original", told.stretch.id, form(message, plain=True), said)
        if told.summary:
            ended = self._local(told.stretch.last_at)
            rows.add("add_compressed", told.stretch.id, system(told.summary), ended)

    def _local(self, at: datetime) -> str:
        with suppress(OverflowError):  # at the ends of the calendar there is no other zone
            at = at.astimezone(self.zone)
        return at.replace(tzinfo=None).isoformat(" ", "microseconds")


def _recent(character: Character) -> list[Form]:
    memo = [system(MEMO + character.memo)] if character.memo else []
    return [*memo, *(form(message, plain=True) for message in character.recent)]


def _settings(character: Character) -> dict[str, Any]:
    return {character.name: dict(character.about), character.master: dict(character.about_master)}


class _TimeIndex:
    """The SQLite file, made under another name and given its own when it is whole."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._path, self._disk = path, disk
        self._unfinished = path.with_name(path.name + UNFINISHED)
        self._queries = queries("time_index", Path(__file__).parent)

    def __enter__(self) -> Self:
        self._unfinished.unlink(missing_ok=True)
        self._connection = apsw.Connection(str(self._unfinished))
        # Nobody sees the file before it is whole, so it needs no journal of its own.
        for statement in ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "BEGIN"):
            self._connection.execute(statement).fetchall()
        for name, query in self._queries.items():
            if name.startswith(("create_", "index_")):
                self._connection.execute(query)
        return self

    def add(self, query: str, session: str, message: Form, timestamp: str) -> None:
        """Add one row to the table that the query names."""
        row = {"session_id": session, "timestamp": timestamp}
        row["message"] = json.dumps(message, ensure_ascii=False)
        self._connection.execute(self._queries[query], row)

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._connection.close(force=True)
            self._unfinished.unlink(missing_ok=True)
            return
        self._connection.execute("COMMIT")
        self._connection.close()
        self._disk.sync(self._unfinished)
        self._disk.rename(self._unfinished, self._path)
        self._disk.sync(self._path.parent)
