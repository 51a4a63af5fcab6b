"""The demo: it runs, runs again, and what it invites one to type works when it is pasted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import datetime

import pytest

from holdfast.entrypoints.demo import FORGOTTEN, MISTAKEN, STILL_OPEN, STORY, USER


@pytest.fixture
def demo(tmp_path):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("HOLDFAST_")}
    environment["XDG_CONFIG_HOME"] = str(tmp_path / "config")

    def running(*arguments: str) -> str:
        ran = subprocess.run(
            [sys.executable, "-m", "holdfast.entrypoints.demo", *arguments],
            capture_output=True,
            cwd=tmp_path,
            env=environment | {"PYTHONUTF8": "1"},
            timeout=60,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr.decode()
        assert ran.stderr == b""
        return ran.stdout.decode()

    return running


def test_the_story_is_whole():
    told = [json.loads(line) for line in STORY.read_text("utf-8").splitlines()]
    assert 110 <= len(told) <= 140
    assert len({message["session"] for message in told}) >= 20
    assert {message.get("user", USER) for message in told} == {USER, "lele"}
    assert told[-1]["session"] == STILL_OPEN
    assert len({message["id"] for message in told}) == len(told)
    times = [datetime.fromisoformat(message["at"]) for message in told]
    assert times == sorted(times)
    assert (times[-1] - times[0]).days >= 55
    said = [message["content"] for message in told]
    chinese = sum(bool(re.search(r"[\u4e00-\u9fff]", text)) for text in said)
    english = sum(bool(re.search(r"[A-Za-z]{3,}", text)) for text in said)
    assert min(chinese, english) > len(told) // 3
    assert len({*said}) == len(said)
    assert {message["role"] for message in told} == {"user", "assistant"}
    assert any(message["id"] == MISTAKEN for message in told)
    assert any(message["session"] == FORGOTTEN for message in told)


def test_it_shows_what_it_promises(demo):
    shown = demo()
    assert "moved to Chengdu" in shown
    assert "5 月 17 号" in shown
    assert "due on June 9 now, not June 5" in shown
    assert "我对花生过敏" in shown
    assert re.search(r"\d+ of 400 tokens", shown)
    assert shown.index("allergic to chicken") < shown.index("allergic to salmon")
    assert "version 2" in shown
    assert "3 messages, 3 index entries, 1 session, 5 items; erased from the file: yes" in shown
    assert "0 memories found" in shown
    assert "'vet' is active. Half an hour of silence, and it is sealed." in shown
    assert shown.count("no more salmon for her; chicken is fine\n") == 1, "the summary follows"
    assert "Juno的内心活动" in shown
    assert "林悦 | Not yet. But remember that Mum" in shown
    assert f"{STILL_OPEN!r} is active; what was last said in it" in shown
    assert "http://" not in shown, "without a terminal it ends with the tour"


def test_running_it_again_works_and_spares_what_was_added(demo, tmp_path):
    demo()
    add = [sys.executable, "-m", "holdfast", "add", "--db", "demo-memory/memory.db", "-u", USER]
    subprocess.run(
        [*add, "my own words"], cwd=tmp_path, check=True, timeout=60, capture_output=True
    )
    assert "corrected it already" in demo()
    assert "corrected it already" in demo()
    export = [sys.executable, "-m", "holdfast", "export", "--db", "demo-memory/memory.db", "--all"]
    exported = subprocess.run(export, cwd=tmp_path, check=True, timeout=60, capture_output=True)
    kinds = [json.loads(line)["kind"] for line in exported.stdout.splitlines()]
    told = len(STORY.read_text("utf-8").splitlines())
    assert kinds.count("message") == told - 3 + 1 + 1, "less the forgotten, a correction, our words"
    assert b"my own words" in exported.stdout


def test_a_temporary_one_leaves_nothing(demo, tmp_path):
    shown = demo("--temp")
    assert "It forgets" in shown
    assert "What to try next" not in shown
    assert list(tmp_path.iterdir()) == []


def test_what_to_try_next_works_when_pasted(demo, tmp_path):
    lines = demo().partition("What to try next")[2].splitlines()[2:]
    assert len(lines) >= 8
    *commands, last = [line.strip() for line in lines if line.strip()]
    assert last.endswith(" serve --open-link"), (
        "it goes on until it is stopped; test_serve.py starts it"
    )
    typed = [f"{line} --yes" if " forget " in line else line for line in commands]
    ran = subprocess.run(
        ["sh", "-e", "-c", "\n".join(typed)],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    shown = ran.stdout.decode()
    assert "外婆的菜谱装订成书" in shown
    assert "I take my tea without sugar." in shown
    assert re.search(r"vet +sealed +5 messages", shown)
    assert re.search(r"linyue and juno: \d summaries, \d messages word for word", shown)
    assert "Forgotten: 1 message" in shown
    assert "All is well." in shown
    assert (tmp_path / "demo-memory" / "linyue.jsonl").exists()
