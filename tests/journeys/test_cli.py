"""The command line, used as a person would: every command, its answers and its refusals."""

from __future__ import annotations

import errno
import json
import re
from pathlib import Path
from unittest.mock import Mock

import apsw
import pytest

from holdfast.entrypoints.cli import forget
from holdfast.errors import StoreFull
from holdfast.memory import Memory
from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run, texts

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


@pytest.fixture(autouse=True)
def here(folder):
    """Every test has a folder of its own."""


class TestInit:
    def test_makes_a_memory_and_a_file_that_changes_nothing(self, folder):
        assert "Made the memory" in ok("init")
        assert (folder / "memory.db").exists()
        assert "# max_batch = 1000" in (folder / "holdfast.toml").read_text("utf-8")
        assert ok("recall", "anything") == "Nothing found.\n"

    def test_never_overwrites(self, folder):
        (folder / "holdfast.toml").write_text("max_batch = 2\n")
        ok("add", "kept")
        said = ok("init")
        assert "Kept the memory" in said
        assert "Kept the settings" in said
        assert (folder / "holdfast.toml").read_text() == "max_batch = 2\n"
        assert texts() == ["kept"]

    def test_a_chosen_file_is_found_again_without_being_named(self, folder):
        ok("init", "--db", "小美.db")
        ok("add", "你好")
        assert (folder / "小美.db").exists()
        assert not (folder / "memory.db").exists()
        assert texts() == ["你好"]

    def test_a_settings_file_elsewhere_still_names_the_memory_made(self, folder, monkeypatch):
        (folder / "conf").mkdir()
        ok("init", "--config", "conf/h.toml", "--db", "mine.db")
        assert (folder / "mine.db").exists()
        monkeypatch.setenv("HOLDFAST_CONFIG", "conf/h.toml")
        ok("add", "x")
        assert not (folder / "conf" / "mine.db").exists()
        assert texts() == ["x"]

    def test_a_failure_leaves_no_settings_behind(self, folder):
        refused("init", "--db", "no/such/folder/x.db", status=6)
        assert list(folder.iterdir()) == []


class TestAdd:
    def test_prints_the_id_and_is_recalled_at_once_in_both_languages(self):
        first = ok("add", "My sister moved to Chengdu in March.", "--session", "chat").strip()
        ok("add", "我妹妹在儿童医院当护士。", "--speaker", "林悦", "--at", "2026-03-05T21:40+08:00")
        assert UUID.fullmatch(first)
        found = ok("recall", "Where did my sister move?")
        assert first in found
        assert "[chat]" in found
        found = ok("recall", "妹妹做什么工作", "-k", "1")
        assert "2026-03-05 21:40  林悦  [default]" in found
        assert "我妹妹在儿童医院当护士。" in found

    def test_text_from_stdin_and_from_a_file(self, folder):
        ok("add", "-", text="first\nline two\n")
        (folder / "note.txt").write_bytes("第二\r\n".encode("utf-8-sig"))
        ok("add", "--file", "note.txt")
        assert texts() == ["first\nline two", "第二"]

    @pytest.mark.parametrize(
        "given",
        [
            '{"role":"user","content":"a"}\n\n{"role":"assistant","content":"b"}\n',
            '[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]',
            '{"messages":[{"content":"a"},{"role":"assistant","content":"b"}]}',
        ],
        ids=["lines", "array", "object"],
    )
    def test_messages_as_json(self, given):
        assert len(ok_json("add", "-", "--json-input", text=given)["ids"]) == 2
        assert [(m["role"], m["text"]) for m in ok_lines("history")] == [
            ("user", "a"),
            ("assistant", "b"),
        ]

    def test_options_say_what_the_messages_leave_open(self):
        given = '{"content":"a"}\n{"content":"b","role":"tool","speaker":"x"}\n'
        ok("add", "-", "--json-input", "--role", "assistant", "--speaker", "Juno", text=given)
        assert [(m["role"], m["speaker"]) for m in ok_lines("history")] == [
            ("assistant", "Juno"),
            ("tool", "x"),
        ]

    def test_more_than_a_batch(self, folder):
        (folder / "holdfast.toml").write_text("max_batch = 3\n")
        lines = "".join(json.dumps({"content": f"n{n}"}) + "\n" for n in range(10))
        ok("add", "-", "--json-input", text=lines)
        assert texts() == [f"n{n}" for n in range(10)]

    def test_a_refusal_in_a_later_batch_says_what_is_kept(self, folder):
        (folder / "holdfast.toml").write_text("max_batch = 2\n")
        lines = '{"content":"a"}\n{"content":"b"}\n{"content":"c"}\n{"content":""}\n'
        said = refused("add", "-", "--json-input", text=lines, status=2)
        assert "2 messages before this are kept. Message 2 of 2" in said
        assert texts() == ["a", "b"]

    def test_so_does_a_disk_that_fills_up_on_the_way(self, folder, monkeypatch):
        (folder / "holdfast.toml").write_text("max_batch = 2\n")
        store, kept = Memory.add, list[str]()

        def add_until_full(memory, user, messages, **where):
            if kept:
                raise StoreFull("The disk is full.")
            kept.extend(store(memory, user, messages, **where))
            return kept

        monkeypatch.setattr(Memory, "add", add_until_full)
        given = '{"content":"a"}\n{"content":"b"}\n{"content":"c"}\n'
        said = refused("add", "-", "--json-input", text=given, status=6)
        assert "2 messages before this are kept. The disk is full." in said
        assert texts() == ["a", "b"]

    def test_the_same_id_is_kept_once_and_another_text_is_a_conflict(self):
        first = ok("add", "once", "--id", "c1")
        assert ok("add", "once", "--id", "c1") == first
        refused("add", "something else", "--id", "c1", status=4)
        assert texts() == ["once"]

    def test_refusals(self, folder):
        assert (
            "line 2"
            in refused("add", "-", "--json-input", text='{"content":"a"}\n{', status=2).lower()
        )
        assert "UTF-8" in refused("add", "-", text=b"ok\n\xff\xfe", status=2)
        assert "--file" in refused("add", status=2)
        assert "--file" in refused("add", "--json-input", "messages.jsonl", status=2)
        refused("add", "a", "--file", "b", status=2)
        refused("add", "--file", "missing.txt", status=2)
        refused("add", "  ", status=2)
        assert "2026-03-05" in refused("add", "x", "--at", "yesterday", status=2)
        refused("add", "x", "--at", "2999-01-01", status=2)
        assert not texts_or_nothing()

    def test_nobody_named(self, monkeypatch):
        monkeypatch.delenv("HOLDFAST_USER")
        assert "--user" in refused("add", "x", status=2)


def texts_or_nothing() -> list[str]:
    return texts() if Path("memory.db").exists() else []


class TestCorrect:
    def test_recall_sees_the_new_text_and_the_history_both(self):
        message = ok("add", "My sister lives in Chengdu.").strip()
        assert "2 versions" in ok("correct", message, "My sister lives in Chongqing.")
        assert "Chongqing" in ok("recall", "where does my sister live")
        assert "Chengdu" not in ok("recall", "where does my sister live")
        versions = ok_lines("history", "--message", message)
        assert [(v["version"], v["text"][-10:]) for v in versions] == [
            (1, "n Chengdu."),
            (2, "Chongqing."),
        ]
        assert "version 2" in ok("history", "--message", message)

    def test_from_stdin(self):
        message = ok("add", "a").strip()
        assert ok_json("correct", message, "-", text="b\n") == {"id": message, "versions": 2}
        assert texts() == ["b"]

    def test_unknown(self):
        ok("add", "a")
        refused("correct", "00000000-0000-4000-8000-000000000000", "b", status=3)
        refused("history", "--message", "nothing", status=3)


class TestRecall:
    @pytest.fixture(autouse=True)
    def said(self):
        ok("add", "Green tea in March", "--at", "2026-03-05", "--session", "a", "--agent", "juno")
        ok("add", "Green tea in April", "--at", "2026-04-05", "--session", "b", "--agent", "momo")

    def found(self, *arguments: str) -> set[str]:
        return {hit["text"][-5:] for hit in ok_json("recall", "green tea", *arguments)["hits"]}

    def test_narrowed(self):
        assert self.found() == {"March", "April"}
        assert self.found("--since", "2026-04-01") == {"April"}
        assert self.found("--until", "2026-03-05") == {"March"}
        assert self.found("--session", "a") == {"March"}
        assert self.found("--agent", "momo") == {"April"}
        assert self.found("--user", "someone else") == set()
        assert self.found("--space", "elsewhere") == set()

    def test_k(self):
        assert len(ok_json("recall", "green tea", "-k", "1")["hits"]) == 1

    def test_explained(self):
        said = ok("recall", "green tea", "-k", "1", "--explain")
        assert "Looked for: " in said
        assert "Left out: " in said
        answer = ok_json("recall", "green tea", "-k", "1", "--explain")
        assert answer["explanation"]["run"] == answer["run"]

    def test_kept_and_asked_again(self, tmp_path):
        file = tmp_path / "run.json"
        file.write_text(ok("recall", "green tea", "--explain", "--json"), "utf-8")
        assert ok("replay", str(file)) == "The same 2 as before.\n"
        assert ok_json("replay", "-", text=file.read_text("utf-8"))["same"] is True
        ok("add", "Green tea in May", "--at", "2026-05-05")
        other = run("replay", str(file))
        assert other.exit_code == 1
        assert "Found now and not then:" in other.stdout
        assert "Green tea in May" in other.stdout

    @pytest.mark.parametrize("text", ["", "{}", "[1]", "tea", '{"explanation": {"run": 1}}'])
    def test_what_is_no_kept_run_is_refused(self, text):
        refused("replay", "-", status=2, text=text)

    def test_stable_keys(self):
        answer = ok_json("recall", "green tea")
        assert set(answer) == {"run", "hits"}
        assert set(answer["hits"][0]) >= {
            *("score", "text", "sources", "session", "agent", "role"),
            *("speaker", "said_at", "trust", "scores"),
        }
        assert answer["hits"][0]["said_at"].endswith("+00:00")

    def test_context(self):
        answer = run("context", "green tea", "--budget", "100")
        assert "Green tea in March" in answer.stdout
        assert "of 100 tokens" in answer.stderr
        packed = ok_json("context", "green tea", "--budget", "100")
        assert packed["tokens"] <= packed["budget"] == 100

    def test_reading_changes_no_byte(self, folder):
        before = (folder / "memory.db").read_bytes()
        for command in (
            ["recall", "tea"],
            ["context", "tea"],
            ["history"],
            ["sessions"],
            ["sessions", "show", "a"],
            ["recent", "--agent", "juno"],
            ["recent", "show", "--dialog"],
            ["recent", "reviews"],
            ["preferences"],
            ["preferences", "get", "memo_window"],
            ["archive", "--dir", "archives"],
            ["archive", "check", "--dir", "archives"],
            ["users"],
        ):
            ok(*command)
        ok("export")
        ok("jobs")
        run("doctor")
        assert (folder / "memory.db").read_bytes() == before

    def test_sessions_and_users(self):
        assert [s["name"] for s in ok_lines("sessions")] == ["b", "a"]
        assert "b  active  1 message" in ok("sessions")
        ok("add", "x", "--user", "王芳")
        assert ok("users") == "mei\n王芳\n"
        assert ok_lines("users") == [{"user": "mei"}, {"user": "王芳"}]

    def test_history_between(self):
        assert [m["text"] for m in ok_lines("history", "--since", "2026-04-01")] == [
            "Green tea in April"
        ]
        assert "Green tea in March" in ok("history", "--session", "a", "-n", "5")
        assert "  [a]  " in ok("history"), "numbers count in a session, which is named"
        assert "[a]" not in ok("history", "--session", "a"), "it was named already"

    def test_history_by_day(self):
        april, *_ = ok_lines("history", "--since", "2026-04-01")
        assert ok_lines("history", "--days", "--year", "2026")[-1] == {
            "date": april["said_at"][:10],
            "messages": 1,
        }
        assert ok("history", "--year", "2026").endswith(f"{april['said_at'][:10]}  1\n")
        assert ok("history", "--days", "--year", "1999") == "Nothing was said.\n"
        refused("history", "--days", "--session", "a", status=2)


class TestForget:
    @pytest.fixture(autouse=True)
    def said(self):
        ok("add", "keep this", "--session", "a")
        self.message = ok("add", "forget this", "--session", "b").strip()

    @pytest.fixture
    def terminal(self, monkeypatch):
        monkeypatch.setattr(forget, "can_ask", lambda: True)

    def test_without_a_terminal_it_refuses_and_says_what_to_do(self):
        said = refused("forget", "--session", "b", status=2)
        assert "--yes" in said
        assert "--dry-run" in said
        assert len(texts()) == 2

    def test_it_shows_what_will_go_and_asks(self, terminal):
        answer = run("forget", "--session", "b", text="y\n")
        assert answer.exit_code == 0
        assert "1 message" in answer.stderr
        assert "forget this" in answer.stderr
        assert "keep this" not in answer.stderr
        assert "Forgotten: 1 message" in answer.stdout
        assert texts() == ["keep this"]

    @pytest.mark.parametrize("reply", ["n\n", "\n", ""])
    def test_anything_but_yes_keeps_everything(self, terminal, reply):
        answer = run("forget", "--everything", text=reply)
        assert answer.exit_code in (0, 130)
        assert "Forgotten" not in answer.stdout
        assert len(texts()) == 2

    def test_dry_run(self):
        assert "1 message" in ok("forget", "--message", self.message, "--dry-run")
        receipt = ok_json("forget", "--message", self.message, "--dry-run")
        assert receipt["forgotten"] is False
        assert receipt["receipt"]["messages"] == 1
        assert len(texts()) == 2

    @pytest.mark.parametrize(
        "scope", [["--session", "b"], ["--agent", "default"], ["--everything"]]
    )
    def test_scopes(self, scope):
        answer = ok_json("forget", *scope, "--yes")
        assert answer["forgotten"] is True
        assert "forget this" not in json.dumps(answer)
        assert "forget this" not in texts()

    def test_nothing_of_that_name(self, terminal):
        refused("forget", "--session", "never", status=3)
        refused("forget", "--message", "never", "--yes", status=3)
        refused("forget", "--everything", "--user", "nobody", "--yes", status=3)

    def test_exactly_one_scope(self):
        refused("forget", "--yes", status=2)
        refused("forget", "--yes", "--everything", "--session", "b", status=2)

    def test_no_byte_is_left(self, folder):
        ok("forget", "--message", self.message, "--yes")
        for file in folder.iterdir():
            if file.is_file():
                assert b"forget this" not in file.read_bytes()

    def test_while_another_process_reads_it_says_what_finishes_the_work(self, folder):
        reader = apsw.Connection(str(folder / "memory.db"))
        reader.execute("BEGIN; SELECT count(*) FROM sqlite_schema").fetchall()
        said = ok("forget", "--message", self.message, "--yes")
        assert "Forgotten: 1 message" in said
        assert "holdfast worker --once" in said
        assert "No byte" not in said
        assert texts() == ["keep this"]
        reader.close()
        assert ok_json("worker", "--once") == {"ran": 1, "waiting": 0, "dead": 0}
        for file in folder.iterdir():
            assert b"forget this" not in file.read_bytes()


class TestExportAndImport:
    @pytest.fixture(autouse=True)
    def said(self):
        message = ok("add", "第一", "--id", "c1", "--session", "闲聊", "--at", "2026-03-05").strip()
        ok("correct", message, "第一，改")
        ok("add", "second", "--role", "assistant", "--speaker", "Juno")
        ok("add", "theirs", "--user", "ann")

    def test_a_round_trip_changes_nothing(self, folder):
        ok("export", "--all", "all.jsonl")
        assert "of 2 users" in ok("import", "all.jsonl", "--db", "copy.db")
        for user in ("mei", "ann"):
            for command in (["history"], ["sessions"]):
                original = unrevised(*command, "--user", user)
                copied = unrevised(*command, "--user", user, "--db", "copy.db")
                assert copied == original
                assert copied
        ok("export", "--all", "again.jsonl", "--db", "copy.db")
        assert bodies("again.jsonl") == bodies("all.jsonl")

    def test_again_doubles_nothing(self):
        ok("export", "mine.jsonl")
        before = ok_lines("history")
        report = ok_json("import", "mine.jsonl")
        assert report["messages"] == 0
        assert report["duplicates"] >= 2
        assert ok_lines("history") == before

    def test_through_stdout_and_stdin(self):
        exported = ok("export")
        assert "theirs" not in exported
        ok("import", "-", "--db", "copy.db", text=exported)
        assert ok_lines("history", "--db", "copy.db") == ok_lines("history")

    def test_a_file_that_is_cut_short_stores_nothing(self, folder):
        ok("export", "--all", "all.jsonl")
        whole = (folder / "all.jsonl").read_text("utf-8").splitlines(keepends=True)
        (folder / "cut.jsonl").write_text("".join(whole[:-1]), "utf-8")
        refused("import", "cut.jsonl", "--db", "copy.db", status=2)
        assert (
            not (folder / "copy.db").exists() or ok("users", "--db", "copy.db") == "No users yet.\n"
        )

    def test_a_file_that_was_changed_stores_nothing(self, folder):
        ok("export", "--all", "all.jsonl")
        text = (folder / "all.jsonl").read_text("utf-8")
        assert "second" in text
        (folder / "bad.jsonl").write_text(text.replace("second", "s3cond"), "utf-8")
        refused("import", "bad.jsonl", "--db", "copy.db", status=2)
        assert (
            not (folder / "copy.db").exists() or ok("users", "--db", "copy.db") == "No users yet.\n"
        )

    @pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\n", b"{}\n"])
    def test_what_is_not_ours(self, folder, content):
        (folder / "x.jsonl").write_bytes(content)
        refused("import", "x.jsonl", status=2)

    def test_a_failed_export_leaves_no_file_and_does_not_harm_the_old_one(
        self, folder, monkeypatch
    ):
        ok("export", "mine.jsonl")
        before = (folder / "mine.jsonl").read_bytes()
        files = set(folder.iterdir())
        from holdfast.memory import Memory

        def failing(self, user=None):
            yield '{"half":\n'
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Memory, "export", failing)
        assert "No space left" in refused("export", "mine.jsonl", status=2)
        assert "No space left" in refused("export", "other.jsonl", status=2)
        assert set(folder.iterdir()) == files
        assert (folder / "mine.jsonl").read_bytes() == before

    def test_a_mistyped_name_puts_no_empty_export_in_the_place_of_a_good_one(self, folder):
        ok("export", "mine.jsonl")
        before = (folder / "mine.jsonl").read_bytes()
        assert "'mie'" in refused("export", "--user", "mie", "mine.jsonl", status=3)
        assert (folder / "mine.jsonl").read_bytes() == before

    def test_refusals(self, monkeypatch):
        refused("export", "nowhere/x.jsonl", status=2)
        refused("export", "--all", "--user", "mei", status=2)
        refused("import", "missing.jsonl", status=2)
        monkeypatch.delenv("HOLDFAST_USER")
        refused("export", status=2)


def unrevised(*arguments: str) -> list[dict[str, object]]:
    """The rows, without how often each was changed in the file that it lies in."""
    return [{**row, "revision": 0} for row in ok_lines(*arguments)]


def bodies(name: str) -> list[str]:
    """The rows of an export, without the lines that name the moment it was made."""
    return Path(name).read_text("utf-8").splitlines()[1:-1]


class TestLookingAfter:
    def test_a_healthy_memory(self):
        ok("add", "x")
        said = ok("doctor", "--thorough")
        assert "All is well." in said
        assert re.search(r"^  max_batch +1000 +\(default\)$", said, re.MULTILINE)
        assert re.search(r"^  embed_model +not set +\(default\)$", said, re.MULTILINE)
        answer = ok_json("doctor")
        assert answer["good"] is True
        assert all(finding["good"] for finding in answer["findings"])

    def test_no_memory_at_all(self):
        answer = run("doctor")
        assert answer.exit_code == 1
        assert "TODO  store_missing" in answer.stdout
        assert "holdfast init" in answer.stdout

    def test_a_file_that_is_not_a_memory(self, folder):
        (folder / "memory.db").write_bytes(b"not a database " * 1000)
        answer = run("doctor")
        assert answer.exit_code == 1
        assert "TODO" in answer.stdout
        assert (folder / "memory.db").read_bytes() == b"not a database " * 1000

    def test_where_settings_come_from(self, folder, monkeypatch):
        ok("add", "x")
        (folder / "holdfast.toml").write_text("max_batch = 7\n")
        monkeypatch.setenv("HOLDFAST_JOB_ATTEMPTS", "2")
        said = ok("doctor")
        assert re.search(r"^  max_batch +7 +\(holdfast.toml\)$", said, re.MULTILINE)
        assert re.search(r"^  job_attempts +2 +\(HOLDFAST_JOB_ATTEMPTS\)$", said, re.MULTILINE)

    def test_a_misspelt_variable(self, monkeypatch):
        ok("add", "x")
        monkeypatch.setenv("HOLDFAST_SPCAE", "x")
        answer = run("doctor")
        assert answer.exit_code == 1
        assert "HOLDFAST_SPCAE is not a setting" in answer.stdout

    def test_jobs_worker_and_reindex(self):
        ok("add", "green tea")
        assert ok("jobs") == "No jobs are waiting.\n"
        answer = ok_json("reindex", "--later")
        assert [job["id"] for job in ok_lines("jobs")] == answer["jobs"] == answer["left"]
        assert answer["jobs"][0] in ok("jobs")
        assert ok_json("worker", "--once") == {"ran": 1, "waiting": 0, "dead": 0}
        assert ok_lines("jobs") == []
        assert ok("reindex") == "The index is up to date.\n"
        assert "green tea" in ok("recall", "tea")

    def test_migrate_leaves_a_memory_that_is_up_to_date_as_it_is(self):
        ok("add", "x")
        assert "All is well." in ok("doctor", "--migrate")
        assert texts() == ["x"]

    def test_what_stops_a_worker_is_an_error_like_any_other(self, monkeypatch):
        ok("add", "x")

        def failing(self, limit=None, report=None):
            raise StoreFull("There is no room left.")

        monkeypatch.setattr("holdfast.worker.Worker.run", failing)
        assert "no room left" in refused("worker", "--once", status=6)

    def test_retry_of_what_has_not_failed(self):
        ok("add", "x")
        refused("jobs", "--retry", "nothing", status=3)


class TestErrors:
    def test_a_missing_memory(self, folder):
        said = refused("recall", "x", status=6)
        assert "memory.db" in said
        assert "holdfast init" in said
        assert list(folder.iterdir()) == []

    @pytest.mark.parametrize("command", ["recall x", "add x", "forget --everything --yes", "init"])
    def test_a_path_that_cannot_be_looked_at(self, folder, command):
        said = refused(*command.split(), "--db", "x" * 300, status=6)
        assert "File name too long" in said
        assert list(folder.iterdir()) == []

    def test_a_home_that_nobody_has(self, monkeypatch):
        assert "no folder" in refused("add", "x", "--db", "~nobody-of-that-name/x.db", status=6)
        monkeypatch.setenv("HOLDFAST_DB", "~nobody-of-that-name/x.db")
        assert "no folder" in refused("add", "x", status=6)
        assert "~nobody" in refused("add", "x", "--config", "~nobody-of-that-name/x", status=2)

    def test_a_working_folder_that_is_gone(self, folder, monkeypatch):
        (folder / "gone").mkdir()
        monkeypatch.chdir(folder / "gone")
        (folder / "gone").rmdir()
        assert "No such file or directory" in refused("add", "x", status=6)

    def test_a_settings_file_that_cannot_be_looked_at(self):
        assert "settings file" in refused("recall", "x", "--config", "x" * 300, status=2)

    def test_what_the_system_says_of_a_file_is_no_word_of_the_output(self, monkeypatch):
        refusal = PermissionError(errno.EACCES, "Permission denied", "memory.db")
        monkeypatch.setattr(Memory, "open", Mock(side_effect=refusal))
        said = refused("add", "x", status=1)
        assert "memory.db: Permission denied" in said
        assert "output" not in said

    def test_as_json(self):
        answer = run("recall", "x", "--json")
        assert answer.exit_code == 6
        error = json.loads(answer.stderr)["error"]
        assert error["code"] == "store_missing"
        assert set(error) == {"code", "message", "remedy"}

    def test_usage_as_json(self):
        answer = run("recall", "--json")
        assert answer.exit_code == 2
        assert json.loads(answer.stderr)["error"]["code"] == "usage"

    def test_json_as_a_memory_is_not_an_option(self):
        ok("add", "--", "--json")
        assert texts() == ["--json"]

    def test_unknown_options(self):
        assert "--jsn" in refused("recall", "x", "--jsn", status=2)

    def test_a_wrong_settings_file(self, folder):
        (folder / "holdfast.toml").write_text("max_bach = 2\n")
        said = refused("recall", "x", status=2)
        assert "holdfast.toml, line 1" in said
        assert "max_bach" in said
