"""A character server's folder, as the server itself writes it."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

ONE = "11111111-1111-4111-8111-111111111111"
TWO = "22222222-2222-4222-8222-222222222222"
THREE = "33333333-3333-4333-8333-333333333333"

TALKS = {
    ONE: ("20260305_214007", [("human", "我叫小明。"), ("ai", "你好,小明!"), ("human", "好")]),
    TWO: ("20260305_231500", [("human", "I like tea."), ("ai", "Noted."), ("human", "好")]),
    THREE: ("20260306_080000", [("system", "天气: 晴"), ("human", "早上好"), ("ai", "早!")]),
}


def form(type_: str, content: Any, **data: Any) -> dict[str, Any]:
    fields = {"content": content, "additional_kwargs": {}, "response_metadata": {}, "type": type_}
    return {"type": type_, "data": {**fields, "name": None, "id": None, "example": False, **data}}


def forms(id_: str) -> list[dict[str, Any]]:
    return [form(type_, content) for type_, content in TALKS[id_][1]]


def write_json(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps(value, ensure_ascii=False, indent=2).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)


def write_session(store: Path, id_: str, name: str = "小八", tail: str = ".json") -> Path:
    path = store / "archive" / name / f"session_{TALKS[id_][0]}_{id_}{tail}"
    write_json(path, forms(id_))
    return path


def write_index(store: Path, *ids: str, name: str = "小八") -> Path:
    """As SQLChatMessageHistory and an ALTER TABLE leave it."""
    store.mkdir(parents=True, exist_ok=True)
    path = store / f"time_indexed_{name}"
    connection = sqlite3.connect(path)
    for table in ("time_indexed_original", "time_indexed_compressed"):
        connection.execute(
            f"CREATE TABLE {table} (id INTEGER NOT NULL, session_id TEXT, message TEXT, PRIMARY KEY (id))"
        )
        connection.execute(f"ALTER TABLE {table} ADD COLUMN timestamp DATETIME")
    for id_ in ids:
        began = TALKS[id_][0]
        day, time = began.split("_")
        at = f"{day[:4]}-{day[4:6]}-{day[6:]} {time[:2]}:{time[2:4]}:{time[4:]}.250000"
        insert = "INSERT INTO {} (session_id, message, timestamp) VALUES (?, ?, ?)"
        for each in forms(id_):
            row = (id_, json.dumps(each), at)
            connection.execute(insert.format("time_indexed_original"), row)
        summary = (id_, json.dumps(form("system", f"摘要 {id_[:4]}")), at)
        connection.execute(insert.format("time_indexed_compressed"), summary)
    connection.commit()
    connection.close()
    return path


def write_recent(store: Path, *tail: dict[str, Any], name: str = "小八") -> Path:
    memo = form("system", "先前对话的备忘录: 小明喜欢茶。")
    path = store / f"recent_{name}.json"
    write_json(path, [memo, *tail])
    return path


def write_merged(store: Path, day: str, *ids: str, name: str = "小八", tail: str = ".json") -> Path:
    rows = []
    for id_ in ids:
        rows.append(form("system", f"会话分割: session_{TALKS[id_][0]}_{id_}.json"))
        rows.extend(forms(id_))
    path = store / "archive" / name / "day" / f"merged_{name}_{day}{tail}"
    write_json(path, rows)
    return path


def write_log(store: Path, day: str, *ids: str, name: str = "小八") -> Path:
    path = store / "archive" / name / "day" / f"append_{name}_{day}.ndjson.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        for id_ in ids:
            row = {"uid": id_, "timestamp": TALKS[id_][0], "messages": forms(id_)}
            file.write(gzip.compress((json.dumps(row, ensure_ascii=False) + "\n").encode()))
    return path


def older_server(store: Path) -> Path:
    """The first version: an index, plain files, and a merged day."""
    write_index(store, ONE, TWO)
    write_session(store, ONE)
    write_session(store, TWO)
    write_merged(store, "20260305", ONE, TWO)
    write_recent(store, *forms(TWO))
    write_json(store / "settings_小八.json", {"小八": {"种族": "猫"}, "小明": {"住": "上海"}})
    return store


def newer_server(store: Path) -> Path:
    """The later version: packed files, an append log, and a merged day that has each twice."""
    older_server(store)
    for id_ in (ONE, TWO, THREE):
        write_session(store, id_, tail=".json.gz")
    write_log(store, "20260305", ONE, TWO)
    write_log(store, "20260306", THREE)
    write_merged(store, "20260305", ONE, TWO, ONE, TWO, tail=".json.gz")
    return store
