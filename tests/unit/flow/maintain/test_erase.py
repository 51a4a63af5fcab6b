"""Erase: forgotten bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.domain.job import JobState
from holdfast.memory import Memory
from holdfast.settings import Settings

SECRET = "the-password-is-swordfish"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def on_disk(path: Path) -> bool:
    files = [file for file in path.parent.iterdir() if file.name.startswith(path.name)]
    return any(SECRET.encode() in file.read_bytes() for file in files)


def open_(path: Path, clock) -> Memory:
    return Memory.open(path, settings=Settings(worker=False, job_attempts=2), clock=clock)


@pytest.mark.parametrize("part", [False, True], ids=["text", "attachment"])
def test_what_was_forgotten_is_not_in_the_files(path, clock, part):
    body = {"type": "x", "body": SECRET + "x" * 9000}
    with open_(path, clock) as memory:
        memory.add("wang", "kept")
        [id_] = memory.add("wang", {"content": [body]} if part else SECRET)
        assert on_disk(path)
        assert memory.forget("wang", message=id_).erased
        assert not on_disk(path)
    assert not on_disk(path)


def test_while_someone_reads_the_old_state_the_bytes_wait_for_a_job(path, clock):
    with open_(path, clock) as memory, open_(path, clock) as reader:
        [id_] = memory.add("wang", SECRET)
        store = reader._parts.store

        def look(unit):
            unit.users.stamp("wang")  # the snapshot is taken with the first look
            receipt = memory.forget("wang", message=id_)
            outcome = memory.admin.run_jobs()
            return receipt, outcome, unit.log.get("wang", [id_])

        receipt, ran, seen = store.read("default", look)
        assert (receipt.erased, ran) == (False, 1)
        assert seen[0].text == SECRET
        [job] = memory.admin.jobs()
        assert (job.id, job.state) == (receipt.job, JobState.WAITING)
        assert job.attempts == 0  # that someone reads is not the job's fault
        clock.advance(10)
        assert memory.admin.run_jobs() == 1
        assert memory.admin.jobs() == []
        assert not on_disk(path)
