"""The sets of planted faults, and how an audit fares on them."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.domain.audit import AuditEntry, Fault
from holdfast.flow.maintain.audit.audit import audit
from holdfast.providers.static import StaticEmbedder

SETS = Path(__file__).parents[5] / "bench" / "sets"


class Score(NamedTuple):
    """How many planted faults there are and were found, and how many findings match none of them."""

    planted: int
    found: int
    false: int
    looked_at: int

    @property
    def recall(self) -> float:
        return self.found / self.planted

    @property
    def alarms(self) -> float:
        return self.false / self.looked_at


def stores(name: str = "audit") -> list[dict[str, Any]]:
    """The stores of a set, in order."""
    return [json.loads(line) for line in (SETS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def scored(rows: list[dict[str, Any]], faults: Collection[Fault] = tuple(Fault)) -> Score:
    """Audit each store by itself. A finding counts if a fault of its kind has the same items."""
    embedder = StaticEmbedder()
    planted = found = false = looked_at = 0
    for row in rows:
        entries = [_entry(item) for item in row["store"]]
        now = datetime.fromisoformat(row["now"])
        report = audit(entries, now=now, embedder=embedder, faults=faults)
        wanted = {(fault["kind"], frozenset(fault["items"])) for fault in row["faults"]}
        told = {
            (str(finding.fault), frozenset(entry.id for entry in finding.entries))
            for finding in report.findings
        }
        planted += len(wanted)
        found += len(wanted & told)
        false += len(told - wanted)
        looked_at += len(entries)
    return Score(planted, found, false, looked_at)


def _entry(item: dict[str, Any]) -> AuditEntry:
    return AuditEntry(
        id=item["id"],
        text=item["text"],
        at=datetime.fromisoformat(item["at"]),
        sources=tuple(item["sources"]),
    )
