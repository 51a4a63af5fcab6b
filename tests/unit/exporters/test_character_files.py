"""A character's files, as the original server and LangChain read them."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from datetime import UTC, timedelta
from pathlib import Path

import apsw
import pytest

from holdfast.errors import InvalidInput
from holdfast.exporters.character_files import Character, Told, export_character
from tests.unit.flow.maintain.archive.stretches import BEGAN, SHANGHAI, said, stretch

ROOT = Path(__file__).resolve().parents[3]
COLUMNS = ["id", "session_id", "message", "timestamp"]
TABLES = ["time_indexed_original", "time_indexed_compressed"]


def told(count: int = 3) -> list[Told]:
    stretches = [stretch(f"会话{n}", began=BEGAN + timedelta(days=n)) for n in range(count)]
    return [Told(of, said(of), f"第{n}次谈话的摘要") for n, of in enumerate(stretches)]


def character(name: str = "小八", **fields) -> Character:
    fields = {"told": told(), "recent": said(stretch("会话2")), "memo": "美喜欢茶。", **fields}
    return Character(
        name=name, master="美", about={"种族": "猫"}, about_master={"住": "上海"}, **fields
    )


def rows(path: Path, query: str, *values: str) -> list[tuple]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return list(connection.execute(query, values))
    finally:
        connection.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    export_character(tmp_path / "store", character(), zone=SHANGHAI)
    return tmp_path / "store"


def test_everything_is_where_the_server_looks_for_it(tmp_path: Path):
    seen: list[int] = []
    folder = tmp_path / "store"
    report = export_character(folder, character(), zone=SHANGHAI, progress=seen.append)
    files = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    assert list(report.files) == files
    assert {"recent_小八.json", "settings_小八.json", "time_indexed_小八"} < set(files)
    archived = [name for name in files if name.startswith("archive/")]
    pattern = r"archive/小八/session_\d{8}_\d{6}_[0-9a-f-]{36}\.json\.gz"
    assert len([name for name in archived if re.fullmatch(pattern, name)]) == len(archived) == 3
    assert (report.sessions, report.messages, seen) == (3, 6, [1, 2, 3])


@pytest.mark.capability("A5")
def test_the_recent_file_begins_with_the_memo(folder: Path):
    recent = json.loads((folder / "recent_小八.json").read_text("utf-8"))
    assert [each["type"] for each in recent] == ["system", "human", "ai"]
    assert recent[0]["data"]["content"] == "先前对话的备忘录: 美喜欢茶。"
    assert recent[1]["data"]["content"] == said(stretch("会话2"))[0].text


def test_without_a_memo_there_is_none(tmp_path: Path):
    export_character(tmp_path, character(memo=""), zone=SHANGHAI)
    recent = json.loads((tmp_path / "recent_小八.json").read_text("utf-8"))
    assert [each["type"] for each in recent] == ["human", "ai"]


def test_settings_are_of_the_character_and_its_master(folder: Path):
    settings = json.loads((folder / "settings_小八.json").read_text("utf-8"))
    assert settings == {"小八": {"种族": "猫"}, "美": {"住": "上海"}}


@pytest.mark.capability("B1")
@pytest.mark.parametrize("table", TABLES)
def test_both_tables_have_their_columns(folder: Path, table: str):
    found = rows(folder / "time_indexed_小八", f"PRAGMA table_info({table})")
    assert [row[1] for row in found] == COLUMNS


@pytest.mark.capability("B2")
def test_a_conversation_has_one_id_in_both_tables(folder: Path):
    ids = [
        {id_ for (id_,) in rows(folder / "time_indexed_小八", f"SELECT session_id FROM {table}")}
        for table in TABLES
    ]
    assert ids[0] == ids[1] == {each.stretch.id for each in told()}


@pytest.mark.capability("B3", "B4")
@pytest.mark.parametrize("table", TABLES)
def test_a_span_of_time_gives_exactly_what_was_said_in_it(folder: Path, table: str):
    query = f"SELECT message, timestamp FROM {table} WHERE timestamp BETWEEN ? AND ? ORDER BY id"
    found = rows(folder / "time_indexed_小八", query, "2026-03-06 00:00:00", "2026-03-06 23:59:59")
    contents = [json.loads(message)["data"]["content"] for message, _ in found]
    expected = (
        ["第1次谈话的摘要"] if "compressed" in table else [m.text for m in told()[1].messages]
    )
    assert contents == expected
    assert [time for _, time in found] == sorted(time for _, time in found)


@pytest.mark.capability("B5")
@pytest.mark.parametrize("table", TABLES)
def test_times_are_those_of_each_message_and_an_index_finds_them(folder: Path, table: str):
    path = folder / "time_indexed_小八"
    if "original" in table:
        (first, second, *_) = rows(path, f"SELECT timestamp FROM {table}")
        assert first == ("2026-03-05 21:41:07.000000",)
        assert second == ("2026-03-05 21:42:07.000000",)
    plan = f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE timestamp BETWEEN 'a' AND 'b'"
    assert "USING INDEX" in rows(path, plan)[0][3]


def test_what_is_there_is_not_replaced_unasked(folder: Path):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(InvalidInput, match="already"):
        export_character(folder, character(memo="other"), zone=SHANGHAI)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    export_character(folder, character(memo="other"), zone=SHANGHAI, replace=True)
    assert "other" in (folder / "recent_小八.json").read_text("utf-8")


@pytest.mark.parametrize("name", ["../../x", "..", "a/b", "CON", "长" * 250, "x\u202ey"])
def test_a_hostile_name_stays_in_the_folder(tmp_path: Path, name: str):
    folder = tmp_path / "store"
    export_character(folder, character(name), zone=UTC, gz=False)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 6
    assert all(path.resolve().is_relative_to(folder.resolve()) for path in files)


def test_a_failed_export_leaves_no_half_file(tmp_path: Path):
    def failing():
        yield told()[0]
        raise RuntimeError("the log is gone")

    with pytest.raises(RuntimeError):
        export_character(tmp_path, character(told=failing()), zone=UTC)
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]


LOADED = """
import gzip, json, sys
from pathlib import Path
from langchain_core.messages import messages_from_dict, messages_to_dict
folder = Path(sys.argv[1])
for path in [folder / "recent_小八.json", *folder.rglob("session_*")]:
    data = path.read_bytes()
    forms = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
    messages = messages_from_dict(forms)
    assert [m.content for m in messages] == [f["data"]["content"] for f in forms], path
    assert [m.type for m in messages] == [f["type"] for f in forms], path
    again = messages_to_dict(messages)
    ours = [f["data"]["additional_kwargs"] for f in forms]
    assert [f["data"]["additional_kwargs"] for f in again] == ours, path
    print(len(messages))
"""


@pytest.mark.capability("A5", "B6")
def test_langchain_loads_the_files_and_finds_what_was_said(folder: Path):
    environ = {**os.environ, "PYTHONUTF8": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env=environ,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["3", "2", "2", "2"]


def test_archives_hold_what_was_said(folder: Path):
    for each in told():
        (path,) = folder.rglob(f"session_*_{each.stretch.id}.json.gz")
        forms = json.loads(gzip.decompress(path.read_bytes()))
        assert [form["data"]["content"] for form in forms] == [m.text for m in each.messages]
