"""The check-up of sessions, summaries, memos, archives and models: good, or what to do."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path

import pytest

from holdfast import Memory, Settings
from holdfast.domain.finding import Finding
from holdfast.flow.condense.condenser import Condenser
from holdfast.ports.summariser import Summary
from holdfast.providers.by_model import ModelReranker
from holdfast.testing.clock import FrozenClock
from holdfast.testing.extractors import FakeExtractor
from holdfast.testing.models import ScriptedModel


class Faltering:
    """A model that can be made to fail, and that counts."""

    identity = "a-model"

    class usage:  # noqa: N801  as the model has it: a value with two numbers
        calls, failures = 3, 1

    def __init__(self) -> None:
        self.trouble = ""

    @property
    def well(self) -> bool:
        return not self.trouble

    def summarise(self, lines, *, limit):
        return Summary("".join(line.text for line in lines)[:limit], provisional=not self.well)


@contextmanager
def opened(**more):
    settings = more.pop("settings", Settings(worker=False))
    with Memory.open(":memory:", settings=settings, clock=FrozenClock(), **more) as memory:
        yield memory


def line(memory: Memory, name: str, *, thorough: bool = False) -> Finding:
    [found] = [each for each in memory.admin.check(thorough=thorough) if each.name == name]
    return found


def talk(memory: Memory) -> None:
    memory.add("mei", ["我妹妹搬去了成都。", "She is a nurse there."], session="闲聊")


def test_sessions_on_their_way():
    with opened() as memory:
        talk(memory)
        memory.in_space("another").add("ann", "x")
        assert line(memory, "active sessions").detail == "2", "of all spaces"
        memory.seal("mei", "闲聊")
        assert line(memory, "active sessions").detail == "1"
        assert line(memory, "sessions being sealed").detail == "1"
        memory.admin.run_jobs()
        assert line(memory, "sessions being sealed").detail == "0"
        assert line(memory, "sessions that failed").good


def test_those_that_failed_are_named_with_the_reason(monkeypatch):
    def fail(self, *_):
        raise RuntimeError("it broke.")

    monkeypatch.setattr(Condenser, "condense", fail)
    with opened() as memory:
        for number in range(5):
            memory.add("mei", ["a", "b"], session=f"s{number}")
            memory.seal("mei", f"s{number}")
        memory.admin.run_jobs()
        found = line(memory, "sessions that failed")
        assert not found.good
        assert found.detail.startswith("5: s0 of mei (RuntimeError: it broke); s1 of mei (")
        assert found.detail.endswith("; and 2 more")
        assert "holdfast worker --once" in found.remedy


def test_stand_ins_are_something_to_do_unless_a_job_is_on_its_way():
    model = Faltering()
    with opened(summariser=model) as memory:
        talk(memory)
        model.trouble = "no answer"
        memory.seal("mei", "闲聊")
        memory.admin.run_jobs()
        found = line(memory, "provisional summaries")
        assert not found.good
        assert int(found.detail) > 0
        model.trouble = ""
        memory.admin.run_jobs()
        assert line(memory, "provisional summaries").good
        first = memory.messages.latest("mei")[0]
        memory.correct("mei", first.id, "我妹妹搬去了重庆。")
        assert line(memory, "provisional summaries").good, "it is asked for already"


@pytest.mark.parametrize("usual", [True, False])
def test_whether_memos_are_reviewed(usual):
    with opened(settings=Settings(worker=False, memo_review=usual)) as memory:
        assert line(memory, "memo reviews").detail == ("on" if usual else "off")
        memory.add("mei", "x")
        memory.memo.set_reviewing(not usual)
        assert line(memory, "memo reviews").detail == ("off" if usual else "on")
        memory.in_space("another").add("ann", "x")
        assert line(memory, "memo reviews").detail == "on in 1 of 2 spaces"


def test_no_archives():
    with opened() as memory:
        assert "none are kept" in line(memory, "archives").detail


def test_archives_and_those_that_are_damaged(tmp_path: Path):
    kept = tmp_path / "files"
    with opened(settings=Settings(worker=False, archive_dir=str(kept))) as memory:
        assert line(memory, "archives").good, "the folder can be made"
        talk(memory)
        memory.seal("mei", "闲聊")
        memory.admin.run_jobs()
        assert line(memory, "archives").detail == str(kept)
        assert line(memory, "damaged archives", thorough=True).good
        for path in kept.rglob("*.gz"):
            path.write_bytes(b"damaged")
        found = line(memory, "damaged archives", thorough=True)
        assert not found.good
        assert found.detail.startswith("1: mei/default/")


def test_a_folder_that_cannot_be_made(tmp_path: Path):
    (tmp_path / "taken").write_text("a file")
    settings = Settings(worker=False, archive_dir=str(tmp_path / "taken" / "files"))
    with opened(settings=settings) as memory:
        assert not line(memory, "archives").good


def test_who_summarises_and_how_it_fares():
    model = Faltering()
    with opened(summariser=model) as memory:
        assert line(memory, "summaries").detail == "by a-model: 3 calls, 1 failures here"
        model.trouble = "the server said no"
        found = line(memory, "summaries")
        assert not found.good
        assert found.detail.endswith("The last one: the server said no")
        assert line(memory, "reviews").detail.startswith("by rules")


def test_a_reranker_is_told_of_where_there_is_one():
    with opened() as memory:
        assert "reranking" not in [each.name for each in memory.admin.check()]
    model = ModelReranker(ScriptedModel("I'm sorry, I can't help with that.", '{"order": [2]}'))
    with opened(reranker=model) as memory:
        talk(memory)
        memory.recall("mei", "成都 nurse")
        found = line(memory, "reranking")
        assert not found.good
        assert "1 calls, 1 failures here. The last one: The answer of scripted" in found.detail
        assert "recall does without it" in found.remedy
        memory.recall("mei", "成都 nurse")
        assert line(memory, "reranking").good


def test_learning_tells_what_waits_what_failed_and_what_a_stand_in_read():
    extractor = FakeExtractor()
    with opened(extractor=extractor) as memory:
        assert line(memory, "learning").detail == "by fake"
        extractor.error = "away"
        talk(memory)
        memory.seal("mei", "闲聊")
        memory.admin.run_jobs(1)
        assert line(memory, "stretches to learn from").detail == "1"
        memory.admin.run_jobs()
        assert line(memory, "stretches to learn from").detail == "0"
        failed = line(memory, "learning that failed")
        assert not failed.good
        assert failed.detail.startswith("1: 闲聊 of mei (ModelUnavailable: ")
        assert "away" in failed.detail
        assert "holdfast jobs" in failed.remedy
        extractor.error, extractor.provisional, extractor.well = "", True, False
        [job] = [job for job in memory.admin.jobs() if job.kind == "learn"]
        memory.admin.retry(job.id)
        memory.admin.run_jobs()
        assert line(memory, "learning that failed").good
        assert line(memory, "provisional events").detail == "1"
        assert not line(memory, "provisional events").good
        assert line(memory, "provisional summaries").good
        memory.admin.set_preference("learning", False)
        assert line(memory, "learning").detail == "off"
        memory.in_space("another").add("ann", "x")
        assert line(memory, "learning").detail == "by fake", "in one of the spaces"
