"""The spool: a queue on the disk that loses nothing it has acknowledged."""

from __future__ import annotations

import json
import logging
import os
import threading
from pathlib import Path

import apsw
import pytest

from holdfast.client.spool import Spool, SpoolRow, Tally
from holdfast.errors import Closed, StoreFull, StoreUnsuitable
from holdfast.memory import Memory
from holdfast.testing.clock import FrozenClock

NOW = FrozenClock().now()


def row(text: str, user: str = "lily") -> SpoolRow:
    return SpoolRow("", user, "s", "a", json.dumps({"content": text}, ensure_ascii=False), NOW)


def rows(*texts: str) -> list[SpoolRow]:
    return [row(text) for text in texts]


def texts(spool: Spool) -> list[str]:
    return [json.loads(each.message)["content"] for each in spool.page()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "spool.db"


def test_what_was_put_comes_back_in_order_and_whole(path):
    spool = Spool(path)
    spool.put(rows("tea", "茶 🍵"))
    spool.put([row("rain", "王")])
    assert [each._replace(seq=0) for each in spool.page()] == [
        *rows("tea", "茶 🍵"),
        row("rain", "王"),
    ]
    assert len(spool) == 3


def test_pages(path):
    spool = Spool(path)
    spool.put(rows("a", "b", "c"))
    first = spool.page(2)
    assert [json.loads(each.message)["content"] for each in first] == ["a", "b"]
    (last,) = spool.page(2, after=first[-1].seq)
    assert json.loads(last.message)["content"] == "c"
    assert spool.page(2, after=last.seq) == []


def test_it_outlives_its_process(path):
    first = Spool(path)
    first.put(rows("a"))
    first.close()
    assert texts(Spool(path)) == ["a"]


def test_what_is_done_is_gone(path):
    spool = Spool(path)
    spool.put(rows("a", "b", "c"))
    spool.done([each.seq for each in spool.page(2)])
    assert texts(spool) == ["c"]


def test_refused_ones_are_kept_and_can_be_tried_again_in_their_old_places(path):
    spool = Spool(path)
    spool.put(rows("a", "b", "c"))
    first, second, _ = spool.page()
    spool.refuse([first.seq, second.seq], "x" * 10_000)
    assert texts(spool) == ["c"]
    assert [each.row for each in spool.refused()] == [first, second]
    assert {each.reason for each in spool.refused()} == {"x" * 500}
    assert spool.retry([second.seq, 999]) == 1
    assert texts(spool) == ["b", "c"]
    assert spool.retry() == 1
    assert texts(spool) == ["a", "b", "c"]
    assert spool.refused() == []


def test_refused_ones_can_be_given_up(path):
    spool = Spool(path)
    spool.put(rows("a", "b", "茶"))
    first, second, third = spool.page()
    spool.refuse([first.seq, second.seq], "no")
    assert spool.give_up([second.seq, third.seq, 999]) == 1, "what waits is not given up"
    assert [each.row for each in spool.refused()] == [first]
    assert spool.give_up() == 1
    assert spool.tally()[2:] == (0, 0)
    assert texts(spool) == ["茶"]


def test_the_tally_is_that_of_the_rows(path):
    spool = Spool(path)
    spool.put(rows("a", "茶", "c"))
    sizes = [len(each.message.encode()) for each in spool.page()]
    assert spool.tally() == Tally(3, sum(sizes), 0, 0)
    first, second, _ = spool.page()
    spool.refuse([second.seq], "no")
    spool.done([first.seq])
    assert spool.tally() == Tally(1, sizes[2], 1, sizes[1])
    spool.retry()
    assert spool.tally() == Tally(2, sizes[1] + sizes[2], 0, 0)


def test_it_is_bounded_and_says_what_to_do(path):
    spool = Spool(path, most_rows=3)
    spool.put(rows("a", "b"))
    spool.refuse([spool.page()[0].seq], "no")
    with pytest.raises(StoreFull, match=r"1 messages wait.* 1 were refused; 3 are allowed.*server"):
        spool.put(rows("c", "d"))
    assert texts(spool) == ["b"]
    spool.put(rows("c"))
    assert texts(spool) == ["b", "c"]


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_nobody_else_can_read_it(path):
    old = os.umask(0)
    try:
        spool = Spool(path)
        spool.put(rows("a"))
    finally:
        os.umask(old)
    assert len(spool) == 1
    files = list(path.parent.iterdir())
    assert {"spool.db", "spool.db-wal"} <= {each.name for each in files}
    assert {each.stat().st_mode & 0o777 for each in files} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_the_disk_is_waited_for(path):
    spool = Spool(path)
    connection = spool._file._connection
    assert connection is not None
    assert connection.pragma("synchronous") == 2
    assert connection.pragma("journal_mode") == "wal"


def test_a_closed_one_says_so(path):
    spool = Spool(path)
    spool.close()
    with pytest.raises(Closed):
        spool.put(rows("a"))


def spoilt(path: Path, *, at: int) -> bytes:
    """Overwrite the file from a place on; what it is then."""
    data = bytearray(path.read_bytes())
    data[at:] = os.urandom(len(data) - at)
    path.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize("at", [0, 200], ids=["header", "pages"])
def test_a_damaged_one_is_set_aside_and_a_new_one_begun(path, caplog, at):
    spool = Spool(path)
    spool.put(rows(*(f"{n}" * 100 for n in range(200))))
    spool.close()
    data = spoilt(path, at=at)
    with caplog.at_level(logging.WARNING):
        spool = Spool(path)
        spool.put(rows("new"))
    assert texts(spool) == ["new"]
    aside = path.with_name("spool.db.damaged-1")
    assert aside.read_bytes() == data
    assert str(aside) in caplog.text


def test_a_length_that_cannot_be_is_damage_too(path, monkeypatch):
    """Bytes that are read as a length may be any number."""
    spool = Spool(path)
    spool.put(rows("old"))
    whole, told = spool._file._opened, iter([apsw.TooBigError("string or blob too big")])

    def failing() -> apsw.Connection:
        for error in told:
            raise error
        return whole()

    monkeypatch.setattr(spool._file, "_opened", failing)
    spool.put(rows("new"))
    assert texts(spool) == ["new"]
    assert path.with_name("spool.db.damaged-1").exists()


def test_damage_while_it_is_in_use(path):
    """Two processes see it; one of them sets it aside, and both go on with the new one."""
    spools = [Spool(path), Spool(path)]
    spools[0].put(rows(*(f"{n}" * 100 for n in range(200))))
    for each in spools:  # the log is written back, and what is in memory is let go
        each._file._let_go()
    spoilt(path, at=4096)
    for number, spool in enumerate(spools):
        spool.put(rows(f"{number}"))
    assert texts(spools[0]) == texts(spools[1]) == ["0", "1"]
    assert [each.name for each in path.parent.glob("*.damaged-*[0-9]")] == ["spool.db.damaged-1"]


def test_places_of_a_file_that_was_set_aside_never_come_again(path):
    """Who sends may still hold some: what is new must not be taken for what was sent."""
    spool = Spool(path)
    spool.put(rows("old"))
    (old,) = spool.page()
    spool.close()
    spoilt(path, at=0)
    spool = Spool(path)
    spool.put(rows("new"))
    spool.done([old.seq])
    assert texts(spool) == ["new"]


def test_a_put_into_a_file_that_is_just_set_aside_is_repeated(path, monkeypatch):
    spool = Spool(path)
    sound = spool._require_room

    def moved_meanwhile(connection: apsw.Connection, more: int) -> None:
        monkeypatch.undo()
        for ending in ("-wal", "-shm", ""):
            path.with_name(path.name + ending).rename(path.with_name(f"aside{ending}"))
        sound(connection, more)

    monkeypatch.setattr(spool, "_require_room", moved_meanwhile)
    spool.put(rows("a"))
    assert texts(spool) == texts(Spool(path)) == ["a"]


def test_a_memory_is_not_taken_for_a_damaged_spool(tmp_path):
    path = tmp_path / "memory.db"
    with Memory.open(path, worker=False) as memory:
        memory.add("lily", "tea")
    with pytest.raises(StoreUnsuitable, match="not a spool"):
        Spool(path)
    with Memory.open(path, worker=False) as memory:
        assert len(memory.recall("lily", "tea")) == 1


def test_a_newer_layout_is_left_alone(path):
    Spool(path).close()
    apsw.Connection(str(path)).pragma("user_version", 99)
    with pytest.raises(StoreUnsuitable, match="newer"):
        Spool(path)


def test_threads_and_other_spools_on_the_same_file(path):
    spools = [Spool(path) for _ in range(3)]

    def put(name: int) -> None:
        for n in range(10):
            spools[name % 3].put(rows(f"{name}-{n}"))

    threads = [threading.Thread(target=put, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = texts(spools[0])
    assert sorted(found) == sorted(f"{name}-{n}" for name in range(6) for n in range(10))
    for name in range(6):  # what one thread put stays in its order
        assert [t for t in found if t.startswith(f"{name}-")] == [f"{name}-{n}" for n in range(10)]
