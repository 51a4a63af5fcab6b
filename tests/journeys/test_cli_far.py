"""The command line against a server: the same commands, the same answers."""

from __future__ import annotations

import pytest

from holdfast import Memory, Settings
from holdfast.entrypoints.cli.program import MODULES
from holdfast.stores.files.running import running
from holdfast.testing.server import served
from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run

AT_HOME = {"init", "serve", "keys", "worker", "bench"}
"""Commands for the machine that the memory is on."""


@pytest.fixture
def server(folder, monkeypatch):
    with served("far.db", settings=Settings(worker=False, archive_dir="archives")) as server:
        monkeypatch.setenv("HOLDFAST_URL", server.url)
        monkeypatch.setenv("HOLDFAST_KEY", server.key)
        yield server


def test_a_memory_is_kept_asked_and_forgotten_from_afar(server, folder):
    ok("add", "My sister moved to Chengdu.", "--session", "tea")
    [id_] = ok_json("add", "我对花生过敏。")["ids"]
    assert "Chengdu" in ok("recall", "Where did my sister go?")
    assert ok_json("recall", "花生", "-k", "1")["hits"][0]["sources"] == [id_]
    assert "花生" in ok("context", "花生")
    ok("correct", id_, "我对虾过敏。")
    assert [each["text"] for each in ok_lines("history")][-1] == "我对虾过敏。"
    assert ok("users") == "mei\n"
    assert "1 message" in ok("forget", "--session", "tea", "--yes")
    assert not server.memory.recall("mei", "sister Chengdu")
    assert not (folder / "memory.db").exists(), "nothing was made here"


def test_sessions_recent_jobs_and_preferences_from_afar(server):
    ok("add", "-", "--session", "tea", text="Hello there.\nSecond line of it.")
    ok("add", "And more.", "--session", "tea")
    assert "tea" in ok("sessions")
    assert ok_json("sessions", "seal", "tea")
    assert server.memory.sessions.stretches("mei", "tea")
    assert ok("jobs")
    assert "And more." in ok("recent")
    ok("preferences", "set", "memo_window", "10")
    assert ok("preferences", "get", "memo_window") == "10\n"
    held = {row["name"]: (row["value"], row["where"]) for row in ok_lines("preferences")}
    assert held["memo_window"] == (10, "preference")
    assert held["memo_review"] == (True, "default")
    assert ok("jobs", "--retry-dead") == "No job is dead.\n"
    assert "left to the server" in ok("reindex")
    assert ok("archive")
    assert ok_json("archive", "check")["folder"] == server.url


def test_archives_and_what_was_made_of_a_message_are_looked_at_from_afar(server):
    [id_, *_] = ok_json("add", "My sister moved to Chengdu.", "--session", "tea")["ids"]
    ok("add", "她养了一只猫。", "--session", "tea")
    assert ok("history", "--message", id_, "--derived") == "Nothing was made of it.\n"
    ok("sessions", "seal", "tea")
    server.memory.admin.run_jobs()
    [file] = ok_lines("archive", "files")
    assert "她养了一只猫。" in ok("archive", "show", file["name"])
    made = server.memory.items.derived("mei", id_)
    told = ok_lines("history", "--message", id_, "--derived")
    assert [each["id"] for each in told] == [item.id for item in made] != []
    assert f"[tea]  {made[0].id}" in ok("history", "--message", id_, "--derived")
    assert "such message" in refused("history", "--message", "none", "--derived", status=3)
    assert "--message" in refused("history", "--derived", status=2)


def test_the_space_is_the_same_from_afar_as_at_home(server, folder, monkeypatch):
    monkeypatch.setenv("HOLDFAST_SPACE", "alice")
    ok("add", "by the variable")
    ok("add", "by the option", "--space", "爱丽丝")
    monkeypatch.delenv("HOLDFAST_SPACE")
    ok("add", "by nothing")
    (folder / "tenant.toml").write_text('space = "bob"', "utf-8")
    ok("add", "by the file", "--config", "tenant.toml")

    def said_in(space: str) -> list[str]:
        return [each.text for each in server.memory.in_space(space).messages.list("mei")]

    assert {space: said_in(space) for space in ("alice", "爱丽丝", "bob", "default")} == {
        "alice": ["by the variable"],
        "爱丽丝": ["by the option"],
        "bob": ["by the file"],
        "default": ["by nothing"],
    }


def test_an_export_and_an_import_through_a_server(server):
    ok("add", "My sister moved to Chengdu.")
    ok("export", "mei.jsonl")
    server.memory.forget("mei", everything=True)
    assert "Stored 1 message" in ok("import", "mei.jsonl")
    assert "Chengdu" in ok("recall", "sister")


def test_a_doctor_looks_at_the_server(server):
    assert "far.db" in ok("doctor")
    assert "A server migrates its file itself" in run("doctor", "--migrate").output


def test_a_file_that_is_named_wins_over_the_environment(server):
    ok("add", "here", "--db", "here.db")
    assert not server.memory.admin.users()
    with Memory.open("here.db", read_only=True) as memory:
        assert memory.admin.users() == ["mei"]


def test_both_a_file_and_a_server_are_refused(server):
    assert "exclude each other" in refused(
        "recall", "x", "--db", "a.db", "--url", server.url, status=2
    )


def test_a_key_comes_from_a_file_and_never_shows(server, folder, monkeypatch):
    monkeypatch.delenv("HOLDFAST_KEY")
    assert "no key" in refused("recall", "x", status=11)
    (folder / "key").write_text(f"{server.key}\n")
    assert ok("recall", "x", "--key-file", "key")
    (folder / "key").write_bytes(b"\xff" + server.key.encode())
    said = refused("recall", "x", "--key-file", "key", status=2)
    assert server.key not in said


def test_a_server_that_is_not_there(folder, monkeypatch):
    monkeypatch.setenv("HOLDFAST_URL", "http://127.0.0.1:1")
    assert "holdfast serve" in refused("recall", "x", status=10)


def test_a_server_on_the_file_is_told_of_and_the_file_still_works(folder):
    ok("add", "x")
    with running("memory.db", "http://127.0.0.1:48912"):
        answer = run("recall", "x")
    assert "http://127.0.0.1:48912" in answer.stderr
    assert "x" in answer.stdout
    assert run("recall", "x").stderr == ""


@pytest.mark.parametrize("name", sorted(MODULES))
def test_every_command_takes_a_server_or_is_for_the_machine_itself(name):
    assert ("--url" in ok(name, "--help")) is (name not in AT_HOME)
