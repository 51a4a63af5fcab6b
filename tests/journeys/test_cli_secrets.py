"""A secret that lies about (in the environment, in a settings file) is nowhere repeated or kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from holdfast.entrypoints.cli.program import MODULES, program

SECRETS = {
    "OPENAI_API_KEY": "sk-canary-openai-91be07",
    "HOLDFAST_FUTURE_KEY": "sk-canary-future-5d20aa",
    "HOLDFAST_API_KEY": "sk-canary-api-77c1f3",
}
IN_FILE = "sk-canary-file-c03e18"
SET = """\
{"kind": "message", "conversation": "c", "id": "m1", "session": "s", "role": "user", "text": "tea"}
{"kind": "question", "conversation": "c", "id": "q1", "question": "tea?", "evidence": ["m1"]}
"""
WRONG_FILES = (
    f'api_key = "{IN_FILE}"\n',
    f'max_batch = "{IN_FILE}"\n',
    f'time_zone = "{IN_FILE}"\n',
    f'[provider]\nkey = "{IN_FILE}"\n',
    f"db = {IN_FILE}\n",
    f'"{IN_FILE}" = 1\n',
)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOLDFAST_USER", "mei")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "one.jsonl").write_text(SET)
    return tmp_path


def said_by(*arguments: str) -> str:
    """Everything a command says, on either stream, and the error it ended with, if any."""
    answer = CliRunner().invoke(program, arguments, input="a line\n")
    return f"{answer.stdout}\n{answer.stderr}\n{answer.exception!r}"


def said_by_all(message: str) -> Iterator[str]:
    """What every command says, plainly and as JSON."""
    calls = {
        "init": [],
        "add": ["jasmine again"],
        "correct": [message, "goodbye"],
        "import": ["export.jsonl"],
        "recall": ["jasmine", "--explain"],
        "replay": ["run.json"],
        "context": ["jasmine"],
        "recent": [],
        "history": [],
        "sessions": [],
        "users": [],
        "buffers": [],
        "profile": ["set", "home", "Chengdu"],
        "facts": ["--sources"],
        "events": [],
        "disputes": [],
        "audit": [],
        "export": ["export.jsonl"],
        "archive": ["check", "--dir", "archives"],
        "serve": ["--host", "203.0.113.1"],  # not an address of this machine: it cannot listen
        "keys": [],
        "worker": ["--once"],
        "mcp": [],
        "jobs": [],
        "preferences": [],
        "reindex": [],
        "doctor": ["--thorough"],
        "forget": ["--session", "default", "--dry-run"],
        "bench": ["recall", "sets"],
    }
    assert calls.keys() == MODULES.keys(), "every command is tried"
    for name in ("export", *calls):
        yield said_by(name, *calls[name])
        yield said_by(name, *calls[name], "--json")
    yield said_by("recall", "x", "--db", "missing.db")
    yield said_by("export")


def leaks(folder: Path, outputs: list[str]) -> list[str]:
    """Where any of the secrets turns up: in what was said, or in a file (settings apart)."""
    secrets = [*SECRETS.values(), IN_FILE]
    places = {f"output {n}": text.encode() for n, text in enumerate(outputs)}
    places |= {
        path.name: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "holdfast.toml"
    }
    assert "memory.db" in places, "or there is nothing to look into"
    return [place for place, data in places.items() if any(s.encode() in data for s in secrets)]


@pytest.mark.capability("F9")
def test_no_secret_is_said_or_kept(folder):
    message = CliRunner().invoke(program, ["add", "jasmine"]).stdout.strip()
    run = CliRunner().invoke(program, ["recall", "jasmine", "--explain", "--json"])
    (folder / "run.json").write_text(run.stdout)
    outputs = list(said_by_all(message))
    assert any("Found now and not then" in text for text in outputs)
    assert any("HOLDFAST_FUTURE_KEY is not a setting" in text for text in outputs)
    for text in WRONG_FILES:
        (folder / "holdfast.toml").write_text(text)
        refused = list(said_by_all(message))
        assert any("holdfast.toml" in answer for answer in refused)
        outputs += refused
    assert leaks(folder, outputs) == []


@pytest.mark.capability("F9")
def test_the_check_above_can_fail(folder):
    """The control: a secret that was told as a memory is found in every one of those places."""
    message = CliRunner().invoke(program, ["add", f"jasmine, my key is {IN_FILE}"]).stdout.strip()
    outputs = [said_by("recall", "jasmine"), said_by("export", "export.jsonl")]
    assert message
    assert {"output 0", "export.jsonl"} <= set(leaks(folder, outputs))
    assert {"memory.db", "memory.db-wal"} & set(leaks(folder, outputs))
