"""Remove: forget stretches in every file that holds them, and keep the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from holdfast.flow.maintain.archive.conversation import Form, parsed, rendered, stretch_of
from holdfast.flow.maintain.archive.packing import packed, unpacked
from holdfast.flow.maintain.archive.shelf import LOG, MERGED, grouped
from holdfast.ports.archives import Archives, Shelf

_UID = re.compile(rb'\{"uid":"([A-Za-z0-9-]{1,64})"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """What went, by number: stretches that were archived, files, and files that were rewritten."""

    stretches: int = 0
    files: int = 0
    rewritten: int = 0


def remove(
    archives: Archives,
    space: str,
    user: str,
    stretches: Collection[str],
    *,
    agent: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Removal:
    """Remove stretches, by id, from all of a user's archives, or from those with one agent.

    A copy that was kept aside goes whole if it holds one of them. So does a day's file that cannot
    be read to its end, because nobody could say that it does not. What remains of a stretch that
    lost some of its messages only is to be archived again from the log. Doing it twice is fine.
    """
    found: set[str] = set()
    ids = {id_ for id_ in stretches if id_}
    counts = {False: 0, True: 0}
    mine = [s for s in archives.shelves(space) if s.user == user and agent in (None, s.agent)]
    for done, shelf in enumerate(mine, 1):
        with archives.hold(shelf):
            for name in archives.names(shelf):
                held, stays = _cleared(archives, shelf, name, ids)
                found |= held or set()
                counts[stays] += held is not None
            if not archives.names(shelf):
                archives.remove_shelf(shelf)
        if progress is not None:
            progress(done)
    return Removal(stretches=len(found), files=counts[False], rewritten=counts[True])


def remove_user(archives: Archives, space: str, user: str) -> int:
    """Remove all archives of a user, with the folders that bear the name; how many files went."""
    mine = [shelf for shelf in archives.shelves(space) if shelf.user == user]
    return sum(archives.remove_shelf(shelf) for shelf in mine)


def _cleared(
    archives: Archives, shelf: Shelf, name: str, ids: set[str]
) -> tuple[set[str] | None, bool]:
    """Remove the stretches from one file: those it held (None: it was left), and whether it stays."""
    text, whole = unpacked(archives.read(shelf, name) or b"")
    held = _mentioned(text + name.encode("utf-8", "surrogatepass"), ids)
    if not held and (whole or not name.startswith("day/") or not ids):
        return None, True
    rest: list[bytes] | None = None
    if LOG.fullmatch(name) and whole:
        rest = _lines_without(text, ids)
    elif MERGED.fullmatch(name) and whole:
        rest = _groups_without(text, ids)
    if not rest:
        archives.remove(shelf, name)
        return held, False
    gz = name.endswith(".gz")
    archives.put(shelf, name, b"".join(packed(each, gz=gz, name=_uid(each)) for each in rest))
    return held, True


def _lines_without(text: bytes, ids: set[str]) -> list[bytes]:
    lines = text.splitlines(keepends=True)
    whole = [each for each in lines if each.endswith(b"\n")]  # half a line holds who knows what
    return [each for each in whole if not _mentioned(each, ids)]


def _uid(text: bytes) -> str:
    """The id at the beginning of a log's line; empty for any other text."""
    match = _UID.match(text)
    return match[1].decode() if match else ""


def _groups_without(text: bytes, ids: set[str]) -> list[bytes] | None:
    """The merged day without these stretches; None if nothing is left, or it is no list."""
    forms = parsed(text)
    if not isinstance(forms, list):
        return None
    rest: list[Form] = []
    for group in grouped(forms):
        if stretch_of(group[0]) not in ids and not _mentioned(rendered(group), ids):
            rest.extend(group)
    return [rendered(rest)] if rest else None


def _mentioned(text: bytes, ids: set[str]) -> set[str]:
    """Those of the ids that stand in the text, whole."""
    if not ids:
        return set()
    any_ = "|".join(map(re.escape, sorted(ids)))
    pattern = rf"(?<![A-Za-z0-9-])(?:{any_})(?![A-Za-z0-9-])".encode()
    return {match[0].decode() for match in re.finditer(pattern, text)}
