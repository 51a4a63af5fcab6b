"""What is long takes longer in proportion: nobody holds up the others by what they paste."""

from __future__ import annotations

import time

import pytest

from holdfast import Memory
from holdfast.providers.rules import statements

MORE = 4
"""So many times longer is the second text."""

TOO_MUCH = 2 * MORE
"""In proportion it is `MORE`; where every piece is compared with all of it, its square."""

TRIES = 3


def seconds(text: str) -> float:
    """What it takes to tell it, to learn from it, and all that follows."""
    with Memory.open(":memory:", worker=False) as memory:
        began = time.process_time()
        memory.buffers.add("mei", [text, {"role": "assistant", "content": "I see."}])
        memory.buffers.flush("mei")
        while memory.admin.run_jobs():
            pass
        memory.context("mei", text)
        return time.process_time() - began


def times_longer(piece: str, length: int, tries: int = TRIES) -> float:
    """How much more time a text takes that is `MORE` times as long: the best of some tries."""
    seconds((piece * length)[:100])  # what is loaded once
    found = []
    for _ in range(tries):
        short = seconds((piece * length)[:length])
        found.append(seconds((piece * length * MORE)[: length * MORE]) / short)
        if found[-1] < TOO_MUCH:
            break
    return min(found)


@pytest.mark.parametrize(
    "piece",
    [
        "x",
        "a, ",
        "Aa",
        "a_",
        "1,",
        "是的，",
        "我喜欢",
        "二〇",
        "昨天",
        '"“',
        "http://a/",
        "---",
        "q: ",
        "q:   ",
        "<a>",
        '{"',
        "翻译：",
        "[a](",
        "dear ",
    ],
)
def test_a_text_of_one_kind_takes_time_in_proportion(piece):
    assert times_longer(piece, 5_000) < TOO_MUCH


def test_what_takes_its_square_would_be_seen(monkeypatch):
    monkeypatch.setattr(statements, "_LONGEST", 1 << 60)
    assert times_longer("a, ", 1_000, tries=1) > TOO_MUCH
