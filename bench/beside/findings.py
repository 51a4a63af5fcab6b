"""Findings: what was measured beside the others, as tables, verdicts and plots."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.beside.asking import Cell, Cold
from bench.beside.filling import Filled
from bench.beside.importing import BARE
from bench.beside.people import SMALL, Stage
from bench.plot import Panel, Plot
from bench.result import Table, Verdict
from bench.rounds import Spread, Timing, cpu_ratio

AT_LEAST = 1.0
"""Nobody is to be faster: their cost to ours, where it is smallest."""

MB = 1e6


@dataclass(frozen=True, slots=True)
class Findings:
    """All that one run found; `names` are the systems, ours first."""

    names: Sequence[str]
    plan: Sequence[Stage]
    fills: Mapping[str, Filled]
    warm: Mapping[Cell, Timing]
    cold: Cold
    single: Mapping[tuple[str, int], Timing]
    bulk: Mapping[str, Timing]
    imported: Mapping[str, Timing]
    shares: Mapping[Cell, float]
    resident_bare: int | None

    @property
    def ours(self) -> str:
        """The name of our side."""
        return self.names[0]

    def tables(self) -> list[Table]:
        """Every table of the page."""
        how = "CPU ms (middle half), and how many times Holdfast's"
        return [
            self._filled(),
            self._asked(f"Warm search, {how}", self.warm, ".2f"),
            self._asked(f"Cold search, {how}", self.cold.first, ".2f"),
            self._by_total(f"Open the store and answer once, {how}", self.cold.open, ",.0f"),
            self._by_total(f"Import it, open, answer once, {how}", self.cold.start, ",.0f"),
            self._by_total(f"One message added, {how}", self.single, ".2f"),
            self._bulk(),
            self._imported(),
            self._weights(),
            self._shares(),
        ]

    def timings(self) -> dict[str, Timing]:
        """Every timing by a name that can be read."""
        named = {f"warm, {_cell(cell)}": timing for cell, timing in self.warm.items()}
        named |= {f"cold, {_cell(cell)}": timing for cell, timing in self.cold.first.items()}
        named |= {f"open, {s} among {t:,}": timing for (s, t), timing in self.cold.open.items()}
        named |= {f"start, {s} among {t:,}": timing for (s, t), timing in self.cold.start.items()}
        named |= {f"add, {s} among {t:,}": timing for (s, t), timing in self.single.items()}
        named |= {f"bulk, {name}": timing for name, timing in self.bulk.items()}
        return named | {f"import, {name}": timing for name, timing in self.imported.items()}

    def verdicts(self) -> list[Verdict]:
        """For each thing done and each peer, the place where the peer comes nearest to us."""
        found = []
        for peer in self.names[1:]:
            for what, ratios in self._ratios(peer):
                nearest, ratio = min(ratios.items(), key=lambda each: each[1].median)
                where = f" (nearest: {nearest})" if len(ratios) > 1 else ""
                title = f"{what}: CPU, {peer}/ours{where}"
                met = ratio.median >= AT_LEAST
                found.append(Verdict(title, ratio.shown(), f">= {AT_LEAST:g}x", met))
        return found

    def plots(self) -> list[Plot]:
        """Search by the size of the store, and by the size of the user."""
        sides = {"Warm": self.warm, "Cold": self.cold.first}
        stores, users = [], []
        for kind, timings in sides.items():
            title, y = f"{kind} search", "CPU ms a search"
            by_total = {name: self._line(timings, name, size=SMALL) for name in self.names}
            stores.append(Panel(f"{title}, user of {SMALL}", "memories in all", y, by_total))
            total = self.plan[-1].total
            by_size = {name: self._line(timings, name, total=total) for name in self.names}
            users.append(
                Panel(f"{title}, each one's largest store", "memories of the user", y, by_size)
            )
        return [
            Plot("stores", "Search by how much there is in all", stores),
            Plot("users", "Search by how much the user has, in the largest store", users),
        ]

    def _line(
        self,
        timings: Mapping[Cell, Timing],
        name: str,
        *,
        size: int | None = None,
        total: int | None = None,
    ) -> list[tuple[float, float]]:
        """Either along the stores (a size is given) or along the users (a total is given)."""
        points: list[tuple[float, float]] = []
        for cell, timing in timings.items():
            if cell.system == name and cell.size == (size or cell.size):
                if cell.total != (total or cell.total):
                    continue
                x = self.fills[name].totals[cell.total] if size else cell.size
                points.append((x, timing.cpu_each().median * 1e3))
        return sorted(points)

    def _ratios(self, peer: str) -> Iterator[tuple[str, dict[str, Spread]]]:
        for what, cells in (("warm search", self.warm), ("cold search", self.cold.first)):
            theirs = {cell: timing for cell, timing in cells.items() if cell.system == peer}
            yield (
                what,
                {
                    f"user of {cell.size:,} among {self.fills[peer].totals[cell.total]:,}": (
                        cpu_ratio(timing, cells[Cell(self.ours, cell.size, cell.total)])
                    )
                    for cell, timing in theirs.items()
                },
            )
        for what, totals in (
            ("open and answer", self.cold.open),
            ("import, open and answer", self.cold.start),
            ("add", self.single),
        ):
            yield (
                what,
                {
                    f"among {self.fills[peer].totals[total]:,}": (
                        cpu_ratio(timing, totals[self.ours, total])
                    )
                    for (name, total), timing in totals.items()
                    if name == peer
                },
            )
        yield "bulk", {"": cpu_ratio(self.bulk[peer], self.bulk[self.ours])}

    def _filled(self) -> Table:
        rows = []
        for name in self.names:
            filled = self.fills[name]
            total, meant = list(filled.totals.values())[-1], self.plan[-1].total
            short = "" if total == meant else f" of {meant:,}: the time for filling was up"
            speed = f"{total / filled.cpu:,.0f}"
            rows.append(
                (name, f"{total:,}{short}", f"{filled.cpu:.1f}", f"{filled.wall:.1f}", speed)
            )
        head = ("", "memories in its largest store", "CPU s", "s on the clock", "memories a CPU s")
        return Table(head, rows, "How far each was filled, once")

    def _asked(self, title: str, timings: Mapping[Cell, Timing], form: str) -> Table:
        rows = []
        for stage in self.plan:
            for size in stage.sizes:
                sides = {n: timings[Cell(n, size, stage.total)] for n in self.names}
                cells = [self._side(name, stage.total, sides, form) for name in self.names]
                rows.append((f"{size:,}", f"{stage.total:,}", *cells))
        return Table(("user of", "in all", *self.names), rows, title)

    def _by_total(self, title: str, timings: Mapping[tuple[str, int], Timing], form: str) -> Table:
        rows = []
        for stage in self.plan:
            sides = {name: timings[name, stage.total] for name in self.names}
            cells = [self._side(name, stage.total, sides, form) for name in self.names]
            rows.append((f"{stage.total:,}", *cells))
        return Table(("in all", *self.names), rows, title)

    def _side(self, name: str, total: int, sides: Mapping[str, Timing], form: str) -> str:
        """A figure; with its own total where that is not the row's."""
        shown = sides[name].cpu_each().shown(1e3, form)
        if name != self.ours:
            shown += f" {times(cpu_ratio(sides[name], sides[self.ours]).median)}"
        return shown + self._reached(name, total)

    def _reached(self, name: str, total: int) -> str:
        reached = self.fills[name].totals[total]
        return "" if reached == total else f" at {reached:,}"

    def _bulk(self) -> Table:
        ours = self.bulk[self.ours]
        rows = [
            (
                name,
                timing.per_cpu_second().shown(1, ",.0f"),
                timing.per_second().shown(1, ",.0f"),
                "1" if name == self.ours else cpu_ratio(timing, ours).shown(),
            )
            for name, timing in self.bulk.items()
        ]
        head = ("", "messages a CPU second", "messages/s on the clock", "CPU, theirs/ours")
        return Table(head, rows, "Many messages at once, into a new store")

    def _imported(self) -> Table:
        bare = self.imported[BARE]
        rows = []
        for name in (each for each in self.names if each in self.imported):
            pairs = zip(self.imported[name].cpu, bare.cpu, strict=True)
            extra = Spread.of(mine - empty for mine, empty in pairs)
            rows.append((name, extra.shown(1e3, ",.0f")))
        return Table(("", "CPU ms over bare Python"), rows, "Importing it")

    def _weights(self) -> Table:
        head = ("in all", *(f"{name}: RAM / files" for name in self.names))
        rows = []
        for stage in self.plan:
            cells = []
            for name in self.names:
                resident = self.cold.resident.get((name, stage.total))
                ram = f"{statistics.median(resident) / MB:,.0f}" if resident else "unknown"
                files = f"{self.fills[name].sizes[stage.total] / MB:,.1f}"
                cells.append(f"{ram} / {files}{self._reached(name, stage.total)}")
            rows.append((f"{stage.total:,}", *cells))
        bare = "unknown" if self.resident_bare is None else f"{self.resident_bare / MB:,.0f}"
        title = f"MB in RAM after a few questions, and MB of files (a bare worker: {bare} in RAM)"
        return Table(head, rows, title)

    def _shares(self) -> Table:
        names = [name for name in self.names if any(cell.system == name for cell in self.shares)]
        rows = []
        for stage in self.plan:
            for size in stage.sizes:
                found = (self.shares[Cell(name, size, stage.total)] for name in names)
                rows.append((f"{size:,}", f"{stage.total:,}", *(f"{each:.0%}" for each in found)))
        title = "Of the ten nearest vectors, how many were found"
        return Table(("user of", "in all", *names), rows, title)


def times(ratio: float) -> str:
    """A ratio in two digits or so."""
    if ratio >= 10:
        return f"{ratio:,.0f}x"
    return f"{ratio:.1f}x" if ratio >= 1 else f"{ratio:.2f}x"


def _cell(cell: Cell) -> str:
    return f"{cell.system}, user of {cell.size:,} among {cell.total:,}"
