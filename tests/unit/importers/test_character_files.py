"""A character server's folder comes in whole, once, and whatever is wrong with it."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from holdfast.errors import InvalidInput, MessageRefused
from holdfast.exporters.character_files import export_character
from holdfast.importers.character_files import import_characters
from holdfast.importers.handing import BATCH
from holdfast.memory import Memory
from tests.unit.exporters.test_character_files import character, told
from tests.unit.importers.server_files import (
    ONE,
    TALKS,
    THREE,
    TWO,
    form,
    forms,
    newer_server,
    older_server,
    write_index,
    write_json,
    write_log,
    write_merged,
    write_recent,
    write_session,
)

SHANGHAI = ZoneInfo("Asia/Shanghai")
LATER = datetime(2026, 4, 1, tzinfo=UTC)
ROLES = {"human": "user", "ai": "assistant", "system": "system"}


class Taken:
    """Takes batches and keeps them."""

    def __init__(self) -> None:
        self.batches: list[tuple[str, str, str, list[dict]]] = []

    def __call__(self, user, messages, /, *, session, agent):
        self.batches.append((user, session, agent, messages))
        return [each["id"] for each in messages]

    @property
    def said(self) -> dict[str, list[tuple[str, object]]]:
        found: dict[str, list[tuple[str, object]]] = {}
        for _, session, _, messages in self.batches:
            rows = [(each["role"], each["content"]) for each in messages]
            found.setdefault(session, []).extend(rows)
        return found


def expected(*ids: str) -> dict[str, list[tuple[str, object]]]:
    return {id_: [(ROLES[type_], text) for type_, text in TALKS[id_][1]] for id_ in ids}


def bring(folder: Path, **options):
    taken = Taken()
    return import_characters(folder, taken, user="小明", zone=SHANGHAI, **options), taken


@pytest.mark.parametrize(
    ("server", "ids"), [(older_server, [ONE, TWO]), (newer_server, [ONE, TWO, THREE])]
)
def test_either_version_of_the_server_comes_in_once(tmp_path, server, ids):
    report, taken = bring(server(tmp_path / "store"))
    assert taken.said == expected(*ids)
    assert (report.sessions, report.messages) == (len(ids), 3 * len(ids))
    assert report.skipped == []
    assert report.repeated > 0
    assert report.memos == {"小八": "小明喜欢茶。"}
    assert report.settings == {"小八": {"小八": {"种族": "猫"}, "小明": {"住": "上海"}}}
    assert report.summaries == {"小八": {ONE: "摘要 1111", TWO: "摘要 2222"}}
    assert {(user, agent) for user, _, agent, _ in taken.batches} == {("小明", "小八")}


def test_the_folder_above_will_do(tmp_path):
    older_server(tmp_path / "memory" / "store")
    assert bring(tmp_path / "memory")[0].sessions == 2


SINGLE = {
    "index": lambda store: write_index(store, ONE),
    "file": lambda store: write_session(store, ONE),
    "packed": lambda store: write_session(store, ONE, tail=".json.gz"),
    "log": lambda store: write_log(store, "20260305", ONE),
    "merged": lambda store: write_merged(store, "20260305", ONE),
    "packed merged": lambda store: write_merged(store, "20260305", ONE, tail=".json.gz"),
}


@pytest.mark.parametrize("kind", SINGLE)
def test_from_any_file_a_message_has_the_same_id_and_day(tmp_path, kind):
    SINGLE[kind](tmp_path / "one")
    _, taken = bring(tmp_path / "one")
    ((_, session, _, messages),) = taken.batches
    assert session == ONE
    assert [(m["role"], m["content"]) for m in messages] == expected(ONE)[ONE]
    assert {m["at"].astimezone(SHANGHAI).replace(microsecond=0) for m in messages} == {
        datetime(2026, 3, 5, 21, 40, 7, tzinfo=SHANGHAI)
    }
    _, from_index = bring(write_index(tmp_path / "index", ONE).parent)
    assert [m["id"] for m in messages] == [m["id"] for m in from_index.batches[0][3]]


def test_a_recent_file_alone_has_no_times_but_its_own(tmp_path):
    path = write_recent(tmp_path, *forms(ONE))
    os.utime(path, (1_772_000_000, 1_772_000_000))
    report, taken = bring(tmp_path)
    assert taken.said == {"recent": expected(ONE)[ONE]}
    assert report.undated == 3
    assert {m["at"] for m in taken.batches[0][3]} == {datetime.fromtimestamp(1_772_000_000, UTC)}


def test_of_a_recent_file_only_what_is_nowhere_else_comes(tmp_path):
    write_session(tmp_path, ONE)
    write_recent(tmp_path, *forms(ONE)[1:], form("human", "好"), form("human", "新的"))
    _, taken = bring(tmp_path)
    assert taken.said["recent"] == [("user", "好"), ("user", "新的")]


def test_a_recent_window_that_moved_on_doubles_nothing(tmp_path):
    lines = [form("human", f"第{n}句") for n in range(6)]
    ids = []
    for window in (lines[:4], lines[2:]):
        write_recent(tmp_path, *window)
        ids.append({m["id"]: m["content"] for m in bring(tmp_path)[1].batches[0][3]})
    assert len(ids[0] | ids[1]) == 6


def test_the_same_words_under_another_id_are_a_copy_only_elsewhere_and_near(tmp_path):
    write_session(tmp_path, ONE)
    log = write_log(tmp_path, "20260305", ONE)
    row = json.loads(gzip.decompress(log.read_bytes())) | {"uid": TWO}
    log.write_bytes(gzip.compress((json.dumps(row) + "\n").encode()))
    assert list(bring(tmp_path)[1].said) == [ONE]
    row["timestamp"] = "2026-03-09T10:00:00+08:00"
    log.write_bytes(gzip.compress((json.dumps(row) + "\n").encode()))
    assert sorted(bring(tmp_path)[1].said) == [ONE, TWO]
    twice = tmp_path / "twice"
    write_session(twice, ONE)
    write_json(twice / "archive" / "小八" / f"session_20260305_214100_{TWO}.json", forms(ONE))
    assert sorted(bring(twice)[1].said) == [ONE, TWO]


def test_a_dry_run_counts_and_hands_nothing_over(tmp_path):
    newer_server(tmp_path)
    report, taken = bring(tmp_path, dry_run=True)
    assert taken.batches == []
    assert (report.sessions, report.messages) == (3, 9)


def test_characters_can_be_chosen_and_progress_is_told(tmp_path):
    older_server(tmp_path)
    write_session(tmp_path, THREE, name="露娜")
    seen: list[int] = []
    report, taken = bring(tmp_path, names=["露娜"], progress=seen.append)
    assert report.characters == ("露娜",)
    assert list(taken.said) == [THREE]
    assert seen == [1]


def test_roles_speakers_and_content_lists_are_kept(tmp_path):
    odd = [
        {"role": "human", "content": "a"},
        {"role": "assistant", "content": [{"type": "text", "text": "b"}]},
        {"role": "someone", "content": "c"},
        form("human", "d", name="爸爸"),
        form("human", ""),
        form("ai", "  "),
        form("human", None),
        "text",
    ]
    write_json(tmp_path / "archive" / "小八" / f"session_20260305_214007_{ONE}.json", odd)
    _, taken = bring(tmp_path)
    ((_, _, _, messages),) = taken.batches
    assert [m["role"] for m in messages] == ["user", "assistant", "system", "user"]
    assert messages[1]["content"] == [{"type": "text", "text": "b"}]
    assert messages[3]["speaker"] == "爸爸"


BROKEN = {
    "recent_小八.json": b"[{",
    "settings_小八.json": b"\xff",
    "time_indexed_小八": b"SQLite format 3\0 and then nothing",
    "archive/小八/session_20260305_214007_x.json": b"{}",
    "archive/小八/session_20260305_214008_y.json.gz": gzip.compress(b"[]")[:-4],
    "archive/小八/session_20260305_214009_z.json": b"[" * 100_000,
    "archive/小八/notes.txt": b"hello",
    "archive/小八/day/merged_小八_20260305.json.gz": b"\x1f\x8bnot gzip",
    "archive/小八/day/append_小八_20260305.ndjson": b'{"uid": 1}\nnot json\n',
}


def test_what_is_broken_is_told_and_the_rest_comes(tmp_path):
    for name, data in BROKEN.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    write_session(tmp_path, ONE)
    report, taken = bring(tmp_path)
    assert taken.said == expected(ONE)
    told_ = {Path(each.what).name for each in report.skipped}
    assert told_ == {Path(name).name for name in BROKEN}
    assert {name: (tmp_path / name).read_bytes() for name in BROKEN} == BROKEN


def test_of_a_log_that_is_cut_short_the_whole_lines_come(tmp_path):
    log = write_log(tmp_path, "20260305", ONE, TWO)
    log.write_bytes(log.read_bytes()[:-30])
    report, taken = bring(tmp_path)
    assert list(taken.said) == [ONE]
    assert [each.what for each in report.skipped] == [log.name]


def test_rows_that_cannot_be_read_are_told_and_the_others_come(tmp_path):
    path = write_index(tmp_path, ONE)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE time_indexed_original SET message = 'no' WHERE id = 2")
        connection.execute("UPDATE time_indexed_original SET timestamp = NULL WHERE id = 3")
    connection.close()
    report, taken = bring(tmp_path)
    assert taken.said == {ONE: [expected(ONE)[ONE][0], expected(ONE)[ONE][2]]}
    assert [each.what for each in report.skipped] == [path.name]


def test_an_index_without_times_comes_in_undated(tmp_path):
    path = write_index(tmp_path, ONE)
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE time_indexed_original DROP COLUMN timestamp")
    connection.close()
    report, taken = bring(tmp_path)
    assert taken.said == expected(ONE)
    assert (report.undated, report.skipped) == (3, [])
    assert "at" not in taken.batches[0][3][0]


def test_an_index_that_is_not_one_is_left(tmp_path):
    path = tmp_path / "time_indexed_小八"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE VIEW time_indexed_original AS SELECT 1 AS id, 'x' AS session_id")
    connection.close()
    report, taken = bring(tmp_path)
    assert taken.batches == []
    assert [each.what for each in report.skipped] == [path.name]


def test_reading_leaves_no_trace(tmp_path):
    newer_server(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    bring(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_links_are_not_followed(tmp_path):
    secret = tmp_path / "secret"
    write_session(secret, ONE)
    store = tmp_path / "store"
    (store / "archive").mkdir(parents=True)
    (store / "archive" / "小八").symlink_to(secret / "archive" / "小八")
    (store / "recent_小八.json").symlink_to(write_recent(secret, *forms(TWO)))
    report, taken = bring(store)
    assert taken.batches == []
    assert [each.why for each in report.skipped] == ["it is a link"]


@pytest.mark.parametrize("name", ["..", "...", "a\nb", "x" * 240, "-rf", "%2e%2e"])
def test_a_hostile_name_is_a_name_or_is_told(tmp_path, name):
    write_recent(tmp_path, form("human", "hi"), name=name)
    report, taken = bring(tmp_path)
    assert [agent for _, _, agent, _ in taken.batches] == ([] if "\n" in name else [name])
    assert len(report.skipped) == ("\n" in name)


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(InvalidInput):
        bring(tmp_path / "nowhere")


def test_long_conversations_come_in_batches_and_one_refusal_costs_one_message(tmp_path):
    path = tmp_path / "archive" / "小八" / f"session_20260305_214007_{ONE}.json"
    write_json(path, [form("human", f"line {n}") for n in range(BATCH + 7)])
    sizes = []

    def picky(user, messages, /, *, session, agent):
        if any(m["content"] == "line 3" for m in messages):
            raise MessageRefused("too bad.")
        sizes.append(len(messages))
        return [each["id"] for each in messages]

    report = import_characters(tmp_path, picky, user="小明")
    assert sizes == [1] * (BATCH - 1) + [7]
    assert report.messages == BATCH + 6
    assert [each.why for each in report.skipped] == ["too bad."]


def history(memory: Memory, user: str = "小明"):
    found = memory.messages.latest(user, limit=1000)
    return sorted((m.session, m.number, m.role, m.text, m.speaker, m.said_at) for m in found)


def test_a_memory_takes_it_in_once_however_often(tmp_path, memory, clock):
    clock.set(LATER)
    newer_server(tmp_path)
    for _ in range(3):
        import_characters(tmp_path, memory.add, user="小明", zone=SHANGHAI)
    found = history(memory)
    assert len(found) == 9
    at = datetime(2026, 3, 5, 21, 40, 7, 250000, tzinfo=SHANGHAI)
    assert found[0] == (ONE, 1, "user", "我叫小明。", None, at)


def test_what_we_exported_comes_back_as_it_was(tmp_path, memory, clock):
    clock.set(LATER)
    export_character(tmp_path, character("Juno 八"), zone=SHANGHAI)
    report = import_characters(tmp_path, memory.add, user="美")
    assert (report.messages, report.skipped) == (6, [])
    assert report.memos == {"Juno 八": "美喜欢茶。"}
    expected_ = sorted(
        (m.session, m.number, m.role, m.text, m.speaker, m.said_at)
        for each in told()
        for m in each.messages
    )
    assert history(memory, "美") == expected_
    zones = {str(m.said_at.tzinfo) for m in memory.messages.latest("美", limit=10)}
    assert zones == {"Asia/Shanghai"}
