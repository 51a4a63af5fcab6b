"""Conversations as files, on the command line: archives, and the files of a character server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run, texts


@pytest.fixture(autouse=True)
def here(folder):
    """Every test has a folder of its own."""


NEVER = '{"archive_compact_enabled": false}'
"""Archives as the jobs leave them, whatever time of day it is."""


@pytest.fixture
def archived(monkeypatch) -> None:
    monkeypatch.setenv("HOLDFAST_ARCHIVE_DIR", "files")
    ok("init")
    ok("preferences", "set", "archive_compaction", NEVER)
    for hour, session in enumerate(("tea", "茶"), 10):
        for text in ("我妹妹三月搬去了成都。", f"I like jasmine. {session}"):
            when = f"2024-05-31T{hour}:00+00:00"
            ok("add", text, "--session", session, "--agent", "小八", "--at", when)
        ok("sessions", "seal", session)


def files(folder: Path) -> list[str]:
    found = (folder / "files" / "default" / "mei").rglob("*.gz")
    return sorted(path.name for path in found)


class TestArchive:
    def test_without_a_folder(self):
        ok("add", "x")
        for command in (
            ["list"],
            ["files"],
            ["show", "x"],
            ["merge"],
            ["compact"],
            ["rebuild"],
            ["check"],
            [],
        ):
            said = refused("archive", *command, status=2)
            assert "--dir FOLDER" in said
            assert "HOLDFAST_ARCHIVE_DIR" in said
        assert "good  archives: none are kept" in ok("doctor")

    @pytest.mark.usefixtures("archived")
    def test_listed(self, folder):
        assert len(files(folder)) == 2
        assert [row["session"] for row in ok_lines("archive")] == ["tea", "茶"]
        assert ok("archive") == ok("archive", "list")
        assert "20240531_100000  mei  小八  tea  2 messages  session_" in ok("archive")
        assert ok("archive", "list", "--agent", "momo") == "Nothing is archived.\n"
        assert ok("archive", "--dir", "elsewhere") == "Nothing is archived.\n"
        assert ok("archive", "--dir", "elsewhere", "list") == "Nothing is archived.\n"

    @pytest.mark.usefixtures("archived")
    def test_files_are_listed_a_page_at_a_time_and_shown(self, folder):
        names = files(folder)
        rows = ok_lines("archive", "files")
        assert [row["name"] for row in rows] == names
        assert f"20240531  mei  小八  {rows[0]['bytes']:,} bytes  {names[0]}" in ok(
            "archive", "files"
        )
        assert [r["name"] for r in ok_lines("archive", "files", "-n", "1")] == names[:1]
        after = ("archive", "files", "--after", rows[0]["place"])
        assert [row["name"] for row in ok_lines(*after)] == names[1:]
        assert ok("archive", "files", "--agent", "momo") == "Nothing is archived.\n"
        show = ("archive", "show", names[0], "--agent", "小八")
        assert "我妹妹三月搬去了成都。" in ok(*show)
        assert "bytes to taken.gz" in ok(*show, "--to", "taken.gz")
        kept = next((folder / "files").rglob(names[0]))
        assert (folder / "taken.gz").read_bytes() == kept.read_bytes()
        assert "holdfast archive files" in refused("archive", "show", "none.json", status=3)
        refused("archive", "show", "../../../etc/passwd", "--agent", "小八", status=2)

    @pytest.mark.usefixtures("archived")
    @pytest.mark.capability("B7")
    def test_merged(self, folder):
        merge = ("archive", "merge", "--agent", "小八", "--day")
        assert ok(*merge, "20240531") == (
            "Merged: 2 conversations, 4 messages in day/merged_小八_20240531.json.gz.\n"
        )
        assert len(files(folder)) == 3
        assert ok(*merge, "2024-05-31").startswith("Merged already: ")
        assert ok_json(*merge, "20240531")["changed"] is False
        assert ok(*merge, "20240601") == "Nothing of that day is archived.\n"
        assert "20240531" in refused(*merge, "yesterday", status=2)

    @pytest.mark.usefixtures("archived")
    def test_compacted(self, folder):
        assert ok("archive", "compact") == "No day is due.\n"
        compact = ("archive", "compact", "--agent", "小八", "--day", "20240531")
        assert "2 conversations, 4 messages" in ok(*compact)
        assert files(folder) == ["merged_小八_20240531.json.gz"]
        [report] = ok_lines(*compact)
        assert report["reason"] == "asked"
        assert report["removed"] == 0
        ok("preferences", "set", "archive_compaction", '{"archive_compact_lines_threshold": 1}')
        ok("archive", "rebuild")
        assert len(ok_lines("archive")) == 2

    @pytest.mark.usefixtures("archived")
    def test_written_again_from_the_log(self, folder):
        for path in (folder / "files").rglob("*.gz"):
            path.unlink()
        assert ok("archive") == "Nothing is archived.\n"
        assert "Looked at 2 stretches." in ok("archive", "rebuild")
        assert len(files(folder)) == 2
        assert ok_json("archive", "rebuild") == {"asked": 2, "left": []}
        assert len(ok_lines("archive", "--dir", "copies")) == 0
        ok("archive", "rebuild", "--dir", "copies")
        assert len(ok_lines("archive", "--dir", "copies")) == 2

    @pytest.mark.usefixtures("archived")
    def test_checked(self, folder):
        assert ok("archive", "check") == "2 conversations in files.\n"
        assert "good  damaged archives: 0" in ok("doctor", "--thorough")
        (victim, *_) = (folder / "files").rglob("session_*.gz")
        victim.write_bytes(victim.read_bytes()[:-9])
        answer = run("archive", "check")
        assert answer.exit_code == 1
        assert f"mei/小八/{victim.name}: " in answer.stdout
        assert "holdfast archive rebuild" in answer.stdout
        answer = run("archive", "check", "--json")
        assert '"good": false' in answer.stdout
        doctor = run("doctor", "--thorough")
        assert doctor.exit_code == 1
        assert f"TODO  damaged archives: 1: mei/小八/{victim.name}" in doctor.stdout

    def test_a_file_where_the_folder_should_be(self, folder, monkeypatch):
        ok("add", "x")
        (folder / "taken").write_text("no folder")
        monkeypatch.setenv("HOLDFAST_ARCHIVE_DIR", "taken/archives")
        answer = run("doctor")
        assert answer.exit_code == 1
        assert "TODO  archives: taken/archives. It cannot be written" in answer.stdout


class TestCharacters:
    @pytest.fixture(autouse=True)
    def said(self):
        ok(
            "add",
            "我叫小明。",
            "--session",
            "a",
            "--agent",
            "小八",
            "--at",
            "2024-03-05T21:40+08:00",
        )
        ok("add", "你好！", "--role", "assistant", "--session", "a", "--agent", "小八")
        ok("add", "not for him", "--session", "b", "--agent", "juno")

    def test_out_and_in_again(self, folder):
        ok("sessions", "seal", "a")
        said = ok("export", "--character", "小八", "--to", "store")
        assert said == "Wrote 2 conversations (2 messages) of 小八 to store.\n"
        names = {path.name for path in (folder / "store").iterdir()}
        assert names == {
            "archive",
            "recent_小八.json",
            "settings_小八.json",
            "time_indexed_小八",
        }
        into = ("import", "--characters", "store", "--user", "小明")
        assert "It holds 2 conversations (2 messages) of 小八" in ok(*into, "--dry-run")
        assert ok("users") == "mei\n"
        report = ok_json(*into)
        assert report["characters"] == ["小八"]
        assert report["messages"] == 2
        there = [m["text"] for m in ok_lines("history", "--user", "小明")]
        assert there == ["我叫小明。", "你好！"]
        ok(*into)
        assert len(ok_lines("history", "--user", "小明")) == 2
        assert texts()[:2] == there

    def test_what_is_open_goes_along(self):
        answer = ok_json("export", "--character", "juno", "--to", "store")
        assert (answer["conversations"], answer["messages"]) == (1, 1)

    def test_nothing_is_replaced_unless_asked(self):
        out = ("export", "--character", "小八", "--to", "store")
        ok(*out)
        assert "already" in refused(*out, status=2)
        ok(*out, "--replace")

    def test_what_cannot_be_read_is_named(self, folder):
        ok("export", "--character", "小八", "--to", "store")
        (folder / "store" / "settings_小八.json").write_text("{ broken")
        answer = run("import", "--characters", "store", "--user", "x")
        assert answer.exit_code == 0
        assert "Left out: settings_小八.json" in answer.stderr

    def test_only_some(self):
        ok("export", "--character", "小八", "--to", "store")
        ok("export", "--character", "juno", "--to", "store")
        assert ok_json("import", "--characters", "store", "--only", "juno", "-u", "x")[
            "characters"
        ] == ["juno"]

    def test_refusals(self):
        refused("export", "--character", "nobody", "--to", "store", status=3)
        refused("export", "--character", "小八", status=2)
        refused("export", "--to", "store", status=2)
        refused("export", "--character", "小八", "--to", "store", "--all", status=2)
        refused("import", "--characters", "nowhere", status=2)
        refused("import", "--characters", "a", "b.jsonl", status=2)
        refused("import", "b.jsonl", "--dry-run", status=2)
        refused("import", status=2)
