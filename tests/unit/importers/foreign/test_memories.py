"""Foreign memories: exports of other systems, whole, damaged and hostile."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from holdfast.domain.audit import AuditEntry
from holdfast.flow.maintain.audit.audit import audit
from holdfast.importers.foreign.entries import audited
from holdfast.importers.foreign.export import Piece, read_export
from holdfast.importers.foreign.found import Damage, Form

NOW = datetime(2025, 8, 1, tzinfo=UTC)


class Foreign(NamedTuple):
    """An export as an audit sees it."""

    form: Form
    guessed: bool
    entries: list[AuditEntry]
    damaged: tuple[Damage, ...]


def read_memories(data: bytes, form: Form | None = None) -> Foreign:
    export = read_export([Piece("export.json", lambda: data)], form)
    return Foreign(export.form, export.guessed, audited(export), export.damaged)


def lines(*values: object) -> bytes:
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values).encode()


MEM0 = {
    "id": "a1", "memory": "Lives in Utrecht", "created_at": "2025-01-02T03:04:05-08:00",
    "updated_at": None, "metadata": {"source": "chat-7"},
}  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        json.dumps([MEM0]).encode(),
        json.dumps({"results": [MEM0]}).encode(),
        json.dumps({"results": [MEM0]}, indent=2).encode(),
        b"\xef\xbb\xbf" + json.dumps({"results": [MEM0], "relations": []}).encode(),
        lines(MEM0),
    ],
)
def test_an_export_of_mem0(data):
    found = read_memories(data)
    assert (found.form, found.guessed, found.damaged) == (Form.MEM0, True, ())
    (entry,) = found.entries
    assert (entry.id, entry.text, entry.sources) == ("a1", "Lives in Utrecht", ("chat-7",))
    assert entry.at == datetime(2025, 1, 2, 11, 4, 5, tzinfo=UTC)


def test_the_file_of_the_reference_memory():
    found = read_memories(
        lines(
            {"type": "entity", "name": "Kai", "entityType": "person", "observations": ["likes tea", "二十六岁"]},
            {"type": "entity", "name": "default_user", "entityType": "person", "observations": ["owns a boat"]},
            {"type": "relation", "from": "Kai", "to": "Acme", "relationType": "works_at"},
        )
    )  # fmt: skip
    assert found.form is Form.MCP
    assert [(entry.about, entry.text) for entry in found.entries] == [
        ("Kai", "likes tea"), ("Kai", "二十六岁"), ("", "owns a boat"), ("", "Kai works at Acme"),
    ]  # fmt: skip
    assert found.entries[0].place == "line 1, observation 1 of Kai"
    assert len({entry.id for entry in found.entries}) == 4


def test_plain_lines():
    found = read_memories(
        lines(
            {"text": "likes tea", "sources": ["m1", "m2"], "at": 1735700000},
            {"content": "owns a boat", "source": "m3", "timestamp": 1735700000000},
        )
    )
    assert found.form is Form.JSONL
    first, second = found.entries
    assert first.sources == ("m1", "m2")
    assert second.sources == ("m3",)
    assert first.at == second.at == datetime(2025, 1, 1, 2, 53, 20, tzinfo=UTC)


def test_a_form_that_is_named_is_not_guessed():
    found = read_memories(lines({"memory": "likes tea", "text": "other"}), Form.JSONL)
    assert (found.form, found.guessed, found.entries[0].text) == (Form.JSONL, False, "other")


def test_a_damaged_line_is_named_and_the_rest_is_read():
    data = (
        lines({"memory": "likes tea"})
        + b'\n{"memory": "cut of\n\n'
        + lines({"memory": "has a cat"})
    )
    found = read_memories(data)
    assert [entry.text for entry in found.entries] == ["likes tea", "has a cat"]
    assert [tuple(each) for each in found.damaged] == [("line 2", "this is no JSON")]


def test_two_entries_with_one_id_stay_apart():
    found = read_memories(lines(MEM0, MEM0))
    assert [entry.id for entry in found.entries] == ["a1", "a1 (line 2)"]


NO_TEXTS: list[object] = [None, 1, True, [], {}, "", "  "]

HOSTILE = {
    "nothing": b"",
    "blanks": b" \n\n\t ",
    "no text at all": b"\x00\xff\xfe\x80" * 50,
    "half a document": b'{"results": [{"memory": "likes tea"}, {"mem',
    "brackets without end": b"[" * 200_000,
    "objects without end": b'{"a":' * 100_000,
    "a number without end": b'{"memory": "x", "id": ' + b"9" * 10_000 + b"}",
    "no number": b'{"memory": "likes tea", "created_at": NaN}',
    "infinite time": b'{"memory": "likes tea", "created_at": 1e400}',
    "time before all": b'{"memory": "likes tea", "created_at": -1e18}',
    "time of nowhere": b'{"memory": "likes tea", "created_at": "0001-01-01T00:00:00+14:00"}',
    "half a character": b'{"memory": "likes \\ud800 tea", "id": "\\udfff"}',
    "a nul": b'{"memory": "likes\\u0000tea\\u202e"}',
    "texts that are none": lines(*({"memory": value} for value in NO_TEXTS)),
    "rows that are none": lines(1, None, "text", [1], [[]], True),
    "a list of lists": b"[[[]], [1], null]",
    "an entity without a name": lines({"type": "entity", "observations": ["x"]}),
    "observations that are none": lines({"type": "entity", "name": "K", "observations": [None, 1, {}, [], {"text": "ok"}]}),
    "half a relation": lines({"type": "relation", "from": "K", "to": None, "relationType": 7}),
    "another type": lines({"type": "entity", "name": "K", "observations": []}, {"type": "spell"}),
    "results that are none": b'{"results": "none", "memory": 4}',
    "an endless text": lines({"memory": "tea " * 100_000}),
    "keys twice": b'{"memory": "a", "memory": "likes tea"}',
    "old line ends": b'{"text": "likes tea"}\r\n{"text": "has a cat"}\r\n',
    "sources that are none": lines({"text": "likes tea", "sources": {"a": 1}, "metadata": "no"}),
}  # fmt: skip


@pytest.mark.parametrize("form", [None, *Form])
@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_raises_anything(name, form):
    found = read_memories(HOSTILE[name], form)
    for entry in found.entries:
        assert entry.text.strip()
        entry.text.encode("utf-8")
    audit(found.entries, now=NOW)


@pytest.mark.parametrize(
    "name",
    ["no text at all", "half a document", "brackets without end", "texts that are none",
     "rows that are none", "half a relation", "another type", "results that are none"],
)  # fmt: skip
def test_what_cannot_be_read_is_named(name):
    assert read_memories(HOSTILE[name]).damaged
