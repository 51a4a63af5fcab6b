"""What anyone commits to a file is noticed, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.errors import Closed
from holdfast.stores.sqlite.store import SqliteStore


def test_every_commit_counts_whoever_makes_it(tmp_path: Path):
    ours, theirs = (SqliteStore.open(tmp_path / "m.db") for _ in range(2))
    seen = [ours.changes()]
    for store in (ours, theirs):
        store.write("s", lambda unit: unit.users.advance("ann", 1))
        seen.append(ours.changes())
    assert seen == sorted({*seen})
    ours.read("s", lambda unit: unit.users.names())
    assert ours.changes() == seen[-1]
    theirs.close()
    ours.close()
    with pytest.raises(Closed):
        ours.changes()


def test_it_does_not_stand_in_the_way_of_erasing(tmp_path: Path):
    store = SqliteStore.open(tmp_path / "m.db")
    store.changes()
    store.write("s", lambda unit: unit.users.advance("ann", 1))
    store.changes()
    assert store.erase()
    store.close()
    assert not (tmp_path / "m.db-wal").exists()
