"""The job that keeps archives in step with the log."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from holdfast.flow.maintain.archive.job import habits_of
from holdfast.flow.maintain.archive.request import COMPACTION
from tests.unit.accounts import said


@pytest.fixture
def memory(open_memory, root: Path):
    return open_memory(archive_dir=str(root), memo_review=False)


def on_disk(root: Path) -> list[str]:
    return sorted(path.name for path in root.rglob("*") if path.is_file() and path.name[0] != ".")


def texts(root: Path) -> list[list[str]]:
    """What each archive says."""
    files = sorted(root.rglob("session_*.json.gz"))
    return [
        [form["data"]["content"] for form in json.loads(gzip.decompress(file.read_bytes()))]
        for file in files
    ]


def talk(memory, session: str, count: int = 3, start: int = 0) -> list[str]:
    ids = memory.add("ming", said(count, start=start), session=session, agent="juno")
    memory.seal("ming", session)
    memory.admin.run_jobs()
    return ids


def test_what_is_sealed_is_archived_once(memory, root):
    talk(memory, "s")
    before = on_disk(root)
    assert texts(root) == [[line["content"] for line in said(3)]]
    memory.archive.rebuild("ming")
    memory.admin.run_jobs()
    assert on_disk(root) == before


def test_a_stretch_that_was_too_short_to_be_sealed_is_archived_by_a_rebuild_only(memory, root):
    talk(memory, "s", count=1)
    assert on_disk(root) == []
    assert memory.archive.rebuild("ming") == 1
    memory.admin.run_jobs()
    assert texts(root) == [["line 0 第0句"]]


def test_a_correction_is_written_into_the_archive(memory, root):
    ids = talk(memory, "s")
    memory.correct("ming", ids[1], "其他的话")
    memory.admin.run_jobs()
    assert texts(root) == [["line 0 第0句", "其他的话", "line 2 第2句"]]


def test_a_correction_of_what_is_not_sealed_asks_for_nothing(memory):
    (id_,) = memory.add("ming", "hello")
    memory.correct("ming", id_, "hello there")
    assert memory.admin.jobs() == []


def test_forgetting_reaches_the_archive_before_the_receipt_says_so(memory, root):
    ids = talk(memory, "s")
    receipt = memory.forget("ming", message=ids[1])
    assert receipt.erased
    assert all("line 1 " not in text for archive in texts(root) for text in archive)
    memory.admin.run_jobs()
    assert texts(root) == [["line 0 第0句", "line 2 第2句"]]
    memory.forget("ming", session="s")
    memory.admin.run_jobs()
    assert on_disk(root) == []


def test_forgetting_everything_leaves_no_archive_and_no_name(memory, root):
    talk(memory, "s")
    talk(memory, "t")
    memory.forget("ming", everything=True)
    memory.admin.run_jobs()
    assert [path for path in root.rglob("*") if "ming" in str(path.relative_to(root))] == []


def test_a_disk_that_fails_delays_the_archive_and_nothing_else(memory, root, clock, monkeypatch):
    archives = memory._parts.archivist.archives

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(archives), "put", full)
    talk(memory, "s")
    assert memory.sessions.get("ming", "s").state == "sealed"
    (job,) = memory.admin.jobs()
    assert (job.kind, job.state) == ("archive", "waiting")
    monkeypatch.undo()
    clock.advance(2)
    memory.admin.run_jobs()
    assert len(texts(root)) == 1


def test_habits_are_a_preference_and_the_usual_ones_hold_without(memory):
    def threshold() -> int:
        return memory._parts.store.read(memory.space, habits_of).lines_threshold

    assert threshold() == 2000
    memory.admin.set_preference(COMPACTION, {"archive_compact_lines_threshold": 5})
    assert threshold() == 5
