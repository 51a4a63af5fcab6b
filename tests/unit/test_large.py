"""The large memory of the tests is what a worker would have made of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from holdfast import Memory
from holdfast.testing.clock import FrozenClock
from holdfast.testing.summarisers import FakeSummariser
from tests import large

FEW = 100
"""Sessions: enough for three levels above the segments."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> large.Files:
    return large.make(tmp_path_factory.mktemp("large"), FEW)


def opened(path: Path) -> Memory:
    clock = FrozenClock(large.now(FEW))
    return Memory.open(path, settings=large.SETTINGS, clock=clock, summariser=FakeSummariser())


def worked_on(path: Path) -> dict[str, object]:
    """What the worker makes of the memory that nobody has folded."""
    with opened(path) as memory:
        for _ in range(3):
            memory.admin.run_jobs()
        return large.shape(memory)


def test_it_is_what_the_worker_makes(files: large.Files, tmp_path: Path):
    copy = Path(shutil.copy(files.unfolded, tmp_path / "copy.db"))
    with opened(files.folded) as memory:
        made = large.shape(memory)
        assert [finding for finding in memory.admin.check(thorough=True) if not finding.good] == []
    expected = worked_on(copy)
    for part, value in expected.items():
        assert made[part] == value, part
    assert {item[0] for item in made["items"]} == {0, 1, 2, 3}  # type: ignore[attr-defined]


def test_something_else_would_be_seen(files: large.Files, tmp_path: Path):
    copy = Path(shutil.copy(files.folded, tmp_path / "copy.db"))
    with opened(copy) as memory:
        made = large.shape(memory)
        memory.sessions.reopen(large.USER, large.name(5))
        assert large.shape(memory) != made


def test_everything_is_said_and_the_needles_once(files: large.Files):
    with opened(files.folded) as memory:
        assert memory.admin.remembered()[0].messages == FEW * large.TURN
        assert memory.sessions.agents(large.USER) == sorted([large.AGENT, large.OTHER])
        for text in (large.ENGLISH, large.CHINESE):
            assert memory.recall(large.USER, text, k=1).hits[0].text == text
