"""Moving in: another system's export, looked over and brought in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.entrypoints.cli.call import Call, was_typed
from holdfast.entrypoints.cli.incoming import opened
from holdfast.entrypoints.cli.terminal import Progress, note, number_of, one_line, print_json
from holdfast.errors import ImportRefused
from holdfast.importers.character_archive import MAGIC, unpacked_archive
from holdfast.importers.foreign.entries import audited
from holdfast.importers.foreign.export import Export, Piece, guessed, pieces_in, read_export
from holdfast.importers.foreign.found import Form
from holdfast.importers.foreign.moving import NOBODY, MovingReport, move_in, of_project

if TYPE_CHECKING:
    from holdfast.domain.audit import AuditReport

SHOWN = 20
"""So many of the places that were left out are named to a person."""


def import_(
    call: Call,
    place: Path,
    form: str,
    *,
    without: Collection[str],
    user_part: int | None,
    project: str | None,
    dry_run: bool,
) -> None:
    """Bring in what another system exported; or only tell what would come."""
    with _pieces(place) as pieces:
        export = of_project(read_export(pieces, Form(form)), project)
    report = audit_of(export)
    progress = Progress("conversations:")
    user = call.user if was_typed("named_user") else None
    others = call.named_user
    out = frozenset(_left_out(report, without))
    try:
        with nullcontext() if dry_run else call.open(create=True) as memory:
            moved = move_in(
                export, memory, user=user, others=others, without=out, user_part=user_part,
                progress=progress,
            )  # fmt: skip
    finally:
        progress.end()
    _tell(call, moved, report, len(out), dry_run=dry_run)
    if moved.empty:
        nobody = any(each.why == NOBODY for each in moved.skipped)
        raise ImportRefused(
            f"Nothing in {place.name} could be brought in as {form}.",
            remedy="Say whose it is with --user NAME."
            if nobody
            else "See what was left out and why; name another form with --from.",
        )


def refuse_foreign(place: Path, data: bytes) -> None:
    """Say whose export a file looks like that is none of ours, and how it is brought in."""
    form = guessed(place.name, data)
    if data[: len(MAGIC[0])] in MAGIC:
        hint, what = "--from chatgpt (or claude, memobase)", "a .zip"
    elif form is not Form.JSONL:
        hint, what = f"--from {form}", f"one of {form}"
    else:
        return
    raise ImportRefused(
        f"{place} is no export of Holdfast; it looks like {what}.",
        remedy=f"Look first: holdfast import {place} {hint} --user NAME --dry-run",
    )


def audit_of(export: Export) -> AuditReport:
    """What is wrong with the memories in an export."""
    from holdfast.flow.maintain.audit.audit import audit
    from holdfast.providers.static import StaticEmbedder

    return audit(audited(export), now=datetime.now(UTC), embedder=StaticEmbedder())


@contextmanager
def _pieces(place: Path) -> Iterator[list[Piece]]:
    """The files of an export, whether it is one, a folder of them, or a .zip."""
    if place.is_dir():
        yield pieces_in(place)
        return
    with opened(place) as file:
        if file.seekable() and file.peek(4)[:4] in MAGIC:  # type: ignore[attr-defined]
            with unpacked_archive(file) as folder:
                yield pieces_in(folder)
            return
        data = file.read()
    yield [Piece(place.name, lambda: data)]


def _left_out(report: AuditReport, without: Collection[str]) -> Iterator[str]:
    """The places that an audit found wrong in a way that is not wanted; of twins, the first stays."""
    for finding in report.findings:
        if str(finding.fault) in without:
            entries = finding.entries[1:] if finding.fault == "duplicate" else finding.entries
            yield from (entry.place for entry in entries)


def _tell(call: Call, moved: MovingReport, report: AuditReport, out: int, *, dry_run: bool) -> None:
    if call.json:
        told = {name: getattr(moved, name) for name in moved.__slots__ if name != "skipped"}
        told |= {"dry_run": dry_run, "audit": report.counts, "left_out_by_audit": out}
        print_json(told | {"skipped": [each._asdict() for each in moved.skipped]})
        return
    named = [each for each in moved.skipped if each.why != NOBODY]
    for each in named[:SHOWN]:
        note(one_line(f"Left out: {each.what}: {each.why}"))
    if len(named) > SHOWN:
        note(f"And {len(named) - SHOWN:,} more; --json names them all.")
    if nobodys := len(moved.skipped) - len(named):
        note(
            f"Left out: {number_of(nobodys, 'entry')}: {NOBODY}; --user NAME makes all of it NAME's."
        )
    users = ", ".join(moved.users[:5]) + (", ..." if len(moved.users) > 5 else "")
    of_these = number_of(moved.memories, "memory")
    of_these += f", {number_of(moved.events, 'event')} of these" if moved.events else ""
    what = (
        f"{number_of(moved.messages, 'message')} in {number_of(moved.sessions, 'session')}"
        f" ({of_these} among them) and "
        f"{number_of(moved.profiles, 'value')} of profiles, of "
        f"{number_of(len(moved.users), 'user')} ({users or 'nobody'})"
    )
    if dry_run:
        print(one_line(f"It holds {what}. Nothing was stored."))
    else:
        print(one_line(f"Brought in {what}. What was here already is not doubled."))
    if moved.undated:
        print(f"{number_of(moved.undated, 'message')} had no time, and get that of the import.")
    if report.looked_at:
        found = ", ".join(f"{count} {kind}" for kind, count in report.counts.items() if count)
        print(f"Audit of {number_of(report.looked_at, 'memory')}: {found or 'all is well'}.")
    if out:
        print(f"{number_of(out, 'memory')} stayed out, as you asked.")
