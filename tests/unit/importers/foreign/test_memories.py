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
from holdfast.importers.foreign.found import Damage, Form, Found

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


def told(data: bytes, form: Form | None = None) -> list[str]:
    export = read_export([Piece("export.json", lambda: data)], form)
    return [each.text for each in export.things if isinstance(each, Found)]


BESIDE = {
    "results": [{"id": name, "memory": f"Has a {name}"} for name in ("cat", "dog", "boat")],
    "relations": [
        {"source": "kai", "relationship": "likes", "target": "tea"},
        {"source": "lily", "relationship": "lives_in", "target": "utrecht"},
        {"source": "tom", "relationship": "knows", "target": "kai"},
    ],
}
TEXTS = ["Has a cat", "Has a dog", "Has a boat",
         "kai likes tea", "lily lives in utrecht", "tom knows kai"]  # fmt: skip


@pytest.mark.parametrize("indent", [None, 1])
def test_what_a_document_keeps_beside_its_list_comes_too(indent):
    whole = json.dumps(BESIDE, indent=indent).encode()
    assert told(whole) == TEXTS
    for lost, spoiled in ((1, b'"dog"'), (4, b'"lily"')):
        data = whole.replace(spoiled, spoiled[1:], 1)
        assert told(data) == [text for text in TEXTS if text != TEXTS[lost]]
        assert [each.place for each in read_memories(data).damaged] == [f"entry {lost + 1}"]


def test_a_document_that_is_cut_behind_its_entries_is_said_to_be():
    whole = json.dumps(BESIDE).encode()
    for end in (whole.index(b"]") + 1, whole.index(b'"relations"') + 5, len(whole) - 1):
        found = read_memories(whole[:end])
        assert [entry.text for entry in found.entries][:2] == TEXTS[:2]
        assert [each.place for each in found.damaged] == ["the end"]
    assert read_memories(whole).damaged == ()


def test_what_mem0_has_deleted_stays_out():
    rows = [
        {"id": "a", "memory": "x", "event": "DELETE"},
        {"id": "b", "memory": "y", "event": "ADD"},
    ]
    found = read_memories(json.dumps({"results": rows}).encode())
    assert [entry.id for entry in found.entries] == ["b"]
    assert [each.why for each in found.damaged] == ["it was deleted there"]


def test_the_graph_that_the_reference_memory_answers_with():
    kai = {"name": "Kai", "entityType": "person", "observations": ["likes tea"]}
    works = {"from": "Kai", "to": "Acme", "relationType": "works_at"}
    for data in (json.dumps({"entities": [kai], "relations": [works]}).encode(), lines(kai, works)):
        found = read_memories(data)
        assert (found.form, found.damaged) == (Form.MCP, ())
        assert [entry.text for entry in found.entries] == ["likes tea", "Kai works at Acme"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"kind": "Memory", "content": {"content": "likes tea"}}, "likes tea"),
        ({"kind": "Memory", "content": "likes tea"}, "likes tea"),
        ({"data": "likes tea"}, "likes tea"),
        ("likes tea", "likes tea"),
        ({"kind": "Person", "content": {"name": "Kai", "text": "x"}},
         '{"kind": "Person", "content": {"name": "Kai", "text": "x"}}'),
    ],
)  # fmt: skip
def test_the_text_of_an_item_of_a_store_may_lie_deeper(value, text):
    item = {"namespace": ["memories", "kai"], "key": "k", "value": value}
    assert told(lines(item)) == [text]


def test_a_conversation_may_be_told_in_one_line():
    talk = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "I sail."}]
    other = [talk[0], {"role": "user", "content": "I ski."}, 7]
    data = lines({"messages": talk}, {"messages": other, "thread_id": "t", "user_id": "kai"})
    export = read_export([Piece("talks.jsonl", lambda: data)])
    said = [each for each in export.things if isinstance(each, Found)]
    assert [each.text for each in said] == ["Be kind.", "I sail.", "Be kind.", "I ski."]
    assert [(each.session, each.user) for each in said[2:]] == [("t", "kai")] * 2
    assert len({each.session for each in said}) == 2
    assert len({each.message["id"] for each in said}) == 4
    assert [each.place for each in export.damaged] == ["line 2, message 3"]


def test_lists_within_a_line_are_none_of_lines():
    data = lines(
        {"id": 1, "data": ["x"], "role": "user", "content": "I sail."},
        {"text": "I ski.", "entities": [{"name": "ski"}], "relations": []},
    )
    assert told(data, Form.JSONL) == ["I sail.", "I ski."]


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
