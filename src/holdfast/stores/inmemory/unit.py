"""The unit of work."""

from __future__ import annotations

from holdfast.stores.inmemory.attachments import InMemoryAttachments
from holdfast.stores.inmemory.days import InMemoryDays
from holdfast.stores.inmemory.items import InMemoryItems
from holdfast.stores.inmemory.jobs import InMemoryJobs
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.log import InMemoryLog
from holdfast.stores.inmemory.marks import InMemoryMarks
from holdfast.stores.inmemory.memos import InMemoryMemos
from holdfast.stores.inmemory.preferences import InMemoryPreferences
from holdfast.stores.inmemory.rows import Rows
from holdfast.stores.inmemory.sessions import InMemorySessions
from holdfast.stores.inmemory.sheaves import InMemorySheaves
from holdfast.stores.inmemory.stretches import InMemoryStretches
from holdfast.stores.inmemory.users import InMemoryUsers


class InMemoryUnit:
    """All ports over the rows of one space. What may change is the journal's to say."""

    def __init__(self, space: str, rows: Rows, journal: Journal) -> None:
        self.users = InMemoryUsers(rows, journal)
        self.log = InMemoryLog(rows, journal)
        self.days = InMemoryDays(rows)
        self.marks = InMemoryMarks(rows, journal)
        self.sheaves = InMemorySheaves(rows, journal)
        self.attachments = InMemoryAttachments(rows, journal)
        self.sessions = InMemorySessions(rows, journal)
        self.stretches = InMemoryStretches(rows, journal)
        self.memos = InMemoryMemos(rows, journal)
        self.items = InMemoryItems(rows, journal)
        self.jobs = InMemoryJobs(space, rows, journal)
        self.preferences = InMemoryPreferences(rows, journal)
