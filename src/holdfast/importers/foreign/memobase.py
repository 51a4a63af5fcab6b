"""Memobase: its tables, as `pg_dump` writes them, or one file of CSV or JSON for each."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

from holdfast.domain.ids import named_id
from holdfast.flow.capture.buffers import TAGS
from holdfast.importers.foreign.found import (
    Damage,
    Form,
    Found,
    Happening,
    Kept,
    Known,
    Thing,
    clean,
    digest,
    first_time,
    memory,
    moment,
    named,
)
from holdfast.importers.foreign.rows import Row, is_nothing, parsed, rows

TABLES = ("general_blobs", "user_profiles", "user_events")
"""What tells that it is Memobase's. Projects come with these rows; gists are lines of their events."""

READ = (*TABLES, "users")
"""What is read."""

_WITH = ("friend_id", "agent_id")
"""What an app writes beside a chat, or on an event, to say whom the user talked with."""

_TAGGED = (*_WITH, "session_id")
"""And what the event that is learned of a chat is found by."""

_OWN_FORM = "PGDMP"
_LONGEST_TAG = 200
_INSERTS = re.compile(r'^INSERT INTO (?:\w+\.|"\w+"\.)?"?(\w+)"?', re.MULTILINE)

_COPY = re.compile(r'^COPY (?:\w+\.|"\w+"\.)?"?(\w+)"? \((.+?)\) FROM stdin;\r?$', re.MULTILINE)
_MADE = re.compile(r'^CREATE TABLE (?:\w+\.|"\w+"\.)?"?(\w+)"? \(', re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def is_dump(text: str) -> bool:
    """Whether it is what `pg_dump` wrote of a Memobase database."""
    return any(match[1] in TABLES for match in _COPY.finditer(text))


def begins_one(text: str) -> bool:
    """Whether a dump of Memobase's begins so: its tables are made first, and their rows come late."""
    return {match[1] for match in _MADE.finditer(text)} >= {*TABLES}


def unread(text: str) -> str:
    """Why a dump cannot be read, and how one is made that can be; nothing where that is not known."""
    if text.startswith(_OWN_FORM):
        return "it is a dump in pg_dump's own form; write it with --format=plain"
    if any(match[1] in TABLES for match in _INSERTS.finditer(text)):
        return "it is a dump of INSERTs; write it without --inserts"
    return ""


def table_of(name: str, among: tuple[str, ...] = TABLES) -> str | None:
    """The table that a file of this name holds, if it is one of these."""
    stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0].lower()
    return next((table for table in among if stem.endswith(table)), None)


def from_dump(text: str) -> Iterator[Thing]:
    """The rows between each `COPY table (columns) FROM stdin;` and its `\\.`."""
    for match in _COPY.finditer(text):
        table = match[1]
        if table not in READ:
            continue
        columns = [name.strip().strip('"') for name in match[2].split(",")]
        end = text.find("\n\\.", match.end())
        body = text[match.end() + 1 : end if end >= 0 else len(text)]
        # Of all that ends a line, only what ends a row is written as it is: the rest may be in a text.
        for number, line in enumerate(body.replace("\r\n", "\n").split("\n") if body else (), 1):
            place = f"{table}, row {number}"
            cells = [None if cell == "\\N" else _plain(cell) for cell in line.split("\t")]
            if len(cells) != len(columns):
                yield Damage(place, "it has other columns than its table")
            else:
                yield from from_row(table, dict(zip(columns, cells, strict=True)), place)
        if end < 0:
            yield Damage(table, "the table is cut short")


def from_table(table: str, name: str, text: str) -> Iterator[Thing]:
    """The rows of a table in a file of its own."""
    if name.lower().endswith(".csv"):
        csv.field_size_limit(1 << 30)
        try:
            for number, row in enumerate(csv.DictReader(io.StringIO(text)), 1):
                yield from from_row(table, row, f"{table}, row {number}")
        except csv.Error as error:
            yield Damage(table, f"this is no CSV ({error})")
        return
    for each in rows(text):
        if isinstance(each, Damage):
            yield Damage(f"{table}, {each.place}", each.why)
        elif isinstance(each.value, Mapping):
            yield from from_row(table, each.value, f"{table}, {each.place}")
        else:
            yield Damage(f"{table}, {each.place}", "this is no row")


def from_document(row: Row) -> Iterator[Thing]:
    """A document with a list for each table."""
    for table in READ:
        for number, value in enumerate(_list(row.value.get(table)), 1):
            place = f"{table}, row {number}"
            if isinstance(value, Mapping):
                yield from from_row(table, value, place)
            else:
                yield Damage(place, "this is no row")


def from_row(table: str, row: Mapping[Any, Any], place: str) -> Iterator[Thing]:
    """What one row says."""
    read = _READERS[table]
    told = {str(key): value for key, value in row.items()}
    project = named(told, "project_id") or ""
    for thing in read(told, place):
        yield thing if isinstance(thing, Damage) else thing._replace(project=project)


def _blob(row: Mapping[str, Any], place: str) -> Iterator[Thing]:
    data, kind, user = _json(row.get("blob_data")), row.get("blob_type"), named(row, "user_id")
    id_ = named(row, "id") or place
    if not isinstance(data, Mapping):
        yield Damage(place, "a blob without its data")
    elif isinstance(data.get("messages"), list):
        for number, message in enumerate(data["messages"], 1):
            yield _said(message, f"{place}, message {number}", row, f"{id_}/{number}")
    else:
        text, agent = data.get("summary", data.get("content")), _agent(_fields(row))
        made = memory(row, place, text, form=Form.MEMOBASE, session=id_, user=user, agent=agent)
        unread = isinstance(made, Damage)
        yield Damage(place, f"a blob of type {kind!r} without a text") if unread else made


def _said(message: Any, place: str, row: Mapping[str, Any], id_: str) -> Thing:
    if not isinstance(message, Mapping) or not isinstance(message.get("content"), str):
        return Damage(place, "no message")
    made = {
        "id": id_,
        "role": named(message, "role") or "unknown",
        "content": clean(message["content"]),
    }
    if alias := named(message, "alias"):
        made["speaker"] = alias[:200]
    at = moment(message.get("created_at")) or moment(row.get("created_at"))
    dated: dict[str, Any] = made | ({"at": at} if at else {})
    fields, session = _fields(row), named(row, "id") or "memobase"
    if tags := {name: text[:_LONGEST_TAG] for name in _TAGGED if (text := named(fields, name))}:
        dated[TAGS] = tags
    return Found(place, session, dated, user=named(row, "user_id"), agent=_agent(fields))


def _fields(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an app wrote beside a blob."""
    found = _json(row.get("additional_fields"))
    return found if isinstance(found, Mapping) else {}


def _agent(told: Mapping[str, Any]) -> str | None:
    """Whom the user talked with: what happens with one friend is not another's to tell."""
    agent = named(told, *_WITH)
    return agent and agent[:_LONGEST_TAG]


def _profile(row: Mapping[str, Any], place: str) -> Iterator[Thing]:
    about, text = _json(row.get("attributes")), row.get("content")
    topic = named(about, "topic") if isinstance(about, Mapping) else None
    if topic is None or not isinstance(text, str) or not text.strip():
        yield Damage(place, "a profile without topic or content")
        return
    sub = named(about, "sub_topic") or ""
    user, at = named(row, "user_id"), first_time(row)
    yield Known(place, user, topic, sub, clean(text).strip(), at, named(row, "id") or place)


def _event(row: Mapping[str, Any], place: str) -> Iterator[Thing]:
    data = _json(row.get("event_data"))
    if not isinstance(data, Mapping):
        yield Damage(place, "an event without its data")
        return
    told = [data.get("event_tip")]
    if not isinstance(told[0], str) or not told[0].strip():
        told = [each.get("content") for each in _list(data.get("profile_delta")) if _is_told(each)]
    text = "\n".join(each for each in told if isinstance(each, str))
    user = named(row, "user_id")
    tags = tuple(_tags(data.get("event_tags")))
    told_in = memory(
        row, place, text,
        form=Form.MEMOBASE, session="memobase-events", user=user, agent=_agent(dict(tags)),
    )  # fmt: skip
    if isinstance(told_in, Found):
        told_in = told_in._replace(event=_happening(row, data, told_in.text, tags))
    yield told_in


def _happening(
    row: Mapping[str, Any], data: Mapping[str, Any], text: str, tags: tuple[tuple[str, str], ...]
) -> Happening:
    """The event as it is kept here; one whose id is none of Memobase's gets another."""
    id_ = named(row, "id") or digest(Form.MEMOBASE, text)
    deltas = [_delta(each) for each in _list(data.get("profile_delta")) if _is_told(each)]
    return Happening(
        id=id_ if _is_uuid(id_) else named_id("memobase", id_),
        lines=tuple(text.split("\n")),
        at=moment(row.get("created_at")),
        tags=tags,
        own={"profile_delta": deltas} if deltas else {},
    )


def _delta(given: Mapping[str, Any]) -> dict[str, Any]:
    about = given.get("attributes")
    place = about if isinstance(about, Mapping) else {}
    attributes = {key: name for key in ("topic", "sub_topic") if (name := named(place, key))}
    return {"content": clean(given["content"]), "attributes": attributes}


def _tags(given: object) -> Iterator[tuple[str, str]]:
    for each in _list(given):
        name, value = (
            named(each, key) if isinstance(each, Mapping) else None for key in ("tag", "value")
        )
        if name and value:
            yield name[:_LONGEST_TAG], value[:_LONGEST_TAG]


def _is_uuid(text: str) -> bool:
    """Whether clients take it for an id: of version 4 or 5, and as such are written."""
    try:
        return str(UUID(text)) == text and UUID(text).version in (4, 5)
    except ValueError:
        return False


def _user(row: Mapping[str, Any], place: str) -> Iterator[Thing]:
    fields = _json(row.get("additional_fields"))
    yield Kept(place, named(row, "id"), fields if isinstance(fields, Mapping) else {})


_READERS: dict[str, Callable[[Mapping[str, Any], str], Iterator[Thing]]] = {
    "general_blobs": _blob,
    "user_profiles": _profile,
    "user_events": _event,
    "users": _user,
}


def _is_told(delta: object) -> bool:
    return isinstance(delta, Mapping) and isinstance(delta.get("content"), str)


def _plain(cell: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), cell)


def _json(value: Any) -> Any:
    """A column of JSON: as text in a dump, as it is in a document."""
    if not isinstance(value, str):
        return value
    found = parsed(value)
    return None if is_nothing(found) else found


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
