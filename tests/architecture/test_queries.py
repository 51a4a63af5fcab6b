"""Every query stays inside one space, or says why it does not.

A query file is a sequence of named queries::

    -- name: messages_of_session
    -- The messages of one session, oldest first.
    SELECT ... WHERE space = :space ...

A query over all spaces says so in its leading comment: ``-- store-wide: <reason>``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

import pytest

from tests.architecture.source_tree import PACKAGE, relative

FILES = sorted((PACKAGE / "stores").glob("*/queries/**/*.sql"))
NAME = re.compile(r"^-- name: (?P<name>\S+)[ \t]*$", re.MULTILINE)
STORE_WIDE = re.compile(r"^-- store-wide:[ \t]*(?P<reason>.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Query:
    file: str
    name: str
    comment: str
    sql: str


def queries() -> list[Query]:
    found = []
    for path in FILES:
        _, *parts = NAME.split(path.read_text("utf-8"))
        for name, body in zip(parts[::2], parts[1::2], strict=True):
            lines = body.strip().splitlines()
            start = next(
                (i for i, line in enumerate(lines) if not line.startswith("--")), len(lines)
            )
            sql = re.sub(r"--.*", "", "\n".join(lines[start:])).strip()
            found.append(Query(relative(path), name, "\n".join(lines[:start]), sql))
    return found


QUERIES = [
    pytest.param(query, id=f"{query.file.rpartition('/')[2]}:{query.name}") for query in queries()
]


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_stays_inside_its_space(query):
    assert query.sql, "a name without a statement"
    store_wide = STORE_WIDE.search(query.comment)
    if store_wide:
        assert len(store_wide["reason"].split()) >= 3, "say why this query is store-wide"
    else:
        assert re.search(r":space\b", query.sql), "bind :space, or say `-- store-wide: <reason>`"


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_named_plainly(query):
    assert re.fullmatch(r"[a-z][a-z0-9_]*", query.name)


def test_names_are_used_once_in_a_file():
    uses = Counter((query.file, query.name) for query in queries())
    assert [name for name, count in uses.items() if count > 1] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_statement_goes_without_a_name(path):
    before, *_ = NAME.split(path.read_text("utf-8"))
    assert re.sub(r"--.*", "", before).strip() == ""
