"""`holdfast audit`: what is wrong with a memory, ours or another system's, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes, was_typed
from holdfast.entrypoints.cli.incoming import opened
from holdfast.entrypoints.cli.kinds import MOMENT
from holdfast.entrypoints.cli.terminal import indented, number_of, one_line, print_json, when

if TYPE_CHECKING:
    from holdfast.domain.audit import AuditEntry, AuditFinding, AuditReport
    from holdfast.importers.foreign.export import Export

SHOWN = 12
"""So many entries of one finding are written out for a person."""
PUT_RIGHT = (
    "What the profile holds is put right by its id: `holdfast disputes settle ID`, "
    "`holdfast profile correct ID VALUE`, `holdfast profile remove ID`."
)


@click.command(name="audit")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--form",
    type=click.Choice(["mem0", "mcp", "memobase", "langgraph", "jsonl"]),
    help="Whose export FILE is; without it, it is guessed.",
)
@click.option("--now", "moment", type=MOMENT, help="With FILE: judge what is stale as of then.")
@takes(user="Whose memory it is, where no FILE is named.")
def command(call: Call, file: Path | None, form: str | None, moment: date | None) -> None:
    """Report what is kept twice, junk, contradicted, stale or without a source.

    Looks over what is known of --user; or, before it is imported, the export of another memory:
    mem0's JSON, the file of the MCP reference memory, Memobase's tables, items of a LangGraph store,
    or lines of {"text": ...}. Goes by rules, needs no model and changes nothing. A dash reads stdin. Exits with 0 if all is clean, else 1.

    \b
    holdfast audit --user mei
    holdfast audit mem0.json
    holdfast audit memory.jsonl --form mcp --json
    """
    foreign = None
    if file is None:
        if form or moment:
            raise click.UsageError("--form and --now are for a FILE.", click.get_current_context())
        with call.open(read_only=True) as memory:
            report = memory.admin.audit(call.user)
    else:
        if was_typed("named_user"):
            raise click.UsageError("Name a FILE or --user.", click.get_current_context())
        foreign = _read(file, form)
        report = _audited(foreign, call.begin_of(moment) or datetime.now(UTC))
    if call.json:
        print_json(_as_json(report, foreign))
    else:
        print("\n".join(_told(report, foreign)))
    if not report.clean or (foreign and foreign.damaged):
        click.get_current_context().exit(1)


def _read(file: Path, form: str | None) -> Export:
    from holdfast.importers.foreign.export import Piece, read_export
    from holdfast.importers.foreign.found import Form

    with opened(file) as stream:
        data = stream.read()
    return read_export([Piece(file.name, lambda: data)], Form(form) if form else None)


def _audited(foreign: Export, now: datetime) -> AuditReport:
    from holdfast.flow.maintain.audit.audit import audit
    from holdfast.importers.foreign.entries import audited
    from holdfast.providers.static import StaticEmbedder

    return audit(audited(foreign), now=now, embedder=StaticEmbedder())


def _as_json(report: AuditReport, foreign: Export | None) -> dict[str, object]:
    told: dict[str, object] = {
        "clean": report.clean and not (foreign and foreign.damaged),
        "looked_at": report.looked_at,
        "counts": report.counts,
        "findings": report.findings,
    }
    if foreign is not None:
        told |= {
            "form": str(foreign.form),
            "guessed": foreign.guessed,
            "damaged": [each._asdict() for each in foreign.damaged],
        }
    return told


def _told(report: AuditReport, foreign: Export | None) -> Iterator[str]:
    """The report for a person: counts first, then each finding."""
    if foreign is not None:
        how = "looks like" if foreign.guessed else "read as"
        yield f"{how} {foreign.form}: {number_of(report.looked_at, 'entry')}"
        for damage in foreign.damaged:
            yield one_line(f"damaged: {damage.place}: {damage.why}")
    if report.clean:
        yield f"All is well with {number_of(report.looked_at, 'entry')}."
        return
    counts = ", ".join(f"{count} {kind}" for kind, count in report.counts.items() if count)
    found = number_of(len(report.findings), "finding")
    yield f"{found} in {number_of(report.looked_at, 'entry')}: {counts}."
    for finding in report.findings:
        yield ""
        yield from _finding(finding)
    if foreign is None:
        yield ""
        yield PUT_RIGHT


def _finding(finding: AuditFinding) -> Iterator[str]:
    yield f"{finding.fault}: {one_line(finding.why)}"
    for entry in finding.entries[:SHOWN]:
        yield indented(_line(entry), 2)
    if len(finding.entries) > SHOWN:
        yield f"  and {len(finding.entries) - SHOWN:,} more"
    yield f"  -> {finding.remedy}"


def _line(entry: AuditEntry) -> str:
    at = f"{when(entry.at)[:10]} " if entry.at else ""
    place = f" ({entry.place})" if entry.place and entry.place != entry.id else ""
    return one_line(f"- {at}{entry.text} [{entry.id}{place}]")
