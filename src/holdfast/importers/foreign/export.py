"""An export: a file, a folder or a .zip of another system, and everything that stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import apsw

from holdfast.errors import ImportRefused
from holdfast.importers.foreign import memobase
from holdfast.importers.foreign.found import Damage, Form, Thing
from holdfast.importers.foreign.memories import from_langgraph, from_lines, from_mcp, from_mem0
from holdfast.importers.foreign.rows import Row, is_nothing, parsed, rows
from holdfast.importers.foreign.talks import from_chatgpt, from_claude
from holdfast.stores.sqlite.queries import queries

SQLITE = b"SQLite format 3\0"
_STORE, _SCHEMA = b"CREATE TABLE store", 1 << 16
"""What stands near the beginning of the file of a LangGraph store, and how near."""

_KINDS = (".json", ".jsonl", ".ndjson", ".csv", ".sql", ".db", ".sqlite", ".sqlite3", ".txt")
_LOOKED_AT = 50
"""So many entries are looked at to tell whose export it is."""

_QUERIES = queries("langgraph_store", Path(__file__).parent)


class Piece(NamedTuple):
    """One file of an export."""

    name: str
    read: Callable[[], bytes]


class Export(NamedTuple):
    """What was found. `guessed` says that nobody named its form."""

    form: Form
    guessed: bool
    things: Sequence[Thing]

    @property
    def damaged(self) -> tuple[Damage, ...]:
        """What could not be read, or was left out."""
        return tuple(each for each in self.things if isinstance(each, Damage))

    @property
    def projects(self) -> tuple[str, ...]:
        """The projects that things belong to, where the system has such."""
        found = {each.project for each in self.things if not isinstance(each, Damage)}
        return tuple(sorted(found - {""}))


def pieces_in(place: Path) -> list[Piece]:
    """The files of a folder that may hold something, or the one file that it is."""
    if not place.is_dir():
        return [Piece(place.name, place.read_bytes)]
    files = sorted(path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    return [
        Piece(path.relative_to(place).as_posix(), path.read_bytes)
        for path in files
        if path.suffix.lower() in _KINDS
    ]


def read_export(pieces: Sequence[Piece], form: Form | None = None) -> Export:
    """Everything that stands in an export. Without a form it is guessed from what stands in it.

    What cannot be read is named and left out; whatever the files hold, reading them raises nothing
    but ImportRefused, where there is nothing to read at all.
    """
    if not pieces:
        raise ImportRefused(
            "There is no file in it that could be an export.",
            remedy="Name the file itself, or a folder or .zip with JSON, CSV or SQL files in it.",
        )
    things: list[Thing] = []
    chosen, many = form, len(pieces) > 1
    for piece in pieces:
        data = piece.read()
        here = form or guessed(piece.name, data)
        if many and form is None and here is Form.JSONL and not _is_lines(piece.name):
            continue  # an account, or a list of feedback
        chosen = chosen or here
        if here is not chosen:
            found: Iterable[Thing] = [Damage("the file", f"it is {here}, and others are {chosen}")]
        else:
            found = _things(piece.name, data, here)
        things += _told_once(piece.name, [*found]) if many else found
    return Export(chosen or Form.JSONL, form is None, things)


def _told_once(name: str, found: list[Thing]) -> Iterator[Thing]:
    """What stands in one file of several. One in which nothing is of the system is named once."""
    if len(found) > 1 and all(isinstance(each, Damage) for each in found):
        first = found[0]
        assert isinstance(first, Damage)
        yield Damage(name, f"{first.place}: {first.why}; and so on, {len(found)} times in all")
        return
    yield from (_within(name, each) for each in found)


def _is_lines(name: str) -> bool:
    return name.lower().endswith((".jsonl", ".ndjson"))


def _within(name: str, thing: Thing) -> Thing:
    return thing._replace(place=f"{name}, {thing.place}")


def _things(name: str, data: bytes, form: Form) -> Iterator[Thing]:
    if data.startswith(SQLITE):
        yield from (
            _from_store(data)
            if form is Form.LANGGRAPH
            else [Damage(name, "a database that is not read here")]
        )
        return
    text = data.decode("utf-8-sig", "replace")
    if form is Form.MEMOBASE:
        yield from _from_memobase(name, text)
        return
    for row in rows(text):
        if isinstance(row, Damage):
            yield row
        else:
            yield from _READERS[form](row)


def _from_memobase(name: str, text: str) -> Iterator[Thing]:
    if memobase.is_dump(text):
        yield from memobase.from_dump(text)
    elif why := memobase.unread(text):
        yield Damage("the file", why)
    elif table := memobase.table_of(name, memobase.READ):
        yield from memobase.from_table(table, name, text)
    else:
        for row in rows(text):
            if isinstance(row, Damage):
                yield row
            elif isinstance(row.value, dict) and any(t in row.value for t in memobase.TABLES):
                yield from memobase.from_document(row)
            else:
                yield Damage(row.place, "none of Memobase's tables")


def _from_store(data: bytes) -> Iterator[Thing]:
    """The items of a LangGraph store in SQLite. It is read as a copy, and nothing in it is run."""
    with TemporaryDirectory(prefix="holdfast-import-") as folder:
        copy = Path(folder) / "store.db"
        copy.write_bytes(data)
        connection = apsw.Connection(str(copy))
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            if not list(connection.execute(_QUERIES["table"])):
                yield Damage("the file", "it has no table of a LangGraph store")
                return
            for number, row in enumerate(connection.execute(_QUERIES["items"]), 1):
                yield from from_langgraph(Row(f"row {number}", _item(row)))
        except apsw.Error as error:
            yield Damage("the file", f"some of it cannot be read ({error})")
        finally:
            connection.close(force=True)


def _item(row: tuple[object, ...]) -> dict[str, object]:
    prefix, key, value, created, updated = map(_text, row)
    held = parsed(value)
    return {
        "namespace": prefix,
        "key": key,
        "value": None if is_nothing(held) else held,
        "created_at": created,
        "updated_at": updated,
    }


def _text(cell: object) -> str:
    return cell.decode("utf-8", "replace") if isinstance(cell, bytes) else ""


def guessed(name: str, data: bytes) -> Form:
    """Whose export it looks like; plain lines, where it looks like nobody's."""
    if data.startswith(SQLITE):
        return Form.LANGGRAPH if _STORE in data[:_SCHEMA] else Form.JSONL
    text = data.decode("utf-8-sig", "replace")
    if memobase.is_dump(text) or memobase.begins_one(text) or memobase.table_of(name):
        return Form.MEMOBASE
    found = [row.value for row, _ in zip(rows(text), range(_LOOKED_AT), strict=False)
             if isinstance(row, Row) and isinstance(row.value, dict)]  # fmt: skip
    if not found:  # an entry may be longer than what of the file is looked at
        return next((form for form, sign in _SIGNS if sign.search(text)), Form.JSONL)
    for form, marks in _MARKS:
        if any(marks <= value.keys() for value in found):
            return form
    if any(value.get("type") in ("entity", "relation") for value in found):
        return Form.MCP
    if any(table in value for value in found for table in memobase.TABLES):
        return Form.MEMOBASE
    return Form.MEM0 if any("memory" in value for value in found) else Form.JSONL


_MARKS: tuple[tuple[Form, frozenset[str]], ...] = (
    (Form.CHATGPT, frozenset({"mapping"})),
    (Form.CLAUDE, frozenset({"chat_messages"})),
    (Form.CLAUDE, frozenset({"conversations_memory"})),
    (Form.MCP, frozenset({"name", "entityType", "observations"})),
    (Form.LANGGRAPH, frozenset({"namespace", "key", "value"})),
)

_SIGNS = (
    (Form.CHATGPT, re.compile(r'"mapping"\s*:\s*\{')),
    (Form.CLAUDE, re.compile(r'"chat_messages"\s*:\s*\[')),
)
"""What stands near the beginning of a conversation."""

_READERS: dict[Form, Callable[[Row], Iterator[Thing]]] = {
    Form.MEM0: from_mem0,
    Form.MCP: from_mcp,
    Form.LANGGRAPH: from_langgraph,
    Form.CHATGPT: from_chatgpt,
    Form.CLAUDE: from_claude,
    Form.JSONL: from_lines,
}
