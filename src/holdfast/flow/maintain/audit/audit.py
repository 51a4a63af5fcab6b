"""Audit: look over a set of memories and tell what is wrong with them, and what to do."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Iterator, Sequence
from datetime import datetime

from holdfast.domain.audit import AuditEntry, AuditFinding, AuditReport, Fault
from holdfast.flow.maintain.audit.collection import Collection
from holdfast.flow.maintain.audit.contradictions import contradictions
from holdfast.flow.maintain.audit.duplicates import duplicates
from holdfast.flow.maintain.audit.junk import why_junk
from holdfast.flow.maintain.audit.stale import why_stale
from holdfast.ports.embedder import Embedder

MANY = 6
"""From so many entries on, one finding tells that none of them has a source."""

_REMEDIES = {
    Fault.DUPLICATE: "Keep the one that says more, and let it have the sources of both.",
    Fault.JUNK: "Remove it: nobody will ask for it.",
    Fault.CONTRADICTION: "Ask which one holds, and mark the other as past or wrong.",
    Fault.STALE: "Remove it, or write down what came of it.",
    Fault.UNSOURCED: "Find out where it comes from, or remove it: nobody can check it.",
}


def audit(
    entries: Sequence[AuditEntry],
    *,
    now: datetime,
    embedder: Embedder | None = None,
    faults: Some[Fault] = tuple(Fault),
) -> AuditReport:
    """What is wrong with some memories. Changes nothing; the order of the entries does not matter
    but to the order of what is found. Junk is only ever found to be junk or unsourced."""
    collection = Collection(entries, embedder)
    found = list(_alone(collection, now))
    junk = {entry.id for each in found if each.fault is Fault.JUNK for entry in each.entries}
    found += _paired(collection, junk, float(getattr(embedder, "apart", 0.0)))
    order = list(Fault)
    kept = (each for each in found if each.fault in faults)
    return AuditReport(
        looked_at=len(entries),
        findings=tuple(sorted(kept, key=lambda each: order.index(each.fault))),
    )


def _alone(collection: Collection, now: datetime) -> Iterator[AuditFinding]:
    """What is wrong with single memories."""
    nowhere = [reading.entry for reading in collection.readings if not reading.entry.sources]
    if len(nowhere) == len(collection.readings) >= MANY:
        yield _fouled(Fault.UNSOURCED, "no entry of all these names where it is from", *nowhere)
        nowhere = []
    unsourced = {entry.id for entry in nowhere}
    for reading in collection.readings:
        if reading.entry.id in unsourced:
            yield _fouled(
                Fault.UNSOURCED,
                "it names no message, document or tool that it is from",
                reading.entry,
            )
        if why := why_junk(reading):
            yield _fouled(Fault.JUNK, why, reading.entry)
        elif why := why_stale(reading, now):
            yield _fouled(Fault.STALE, why, reading.entry)


def _paired(collection: Collection, junk: set[str], apart: float) -> Iterator[AuditFinding]:
    """What is wrong with two together. Two that contradict each other are no duplicates."""
    readings = collection.readings
    against: set[tuple[int, int]] = set()
    for pair in contradictions(collection):
        one, other = readings[pair.one].entry, readings[pair.other].entry
        if one.id not in junk and other.id not in junk:
            against.add((pair.one, pair.other))
            yield _fouled(Fault.CONTRADICTION, pair.why, one, other)
    for pair in duplicates(collection, apart):
        one, other = readings[pair.one].entry, readings[pair.other].entry
        if (pair.one, pair.other) not in against and one.id not in junk and other.id not in junk:
            yield _fouled(Fault.DUPLICATE, pair.why, one, other)


def _fouled(fault: Fault, why: str, *entries: AuditEntry) -> AuditFinding:
    return AuditFinding(fault=fault, entries=entries, why=why, remedy=_REMEDIES[fault])
