"""Measuring what is learned: junk among it, and whether it is packed when it is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from holdfast.entrypoints.cli.program import program

ORDER = "Always name the river when I ask about a town."


def rows(*texts: str) -> str:
    said = {"kind": "message", "session": "s", "speaker": None, "role": "user", "time": None}
    asked = {"kind": "question", "question": "Tell me of Leeds.", "asked_at": "2024-01-01"}
    lines: list[dict[str, object]] = []
    for number, text in enumerate(texts):
        lines.append({**said, "id": f"m{number}", "text": text})
        evidence = {"evidence": [f"m{number}"], "category": f"m{number}"}
        lines.append({**asked, **evidence, "id": f"q{number}"})
    return "".join(json.dumps({**line, "conversation": "a"}) + "\n" for line in lines)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def bench(texts: tuple[str, ...], *arguments: str) -> dict[str, dict[str, float]]:
        Path("sets").mkdir()
        Path("sets", "one.jsonl").write_text(rows(*texts), "utf-8")
        name, *more = arguments
        answered = CliRunner().invoke(
            program, ["bench", name, "sets", *more, "--json"], catch_exceptions=False
        )
        return json.loads(answered.stdout)

    return bench


def test_an_order_is_packed_though_nothing_in_the_question_leads_to_it(run):
    far = "The lorry brought gravel, and then it brought more of it."
    found = run((ORDER, far), "packed", "--budget", "160")
    assert found["one m0"] == {"n": 1, "first": 100.0, "all": 100.0, "standing": 100.0}
    assert found["one m1"]["standing"] == 0.0


def test_what_is_not_learned_is_not_packed(run):
    found = run(("Leeds. " * 90, "Gravel. " * 90), "packed", "--category", "m1", "--budget", "60")
    assert list(found) == ["one m1"]
    assert found["one m1"]["first"] == 0.0


def test_values_are_audited_and_turns_counted(run):
    texts = ("I live in Leeds.", "My favourite colour is blue.", "I have a dog called Rex.")
    found = run(texts, "audit", "--turns", "2")
    assert found["one"]["turns"] == 2
    assert found["one"]["entries"] == 2
    assert found["one"]["junk"] == 0.0
