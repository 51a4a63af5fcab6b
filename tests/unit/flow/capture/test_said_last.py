"""Said last: the last message of a session, however much was said since."""

from __future__ import annotations

import pytest

from holdfast.errors import NotFound


def test_it_is_the_last_of_its_session(memory):
    memory.add("wang", ["a", "b", "c"], session="s")
    memory.add("wang", ["x", "y"], session="t")
    assert memory.sessions.last_message("wang", "s").text == "c"
    assert memory.sessions.last_message("wang", "t").text == "y"


def test_a_session_that_nobody_knows(memory):
    with pytest.raises(NotFound):
        memory.sessions.last_message("wang", "s")


def test_nobody_has_spoken_yet(memory):
    memory.add("wang", "x", session="t")
    memory.sessions.open("wang", "s")
    assert memory.sessions.last_message("wang", "s") is None


def test_others_speak_in_between(memory):
    for number in range(40):
        memory.add("wang", f"s{number}", session="s")
        memory.add("wang", ["other"] * 5, session=f"t{number % 3}")
    memory.add("wang", ["later"] * 300, session="later")
    assert memory.sessions.last_message("wang", "s").text == "s39"


def test_a_correction_moves_nothing_and_is_what_it_reads(memory):
    first, *_, last = memory.add("wang", ["a", "b", "c"], session="s")
    memory.add("wang", ["x"] * 20, session="t")
    for number in range(12):
        memory.correct("wang", first, f"a{number}")
    assert memory.sessions.last_message("wang", "s").text == "c"
    memory.correct("wang", last, "C")
    found = memory.sessions.last_message("wang", "s")
    assert (found.text, found.version) == ("C", 2)


def test_what_was_forgotten_was_not_said(memory):
    *_, last = memory.add("wang", ["a", "b", "c"], session="s")
    memory.add("wang", ["x"] * 50, session="t")
    memory.forget("wang", message=last)
    assert memory.sessions.last_message("wang", "s").text == "b"


def test_a_stretch_that_has_ended_and_one_that_was_only_begun(memory, clock):
    memory.add("wang", ["a", "b"], session="s")
    memory.seal("wang", "s")
    memory.add("wang", ["x"] * 50, session="t")
    assert memory.sessions.last_message("wang", "s").text == "b"
    clock.advance(3600)
    memory.add("wang", ["c", "d"], session="s")
    memory.add("wang", ["x"] * 50, session="t")
    assert memory.sessions.last_message("wang", "s").text == "d"
    memory.seal("wang", "s")
    memory.sessions.open("wang", "s")
    assert memory.sessions.last_message("wang", "s").text == "d"


def test_no_more_of_the_log_is_looked_at_than_the_session_is_long(memory, monkeypatch):
    memory.add("wang", ["a", "b", "c"], session="s")
    memory.add("wang", ["x"] * 500, session="t")
    log = type(memory._parts.store.read(memory.space, lambda unit: unit.log))
    looked: list[tuple[int, int | None]] = []

    def find(self, user, which, **more):
        looked.append((which.after_seq, which.to_seq))
        return original(self, user, which, **more)

    original = log.find
    monkeypatch.setattr(log, "find", find)
    assert memory.sessions.last_message("wang", "s").text == "c"
    assert looked == [(0, 4)]
