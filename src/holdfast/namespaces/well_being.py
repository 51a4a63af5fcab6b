"""Well-being: how sessions, summaries, memos, learning, archives and models are, for the check-up.

No line repeats what was said, nor a key.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.domain.finding import Finding
from holdfast.domain.item import ItemKind
from holdfast.domain.job import Job, JobState
from holdfast.domain.session import SessionState, Stretch
from holdfast.flow.condense.request import FOLD
from holdfast.flow.extract.request import LEARN
from holdfast.flow.maintain.archive.contents import list_faults
from holdfast.flow.recall.binder import binder
from holdfast.flow.usual import learning_of, review_of
from holdfast.ports.unit import Unit
from holdfast.wiring import Parts

SHOWN = 3
"""How many of the same kind are named."""

_ALL = 1 << 62


class _Seen(NamedTuple):
    """What was counted in one space."""

    active: int
    unsettled: list[Stretch]
    provisional: int
    """Summaries that are to be made again, and that no job is on its way for."""
    reviewed: bool
    learns: bool
    learning: list[Job]
    stand_ins: int
    """Events that are to be told again, and that no job is on its way for."""


def findings(parts: Parts, *, thorough: bool) -> Iterator[Finding]:
    """Every line of it, for all spaces of the store."""
    seen = [
        parts.store.read(space, lambda unit: _look(unit, parts)) for space in parts.store.spaces()
    ]
    unsettled = [stretch for each in seen for stretch in each.unsettled]
    yield Finding("active sessions", True, f"{sum(each.active for each in seen):,}")
    yield from _sealing(unsettled)
    yield _provisional(sum(each.provisional for each in seen))
    yield _reviewed(parts, [each.reviewed for each in seen])
    yield from _archives(parts, thorough)
    yield from _learning(parts, seen)
    yield _model("summaries", parts.summariser)
    yield _model("reviews", parts.reviewer)
    if parts.reranker is not None:
        yield _model("reranking", parts.reranker, "recall does without it meanwhile")


def _look(unit: Unit, parts: Parts) -> _Seen:
    jobs = unit.jobs.find(limit=_ALL)
    folding = {
        (job.user, job.key) for job in jobs if job.kind == FOLD and job.state is not JobState.DEAD
    }
    learning = [job for job in jobs if job.kind == LEARN]
    asked = {(job.user, job.payload["session"], job.payload["stretch"]) for job in learning}
    stand_ins = unit.items.provisional(limit=_ALL)
    events = [item for item in stand_ins if item.kind is ItemKind.EVENT]
    provisional = [item for item in stand_ins if item.kind is not ItemKind.EVENT]
    return _Seen(
        len(unit.sessions.active(limit=_ALL)),
        unit.stretches.unsettled(limit=_ALL),
        sum((item.user, item.agent) not in folding for item in provisional),
        review_of(unit, parts.usual),
        learning_of(unit, parts.usual),
        learning,
        sum((item.user, item.session, item.stretch) not in asked for item in events),
    )


def _sealing(unsettled: list[Stretch]) -> Iterator[Finding]:
    failed = [each for each in unsettled if each.state is SessionState.FAILED]
    yield Finding("sessions being sealed", True, f"{len(unsettled) - len(failed):,}")
    named = "; ".join(
        f"{each.session} of {each.user} ({each.error.rstrip('.')})" for each in failed[:SHOWN]
    )
    more = f"; and {len(failed) - SHOWN:,} more" if len(failed) > SHOWN else ""
    yield Finding(
        "sessions that failed",
        not failed,
        f"{len(failed):,}: {named}{more}" if failed else "0",
        "No message is lost. Mend what it says, then `holdfast worker --once`, or "
        "`holdfast sessions seal NAME --user USER`.",
    )


def _provisional(count: int) -> Finding:
    return Finding(
        "provisional summaries",
        not count,
        f"{count:,}",
        "Rules stand in for the model meanwhile. See that its server runs, then "
        "`holdfast worker --once`.",
    )


def _learning(parts: Parts, seen: list[_Seen]) -> Iterator[Finding]:
    """Who learns, and how many stretches wait to be learned from or have failed to be."""
    on = [each.learns for each in seen] or [parts.usual.learning]
    jobs = [job for each in seen for job in each.learning]
    failed = [job for job in jobs if job.error]
    yield _model("learning", parts.extractor) if any(on) else Finding("learning", True, "off")
    yield Finding("stretches to learn from", True, f"{len(jobs) - len(failed):,}")
    named = "; ".join(
        f"{job.payload['session']} of {job.user} ({job.error.rstrip('.')})"
        for job in failed[:SHOWN]
    )
    more = f"; and {len(failed) - SHOWN:,} more" if len(failed) > SHOWN else ""
    yield Finding(
        "learning that failed",
        not failed,
        f"{len(failed):,}: {named}{more}" if failed else "0",
        "No message is lost, and it is tried again. Mend what it says; `holdfast jobs` shows "
        "them, and `holdfast jobs --retry ID` tries one now.",
    )
    stand_ins = sum(each.stand_ins for each in seen)
    yield replace(_provisional(stand_ins), name="provisional events")


def _reviewed(parts: Parts, spaces: list[bool]) -> Finding:
    spaces = spaces or [parts.usual.review]
    if len(set(spaces)) > 1:
        return Finding("memo reviews", True, f"on in {sum(spaces)} of {len(spaces)} spaces")
    return Finding("memo reviews", True, "on" if spaces[0] else "off")


def _archives(parts: Parts, thorough: bool) -> Iterator[Finding]:
    if parts.archivist is None:
        yield Finding("archives", True, "none are kept (archive_dir is not set)")
        return
    archives = parts.archivist.archives
    root: Path | None = getattr(archives, "root", None)
    where = "kept" if root is None else str(root)
    yield Finding(
        "archives",
        root is None or _is_writable(root),
        where,
        "It cannot be written: let the process write there, or name another archive_dir.",
    )
    if thorough:
        faults = [each for space in parts.store.spaces() for each in list_faults(archives, space)]
        named = "; ".join(
            f"{shelf.user}/{shelf.agent}/{each.name}" for shelf, each in faults[:SHOWN]
        )
        yield Finding(
            "damaged archives",
            not faults,
            f"{len(faults):,}: {named}" if faults else "0",
            "See `holdfast archive check`; move them away and run `holdfast archive rebuild`.",
        )


def _is_writable(root: Path) -> bool:
    """Whether files can be put there, or the folder made."""
    place = next(each for each in (root, *root.absolute().parents) if each.exists())
    return place.is_dir() and os.access(place, os.W_OK | os.X_OK)


def _model(role: str, maker: Any, meanwhile: str = "rules do it meanwhile") -> Finding:
    """Who does it; of a model, also how it fared in this process."""
    usage, trouble = getattr(maker, "usage", None), getattr(maker, "trouble", "")
    if usage is None:
        return Finding(role, True, f"by {maker.identity}")
    detail = f"by {maker.identity}: {usage.calls:,} calls, {usage.failures:,} failures here"
    return Finding(
        role,
        not trouble,
        f"{detail}. The last one: {trouble}" if trouble else detail,
        f"See that the model's server runs and knows its name and key; {meanwhile}.",
    )


def packed(parts: Parts, *, thorough: bool) -> Finding:
    """How much is kept packed for the first question about a user; if `thorough`, whether it is whole."""
    leaves, size, torn = 0, 0, 0
    for space in parts.store.spaces():
        volume = parts.store.read(space, lambda unit: unit.sheaves.volume())
        leaves, size = leaves + volume.leaves, size + volume.bytes
        if thorough:
            torn += parts.store.read(space, lambda unit: _torn(unit, parts))
    told = f"{leaves:,} leaves, {size / (1 << 20):.1f} MiB"
    return Finding(
        "packed marks",
        not torn,
        f"{told}; those of {torn:,} users are damaged" if torn else told,
        "Run `holdfast reindex`, which makes them anew; recall is right meanwhile, but slower.",
    )


def _torn(unit: Unit, parts: Parts) -> int:
    """Of how many users a leaf is not what it was."""
    from holdfast.flow.recall.leaf import is_whole  # numpy, which is slow to load

    by, torn, last = binder(parts.marker.by), 0, ""
    while names := unit.users.names(after=last):
        for user in names:
            torn += not all(is_whole(leaf.data) for leaf in unit.sheaves.of(user, by))
        last = names[-1]
    return torn
