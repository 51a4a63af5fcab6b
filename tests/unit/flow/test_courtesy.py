from __future__ import annotations

import sys

import pytest

from holdfast.flow.courtesy import TURN, short_turns


def test_turns_are_short_while_anybody_works_and_then_as_they_were() -> None:
    usual = sys.getswitchinterval()
    with short_turns():
        assert sys.getswitchinterval() == pytest.approx(TURN)
        with short_turns():
            pass
        assert sys.getswitchinterval() == pytest.approx(TURN)
    assert sys.getswitchinterval() == usual


def test_a_failure_gives_them_back_too() -> None:
    usual = sys.getswitchinterval()
    with pytest.raises(ValueError), short_turns():
        raise ValueError
    assert sys.getswitchinterval() == usual


def test_what_somebody_chose_shorter_is_left_alone() -> None:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(TURN / 5)
    try:
        with short_turns():
            assert sys.getswitchinterval() == pytest.approx(TURN / 5, rel=0.05)
    finally:
        sys.setswitchinterval(usual)


def test_a_job_works_in_short_turns(memory, monkeypatch) -> None:
    seen: list[float] = []
    handlers = memory._parts.worker._equipment.handlers
    run = handlers["learn"]

    def watched(*given: object) -> None:
        seen.append(sys.getswitchinterval())
        run(*given)

    monkeypatch.setitem(handlers, "learn", watched)
    memory.add("ming", ["I live in Leeds.", "I like tea."], session="a")
    memory.seal("ming", "a")
    memory.admin.run_jobs()
    assert seen == [pytest.approx(TURN)]
