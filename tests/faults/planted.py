"""Planted faults: connections that do what a careless store would, so that harnesses can be tried.

Each is put in the place of the store's own connection, in this process and in its children.
"""

from __future__ import annotations

from typing import Any

import apsw
import pytest

from holdfast.stores.sqlite import connections

Sound = connections.Connection


def plant(monkeypatch: pytest.MonkeyPatch, fault: type[Sound]) -> None:
    """Let every store that is opened from now on have this fault."""
    monkeypatch.setattr(connections, "Connection", fault)


class Faulty(Sound):
    """Lets its `execute` run what the store runs."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.run = self.execute


class CommitsLater(Faulty):
    """Says that a transaction is committed, and commits it when the next one begins."""

    def execute(self, statements: str, *args: Any, **options: Any) -> apsw.Cursor:
        if statements == "COMMIT":
            return self.cursor()
        if statements.startswith("BEGIN") and self.in_transaction:
            super().execute("COMMIT")
        return super().execute(statements, *args, **options)

    def close(self, force: bool = False) -> None:
        if self.in_transaction:
            super().execute("COMMIT")
        super().close(force)


class HasNoTransactions(Faulty):
    """Keeps every statement by itself."""

    def execute(self, statements: str, *args: Any, **options: Any) -> apsw.Cursor:
        if statements.startswith(("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")):
            return self.cursor()
        return super().execute(statements, *args, **options)


class HidesFailures(Faulty):
    """Says that a transaction is committed, whatever the disk said."""

    def execute(self, statements: str, *args: Any, **options: Any) -> apsw.Cursor:
        if statements != "COMMIT":
            return super().execute(statements, *args, **options)
        try:
            return super().execute("COMMIT")
        except apsw.Error:
            if self.in_transaction:
                super().execute("ROLLBACK")
            return self.cursor()


class TakesBackSome(Faulty):
    """Says that a transaction is committed, and undoes one of twenty."""

    commits = 0

    def execute(self, statements: str, *args: Any, **options: Any) -> apsw.Cursor:
        if statements == "COMMIT":
            self.commits += 1
            if self.commits % 20 == 0:
                return super().execute("ROLLBACK")
        return super().execute(statements, *args, **options)


class KeepsDeletedBytes(Sound):
    """Deletes rows as SQLite does by default: their bytes stay in the file."""

    def pragma(self, name: str, *value: Any, **options: Any) -> Any:
        if name == "secure_delete":
            value = (False,)
        return super().pragma(name, *value, **options)
