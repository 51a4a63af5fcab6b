"""`holdfast audit`: our own memory and other systems' exports looked over, from the outside."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.journeys.command_line import ok, refused, run

USER = ("--user", "mei")


@pytest.fixture(autouse=True)
def here(folder):
    """Every test has a folder of its own."""


def written(name: str, *values: object) -> str:
    text = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    Path(name).write_text(text + "\n", "utf-8")
    return name


FAULTS = [
    {"id": "a", "memory": "User lives in Utrecht", "created_at": "2024-02-01", "metadata": {"source": "m1"}},
    {"id": "b", "memory": "User lives in Maastricht", "created_at": "2024-03-01", "metadata": {"source": "m2"}},
    {"id": "c", "memory": "User collects typewriters", "created_at": "2024-02-01", "metadata": {"source": "m3"}},
    {"id": "d", "memory": "User has a collection of typewriters", "created_at": "2024-03-01", "metadata": {"source": "m4"}},
    {"id": "e", "memory": "ok thanks", "created_at": "2024-03-01", "metadata": {"source": "m5"}},
    {"id": "f", "memory": "Has a dentist appointment next Tuesday", "created_at": "2024-03-01", "metadata": {"source": "m6"}},
    {"id": "g", "memory": "User plays the cello"},
]  # fmt: skip


class TestAFile:
    def test_counts_come_first_then_each_finding_with_what_to_do(self):
        answer = run("audit", written("mem0.jsonl", *FAULTS))
        assert answer.exit_code == 1, answer.output
        said = answer.stdout.splitlines()
        assert said[0] == "looks like mem0: 7 entries"
        assert said[1] == (
            "5 findings in 7 entries: 1 duplicate, 1 junk, 1 contradiction, 1 stale, 1 unsourced."
        )
        assert "  - 2024-02-01 User lives in Utrecht [a (line 1)]" in said
        assert "contradiction: home: “Utrecht” and “Maastricht”" in said
        assert answer.stdout.count("  -> ") == 5

    def test_the_same_as_json(self):
        answer = run("audit", written("mem0.jsonl", *FAULTS), "--json")
        assert answer.exit_code == 1
        told = json.loads(answer.stdout)
        assert (told["clean"], told["form"], told["guessed"]) == (False, "mem0", True)
        assert told["counts"] == dict.fromkeys(
            ["duplicate", "junk", "contradiction", "stale", "unsourced"], 1
        )
        (duplicate,) = [each for each in told["findings"] if each["fault"] == "duplicate"]
        assert [entry["id"] for entry in duplicate["entries"]] == ["c", "d"]
        assert duplicate["why"]
        assert duplicate["remedy"]

    def test_a_clean_file(self):
        name = written("m.jsonl", {"text": "likes tea", "sources": ["m1"]})
        said = ok("audit", name)
        assert said.splitlines() == ["looks like jsonl: 1 entry", "All is well with 1 entry."]

    def test_a_damaged_line_is_named(self):
        name = written("m.jsonl", {"text": "likes tea", "sources": ["m1"]})
        with Path(name).open("a", encoding="utf-8") as file:
            file.write("{half\n")
        answer = run("audit", name)
        assert answer.exit_code == 1
        assert "damaged: line 2: this is no JSON" in answer.stdout

    def test_the_form_may_be_named(self):
        name = written("m.jsonl", {"type": "entity", "name": "Kai", "observations": ["likes tea"]})
        assert "looks like mcp: 1 entry" in run("audit", name).stdout
        assert "read as mcp: 1 entry" in run("audit", name, "--form", "mcp").stdout

    def test_stdin_and_another_day(self):
        plan = {"text": "Flies to Oslo on 3 May 2025", "at": "2025-04-01", "source": "m1"}
        text = json.dumps(plan)
        assert run("audit", "-", "--now", "2025-04-15", text=text).exit_code == 0
        assert run("audit", "-", "--now", "2025-07-01", text=text).exit_code == 1

    def test_what_a_terminal_would_act_on_does_not_reach_it(self):
        name = written("m.jsonl", {"text": "ok \x1b[31m\u202e thanks", "id": "\x1b]0;x\x07"})
        assert "\x1b" not in run("audit", name).stdout
        assert "\x1b" not in run("audit", name, "--json").stdout

    def test_misuse_is_refused(self):
        assert "cannot be read" in refused("audit", "nowhere.json", status=2)
        name = written("m.jsonl", {"text": "likes tea"})
        refused("audit", name, *USER, status=2)
        refused("audit", *USER, "--form", "mcp", status=2)
        refused("audit", name, "--form", "other", status=2)


class TestOurOwn:
    def test_a_memory_without_a_file_is_refused(self):
        refused("audit", *USER, status=6)

    def test_what_is_known_of_a_user(self):
        ok("init")
        ok("add", "I live in Utrecht.", *USER)
        assert ok("audit", *USER) == "All is well with 0 entries.\n"

    def test_a_contradiction_can_be_settled_by_what_is_told(self):
        for value in ("3 May", "5 May"):
            ok("add", f"My birthday is {value}.", "--session", "talk", *USER)
        ok("sessions", "seal", "talk", *USER)
        answer = run("audit", *USER)
        assert answer.exit_code == 1
        assert "`holdfast disputes settle ID`" in answer.stdout.splitlines()[-1]
        (slot, *_) = re.findall(r"\[([0-9a-f-]{36}) \(profile: birthday\)\]", answer.stdout)
        ok("disputes", "settle", slot, *USER)
        assert ok("audit", *USER).startswith("All is well")
