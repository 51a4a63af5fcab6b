"""Exports of other systems: a good one of each, and twenty ways to spoil it."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

AT = "2025-03-{day:02} 05:06:07+00:00"
WORDS = [
    "I moved to Utrecht in spring.", "我养了一只猫，叫团子。", "My sister Lily plays the cello.",
    "下周三要去成都出差。", "I am allergic to peanuts.", "我在一家书店上班。",
    "Rex is my dog.", "我最喜欢龙井茶。", "We meet at the tea house.", "毕业于武汉大学。",
]  # fmt: skip


def _at(number: int) -> str:
    return AT.format(day=number + 1)


def chatgpt() -> bytes:
    talks = []
    for number, text in enumerate(WORDS):
        asked = {"id": f"m{number}", "author": {"role": "user"}, "create_time": 1735700000.0 + number,
                 "content": {"content_type": "text", "parts": [text]}}  # fmt: skip
        nodes = {"r": {"id": "r", "parent": None, "message": None},
                 "a": {"id": "a", "parent": "r", "message": asked}}  # fmt: skip
        talks.append({"id": f"t{number}", "title": "x", "mapping": nodes, "current_node": "a"})
    return json.dumps(talks, ensure_ascii=False).encode()


def claude() -> bytes:
    talks = [
        {"uuid": f"t{number}", "name": "x", "chat_messages": [
            {"uuid": f"m{number}", "sender": "human", "text": text, "created_at": _at(number)}]}
        for number, text in enumerate(WORDS)
    ]  # fmt: skip
    return json.dumps(talks, ensure_ascii=False).encode()


def mem0() -> bytes:
    rows = [
        {"id": f"m{n}", "memory": text, "user_id": "mei", "created_at": _at(n)}
        for n, text in enumerate(WORDS)
    ]
    return json.dumps({"results": rows}, ensure_ascii=False).encode()


def mcp() -> bytes:
    return _lines(
        {"type": "entity", "name": "default_user", "entityType": "person", "observations": [text]}
        for text in WORDS
    )


def jsonl() -> bytes:
    return _lines(
        {
            "role": "user",
            "content": text,
            "user": "mei",
            "session": "s",
            "id": f"m{n}",
            "at": _at(n),
        }
        for n, text in enumerate(WORDS)
    )


def memobase() -> bytes:
    head = "COPY public.general_blobs (id, blob_type, blob_data, user_id, created_at) FROM stdin;"
    return _dump(head, [
        [f"b{n}", "chat", json.dumps({"messages": [{"role": "user", "content": text}]}), "mei", _at(n)]
        for n, text in enumerate(WORDS)
    ])  # fmt: skip


def memobase_events() -> bytes:
    head = "COPY public.user_events (id, event_data, user_id, created_at) FROM stdin;"
    tags = [{"tag": "mood", "value": "glad"}]
    return _dump(head, [
        [f"b{n}", json.dumps({"event_tip": text, "event_tags": tags}), "mei", _at(n)]
        for n, text in enumerate(WORDS)
    ])  # fmt: skip


def _dump(head: str, cells: list[list[str]]) -> bytes:
    rows = map("\t".join, cells)
    return (
        "\n".join(["-- PostgreSQL database dump", "", head, *rows, "\\.", ""])
        .replace("\\u", "\\\\u")
        .encode()
    )


def langgraph() -> bytes:
    return _lines(
        {
            "namespace": ["memories", "mei"],
            "key": f"m{n}",
            "value": {"text": text},
            "updated_at": _at(n),
        }
        for n, text in enumerate(WORDS)
    )


def langgraph_file(path: Path) -> None:
    """The table as LangGraph's SqliteStore lays it out."""
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE store (prefix text NOT NULL, key text NOT NULL, value text NOT NULL, "
            "created_at TIMESTAMP, updated_at TIMESTAMP, expires_at TIMESTAMP, ttl_minutes REAL, "
            "PRIMARY KEY (prefix, key))"
        )
        connection.executemany(
            "INSERT INTO store (prefix, key, value, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
            [
                ("memories.mei", f"m{n}", json.dumps({"text": t}), _at(n), _at(n))
                for n, t in enumerate(WORDS)
            ],
        )
    connection.close()


def _lines(rows: Iterator[dict[str, Any]]) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


GOOD: dict[str, Callable[[], bytes]] = {
    each.__name__: each for each in (chatgpt, claude, mem0, mcp, jsonl, memobase, langgraph)
}


def spoiled(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Twenty and more ways in which a file comes to harm, or means it."""
    dice = random.Random(7)
    for share in (0.15, 0.4, 0.55, 0.7, 0.9, 0.99):
        yield f"cut at {share}", data[: int(len(data) * share)]
    for number in range(6):
        at = dice.randrange(len(data) // 4, len(data) - 20)
        yield f"bytes {number}", data[:at] + dice.randbytes(8) + data[at + 8 :]
    at = data.index(b"Lily")
    word = b"Lily"
    yield "a control character", data.replace(word, b"Li\\u0007ly", 1)
    yield "half a character", data.replace(word, b"Li\\ud83dly", 1)
    yield "no UTF-8", data.replace(word, b"Li\xff\xfely", 1)
    yield "a nul", data[:at] + b"\x00" + data[at:]
    yield "deep", data.replace(b"Lily", b"Lily" + b'", "deep": ' + b"[" * 50_000, 1)
    yield "an endless number", data.replace(b"Lily", b'Lily", "n": ' + b"9" * 9_000, 1)
    yield "a mark in front", b"\xef\xbb\xbf" + data
    yield "line ends", data.replace(b"\n", b"\r\n")
    yield (
        "a name out of the folder",
        data.replace(b'"mei"', b'"../../etc"').replace(b"\tmei\t", b"\t../../etc\t"),
    )
    yield "ids alike", data.replace(b'"m3"', b'"m2"').replace(b"b3\t", b"b2\t")
    yield (
        "dates of nowhere",
        data.replace(b"2025-03", b"9999-99").replace(b"1735700003.0", b"1e300"),
    )
    yield "words twice", data.replace(b"Rex is my dog.", WORDS[0].encode())
    yield "a very long text", data.replace(word, b"Lily " + b"la " * 400_000, 1)
    yield "another system", b'{"kind": "something else"}\n' + data


def spoiled_pages(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Ways in which a file of SQLite comes to harm."""
    dice = random.Random(5)
    for share in (0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99):
        yield f"cut at {share}", data[: int(len(data) * share)]
    for number in range(40):
        at = dice.randrange(16, len(data) - 40)
        yield f"bytes {number}", data[:at] + dice.randbytes(40) + data[at + 40 :]
    yield "no text", data.replace(b"Utrecht", b"\xff\xfe\xff\xfe\xff\xfe\xff", 1)
