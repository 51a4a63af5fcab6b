"""Contents: what the archives hold, each stretch once, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.flow.maintain.archive.conversation import Conversation
from holdfast.flow.maintain.archive.shelf import Day, Skipped, days, read_day
from holdfast.ports.archives import Archives, Shelf


@dataclass(frozen=True, slots=True)
class Entry:
    """One archived stretch, and the files that hold it; the first of them counts."""

    shelf: Shelf
    id: str
    session: str
    began: str
    messages: int
    files: tuple[str, ...]


def list_archives(
    archives: Archives, space: str, *, user: str | None = None, agent: str | None = None
) -> Iterator[Entry]:
    """Every archived stretch of the space, of one user, or of one agent: oldest first on a shelf."""
    for shelf in _chosen(archives, space, user, agent):
        for day in days(archives.names(shelf)):
            found = read_day(archives, shelf, day)
            for kept in found.conversations().values():
                count, files = len(kept.messages), _files(found, kept.id)
                yield Entry(shelf, kept.id, kept.session, kept.began, count, files)


def read_archives(archives: Archives, shelf: Shelf) -> Iterator[Conversation]:
    """Every archived stretch of a shelf, oldest first."""
    for day in days(archives.names(shelf)):
        yield from read_day(archives, shelf, day).conversations().values()


def read_archive(archives: Archives, shelf: Shelf, stretch: str) -> Conversation | None:
    """One archived stretch, by id; None if there is none."""
    return next((kept for kept in read_archives(archives, shelf) if kept.id == stretch), None)


def list_faults(
    archives: Archives, space: str, *, user: str | None = None, agent: str | None = None
) -> Iterator[tuple[Shelf, Skipped]]:
    """Every file that cannot be taken for ours, or not for all that is in it."""
    for shelf in _chosen(archives, space, user, agent):
        for day in days(archives.names(shelf)):
            for skipped in read_day(archives, shelf, day).skipped():
                yield shelf, skipped


def _chosen(archives: Archives, space: str, user: str | None, agent: str | None) -> Iterator[Shelf]:
    for shelf in archives.shelves(space):
        if user in (None, shelf.user) and agent in (None, shelf.agent):
            yield shelf


def _files(found: Day, id_: str) -> tuple[str, ...]:
    parts = {**found.own, **found.logs, **found.merged}
    return tuple(
        name for name, part in parts.items() if any(k.id == id_ for k in part.conversations)
    )
