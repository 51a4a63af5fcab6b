"""Comparing two runs: a fall is seen, and chance is not taken for one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from holdfast.entrypoints.cli.program import program

COUNT = 120


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    folder = tmp_path / "sets" / "mine"
    folder.mkdir(parents=True)
    said = {"conversation": "a", "session": "s", "speaker": None, "role": "user", "time": None}
    asked = {"conversation": "a", "question": "what?", "asked_at": None}
    rows = [{**said, "id": f"m{n}", "text": f"text {n}"} for n in range(COUNT)]
    questions = [
        {**asked, "id": f"q{n}", "evidence": [f"m{n}"], "category": "odd" if n % 2 else "even"}
        for n in range(COUNT)
    ]
    for name, lines in (("messages", rows), ("questions", questions)):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path / "sets"


def run(path: Path, found: set[int]) -> Path:
    """A run that found the evidence of these questions first, and of the others not at all."""
    rows = (
        {"set": "mine", "id": f"q{n}", "ranked": [f"m{n}" if n in found else "other"]}
        for n in range(COUNT)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def compared(sets: Path, before: Path, after: Path, *more: str):
    command = ["bench", "compare", str(sets), str(before), str(after), *more]
    return CliRunner().invoke(program, command)


def test_a_fall_that_is_no_chance_is_told_and_fails(sets, tmp_path):
    before = run(tmp_path / "before.jsonl", set(range(80)))
    after = run(tmp_path / "after.jsonl", set(range(60)))
    told = compared(sets, before, after)
    assert told.exit_code == 1
    assert "fell" in told.output
    assert compared(sets, after, before).exit_code == 0


def test_what_may_be_chance_is_no_fall(sets, tmp_path):
    before = run(tmp_path / "before.jsonl", set(range(80)))
    after = run(tmp_path / "after.jsonl", {*range(5, 80), *range(100, 104)})
    told = compared(sets, before, after, "--json")
    assert told.exit_code == 0
    figure = json.loads(told.output)["mine"]["R@10"]
    assert figure["before"] == pytest.approx(100 * 80 / COUNT)
    assert figure["after"] == pytest.approx(100 * 79 / COUNT)
    assert figure["low"] < figure["after"] - figure["before"] < figure["high"]


def test_a_question_that_a_run_lacks_scores_nothing(sets, tmp_path):
    before = run(tmp_path / "before.jsonl", set(range(COUNT)))
    after = tmp_path / "after.jsonl"
    after.write_text("".join(before.read_text("utf-8").splitlines(keepends=True)[:60]), "utf-8")
    told = json.loads(compared(sets, before, after, "--json", "--without", "odd").output)
    assert told["mine"]["n"] == COUNT / 2
    assert told["mine"]["MRR"]["after"] == pytest.approx(50)


@pytest.mark.parametrize("line", ["{", "[]", '{"set": "mine"}', "7"])
def test_what_is_no_run_is_refused_by_name_and_line(sets, tmp_path, line):
    spoiled = tmp_path / "spoiled.jsonl"
    spoiled.write_text(line + "\n", encoding="utf-8")
    told = compared(sets, spoiled, spoiled)
    assert told.exit_code != 0
    assert "spoiled.jsonl, line 1" in told.output
