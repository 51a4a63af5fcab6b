"""Looking into a memory's file with plain SQL: what is there, and what should not be."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import apsw

BARE_MESSAGES = """
    SELECT count(*) FROM messages WHERE analysis = '' OR model = ''"""
DOUBLE_NUMBERS = """
    SELECT count(*) FROM (SELECT 1 FROM messages GROUP BY space, user, session, number
                          HAVING count(DISTINCT id) > 1)"""
WRONG_VERSIONS = """
    SELECT count(*) FROM (SELECT 1 FROM messages GROUP BY space, user, id
                          HAVING max(version) <> count(*) OR sum(NOT superseded) <> 1
                              OR max(superseded * version) >= max(version))"""
NUMBERS_AHEAD = """
    SELECT count(*) FROM messages m LEFT JOIN sessions s
    ON s.space = m.space AND s.user = m.user AND s.name = m.session
    WHERE m.number > coalesce(s.last_number, 0)"""
SEQS_AHEAD = """
    SELECT count(*) FROM messages m LEFT JOIN users u ON u.space = m.space AND u.user = m.user
    WHERE m.seq > coalesce(u.last_seq, 0)"""

RULES = {
    "messages without a mark": BARE_MESSAGES,
    "session numbers used twice": DOUBLE_NUMBERS,
    "messages whose versions do not add up": WRONG_VERSIONS,
    "messages beyond their session's count": NUMBERS_AHEAD,
    "messages beyond their user's stamp": SEQS_AHEAD,
}


class Version(NamedTuple):
    """One version of a message, as it lies in the file."""

    user: str
    id: str
    version: int
    text: str


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of one statement, on a connection of its own that leaves the log as it is."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.set_busy_timeout(60_000)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def versions(path: Path) -> list[Version]:
    """Everything in the log."""
    return [
        Version(*row)
        for row in rows(path, "SELECT user, id, version, text FROM messages ORDER BY user, seq")
    ]


def faults(path: Path) -> dict[str, object]:
    """Every rule of the file that is broken. Empty is good."""
    broken: dict[str, object] = {}
    integrity = rows(path, "PRAGMA integrity_check")
    if integrity != [("ok",)]:
        broken["integrity"] = integrity
    for rule, sql in RULES.items():
        ((count,),) = rows(path, sql)
        if count:
            broken[rule] = count
    return broken
