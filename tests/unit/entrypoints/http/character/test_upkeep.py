"""Upkeep: archives, switches, flushing and the end of the server."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.entrypoints.http.switch import is_on
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.entrypoints.http.character.conftest import MASTER, Served

TALK = [{"role": "user", "content": "我住在成都。"}, {"role": "assistant", "content": "真好！"}]
SENT = {"input_history": json.dumps(TALK)}
SENT_AGAIN = {"input_history": json.dumps([{"role": "user", "content": "我住在杭州了。"}])}
DEFAULTS = (
    b'{"archive_compact_enabled":true,"archive_compact_lines_threshold":2000,'
    b'"archive_compact_size_mb_threshold":64,"archive_compact_interval_sec":180,'
    b'"archive_compact_delete_shards":true,"archive_compact_window_start_hour":2,'
    b'"archive_compact_window_end_hour":5}'
)


def quick(serve, **options) -> Served:
    made: Served = serve(summariser=FakeSummariser(), reviewer=FakeReviewer(), **options)
    return made


class TestMerging:
    """A day in one file."""

    @pytest.mark.parametrize(
        ("compress", "file"),
        [
            ("", "merged_小八_{}.json.gz"),
            ("&compress=true", "merged_小八_{}.json.gz"),
            ("&compress=false", "merged_小八_{}.json"),
            ("&compress=False", "merged_小八_{}.json"),
        ],
    )
    def test_to_the_letter(self, serve, compress, file):
        server = quick(serve)
        day = f"{datetime.now(UTC):%Y%m%d}"
        for _ in range(2):
            server.post("/process/小八", json=SENT)
        answer = server.post(f"/archive/merge_by_day/小八?date={day}{compress}")
        output = f"day/{file.format(day)}"
        expected = f'{{"success":true,"output":"{output}","sessions":2,"messages":6}}'
        assert (answer.status_code, answer.text) == (200, expected)
        assert file.format(day) in server.archived()

    def test_a_day_without_a_word(self, server):
        answer = server.post("/archive/merge_by_day/小八?date=19990101")
        assert answer.status_code == 200
        assert answer.json() == {"success": False, "error": "未找到指定日期 19990101 的会话归档"}

    def test_what_is_no_day(self, server):
        for query in ["date=tomorrow", "date=../../x", "date=20240101&compress=x"]:
            answer = server.post(f"/archive/merge_by_day/小八?{query}").json()
            assert ([*answer], answer["success"]) == (["success", "error"], False)

    def test_where_no_archives_are_kept(self, serve):
        server = serve(archive_dir="")
        answer = server.post("/archive/merge_by_day/小八?date=20240101")
        assert answer.status_code == 200
        assert answer.json()["success"] is False
        assert "archive_dir" in answer.json()["error"]


@pytest.mark.parametrize("path", ["/compact_config", "/api/memory/compact_config"])
class TestCompaction:
    """When days are compacted."""

    def test_what_is_usual_to_the_letter(self, server, path):
        assert server.get(path).content == DEFAULTS

    def test_some_of_it_is_changed_and_stays(self, serve, path):
        server = serve(kept=True)
        change = {"archive_compact_enabled": False, "archive_compact_interval_sec": 60}
        answer = server.post(path, json={**change, "archive_compact_window_end_hour": None})
        assert answer.content == b'{"success":true}'
        server.post(path, json={"archive_compact_lines_threshold": 10})
        wanted = {**json.loads(DEFAULTS), **change, "archive_compact_lines_threshold": 10}
        assert server.get(path).json() == wanted
        assert serve(kept=True).get("/compact_config").json() == wanted

    def test_what_cannot_be_is_refused(self, server, path):
        changes: list[Any] = [
            {"archive_compact_enabled": "yes"},
            {"archive_compact_lines_threshold": True},
            {"archive_compact_lines_threshold": 0},
            {"archive_compact_size_mb_threshold": 1.5},
            {"archive_compact_window_start_hour": 25},
            {"archive_compact_speed": 3},
            [],
            7,
        ]
        for change in changes:
            answer = server.post(path, json=change)
            assert (answer.status_code, answer.json()["success"]) == (400, False)
        assert server.get(path).content == DEFAULTS


class TestReviewing:
    """The switch of the browser page."""

    @pytest.mark.capability("A18")
    def test_it_stays_as_it_was_left(self, serve):
        server = serve(kept=True)
        path = "/api/memory/review_config"
        assert server.get(path).content == b'{"enabled":true}'
        answer = server.post(path, json={"enabled": False})
        assert answer.content == b'{"success":true,"enabled":false}'
        again = serve(kept=True)
        assert again.get(path).content == b'{"enabled":false}'
        again.post(path, json={"enabled": True})
        assert again.get(path).content == b'{"enabled":true}'

    @pytest.mark.capability("A18")
    def test_off_is_off(self, serve):
        server = serve()
        server.post("/api/memory/review_config", json={"enabled": False})
        twice = [*TALK, *TALK, {"role": "user", "content": "我不住在成都，我住在上海。"}]
        server.post("/process/小八", json={"input_history": json.dumps(twice)})
        assert server.memory.memo.reviews(MASTER, "小八") == []
        server.post("/api/memory/review_config", json={"enabled": True})
        server.post("/process/小八", json={"input_history": json.dumps(twice)})
        assert len(server.memory.memo.reviews(MASTER, "小八")) == 1

    def test_a_switch_is_on_or_off(self, server):
        wrongs: list[Any] = [{"enabled": "no"}, {"enabled": 0}, {"enabled": None}, []]
        for wrong in wrongs:
            answer = server.post("/api/memory/review_config", json=wrong)
            assert (answer.status_code, answer.json()["success"]) == (400, False)
        assert server.get("/api/memory/review_config").json() == {"enabled": True}


class TestSwitches:
    """The memory off and on."""

    @pytest.mark.capability("F2")
    def test_while_it_is_off_nothing_is_taken_and_prompts_go_on(self, serve):
        server = quick(serve)
        server.post("/process/小八", json=SENT)
        answer = server.post("/api/admin/memory/disable")
        assert answer.content == b'{"success":true,"disable_memory_server":true}'
        for path in ("/process/小八", "/renew/小八"):
            answer = server.post(path, json=SENT)
            assert (answer.status_code, answer.json()["status"]) == (200, "error")
            assert "/api/admin/memory/enable" in answer.json()["message"]
        file = {"filename": "recent_小八.json", "chat": []}
        answer = server.post("/api/memory/recent_file/save", json=file)
        assert (answer.status_code, answer.json()["success"]) == (200, False)
        for path in (
            "/new_dialog/小八",
            "/get_recent_history/小八",
            "/search_for_memory/小八/成都",
        ):
            assert "我住在成都。" in server.get(path).text
        assert len(server.memory.messages.latest(MASTER, agent="小八")) == 2

    @pytest.mark.capability("F2")
    def test_it_stays_off_until_it_is_switched_on(self, serve):
        serve(kept=True).post("/api/admin/memory/disable")
        server = serve(kept=True)
        assert not is_on(server.memory)
        assert is_on(server.memory.in_space("another"))
        assert server.post("/renew/小八", json=SENT).json()["status"] == "error"
        answer = server.post("/api/admin/memory/enable")
        assert answer.content == b'{"success":true,"disable_memory_server":false}'
        assert is_on(server.memory)
        assert server.post("/renew/小八", json=SENT).json() == {"status": "processed"}

    def test_sync(self, serve):
        server = serve(kept=True)
        answer = server.post("/api/admin/sync/disable")
        assert answer.content == b'{"success":true,"disable_sync_connectors":true}'
        assert serve(kept=True).memory.admin.preference("sync_enabled") is False
        answer = server.post("/api/admin/sync/enable")
        assert answer.content == b'{"success":true,"disable_sync_connectors":false}'
        assert server.post("/renew/小八", json=SENT).json() == {"status": "processed"}


@pytest.mark.capability("F3", "A21")
class TestFlushing:
    """All memos begun afresh, and nothing else."""

    def test_it_wants_to_be_sure(self, serve):
        server = quick(serve)
        server.post("/process/小八", json=SENT)
        unsure: list[dict[str, Any]] = [
            {},
            {"json": {}},
            {"json": {"confirm": "true"}},
            {"json": {"confirm": False}},
            {"params": {"confirm": "false"}},
            {"params": {"confirm": "please"}},
            {"content": b"confirm"},
        ]
        for options in unsure:
            answer = server.post("/api/admin/cache/flush", **options)
            assert (answer.status_code, answer.json()["success"]) == (400, False)
        assert "我住在成都。" in server.get("/new_dialog/小八").text

    @pytest.mark.parametrize(
        "options", [{"json": {"confirm": True}}, {"params": {"confirm": "true"}}]
    )
    def test_it_tells_what_went_and_keeps_log_and_archives(self, serve, options):
        server = quick(serve)
        for name in ("小八", "juno"):
            server.post(f"/process/{name}", json=SENT)
        archived = server.archived()
        while "成都" not in server.get("/get_settings/小八").text:
            time.sleep(0.01)  # it is learned behind the scenes
        answer = server.post("/api/admin/cache/flush", **options)
        files = "recent_juno.json recent_小八.json settings_juno.json settings_小八.json"
        assert answer.json() == {"success": True, "removed": files.split()}
        assert server.get("/api/memory/recent_files").json() == {"files": []}
        assert "成都" not in server.get("/new_dialog/小八").text
        assert "成都" not in server.get("/get_settings/小八").text
        assert "成都" in server.get("/search_for_memory/小八/成都").text
        assert server.archived() == archived
        assert len(archived) == 2
        again = server.post("/api/admin/cache/flush", **options)
        assert again.json() == {"success": True, "removed": []}
        server.post("/process/小八", json=SENT_AGAIN)
        while "杭州" not in server.get("/get_settings/小八").text:
            time.sleep(0.01)


class TestShutdown:
    """The end, where it is allowed."""

    def test_it_is_not(self, server):
        answer = server.post("/shutdown")
        assert answer.status_code == 200
        assert answer.json() == {
            "status": "shutdown_disabled",
            "message": "当前模式不允许响应退出请求",
        }

    def test_it_is(self, serve):
        server = serve(stop=True)
        answer = server.post("/shutdown")
        assert answer.content == b'{"status":"shutdown_signal_received"}'
        assert server.stopped.wait(10)

    def test_a_look_does_not_end_it(self, serve):
        server = serve(stop=True)
        assert server.get("/shutdown").status_code == 405
        assert not server.stopped.is_set()
