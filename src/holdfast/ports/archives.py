"""Archives: files in which whole conversations are kept, for people and for other programs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from holdfast.errors import InvalidInput

_INSIDE = r"[^/\\\x00-\x1f]"
_NAME = re.compile(rf"(?:day/)?(?!day\Z)(?![. ]){_INSIDE}+(?<![. /])")


def is_file_name(name: str) -> bool:
    """Whether this can be the name of a file on a shelf, and of none elsewhere."""
    return _NAME.fullmatch(name) is not None


def checked_file(name: str) -> str:
    """The name as it is, or InvalidInput."""
    if not is_file_name(name):
        raise InvalidInput(f"{name!r} is not the name of an archive.")
    return name


@dataclass(frozen=True, slots=True, order=True)
class Shelf:
    """Where the archives of one user's conversations with one agent stand."""

    space: str
    user: str
    agent: str

    @property
    def names(self) -> tuple[str, str, str]:
        """Space, user and agent: from the outermost folder to the innermost."""
        return self.space, self.user, self.agent


class Archives(Protocol):
    """Files by shelf and name. A name is plain, or one in the folder `day`: ``day/x.json``.

    Every change is durable when the call returns, and is there whole or not at all, with one
    exception: of an `append` that was interrupted, a part may be there.
    """

    def shelves(self, space: str) -> list[Shelf]:
        """Every shelf of the space that has files, in order; what is unfinished counts too."""
        ...

    def hold(self, shelf: Shelf) -> AbstractContextManager[None]:
        """Keep everyone else from changing the shelf, in this process and in others.

        What an interrupted change left behind is gone when it is held. Holding a shelf twice in
        one thread is fine. All changes of a shelf are made while holding it.
        """
        ...

    def names(self, shelf: Shelf) -> Mapping[str, int]:
        """The shelf's files by name, in order, each with its size in bytes; none: empty.

        What someone has put there under a name that none of ours can have is not among them.
        """
        ...

    def read(self, shelf: Shelf, name: str) -> bytes | None:
        """What is in the file; None when there is none."""
        ...

    def put(self, shelf: Shelf, name: str, data: bytes) -> None:
        """Write a file, in the place of one that may be there."""
        ...

    def append(self, shelf: Shelf, name: str, data: bytes) -> None:
        """Add to the end of a file; begin it if there is none."""
        ...

    def remove(self, shelf: Shelf, name: str) -> bool:
        """Delete a file; False when there is none."""
        ...

    def remove_shelf(self, shelf: Shelf) -> int:
        """Delete the shelf with all that is on it, its names too; how many files went."""
        ...
