"""A result: what one measurement has to say, in tables and against its targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bench.plot import Plot
from bench.rounds import Timing


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a head."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""

    def lines(self) -> list[str]:
        """As Markdown that can be read as it is."""
        rows = [[*self.head], *([*row] for row in self.rows)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self.head))]
        drawn = [_row(row, widths) for row in rows]
        drawn.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
        return [f"**{self.title}**", "", *drawn] if self.title else drawn


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (c + " " * (w - len(c)) for c, w in zip(cells, widths, strict=True))
    return "| " + " | ".join(padded) + " |"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A figure next to its target. `met` is None where it could not be measured."""

    what: str
    figure: str
    target: str
    met: bool | None

    @property
    def word(self) -> str:
        """Met, missed or not measured."""
        return {True: "met", False: "MISSED", None: "not measured"}[self.met]


@dataclass(slots=True)
class Result:
    """One measurement's findings. `how` tells what was done, `silent` what the figures leave out."""

    name: str
    title: str
    how: Sequence[str]
    tables: Sequence[Table]
    verdicts: Sequence[Verdict]
    silent: Sequence[str]
    timings: Mapping[str, Timing]
    load: Sequence[float] = ()
    busy: bool = False
    sync: float = 0.0
    seconds: float = 0.0
    facts: Mapping[str, Any] = field(default_factory=dict)
    plots: Sequence[Plot] = ()

    def lines(self, page: str = "") -> list[str]:
        """As a section of a Markdown page; with its plots, if the page has a name."""
        lines = [f"## `{self.name}`: {self.title}", ""]
        lines += [f"- {line}" for line in self.how]
        load = " ".join(f"{each:.2f}" for each in self.load)
        took, sync = f"{self.seconds:.0f} s", f"{self.sync * 1e3:.2f} ms"
        lines.append(f"- Took {took}; when it began, the load was {load} and a sync took {sync}.")
        if self.busy:
            lines.append(
                "- **The machine was busy with other work. Measure again before you quote.**"
            )
        lines.append("")
        for plot in self.plots if page else ():
            lines += [f"![{plot.title}]({plot_file(page, plot)})", ""]
        for table in self.tables:
            lines += [*table.lines(), ""]
        if self.silent:
            lines += ["What these figures do not say:", "", *(f"- {s}" for s in self.silent), ""]
        return lines

    def plain(self) -> dict[str, Any]:
        """As JSON can hold it, with every round's seconds; plots show nothing that is not there."""
        return {name: value for name, value in asdict(self).items() if name != "plots"}


def plot_file(page: str, plot: Plot) -> str:
    """The name of a plot's file, next to its page."""
    return f"{page}-{plot.name}.svg"
