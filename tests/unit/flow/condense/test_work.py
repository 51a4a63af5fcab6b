"""Work: what a summariser is given, and what becomes of its answer."""

from __future__ import annotations

import pytest

from holdfast.flow.condense.sizes import SEGMENT_CHARS, STRETCH_CHARS
from holdfast.ports.summariser import Summary
from holdfast.testing.summarisers import FakeSummariser
from tests.unit.accounts import said


class Listening(FakeSummariser):
    """Remembers the lines and the limits."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[tuple[str, str, str]]] = []
        self.limits: list[int] = []

    def summarise(self, lines, *, limit):
        self.lines.append([(line.voice, line.role, line.text) for line in lines])
        self.limits.append(limit)
        return Summary(super().summarise(lines, limit=limit).text)  # says not who made it


@pytest.fixture
def summariser() -> Listening:
    return Listening()


def test_it_hears_who_said_what_and_reads_nothing_empty(memory, summariser):
    image = [{"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}]
    memory.add("ming", {"role": "user", "name": "Lily", "content": "我也在。"})
    memory.add("ming", [{"role": "user", "content": image}, *said(9)])
    memory.admin.run_jobs()
    assert summariser.lines == [[("Lily", "user", "我也在。")]]


def test_each_level_has_a_length_of_its_own(memory, summariser):
    memory.add("ming", said(6))
    memory.seal("ming")
    memory.admin.run_jobs()
    assert summariser.limits == [SEGMENT_CHARS] * 3 + [STRETCH_CHARS]
    assert summariser.lines[-1][0][:2] == ("", "")  # nobody says a summary


def test_a_summary_bears_the_name_of_its_maker_though_it_does_not_say_it(memory):
    memory.add("ming", said(12))
    memory.admin.run_jobs()
    (item,) = memory.items.between("ming")
    assert item.attributes["by"] == "fake"


def test_a_failure_ends_the_attempt_and_is_told(memory, summariser):
    summariser.summarise = lambda lines, *, limit: Summary(error="out of credit")
    memory.add("ming", said(12))
    memory.admin.run_jobs()
    (job,) = memory.admin.jobs()
    assert job.error.startswith("ModelUnavailable: No summary could be made: out of credit")
    assert memory.items.find("ming") == []
