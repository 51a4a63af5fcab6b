"""Export: a memory as a stream of lines."""

from __future__ import annotations

import hashlib
import json

import pytest

from holdfast.errors import NotFound
from holdfast.flow.maintain import export as exporting
from holdfast.flow.maintain.verify import verified


def rows(memory, user=None) -> list[dict]:
    return [json.loads(line) for line in memory.export(user)]


def kinds(memory, user=None) -> list[str]:
    return [row["kind"] for row in rows(memory, user)]


def test_an_empty_memory_is_a_header_and_a_footer(memory, clock):
    header, footer = rows(memory)
    assert header["kind"] == "holdfast"
    assert header["format"] == 2
    assert header["exported_at"] == clock.now().isoformat()
    assert footer == {"kind": "end", "lines": 0, "sha256": hashlib.sha256().hexdigest()}


def test_everyone_or_one_user(memory):
    for user in ("wang", "li"):
        memory.add(user, f"hello from {user}")
    memory.in_space("work").add("zhao", "elsewhere")
    assert {row.get("user") for row in rows(memory)} - {None} == {"wang", "li"}
    assert {row.get("user") for row in rows(memory, "li")} - {None} == {"li"}
    with pytest.raises(NotFound, match="nobody"):
        memory.export("nobody")


def test_messages_and_versions_come_in_the_order_of_the_log(memory):
    ids = memory.add("wang", ["a", "b"])
    memory.correct("wang", ids[0], "A")
    told = [(r["text"], r["version"]) for r in rows(memory) if r["kind"] == "message"]
    assert told == [("a", 1), ("b", 1), ("A", 2)]


def test_what_is_attached_follows_its_message_and_sessions_come_last(memory):
    part = {"type": "image", "body": "x" * 9000}
    [id_] = memory.add("wang", {"content": [part]})
    memory.correct("wang", id_, "a picture")
    memory.items.add("wang", "likes pictures", sources=[id_])
    assert kinds(memory) == [
        "holdfast",
        "message",
        "attachment",
        "message",
        "item",
        "session",
        "end",
    ]


def test_the_footer_seals_the_lines(memory):
    memory.add("wang", ["a", "b"])
    lines = list(memory.export())
    footer = json.loads(lines[-1])
    assert footer["lines"] == len(lines) - 2
    assert footer["sha256"] == hashlib.sha256("".join(lines[1:-1]).encode()).hexdigest()


def test_it_is_read_a_page_at_a_time(memory, monkeypatch):
    monkeypatch.setattr(exporting, "PAGE", 3)
    memory.add("wang", [str(n) for n in range(10)])
    stream = memory.export()
    before = [next(stream) for _ in range(3)]
    memory.add("wang", "added while it ran")
    rest = list(stream)
    texts = [json.loads(line).get("text") for line in (*before, *rest)]
    assert [text for text in texts if text] == [*(str(n) for n in range(10)), "added while it ran"]
    assert sum(row.kind == "message" for row in verified([*before, *rest])) == 11


def test_what_is_forgotten_while_it_runs_is_not_in_what_follows(memory, monkeypatch):
    monkeypatch.setattr(exporting, "PAGE", 2)
    ids = memory.add("wang", ["a", "b", "c", "d"])
    stream = memory.export()
    before = [next(stream) for _ in range(2)]
    memory.forget("wang", message=ids[3])
    lines = [*before, *stream]
    assert [row.row.text for row in verified(lines) if row.kind == "message"] == ["a", "b", "c"]


def test_it_holds_nothing_up(memory):
    """Between two lines no lock is held: whoever consumes slowly stops nobody."""
    memory.add("wang", ["a", "b"])
    stream = memory.export()
    next(stream)
    next(stream)
    memory.add("wang", "c")
    memory.forget("wang", everything=True)
    assert memory.admin.users() == []


def test_a_space_with_many_users_is_complete(memory):
    names = [f"user{n:04}" for n in range(1100)]
    store = memory._parts.store
    store.write("default", lambda unit: [unit.users.advance(name, 0) for name in names])
    memory.add("zz", "last")
    assert memory.admin.users() == [*names, "zz"]
    assert [row["user"] for row in rows(memory) if row["kind"] == "message"] == ["zz"]


def test_a_seal_comes_before_the_rows_without_one_grow_heavy(memory):
    """An import holds what is not sealed yet in its memory: few rows may weigh much."""
    picture = "x" * 1_500_000
    for n in range(10):
        memory.add("wang", {"content": [{"type": "image", "n": n, "body": picture}]})
    weight, heaviest = 0, 0
    for line in memory.export():
        seal = line.startswith(('{"kind":"seal"', '{"kind":"end"'))
        weight = 0 if seal else weight + len(line)
        heaviest = max(heaviest, weight)
    assert heaviest < 12_000_000
