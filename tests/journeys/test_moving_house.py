"""A memory moves: to another machine, another space, in with someone else's."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from holdfast import HoldfastError, Memory, Settings
from holdfast.testing.clock import FrozenClock

QUESTIONS = ["tea", "成都", "picture", "where does Lily live", "unheard of", ""]
SETTINGS = Settings(worker=False)


def live(memory: Memory, clock: FrozenClock) -> None:
    """A few days with a companion."""
    clock.set(clock.now().astimezone(ZoneInfo("Asia/Shanghai")))
    memory.add("mei", ["I like tea", {"role": "assistant", "content": "Noted: tea."}], session="1")
    [slip] = memory.add("mei", {"content": "Lily lives in 重庆", "id": "c1"}, session="1")
    memory.correct("mei", slip, "Lily lives in 成都")
    picture = {"type": "image", "body": "图" * 4000}
    memory.add("mei", {"content": ["a picture of tea", picture]}, session="2", agent="nina")
    [secret] = memory.add("mei", "forget this", session="2")
    memory.forget("mei", message=secret)
    said = clock.now().astimezone(timezone(timedelta(hours=5, minutes=30)))
    [source] = memory.add("mei", {"content": "从成都回来了", "at": said}, session="3")
    memory.items.add("mei", "was in Chengdu", sources=[source])
    memory.add("lily", "my own tea")


def answers(memory: Memory) -> list:
    """Everything that a user could see, apart from the names of runs."""
    seen: list = []
    for user in memory.admin.users():
        for question in QUESTIONS:
            seen.append(memory.recall(user, question).hits)
            context = memory.context(user, question, budget=300)
            seen.append((context.text, context.tokens))
        history = memory.messages.between(user)
        seen.append([(m.id, m.number, m.said_at.isoformat(), m.parts, m.text) for m in history])
        seen.append([(s.name, s.last_number, s.last_at) for s in memory.sessions.list(user)])
        seen.append([replace(item, place=0) for item in memory.items.find(user)])
        refs = [part["ref"] for message in history for part in message.parts if "ref" in part]
        seen.append([memory.messages.attachment(user, ref) for ref in refs])
    return seen


@pytest.mark.capability("F11")
def test_saved_wiped_and_brought_back_it_answers_as_before(tmp_path: Path, clock):
    path, saved = tmp_path / "memory.db", tmp_path / "saved.jsonl"
    with Memory.open(path, settings=SETTINGS, clock=clock) as memory:
        live(memory, clock)
        before = answers(memory)
        with saved.open("w", encoding="utf-8") as file:
            file.writelines(memory.export())
    for lost in tmp_path.glob("memory.db*"):
        lost.unlink()
    with Memory.open(path, settings=SETTINGS, clock=clock) as memory:
        assert memory.admin.users() == []
        with saved.open(encoding="utf-8") as lines:
            report = memory.import_(lines)
        assert (report.users, report.duplicates) == (2, 0)
        assert answers(memory) == before
        assert all(finding.good for finding in memory.admin.check(thorough=True))


@pytest.mark.capability("F11")
def test_one_person_is_wiped_and_brought_back(memory, clock):
    live(memory, clock)
    before = answers(memory)
    saved = list(memory.export("mei"))
    memory.forget("mei", everything=True)
    assert memory.admin.users() == ["lily"]
    memory.import_(saved)
    assert answers(memory) == before


def test_from_memory_to_a_file_and_back(tmp_path: Path, clock):
    with Memory.open(":memory:", settings=SETTINGS, clock=clock) as first:
        live(first, clock)
        lines, before = list(first.export()), answers(first)
    with Memory.open(tmp_path / "m.db", settings=SETTINGS, clock=clock) as second:
        second.import_(lines)
        assert answers(second) == before
        assert list(second.export()) == lines
    with Memory.open(":memory:", settings=SETTINGS, clock=clock) as third:
        with Memory.open(tmp_path / "m.db", settings=SETTINGS, read_only=True) as second:
            third.import_(second.export())
        assert answers(third) == before


def test_two_lives_become_one(memory, clock):
    """What was said on the phone joins what was said on the desk; doing it again adds nothing."""
    phone = memory.in_space("phone")
    memory.add("mei", "tea on the desk", at="2024-01-02")
    phone.add("mei", ["tea on the phone, early", "late"], at="2024-01-01")
    for _ in range(2):
        memory.import_(list(phone.export()))
    texts = [message.text for message in memory.messages.between("mei")]
    assert texts == ["tea on the phone, early", "late", "tea on the desk"]
    assert sorted(message.number for message in memory.messages.between("mei")) == [1, 2, 3]
    assert {hit.text for hit in memory.recall("mei", "tea")[:2]} == {texts[0], texts[2]}
    assert [m.text for m in phone.messages.latest("mei")] == ["tea on the phone, early", "late"]


def test_a_torn_file_is_refused_and_the_whole_one_taken(memory, clock):
    live(memory, clock)
    lines = list(memory.export())
    other = memory.in_space("new")
    for torn in (lines[:-1], lines[:4], [lines[0], *lines[:1:-1]], lines[1:], ["hello\n"]):
        with pytest.raises(HoldfastError, match=r"[Ll]ine \d+"):
            other.import_(torn)
    assert other.admin.users() == []
    other.import_(lines)
    assert answers(other) == answers(memory)
