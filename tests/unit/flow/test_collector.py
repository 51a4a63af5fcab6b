"""The collector rests while a batch is written, and is never left off by us."""

from __future__ import annotations

import gc
import os
import threading

import pytest

from holdfast import Memory
from holdfast.flow.collector import at_rest
from holdfast.flow.maintain import bring_in


@pytest.fixture(autouse=True)
def on():
    gc.enable()
    yield
    gc.enable()


def test_it_rests_and_wakes_even_after_an_error():
    @at_rest()
    def fail():
        assert not gc.isenabled()
        raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert gc.isenabled()


def test_one_that_was_off_stays_off():
    gc.disable()
    with at_rest():
        assert not gc.isenabled()
    assert not gc.isenabled()


def test_a_rest_within_a_rest_does_not_end_it():
    with at_rest():
        with at_rest():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_the_child_of_a_fork_has_one_that_works():
    inside, over = threading.Event(), threading.Event()

    def rest() -> None:
        with at_rest():
            inside.set()
            over.wait()

    other = threading.Thread(target=rest)
    other.start()
    inside.wait()
    child = os.fork()
    if not child:
        os._exit(0 if gc.isenabled() else 1)
    over.set()
    other.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_an_import_rests_while_it_writes_and_leaves_it_on(monkeypatch):
    seen = []

    class Page(bring_in._Page):
        def put(self, *given):
            seen.append(gc.isenabled())
            return super().put(*given)

    with Memory.open(":memory:", worker=False) as one:
        one.add("lily", ["tea", "rain"])
        lines = list(one.export())
    monkeypatch.setattr(bring_in, "_Page", Page)
    with Memory.open(":memory:", worker=False) as other:
        other.import_(lines)
        assert other.recall("lily", "tea")[0].text == "tea"
    assert seen == [False]
    assert gc.isenabled()
