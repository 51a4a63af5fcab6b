"""The memory that indexes take is bounded, and can be seen."""

from __future__ import annotations

from holdfast import Memory, Settings


def told(memory: Memory) -> str:
    (line,) = [each.detail for each in memory.admin.check() if each.name == "indexes in memory"]
    return line


def test_what_indexes_take_is_told(tmp_path):
    with Memory.open(
        tmp_path / "m.db", worker=False, settings=Settings(recall_cache_mb=1)
    ) as memory:
        assert told(memory) == "0 users, 0.0 of 1 MiB"
        for user in ("mei", "lily"):
            memory.add(user, [f"{n} cups of tea" for n in range(200)])
            memory.recall(user, "tea")
        users, taken = memory._parts.indexed
        assert users == 2
        assert told(memory) == f"2 users, {taken / (1 << 20):.1f} of 1 MiB"
        for number in range(12):
            memory.add(f"user-{number}", [f"{n} cups of tea" for n in range(200)])
            memory.recall(f"user-{number}", "tea")
        assert memory._parts.indexed[1] <= 1 << 20
