"""`holdfast buffers`: what waits, and learning from it now."""

from __future__ import annotations

import pytest

from holdfast import Memory
from tests.journeys.command_line import ok, ok_json


@pytest.fixture(autouse=True)
def told(folder):
    with Memory.open("memory.db", worker=False) as memory:
        memory.buffers.add("mei", ["I live in Chengdu.", "我喜欢蓝色。"], tags={"friend_id": "7"})


def test_what_waits_is_shown_and_learned_from():
    assert "I live in Chengdu." in ok("buffers")
    assert "Chengdu" not in ok("profile")
    assert "sealed" in ok("buffers", "--flush")
    assert "Chengdu" in ok("profile")
    assert ok("buffers") == ok("buffers", "--flush") == "Nothing waits.\n"


def test_as_json():
    assert len(ok("buffers", "--json").splitlines()) == 2
    assert ok_json("buffers", "--flush")["session"] == "buffer friend_id=7"
