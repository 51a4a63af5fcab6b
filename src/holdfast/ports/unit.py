"""The unit of work: all ports of one space, read or changed together."""

from __future__ import annotations

from typing import Protocol

from holdfast.ports.attachments import Attachments
from holdfast.ports.days import Days
from holdfast.ports.items import Items
from holdfast.ports.jobs import Jobs
from holdfast.ports.log import Log
from holdfast.ports.marks import Marks
from holdfast.ports.memos import Memos
from holdfast.ports.preferences import Preferences
from holdfast.ports.sessions import Sessions
from holdfast.ports.sheaves import Sheaves
from holdfast.ports.stretches import Stretches
from holdfast.ports.users import Users


class Unit(Protocol):
    """What a closure handed to `Store.write` or `Store.read` works on.

    Valid only while that closure runs. In a `read`, every port answers from one snapshot, and
    changing anything raises StoreReadOnly.
    """

    @property
    def users(self) -> Users: ...
    @property
    def log(self) -> Log: ...
    @property
    def days(self) -> Days: ...
    @property
    def marks(self) -> Marks: ...
    @property
    def sheaves(self) -> Sheaves: ...
    @property
    def attachments(self) -> Attachments: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def stretches(self) -> Stretches: ...
    @property
    def memos(self) -> Memos: ...
    @property
    def items(self) -> Items: ...
    @property
    def jobs(self) -> Jobs: ...
    @property
    def preferences(self) -> Preferences: ...
