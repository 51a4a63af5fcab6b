"""What was measured beside the others is told as it is: ratios, short stores, missed targets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.beside.asking import Cell, Cold
from bench.beside.filling import Budget, Filled, bytes_in
from bench.beside.findings import Findings, times
from bench.beside.importing import BARE
from bench.beside.people import LARGE, MIDDLE, SMALL, distinct, pairs, stages
from bench.page import Page
from bench.result import Result
from bench.rounds import Timing

PLAN = stages((1_000, 10_000))
NAMES = ("Holdfast", "slow", "fast")
COSTS = {"Holdfast": 0.002, "slow": 0.1, "fast": 0.001}


def timing(cost: float, count: int = 1) -> Timing:
    return Timing(count, cpu=[cost * count] * 3, wall=[2 * cost * count] * 3)


@pytest.fixture
def findings() -> Findings:
    cells = {
        Cell(name, size, stage.total): timing(COSTS[name], count=4)
        for name in NAMES
        for stage in PLAN
        for size in stage.sizes
    }
    by_total = {(n, stage.total): timing(COSTS[n]) for n in NAMES for stage in PLAN}
    fills = {n: Filled({}, {1_000: 1_000, 10_000: 10_000}, {1_000: 0, 10_000: 0}) for n in NAMES}
    for filled in fills.values():
        filled.cpu, filled.wall = 2.0, 4.0
    fills["slow"].totals[10_000] = 7_000
    resident = {side: [50_000_000] for side in by_total}
    return Findings(
        names=NAMES,
        plan=PLAN,
        fills=fills,
        warm=cells,
        cold=Cold(by_total, by_total, cells, resident),
        single=by_total,
        bulk={name: timing(cost, count=1_000) for name, cost in COSTS.items()},
        imported={name: timing(0.5 + cost) for name, cost in {**COSTS, BARE: 0.0}.items()},
        shares={cell: 0.75 for cell in cells if cell.system != "Holdfast"},
        resident_bare=27_000_000,
    )


def test_a_figure_carries_its_ratio_and_the_total_that_was_reached(findings):
    [warm] = [table for table in findings.tables() if table.title.startswith("Warm")]
    assert warm.head == ("user of", "in all", *NAMES)
    assert warm.rows[0] == (
        "100",
        "1,000",
        "2.00 (2.00-2.00)",
        "100.00 (100.00-100.00) 50x",
        "1.00 (1.00-1.00) 0.50x",
    )
    assert warm.rows[-1][:2] == ("1,000", "10,000")
    assert warm.rows[-1][3] == "100.00 (100.00-100.00) 50x at 7,000"
    assert "at" not in warm.rows[-1][4]


def test_a_store_that_was_not_filled_to_the_end_is_said_to_be_so(findings):
    rows = {row[0]: row for row in findings.tables()[0].rows}
    assert rows["slow"][1] == "7,000 of 10,000: the time for filling was up"
    assert rows["fast"][1:] == ("10,000", "2.0", "4.0", "5,000")


def test_who_is_faster_than_us_is_a_missed_target(findings):
    words: dict[str, list[str]] = {"slow": [], "fast": []}
    for verdict in findings.verdicts():
        words["slow" if "slow/ours" in verdict.what else "fast"].append(verdict.word)
    assert {*words["slow"]} == {"met"}
    assert {*words["fast"]} == {"MISSED"}
    assert len(words["slow"]) == len(words["fast"]) == 6


def test_the_nearest_place_is_the_one_that_counts(findings):
    cell = Cell("slow", SMALL, 10_000)
    nearer = {**findings.warm, cell: timing(COSTS["Holdfast"] / 2, count=4)}
    changed = replace(findings, warm=nearer)
    [warm] = [each for each in changed.verdicts() if each.what.startswith("warm search: CPU, slow")]
    assert "user of 100 among 7,000" in warm.what
    assert warm.met is False
    assert warm.figure.startswith("0.50")


def test_plots_go_along_the_totals_that_were_reached(findings):
    stores, users = findings.plots()
    assert [x for x, _ in stores.panels[0].lines["slow"]] == [1_000, 7_000]
    assert stores.panels[0].lines["fast"] == [(1_000, 1.0), (10_000, 1.0)]
    assert [x for x, _ in users.panels[1].lines["fast"]] == [SMALL, MIDDLE]


def test_the_page_links_its_plots_and_its_data_leaves_them_out(findings, tmp_path):
    result = Result(
        name="peers",
        title="beside others",
        how=[],
        tables=findings.tables(),
        verdicts=findings.verdicts(),
        silent=["much"],
        timings=findings.timings(),
        plots=findings.plots(),
    )
    page = Page("make bench", {"CPU": "one"}, [result], quick=False)
    written = [path.name for path in page.save(tmp_path, "peers")]
    assert written == ["peers.md", "peers.json", "peers-stores.svg", "peers-users.svg"]
    text = (tmp_path / "peers.md").read_text("utf-8")
    assert "](peers-stores.svg)" in text
    assert "](peers-users.svg)" in text
    assert "<svg" not in (tmp_path / "peers.json").read_text("utf-8")
    assert "warm, slow, user of 100 among 1,000" in result.plain()["timings"]


@pytest.mark.parametrize(
    ("ratio", "shown"),
    [(0.014, "0.01x"), (0.5, "0.50x"), (2.24, "2.2x"), (43.4, "43x"), (2500, "2,500x")],
)
def test_ratios_are_short(ratio, shown):
    assert times(ratio) == shown


def test_a_stage_holds_the_one_before_and_big_users_come_first():
    first, second, third = stages((1_000, 10_000, 100_000))
    assert [stage.sizes for stage in (first, second, third)] == [
        (SMALL,),
        (SMALL, MIDDLE),
        (SMALL, MIDDLE, LARGE),
    ]
    assert third.joining[0] == ("large", LARGE)
    joined = [each for stage in (first, second, third) for each in stage.joining]
    assert len({user for user, _ in joined}) == len(joined)
    assert sum(size for _, size in joined) == 100_000


def test_what_is_said_is_never_said_twice():
    texts = distinct(3_000, seed=1)
    assert len({*texts}) == 3_000
    rest = iter(texts)
    said = [pair for stage in stages((1_000, 3_000)) for pair in pairs(stage, rest)]
    assert [text for _, text in said] == texts


def test_filling_ends_by_either_clock():
    filled = Filled()
    assert not Budget(1, 1).spent_by(filled)
    filled.cpu = 2
    assert Budget(1, 5).spent_by(filled)
    filled.cpu, filled.wall = 0, 6
    assert Budget(1, 5).spent_by(filled)


def test_all_files_of_a_store_count(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "one").write_bytes(bytes(10))
    (tmp_path / "deep" / "two").write_bytes(bytes(5))
    assert bytes_in(tmp_path) == 15
