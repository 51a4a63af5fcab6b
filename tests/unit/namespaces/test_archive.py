"""Archive: conversations as files, through the memory."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from holdfast.errors import InvalidInput
from tests.unit.accounts import said


@pytest.fixture
def memory(open_memory, tmp_path):
    return open_memory(
        archive_dir=str(tmp_path / "archives"), memo_review=False, time_zone="Asia/Shanghai"
    )


def talk(memory, session: str, user: str = "ming", agent: str = "juno") -> None:
    memory.add(user, said(2), session=session, agent=agent)
    memory.seal(user, session)
    memory.admin.run_jobs()


def test_without_a_folder_there_are_none_and_every_call_says_so(open_memory):
    memory = open_memory("plain")
    assert not memory.archive.enabled()
    for call in (
        memory.archive.list,
        memory.archive.faults,
        memory.archive.files,
        lambda: memory.archive.read("ming", "juno", "x.json"),
        lambda: memory.archive.merge("ming"),
        memory.archive.compact,
        lambda: memory.archive.rebuild("ming"),
    ):
        with pytest.raises(InvalidInput, match="archive_dir"):
            call()


def test_they_are_listed_by_user_and_agent(memory):
    talk(memory, "a")
    talk(memory, "b", agent="momo")
    talk(memory, "c", user="lily")
    assert memory.archive.enabled()
    assert {entry.session for entry in memory.archive.list()} == {"a", "b", "c"}
    assert [entry.session for entry in memory.archive.list("ming", "momo")] == ["b"]
    assert memory.archive.list("nobody") == []
    assert memory.in_space("other").archive.list() == []
    assert memory.archive.faults() == []


@pytest.mark.parametrize("day", [None, "20240502", "2024-05-02", date(2024, 5, 2)])
def test_a_day_is_that_of_the_zone(memory, clock, day):
    """Half past one at night in Shanghai is the evening before in London."""
    clock.set(datetime(2024, 5, 1, 17, 30, tzinfo=UTC))
    talk(memory, "a")
    talk(memory, "b")
    report = memory.archive.merge("ming", "juno", day=day)
    assert (report.output, report.sessions, report.messages) == (
        "day/merged_juno_20240502.json.gz",
        2,
        6,
    )
    assert not memory.archive.merge("ming", "juno", day=day).changed


@pytest.mark.parametrize("day", ["2024-5-32", "today", "", "20241301"])
def test_what_is_no_day(memory, day):
    with pytest.raises(InvalidInput, match="not a day"):
        memory.archive.merge("ming", day=day)


def test_a_day_is_compacted_when_asked_to_and_then_lies_in_one_file(memory):
    talk(memory, "a")
    talk(memory, "b")
    (report,) = memory.archive.compact("ming", "juno", day="20240501")
    assert report.merged.sessions == 2
    (files,) = {entry.files for entry in memory.archive.list("ming", "juno")}
    assert files == ("day/merged_juno_20240501.json.gz",)
    assert memory.archive.rebuild("ming") == 2
    memory.admin.run_jobs()
    assert len(memory.archive.list("ming")) == 2


def test_files_come_a_page_at_a_time_and_are_read_as_they_are(memory):
    talk(memory, "a")
    talk(memory, "b", agent="莫莫/x")
    talk(memory, "c", user="lily & co")
    files = memory.archive.files()
    assert (files[0].user, files[0].agent) == ("lily & co", "juno")
    assert len(files) == 3
    paged, after = [], ""
    while page := memory.archive.files(after=after, limit=1):
        paged += page
        after = page[0].place
    assert paged == files
    assert {each.agent for each in memory.archive.files("ming")} == {"juno", "莫莫/x"}
    assert {each.user for each in memory.archive.files(agent="莫莫/x")} == {"ming"}
    for each in files:
        data = memory.archive.read(each.user, each.agent, each.name)
        assert len(data) == each.bytes
        assert len(each.day) == 8
    assert memory.archive.read("ming", "juno", "none.json") is None
    assert memory.in_space("other").archive.files() == []
    assert memory.in_space("other").archive.read("ming", "juno", files[-1].name) is None


@pytest.mark.parametrize(
    "name", ["../x", "day/../../x", "/etc/passwd", "", ".lock", "a/b", "..", "day/", "x\0"]
)
def test_no_name_leads_out_of_the_archives(memory, name):
    talk(memory, "a")
    with pytest.raises(InvalidInput):
        memory.archive.read("ming", "juno", name)


@pytest.mark.parametrize("after", ["x", "a/b", "a/b/c/d"])
def test_a_page_begins_behind_a_place_and_nowhere_else(memory, after):
    with pytest.raises(InvalidInput, match="place"):
        memory.archive.files(after=after)
