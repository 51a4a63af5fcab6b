"""Ask: one request of this API, with all that a handler needs."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from holdfast.entrypoints.memobase.query import Query
from holdfast.errors import InvalidInput, NotFound
from holdfast.memory import Memory

ROOT = "__root__"
"""The project of those who have no other: the space that the server serves first of all."""

Data = dict[str, Any] | list[Any] | None


@dataclass(frozen=True)
class Ask:
    """A project's memory, and what is asked of it. `whole`: the caller may use all projects."""

    memory: Memory
    project: str
    whole: bool
    path: Mapping[str, str]
    query: Query
    body: Any

    @property
    def user(self) -> str:
        """The user that the path names."""
        return self.path["user"]

    def known_user(self) -> str:
        """The same; NotFound where nobody was told of it."""
        if self.memory.admin.details(self.user) is None:
            raise NotFound(f"There is no user {self.user}.", remedy="Add it first.")
        return self.user

    def fields(self) -> Mapping[str, Any]:
        """The body, which must be an object."""
        if not isinstance(self.body, Mapping):
            raise InvalidInput("The body must be a JSON object.")
        return self.body


Handler = Callable[[Ask], Data]


class Route(NamedTuple):
    """A handler and where it is found. `learns`: it may wait for a model."""

    method: str
    path: str
    handler: Handler
    learns: bool = False


def is_id(text: str) -> bool:
    """Whether it is a UUID of version 4 or 5, as clients demand."""
    try:
        found = uuid.UUID(text)
    except ValueError:
        return False
    return found.version in (4, 5) and str(found) == text.lower()
