"""The page: results as Markdown for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.result import Result, Table, plot_file

HOW_TO_READ = (
    "Figures are medians over rounds in which the sides took turns; in parentheses the middle half "
    "of the rounds. Ratios are taken round by round."
)
SILENT = (
    (
        "One machine, one day, synthetic texts. Trust the ratios before the figures, and neither to "
        "more than one digit where the middle half is wide."
    ),
    (
        "CPU time is what the process used in all its threads. On a busy machine a CPU second does "
        "less; the sides took turns, so that falls on all of them."
    ),
    "Nothing is said here about how good the answers are: see [recall](recall.md).",
)
NOT_WEIGHED = "Memory use and disk use are told on another page: see [peers](peers.md)."


@dataclass(frozen=True, slots=True)
class Page:
    """All that a run found out."""

    command: str
    machine: dict[str, str]
    results: Sequence[Result]
    quick: bool

    def summary(self) -> Table:
        """Every figure that has a target."""
        rows = [
            (
                result.name,
                verdict.what,
                verdict.figure,
                verdict.target,
                verdict.word + (" (machine busy)" * result.busy),
            )
            for result in self.results
            for verdict in result.verdicts
        ]
        return Table(("measurement", "what", "figure", "target", ""), rows)

    def save(self, folder: Path, name: str) -> list[Path]:
        """Write both files and the plots; where they are."""
        folder.mkdir(parents=True, exist_ok=True)
        page, data = folder / f"{name}.md", folder / f"{name}.json"
        page.write_text("\n".join(self._lines(name)), "utf-8")
        data.write_text(json.dumps(self._plain(), indent=1, ensure_ascii=False) + "\n", "utf-8")
        drawn = {folder / plot_file(name, p): p for result in self.results for p in result.plots}
        for file, plot in drawn.items():
            file.write_text(plot.svg(), "utf-8")
        return [page, data, *drawn]

    def _lines(self, name: str) -> list[str]:
        lines = ["# How fast it is", "", f"Measured with `{self.command}` on {_today()}."]
        if self.quick:
            lines.append("**A quick run: few rounds, wide margins.**")
        lines += [HOW_TO_READ, ""]
        if self.summary().rows:
            lines += [*self.summary().lines(), ""]
        lines += ["## The machine", ""]
        lines += [f"- {what}: {how}" for what, how in self.machine.items()] + [""]
        for result in self.results:
            lines += result.lines(name)
        weighed = any("bytes" in result.facts for result in self.results)
        silent = SILENT if weighed else (*SILENT, NOT_WEIGHED)
        return [*lines, "## What none of this says", "", *(f"- {each}" for each in silent), ""]

    def _plain(self) -> dict[str, Any]:
        return {
            "command": self.command,
            "measured_on": _today(),
            "quick": self.quick,
            "machine": self.machine,
            "results": [result.plain() for result in self.results],
        }


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
