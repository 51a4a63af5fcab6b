"""A conversation in the order in which it was had."""

from __future__ import annotations

import pytest

from holdfast.errors import InvalidInput, NotFound


@pytest.fixture
def talk(memory):
    """Ten turns with another conversation between them, three of them corrected."""
    ids = []
    for number in range(10):
        ids += memory.add("mei", f"turn {number}", session="tea")
        memory.add("mei", f"aside {number}", session="other")
    for number in (2, 2, 7):
        memory.correct("mei", ids[number], f"turn {number}, again{'!' * number}")
        memory.correct("mei", ids[number], f"turn {number}, corrected")
    return memory, ids


def turns(memory, **given) -> list[str]:
    return [message.text for message in memory.sessions.turns("mei", "tea", **given)]


TEXTS = [f"turn {n}, corrected" if n in (2, 7) else f"turn {n}" for n in range(10)]


def test_a_correction_stands_where_it_was_first_said(talk):
    memory, _ = talk
    assert turns(memory) == TEXTS
    assert turns(memory, last=True) == TEXTS


def test_pages_go_both_ways(talk):
    memory, ids = talk
    assert turns(memory, limit=3) == TEXTS[:3]
    assert turns(memory, after=ids[2], limit=3) == TEXTS[3:6]
    assert turns(memory, before=ids[8], limit=3) == TEXTS[5:8]
    assert turns(memory, last=True, limit=3) == TEXTS[7:]
    assert turns(memory, before=ids[1], limit=3) == TEXTS[:1]
    assert turns(memory, before=ids[0]) == turns(memory, after=ids[9]) == []
    assert turns(memory, limit=0) == []


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_nothing_is_missed_in_either_direction(talk, size):
    memory, _ = talk
    seen = list(memory.sessions.turns("mei", "tea", limit=size))
    while page := memory.sessions.turns("mei", "tea", after=seen[-1].id, limit=size):
        seen += page
    assert [message.text for message in seen] == TEXTS
    seen = list(memory.sessions.turns("mei", "tea", last=True, limit=size))
    while page := memory.sessions.turns("mei", "tea", before=seen[0].id, limit=size):
        seen = [*page, *seen]
    assert [message.text for message in seen] == TEXTS


def test_what_is_forgotten_is_left_out(talk):
    memory, ids = talk
    memory.forget("mei", message=ids[2])
    assert turns(memory, limit=4) == [*TEXTS[:2], *TEXTS[3:5]]


def test_what_is_not_there_is_said(talk):
    memory, ids = talk
    [other] = memory.add("mei", "x", session="other")
    for given in ({"after": "nothing"}, {"before": other}):
        with pytest.raises(NotFound, match="no message"):
            memory.sessions.turns("mei", "tea", **given)
    with pytest.raises(NotFound, match="no session"):
        memory.sessions.turns("mei", "nowhere")
    with pytest.raises(InvalidInput, match="not all at once"):
        memory.sessions.turns("mei", "tea", after=ids[0], last=True)
