"""What a message costs beside its own row: the page of its session, and no index of sessions."""

from __future__ import annotations

from pathlib import Path

import apsw

from holdfast.memory import Memory
from holdfast.settings import Settings

HEADER, FRAME_HEADER, PAGE = 32, 24, 4096
SESSIONS = "SELECT type, rootpage FROM sqlite_schema WHERE tbl_name = 'sessions'"


def pages_written(log: Path, since: int) -> set[int]:
    """The numbers of the pages that were put into the log behind this many bytes."""
    frames = log.read_bytes()[since or HEADER :]
    starts = range(0, len(frames), FRAME_HEADER + PAGE)
    return {int.from_bytes(frames[start : start + 4], "big") for start in starts}


def test_a_message_moves_its_session_in_no_index(tmp_path: Path) -> None:
    log = tmp_path / "memory.db-wal"
    with Memory.open(tmp_path / "memory.db", settings=Settings(worker=False)) as memory:
        memory.add("mei", "I live in Chengdu.")
        before = log.stat().st_size
        memory.add("mei", "I have a cat.")
        written = pages_written(log, before)
        assert log.stat().st_size > before
        memory.seal("mei")
        ended = pages_written(log, before)
        connection = apsw.Connection(str(tmp_path / "memory.db"))
        roots: dict[str, set[int]] = {"table": set(), "index": set()}
        for kind, root in connection.execute(SESSIONS):
            roots[kind].add(root)
        connection.close()
    assert roots["table"] <= written
    assert not roots["index"] & written
    assert roots["index"] <= ended  # so small a memory has each index in one page
