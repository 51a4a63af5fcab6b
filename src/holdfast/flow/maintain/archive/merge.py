"""Merge: all conversations of a day in one file, each once, however often it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from holdfast.flow.maintain.archive.conversation import day_name
from holdfast.flow.maintain.archive.packing import packed, unpacked
from holdfast.flow.maintain.archive.shelf import (
    Day,
    Skipped,
    keep_aside,
    merged_name,
    merged_text,
    read_day,
)
from holdfast.ports.archives import Archives, Shelf

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeReport:
    """What a day's merged file holds now. `output` is None when the day has no conversation.

    `messages` counts the separators too. `skipped` are files that could not be taken: they are
    left as they are, and one that stood in the way was copied first (`aside`).
    """

    output: str | None
    sessions: int = 0
    messages: int = 0
    changed: bool = False
    skipped: tuple[Skipped, ...] = ()
    aside: str | None = None


def merge_day(
    archives: Archives,
    shelf: Shelf,
    day: date,
    *,
    gz: bool = True,
    progress: Progress | None = None,
) -> MergeReport:
    """Put the conversations of a day into one file, and leave their own files where they are.

    Those that an earlier merge took in stay in it, whether their own files are there or not. A day
    that is merged already is not written again.
    """
    with archives.hold(shelf):
        found = read_day(archives, shelf, day_name(day))
        return merge(archives, shelf, day_name(day), found, gz=gz, progress=progress)


def merge(
    archives: Archives,
    shelf: Shelf,
    day: str,
    found: Day,
    *,
    gz: bool,
    progress: Progress | None = None,
) -> MergeReport:
    """Like `merge_day`, for a day that was just read from a shelf that is held."""
    kept = list(found.conversations().values())
    skipped = tuple(found.skipped())
    if not kept:
        return MergeReport(output=None, skipped=skipped)
    name, text = merged_name(shelf, day, gz=gz), merged_text(kept)
    before, aside = archives.read(shelf, name), None
    changed = before is None or unpacked(before) != (text, True)
    if changed:
        if name in found.merged and found.merged[name].fault:
            aside = keep_aside(archives, shelf, name)
        archives.put(shelf, name, packed(text, gz=gz))
    for other, part in found.merged.items():
        if other != name and part.fault is None:  # packed otherwise, and all of it is in this one
            archives.remove(shelf, other)
    if progress is not None:
        progress(len(kept))
    return MergeReport(
        output=name,
        sessions=len(kept),
        messages=sum(len(each.messages) for each in kept) + len(kept),
        changed=changed,
        skipped=skipped,
        aside=aside,
    )
