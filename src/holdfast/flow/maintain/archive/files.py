"""Files: the archives as they lie on their shelves, a page at a time. None of them is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from holdfast.errors import InvalidInput
from holdfast.flow.maintain.archive.shelf import day_of
from holdfast.ports.archives import Archives


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """One file. `day` is empty for one that is none of ours; `place` is where a page goes on."""

    user: str
    agent: str
    name: str
    bytes: int
    day: str
    place: str


def list_files(
    archives: Archives,
    space: str,
    *,
    user: str | None = None,
    agent: str | None = None,
    after: str = "",
) -> Iterator[ArchiveFile]:
    """The files of a space, by user, agent and name; those behind the place `after` only."""
    begin = _read_place(after)
    for shelf in archives.shelves(space):
        if user not in (None, shelf.user) or agent not in (None, shelf.agent):
            continue
        if (shelf.user, shelf.agent) < begin[:2]:
            continue
        for name, size in archives.names(shelf).items():
            if (shelf.user, shelf.agent, name) > begin:
                place = _place(shelf.user, shelf.agent, name)
                day = day_of(name) or ""
                yield ArchiveFile(shelf.user, shelf.agent, name, size, day, place)


def _place(*names: str) -> str:
    return "/".join(quote(name, safe="", errors="surrogatepass") for name in names)


def _read_place(place: str) -> tuple[str, ...]:
    if not place:
        return ("", "", "")
    names = tuple(unquote(part, errors="surrogatepass") for part in place.split("/"))
    if len(names) != 3:
        raise InvalidInput("`after` is not the place of an archive.")
    return names
