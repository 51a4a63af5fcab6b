"""The examples run as they stand, offline, and show what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.testing.server import served

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def shown_by(name: str, folder: Path) -> str:
    """What an example prints, run in an empty folder."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("HOLDFAST_")}
    ran = subprocess.run(
        [sys.executable, EXAMPLES / name],
        capture_output=True,
        cwd=folder,
        env=environment | {"PYTHONUTF8": "1", "XDG_CONFIG_HOME": str(folder)},
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    assert ran.stderr == b""
    assert list(folder.iterdir()) == []
    return ran.stdout.decode()


def told(shown: str, session: int) -> str:
    """What a session of the live character was told."""
    found = re.findall(rf"\| session {session} (?:begins|is told).*\n((?:      \|   .*\n)+)", shown)
    return "".join(found)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs(path, tmp_path):
    assert shown_by(path.name, tmp_path).strip()


@pytest.mark.capability("E2", "E5", "E6")
def test_the_live_character_changes_its_session_without_a_seam(tmp_path):
    shown = shown_by("live_character.py", tmp_path)
    steps = re.findall(r"^      > (\w+)", shown, re.MULTILINE)
    first = ["running", "preparing", "warming", "failed", "warming", "ready", "swapped"]
    assert steps[: len(first)] == first
    assert steps[len(first) :] == ["told", "preparing", "warming", "ready", "swapped"]
    lines = re.findall(r"^\d\d:\d\d (?:林悦|Juno).*?: (.*)$", shown, re.MULTILINE)
    assert len(lines) == 17
    third, fourth = told(shown, 3), told(shown, 4)
    for line in [*lines[:10], "五个半小时，", "还行吧。", *lines[11:13]]:
        assert third.count(line) == 1, line
    for line in lines[6:]:
        assert fourth.count(line) == 1, line
    assert "The search is done" in fourth


def test_the_companion_remembers_through_a_server_what_it_was_told(tmp_path):
    """The same lines, with her memory in a file of hers and at a server's."""
    lines = "My sister Lily lives in Chengdu.\n我对花生过敏。\n"
    asked = "Where does Lily live?\n我对什么过敏？\n/recent\n/quit\nnever read\n"
    wanted = ["You told me: My sister Lily lives in Chengdu.", "我记得你说过：我对花生过敏。"]
    with served(tmp_path / "far.db") as server:
        places = (["--db", "juno.db"], ["--url", server.url])
        for place in places:
            for said in (lines, asked):
                shown = talked(said, place, tmp_path, {"HOLDFAST_KEY": server.key})
            assert [answer for answer in wanted if answer not in shown] == []
            assert "never read" not in shown


def talked(said: str, place: list[str], folder: Path, more: dict[str, str]) -> str:
    """What the companion answers, in a process of her own."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("HOLDFAST_")}
    ran = subprocess.run(
        [sys.executable, EXAMPLES / "chat_companion.py", *place],
        input=said.encode(),
        capture_output=True,
        cwd=folder,
        env=environment | more | {"PYTHONUTF8": "1", "XDG_STATE_HOME": str(folder)},
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode()


def test_the_connector_loses_nothing_while_the_server_is_away(tmp_path):
    shown = shown_by("sync_connector.py", tmp_path)
    assert "stored: 4" in shown
    assert "waiting on this disk: 2" in shown
    kept = re.findall(r"^  (?:user|assistant): (.*)$", shown, re.MULTILINE)
    assert kept == [
        "Lily 打电话来了，她要搬去成都。",
        "Really? When?",
        "In March. She starts at the museum.",
        "三月的成都正好看花。",
        "She takes the cat along, of course.",
        "年糕也去！",
        "那先这样，明天见。",
        "See you tomorrow!",
    ]
    assert "Juno | 年糕也去！" in shown
