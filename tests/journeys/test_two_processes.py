"""Two processes share a file: what one is told, the other knows at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from holdfast import HoldfastError, Memory, Settings

CHILD = """
import json, sys
from holdfast import Memory, Settings
with Memory.open(sys.argv[1], settings=Settings(worker=False)) as memory:
    print("ready", flush=True)
    for line in sys.stdin:
        verb, *arguments = json.loads(line)
        *path, name = verb.split(".")
        target = memory
        for step in path:
            target = getattr(target, step)
        options = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
        answer = getattr(target, name)(*arguments, **options)
        if name == "recall":
            answer = [hit.text for hit in answer]
        print(json.dumps(answer, default=repr), flush=True)
"""


class Other:
    """The memory as another process has it open."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __call__(self, verb: str, *arguments: object, **options: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([verb, *arguments, options]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def another_process(path: Path) -> Iterator[Other]:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield Other(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(30) == 0


def test_what_one_is_told_corrected_or_made_to_forget_the_other_knows(tmp_path: Path):
    path = tmp_path / "memory.db"
    with (
        Memory.open(path, settings=Settings(worker=False)) as here,
        another_process(path) as there,
    ):
        [first] = there("add", "mei", "I live in Rome")
        assert [hit.text for hit in here.recall("mei", "Rome")] == ["I live in Rome"]
        here.add("mei", "and in Oslo")
        assert there("recall", "mei", "Oslo")[0] == "and in Oslo"
        run = here.recall("mei", "Rome").run

        there("correct", "mei", first, "I live in Paris")
        assert "I live in Rome" not in [hit.text for hit in here.recall("mei", "Rome")]
        assert here.recall("mei", "live")[0].text == "I live in Paris"
        run = here.recall("mei", "Paris").run

        there("forget", "mei", message=first)
        assert "I live in Paris" not in [hit.text for hit in here.recall("mei", "Paris")]
        assert here.messages.get("mei", first) is None
        with pytest.raises(HoldfastError, match="ask again"):
            here.explain(run)

        here.forget("mei", everything=True)
        assert there("recall", "mei", "Oslo") == []
        there("add", "mei", "begun anew")
        assert [hit.text for hit in here.recall("mei", "")] == ["begun anew"]


def test_a_retry_after_a_crash_comes_from_another_process(tmp_path: Path):
    path = tmp_path / "memory.db"
    given = {"role": "user", "content": "hello", "id": "c1"}
    with another_process(path) as there:
        first = there("add", "mei", [given])
    with Memory.open(path, settings=Settings(worker=False)) as here:
        assert here.add("mei", [given]) == first
        assert len(here.messages.latest("mei")) == 1


def test_both_write_and_every_number_is_given_once(tmp_path: Path):
    path = tmp_path / "memory.db"
    with (
        Memory.open(path, settings=Settings(worker=False)) as here,
        another_process(path) as there,
    ):
        for n in range(15):
            here.add("mei", f"here {n}")
            there("add", "mei", [f"there {n}", f"there {n} again"])
        kept = here.messages.latest("mei", limit=100)
        assert [m.number for m in kept] == [m.seq for m in kept] == list(range(1, 46))
        assert len(there("recall", "mei", "there here again", k=100)) == 45
