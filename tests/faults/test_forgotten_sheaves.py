"""Forgetting reaches what is packed: no id, name, term or vector of it stays in any file."""

from __future__ import annotations

import random
from pathlib import Path

import apsw

from holdfast.domain.message import Selection
from holdfast.flow.maintain import bind
from holdfast.memory import Memory
from holdfast.ports.marks import Makers
from tests.faults.canaries import Nest, found_in
from tests.faults.children import SEED
from tests.faults.figures import figure
from tests.faults.inspection import rows


def bind_all(memory: Memory) -> int:
    """Bind every user; how many leaves were made."""
    return sum(_bind(memory, user) for user in memory.admin.users())


def _bind(memory: Memory, user: str) -> int:
    store, by, made = memory._parts.store, memory._parts.marker.by, 0
    while store.write("default", lambda unit: bind.bind(unit, user, by)):
        made += 1
    return made


def vectors_of(memory: Memory, user: str) -> dict[str, bytes | None]:
    by = memory._parts.marker.by
    sheet = memory._parts.store.read("default", lambda unit: unit.marks.since(user, 0, by))
    return dict(zip(sheet.ids, sheet.vectors, strict=True))


def prints_of(memory: Memory, user: str, id_: str) -> list[bytes]:
    """What a leaf holds of a message: its id, and its vector."""
    vector = vectors_of(memory, user)[id_]
    assert vector is not None
    return [id_.encode(), vector]


def without_living(memory: Memory, prints: list[bytes]) -> list[bytes]:
    """The prints that no message left has too: two texts may well have one vector."""
    living = {
        vector for user in memory.admin.users() for vector in vectors_of(memory, user).values()
    }
    return [print_ for print_ in prints if print_ not in living]


def in_files(folder: Path, prints: list[bytes]) -> int:
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return sum(any(print_ in data for data in files) for print_ in prints)


def in_leaves(path: Path, prints: list[bytes]) -> int:
    leaves = [data for (data,) in rows(path, "SELECT data FROM sheaves")]
    return sum(any(print_ in data for data in leaves) for print_ in prints)


def history(folder: Path, dice: random.Random) -> tuple[int, int, list[bytes]]:
    """Add, bind and forget, over and over; how many traces leaves had, and what is to be gone."""
    path, gone, packed = folder / "memory.db", list[bytes](), 0
    with Memory.open(path, worker=False) as memory:
        nest = Nest(memory, dice)
        for _ in range(8):
            nest.add_others(40)
            nest.add_session()
            for user, id_ in dice.sample(nest.others, 4):
                bind_all(memory)
                prints = prints_of(memory, user, id_)
                packed += in_leaves(path, prints)
                nest.others.remove((user, id_))
                memory.forget(user, message=id_)
                gone += prints
            bind_all(memory)
        for user, scope in nest.forgettings():
            memory.forget(user, **scope)
        gone = without_living(memory, gone)
        left = len(found_in(folder, nest.all_canaries()))
        left += in_files(folder, gone)
    return packed, left + in_files(folder, gone), gone


def test_nothing_forgotten_stays_in_a_leaf(tmp_path: Path) -> None:
    packed, left, gone = history(tmp_path, random.Random(SEED))
    figure(f"traces={len(gone)} packed before={packed} left={left} seed={SEED}")
    assert packed > len(gone) * 0.9 > 50
    assert left == 0


def test_the_harness_sees_leaves_that_stay(tmp_path: Path) -> None:
    """The planted fault: removing a message leaves the packed copy of it alone."""
    path = tmp_path / "memory.db"
    Memory.open(path, worker=False).close()
    with apsw.Connection(str(path)) as connection:
        connection.execute("DROP TRIGGER messages_removed")
    _, left, _ = history(tmp_path, random.Random(SEED))
    assert left > 0


def test_a_forgotten_user_leaves_no_leaf(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, worker=False) as memory:
        memory.add("mei", [f"the canarybird sings {n}" for n in range(50)], session="canarysession")
        assert bind_all(memory) == 1
        assert found_in(tmp_path, ["canarysession"])
        memory.forget("mei", everything=True)
        assert rows(path, "SELECT count(*) FROM sheaves") == [(0,)]
        assert found_in(tmp_path, ["canarysession", "canarybird"]) == {}


def test_a_leaf_and_the_rows_it_was_made_of_are_one_change(tmp_path: Path) -> None:
    """A forgetting that comes between reading and writing cannot: both are one unit's."""
    path = tmp_path / "memory.db"
    with Memory.open(path, worker=False) as memory, Memory.open(path, worker=False) as other:
        ids = memory.add("mei", [f"tea {n}" for n in range(50)])
        by = memory._parts.marker.by
        assert by != Makers("", "")
        bind_all(memory)
        other.forget("mei", message=ids[7])
        bind_all(memory)
        assert in_leaves(path, [ids[7].encode()]) == 0
        found = memory._parts.store.read(
            "default", lambda unit: unit.log.find("mei", Selection(), limit=99)
        )
        assert in_leaves(path, [message.id.encode() for message in found]) == 49
