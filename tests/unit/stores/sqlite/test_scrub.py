"""What SQLite leaves in the free space of its pages does not reach the file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from holdfast import Memory
from holdfast.domain.message import Selection
from holdfast.ports.unit import Unit
from holdfast.stores.sqlite import scrub

PAGE = 4096


def leaf(cells: int, content: int, *, begin: int = 0) -> bytes:
    """A page of rows whose free space is full of remains."""
    page = bytearray(b"R" * PAGE)
    page[begin] = 13
    page[begin + 3 : begin + 5] = cells.to_bytes(2, "big")
    page[begin + 5 : begin + 7] = content.to_bytes(2, "big")
    return bytes(page)


def test_only_the_free_space_of_a_page_is_cleared():
    page = leaf(cells=3, content=4000)
    clean = scrub.scrubbed(page, offset=PAGE)
    assert clean[:14] == page[:14]
    assert clean[14:4000] == bytes(4000 - 14)
    assert clean[4000:] == page[4000:]


def test_the_first_page_begins_behind_the_header_of_the_file():
    page = leaf(cells=1, content=2000, begin=100)
    clean = scrub.scrubbed(page, offset=0)
    assert clean[:110] == page[:110]
    assert clean[110:2000] == bytes(2000 - 110)
    assert clean[2000:] == page[2000:]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(bytes(4) + b"overflow" * 511 + bytes(4), id="an overflow page"),
        pytest.param(bytes(PAGE), id="a free page"),
        pytest.param(leaf(cells=3000, content=4000), id="more cells than fit"),
        pytest.param(leaf(cells=1, content=5000), id="content beyond the page"),
        pytest.param(b"SQLite format 3\0", id="a part of a page"),
    ],
)
def test_what_is_no_page_of_rows_is_left_alone(page):
    assert scrub.scrubbed(page, offset=PAGE) == page


def remains(folder: Path, rounds: int) -> Iterator[int]:
    """How many forgotten sessions are still in the bytes of a busy memory, after each round.

    Many go at once and from all over, so that SQLite joins pages and moves the rows that stay.
    """
    chance = random.Random(2)
    gone: list[str] = []
    with Memory.open(folder / "memory.db", worker=False) as memory:
        store = memory._parts.store
        for _ in range(rounds):
            told = [told_to(memory, chance) for _ in range(250)]
            for user, mark in chance.sample(told, 170):
                store.write("default", partial(remove, user=user, session=mark))
                gone.append(mark)
            assert store.erase()
            held = b"".join(path.read_bytes() for path in folder.iterdir())
            yield sum(mark.encode() in held for mark in gone)


def told_to(memory: Memory, chance: random.Random) -> tuple[str, str]:
    """A user, and the mark in one more session of theirs."""
    user, mark = f"user {chance.randrange(6)}", f"mark{chance.getrandbits(40):010x}"
    sizes = [chance.randint(5, chance.choice([80, 600])) for _ in range(chance.randint(1, 3))]
    memory.add(user, ["x" * size + mark for size in sizes], session=mark)
    return user, mark


def remove(unit: Unit, user: str, session: str) -> None:
    """Take a session out of the store, and leave the bytes for later."""
    found = unit.log.find(user, Selection(session=session), limit=9)
    unit.log.remove(user, [message.id for message in found])
    unit.sessions.remove(user, [session])


def test_nothing_forgotten_remains_in_the_file(tmp_path):
    assert [*remains(tmp_path, rounds=4)] == [0] * 4


def test_without_the_layer_something_would(tmp_path, monkeypatch):
    monkeypatch.setattr(scrub, "scrubbed", lambda page, offset: page)
    assert any(remains(tmp_path, rounds=40))
