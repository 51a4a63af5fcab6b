"""Shelf: which files hold what, and what is wrong with those that cannot be taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from holdfast.flow.maintain.archive.conversation import (
    Conversation,
    Fault,
    Form,
    line,
    opened,
    parsed,
    rendered,
    stretch_of,
    system,
)
from holdfast.flow.maintain.archive.packing import packed, unpacked
from holdfast.ports.archives import Archives, Shelf
from holdfast.text.file_names import file_name

SEPARATOR = "会话分割: "
"""What the message that stands before each conversation of a merged day begins with."""

OWN = re.compile(r"session_(?P<day>\d{8})_\d{6}_(?P<id>[A-Za-z0-9-]+)\.json(?:\.gz)?")
LOG = re.compile(r"day/append_.*_(?P<day>\d{8})\.ndjson(?:\.gz)?", re.DOTALL)
MERGED = re.compile(r"day/merged_.*_(?P<day>\d{8})\.json(?:\.gz)?", re.DOTALL)
_KINDS = (OWN, LOG, MERGED)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file, or a part of it, that was left alone, and why."""

    name: str
    fault: Fault


class Part(NamedTuple):
    """What could be read of a file; `fault` is None when that is all of it, as it was written."""

    conversations: tuple[Conversation, ...]
    fault: Fault | None = None


@dataclass(slots=True)
class Day:
    """The files of one day, by name, each with what could be read of it."""

    own: dict[str, Part] = field(default_factory=dict)
    logs: dict[str, Part] = field(default_factory=dict)
    merged: dict[str, Part] = field(default_factory=dict)

    def conversations(self) -> dict[str, Conversation]:
        """Every conversation once, by id: from a file of its own, else a log, else a merged day.

        They come in the order in which they began.
        """
        found = (self.merged_ones() | self.pending()).values()
        return {kept.id: kept for kept in sorted(found, key=lambda each: (each.began, each.id))}

    def merged_ones(self) -> dict[str, Conversation]:
        """Those that a merged file holds."""
        return _by_id(self.merged)

    def pending(self) -> dict[str, Conversation]:
        """Those in files of their own and in logs; the last line of a log counts."""
        return _by_id(self.logs) | _by_id(self.own)

    def take(self, name: str, data: bytes, *, only: str | None = None) -> None:
        """Read a file, or `only` one stretch of it; one that is none of ours is passed over."""
        if OWN.fullmatch(name):
            self.own[name] = _named(read_own(data), name)
        elif LOG.fullmatch(name):
            self.logs[name] = read_log(data)
        elif MERGED.fullmatch(name):
            self.merged[name] = read_merged(data, only=only)

    def skipped(self) -> list[Skipped]:
        """The files with something wrong in them."""
        parts = {**self.own, **self.logs, **self.merged}
        return [Skipped(name, part.fault) for name, part in parts.items() if part.fault]


def _by_id(parts: dict[str, Part]) -> dict[str, Conversation]:
    return {kept.id: kept for part in parts.values() for kept in part.conversations}


def log_name(shelf: Shelf, day: str, *, gz: bool) -> str:
    """The append log of a day."""
    return f"day/append_{file_name(shelf.agent)}_{day}.ndjson" + (".gz" if gz else "")


def merged_name(shelf: Shelf, day: str, *, gz: bool) -> str:
    """The merged file of a day."""
    return f"day/merged_{file_name(shelf.agent)}_{day}.json" + (".gz" if gz else "")


def days(names: Iterable[str], kinds: Iterable[re.Pattern[str]] = _KINDS) -> list[str]:
    """The days that any of these files is of, in order."""
    found = {match["day"] for name in names for kind in kinds if (match := kind.fullmatch(name))}
    return sorted(found)


def read_day(archives: Archives, shelf: Shelf, day: str) -> Day:
    """What the shelf holds of a day."""
    while True:
        found = _read_day(archives, shelf, day)
        if found is not None:
            return found


def _read_day(archives: Archives, shelf: Shelf, day: str) -> Day | None:
    """None if a file was taken away meanwhile: what was in it may be where we have looked before."""
    found = Day()
    for name in archives.names(shelf):
        if day not in name or day_of(name) != day:
            continue
        data = archives.read(shelf, name)
        if data is None:
            return None
        found.take(name, data)
    return found


def day_of(name: str) -> str | None:
    """The day that a file is of; None for one that is none of ours."""
    match = next((match for kind in _KINDS if (match := kind.fullmatch(name))), None)
    return match["day"] if match else None


def _named(part: Part, name: str) -> Part:
    """The part, if it is of the conversation that the file is named for."""
    wrong = any(kept.file != name.removesuffix(".gz") for kept in part.conversations)
    return Part((), Fault.EDITED) if wrong else part


def read_own(data: bytes) -> Part:
    """The file of one conversation."""
    text, whole = unpacked(data)
    forms = parsed(text) if whole else None
    if forms is None:
        return Part((), Fault.BROKEN)
    kept = opened(forms)
    return Part((), kept) if isinstance(kept, Fault) else Part((kept,))


def read_log(data: bytes) -> Part:
    """An append log: its lines as far as they can be read. Of several with one id the last."""
    text, whole = unpacked(data)
    fault = None if whole else Fault.BROKEN
    found: dict[str, Conversation] = {}
    for each in text.splitlines(keepends=True):
        row = parsed(each) if each.endswith(b"\n") else None
        if row is None:
            fault = Fault.BROKEN
            continue
        kept = opened(row.get("messages")) if isinstance(row, dict) else Fault.FOREIGN
        if isinstance(kept, Fault) or (kept.id, kept.began) != (row["uid"], row["timestamp"]):
            fault = fault or (kept if isinstance(kept, Fault) else Fault.EDITED)
        else:
            found[kept.id] = kept
    return Part(tuple(found.values()), fault)


def read_merged(data: bytes, *, only: str | None = None) -> Part:
    """A merged day: those of its conversations that are as they were written.

    With `only`, that one alone is looked at, and the rest of the file is not judged.
    """
    text, whole = unpacked(data)
    forms = parsed(text) if whole else None
    if forms is None:
        return Part((), Fault.BROKEN)
    if not isinstance(forms, list) or not forms or stretch_of(forms[0]) is None:
        return Part((), Fault.FOREIGN)
    groups = [each for each in grouped(forms) if only in (None, stretch_of(each[0]))]
    kept = [opened(group[1:]) for group in groups]
    sound = tuple(each for each in kept if not isinstance(each, Fault))
    judged = only is None and merged_text(sound) != text
    return Part(sound, Fault.EDITED if judged else None)


def grouped(forms: list[Form]) -> list[list[Form]]:
    """The messages of a merged day, by conversation, each behind its separator."""
    groups: list[list[Form]] = []
    for form in forms:
        if stretch_of(form) is not None or not groups:
            groups.append([])
        groups[-1].append(form)
    return groups


def merged_text(kept: Sequence[Conversation]) -> bytes:
    """A merged day, before it is packed."""
    forms: list[Form] = []
    for each in kept:
        forms.append(system(SEPARATOR + each.file, {"before": each.id}))
        forms.extend(each.messages)
    return rendered(forms)


def packed_line(kept: Conversation, *, gz: bool) -> bytes:
    """The conversation as it is added to a log."""
    return packed(line(kept), gz=gz, name=kept.id)


def keep_aside(archives: Archives, shelf: Shelf, name: str) -> str | None:
    """Copy a file that is about to be replaced, and is not ours to lose; the copy's name.

    A copy that is there already is not made twice. None if there is no such file.
    """
    data = archives.read(shelf, name)
    if data is None:
        return None
    number, names = 1, archives.names(shelf)
    while (aside := f"{name}.aside-{number}") in names:
        if archives.read(shelf, aside) == data:
            return aside
        number += 1
    archives.put(shelf, aside, data)
    return aside
