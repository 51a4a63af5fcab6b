"""The files of a character server, read one by one: what was said, by whom, when, and in which session.

Nothing here trusts a file. What cannot be read raises ImportRefused with the reason.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from holdfast.domain.message import Json
from holdfast.domain.moments import from_micros, to_micros
from holdfast.errors import ImportRefused, InvalidInput
from holdfast.flow.capture.times import parsed_time
from holdfast.flow.maintain.archive.conversation import OURS
from holdfast.flow.maintain.archive.packing import MOST_BYTES, unpacked
from holdfast.stores.sqlite.queries import queries

MEMO = "先前对话的备忘录: "
SEPARATOR = "会话分割: "

_QUERIES = queries("time_index", Path(__file__).parent)
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_STAMP = re.compile(r"(?<!\d)(?P<day>\d{8})(?:_(?P<time>\d{6}))?(?!\d)")
_ROLES = {"human": "user", "ai": "assistant", "user": "user", "assistant": "assistant"}
_ROLES |= {"system": "system", "tool": "tool", "function": "tool"}


class Source(IntEnum):
    """Where a conversation was found; what is found twice is taken from the first of these."""

    INDEX = 0
    FILE = 1
    LOG = 2
    MERGED = 3
    RECENT = 4


class Said(NamedTuple):
    """One message. `id`, `session` and `agent` are there if Holdfast itself wrote the file."""

    role: str
    content: Json
    speaker: str | None = None
    at: datetime | None = None
    id: str | None = None
    session: str | None = None
    agent: str | None = None
    extra: Mapping[str, Json] = {}

    @property
    def words(self) -> str:
        """What makes it this message and no other: its own id, or who said what."""
        if self.id:
            return self.id
        text = json.dumps([self.role, self.content], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


class Talk(NamedTuple):
    """A conversation as one file has it."""

    source: Source
    id: str
    at: datetime | None
    said: tuple[Said, ...]


def read_json(path: Path) -> Any:
    """The JSON in a file, packed or not."""
    text, whole = unpacked(read_bytes(path))
    if not whole:
        raise ImportRefused("it is cut short or damaged")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportRefused("it is not JSON") from error


def read_bytes(path: Path) -> bytes:
    """The file's contents; a link, or what is no file, is not read."""
    if path.is_symlink():
        raise ImportRefused("it is a link")
    if not path.is_file():
        raise ImportRefused("it is not a file")
    if path.stat().st_size > MOST_BYTES:
        raise ImportRefused("it is too large")
    try:
        return path.read_bytes()
    except OSError as error:
        raise ImportRefused(f"it cannot be read ({error.strerror})") from error


def read_recent(path: Path) -> tuple[str, Talk]:
    """The memo, and the messages behind it."""
    memo = ""
    said: list[Said] = []
    for each in _said_in(read_json(path), None):
        if isinstance(each.content, str) and each.content.startswith(MEMO) and not said:
            memo = each.content.removeprefix(MEMO)
        else:
            said.append(each)
    return memo, Talk(Source.RECENT, "recent", None, tuple(said))


def read_session(path: Path, zone: tzinfo) -> Talk:
    """The archive of one conversation."""
    at = stamp(path.name, zone)
    said = tuple(_said_in(read_json(path), at))
    return Talk(Source.FILE, _id_in(path.name) or path.name, at, said)


def read_merged(path: Path, zone: tzinfo) -> list[Talk]:
    """The conversations of a merged day."""
    day = stamp(path.name, zone)
    groups: dict[str, list[Said]] = {}
    times: dict[str, datetime | None] = {}
    name, fresh = path.name, True
    for each in _said_in(read_json(path), None):
        if isinstance(each.content, str) and each.content.startswith(SEPARATOR):
            title = each.content.removeprefix(SEPARATOR).strip()
            name = _id_in(title) or title or path.name
            times.setdefault(name, stamp(title, zone) or day)
            fresh = name not in groups  # some servers wrote a conversation twice
            groups.setdefault(name, [])
        elif fresh:
            at = each.at or times.setdefault(name, day)
            groups.setdefault(name, []).append(each._replace(at=at))
    return [Talk(Source.MERGED, id_, times.get(id_), tuple(s)) for id_, s in groups.items() if s]


def read_log(path: Path, zone: tzinfo) -> tuple[list[Talk], str]:
    """The conversations of an append log, and what is wrong with it, if anything is."""
    text, whole = unpacked(read_bytes(path))
    fault = "" if whole else "it is cut short or damaged"
    talks: dict[str, Talk] = {}
    for line in text.split(b"\n"):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            at = _row_time(row.get("timestamp"), zone)
            uid = str(row.get("uid") or "") or path.name
            said = tuple(_said_in(row["messages"], at))
            talks[uid] = Talk(Source.LOG, uid, at, said)
        except (ValueError, RecursionError, LookupError, AttributeError, TypeError, ImportRefused):
            fault = fault or "a line of it cannot be read"
    return list(talks.values()), fault


class Indexed(NamedTuple):
    """What a time index holds: conversations, summaries by session, and what is wrong with it."""

    talks: list[Talk]
    summaries: dict[str, str]
    fault: str = ""


def read_index(path: Path, zone: tzinfo) -> Indexed:
    """A time index. It is read as a copy, so that reading leaves no trace beside it."""
    read_bytes(path)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "index.db"
        for tail in ("", "-wal", "-journal"):
            beside = path.with_name(path.name + tail)
            if beside.is_file() and not beside.is_symlink():
                shutil.copyfile(beside, f"{copy}{tail}")
        try:
            connection = apsw.Connection(str(copy))
            try:
                return _indexed(connection, zone)
            finally:
                connection.close(force=True)
        except apsw.Error as error:
            raise ImportRefused(f"it is no SQLite file that can be read ({error})") from error


def _indexed(connection: apsw.Connection, zone: tzinfo) -> Indexed:
    connection.execute("PRAGMA trusted_schema = OFF")
    tables = [name for (name,) in connection.execute(_QUERIES["tables"])]
    if "time_indexed_original" not in tables:
        raise ImportRefused("it has no table time_indexed_original")
    talks: dict[str, list[Said]] = {}
    faults: list[str] = []
    for session, said in _rows(connection, "time_indexed_original", zone, faults):
        talks.setdefault(session, []).append(said)
    summaries: dict[str, str] = {}
    if "time_indexed_compressed" in tables:
        for session, said in _rows(connection, "time_indexed_compressed", zone, faults):
            summaries[session] = str(said.content)
    found = [Talk(Source.INDEX, id_, s[0].at, tuple(s)) for id_, s in talks.items()]
    return Indexed(found, summaries, faults[0] if faults else "")


def _rows(
    connection: apsw.Connection, table: str, zone: tzinfo, faults: list[str]
) -> Iterator[tuple[str, Said]]:
    try:
        columns = {name for (name,) in connection.execute(_QUERIES["columns"], {"table": table})}
        query = table if "timestamp" in columns else f"undated_{table}"
        for session, message, timestamp in connection.execute(_QUERIES[query]):
            try:
                at = _row_time(timestamp, zone)
                yield from ((str(session), said) for said in _said_in([json.loads(message)], at))
            except (ValueError, TypeError, RecursionError):
                faults.append("a row of it cannot be read")
    except apsw.Error as error:
        faults.append(f"some of its rows cannot be read ({error})")


def _said_in(forms: object, at: datetime | None) -> Iterator[Said]:
    if not isinstance(forms, list):
        raise ImportRefused("it is not a list of messages")
    for form in forms:
        if isinstance(form, Mapping) and (said := _said(form, at)) is not None:
            yield said


def _said(form: Mapping[str, Any], at: datetime | None) -> Said | None:
    """One message in either form, or None if it says nothing."""
    inner = form.get("data")
    data = inner if isinstance(inner, Mapping) else form
    kwargs = data.get("additional_kwargs")
    ours = kwargs.get(OURS) if isinstance(kwargs, Mapping) else None
    ours = ours if isinstance(ours, Mapping) else {}
    role = ours.get("role") or data.get("role") or form.get("type")
    content = data.get("content")
    if not isinstance(content, str | list) or not content or _blank(content):
        return None
    parts = [p for p in _list(ours.get("parts")) if isinstance(p, Mapping) and "ref" not in p]
    speaker = data.get("name")
    return Said(
        role=_ROLES.get(str(role), str(role) if ours else "system"),
        content=[{"type": "text", "text": content}, *parts] if parts else content,
        speaker=speaker if isinstance(speaker, str) and speaker else None,
        at=_own_time(ours.get("said_at")) or at,
        id=_text(ours.get("id")),
        session=_text(ours.get("session")),
        agent=_text(ours.get("agent")),
        extra=ours["extra"] if isinstance(ours.get("extra"), Mapping) else {},
    )


def _blank(content: str | list[Any]) -> bool:
    return isinstance(content, str) and not content.strip()


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _own_time(value: object) -> datetime | None:
    """A time as our own archives write it, with its zone."""
    text, _, zone = str(value or "").removesuffix("]").partition("[")
    try:
        when = datetime.fromisoformat(text)
        return from_micros(to_micros(when), zone) if zone else when
    except (ValueError, TypeError, OverflowError):
        return None


def _row_time(value: object, zone: tzinfo) -> datetime | None:
    """The time in a row of a log or an index; None where there is none that can be read."""
    if isinstance(value, str) and (match := _STAMP.fullmatch(value)) and match["time"]:
        return stamp(value, zone)
    try:
        when = parsed_time(value, "UTC")
    except InvalidInput:
        return None
    naive = isinstance(value, str) and datetime.fromisoformat(value.strip()).tzinfo is None
    return when.replace(tzinfo=zone) if naive else when


def stamp(text: str, zone: tzinfo) -> datetime | None:
    """The wall clock's time in a file's name, ``YYYYMMDD`` or ``YYYYMMDD_HHMMSS``."""
    for match in _STAMP.finditer(text):
        try:
            naive = datetime.strptime(match["day"] + (match["time"] or "000000"), "%Y%m%d%H%M%S")  # noqa: DTZ007
            return naive.replace(tzinfo=zone)
        except ValueError:
            continue
    return None


def _id_in(text: str) -> str | None:
    match = _UUID.search(text)
    return match[0].lower() if match else None
