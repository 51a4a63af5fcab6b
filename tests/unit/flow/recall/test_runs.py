"""Runs: the traces of the latest recalls."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from holdfast.domain.user import Stamp
from holdfast.errors import NotFound
from holdfast.flow.recall.ask import Question
from holdfast.flow.recall.runs import KEPT, UNKNOWN, Runs
from holdfast.flow.recall.trace import Trace

EPOCH = 7


def trace(run: str, user: str = "wang") -> Trace:
    question = Question(text="q", k=1, asked_at=datetime(2024, 5, 1, tzinfo=UTC))
    return Trace(run, user, question)


def unit(epoch: int | None = EPOCH) -> Any:
    """A unit in which every user's log has this epoch; None: nobody is known."""
    stamp = None if epoch is None else Stamp(epoch, 1)
    return SimpleNamespace(users=SimpleNamespace(stamp=lambda _user: stamp))


def test_a_run_is_kept_for_its_space():
    runs = Runs()
    runs.keep("home", EPOCH, trace("r1"))
    assert runs.get(unit(), "home", "r1").run == "r1"
    for space in ("work", ""):
        with pytest.raises(NotFound, match="ask again"):
            runs.get(unit(), space, "r1")


def test_an_unknown_run_is_not_found():
    for run in ("", "unknown"):
        with pytest.raises(NotFound, match=str(KEPT)):
            Runs().get(unit(), "", run)


@pytest.mark.parametrize("epoch", [EPOCH + 1, None])
def test_a_run_does_not_outlive_a_forgetting(epoch):
    runs = Runs()
    runs.keep("home", EPOCH, trace("r1"))
    with pytest.raises(NotFound):
        runs.get(unit(epoch), "home", "r1")
    with pytest.raises(NotFound):
        runs.get(unit(), "home", "r1")


def test_a_run_about_nobody_holds_nothing_to_forget_and_stays():
    runs = Runs()
    runs.keep("home", UNKNOWN, trace("r1"))
    assert runs.get(unit(None), "home", "r1").run == "r1"
    assert runs.get(unit(EPOCH), "home", "r1").run == "r1"


def test_the_oldest_run_makes_room():
    runs = Runs()
    for n in range(KEPT + 1):
        runs.keep("home", EPOCH, trace(f"r{n}"))
    with pytest.raises(NotFound):
        runs.get(unit(), "home", "r0")
    assert runs.get(unit(), "home", "r1").run == "r1"
    assert runs.get(unit(), "home", f"r{KEPT}").run == f"r{KEPT}"


def test_dropping_concerns_one_user_of_one_space():
    runs = Runs()
    for space, run, user in [
        ("home", "a", "wang"),
        ("home", "b", "li"),
        ("work", "c", "wang"),
        ("home", "d", "wang"),
    ]:
        runs.keep(space, EPOCH, trace(run, user))
    runs.drop("home", "wang")
    for run in ("a", "d"):
        with pytest.raises(NotFound):
            runs.get(unit(), "home", run)
    assert runs.get(unit(), "home", "b").user == "li"
    assert runs.get(unit(), "work", "c").user == "wang"
