"""Starting: what importing Holdfast costs, and one question from the command line."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.result import Result, Table, Verdict
from bench.rounds import Spread, Timing, Turn, in_rounds
from bench.texts import QUESTIONS, messages
from holdfast import Memory

BARE = "python -c pass"
PACKAGE = 'python -c "import holdfast"'
MEMORY = 'python -c "from holdfast import Memory"'
SIZES = (41, 1000, 10_000)
"""The messages of the user who is asked about. The first is about the size of the demo's story."""

IMPORT_TARGET, RECALL_TARGET = 0.15, 0.5
PACKAGES_TARGET = 40
"""For all that the core installs, its server and its commands among it."""

_PINS = Path(__file__).parents[1] / "requirements" / "core.txt"


def measure(place: Path, *, quick: bool) -> Result:
    """Run it."""
    rounds = 15 if quick else 31
    commands = {
        BARE: [sys.executable, "-c", "pass"],
        PACKAGE: [sys.executable, "-c", "import holdfast"],
        MEMORY: [sys.executable, "-c", "from holdfast import Memory"],
    }
    for size in SIZES:
        path = _memory_of(place / f"{size}.db", size)
        program = str(Path(sys.executable).with_name("holdfast"))
        commands[_recall(size)] = [program, "recall", "--db", path, "--user", "mei", QUESTIONS[0]]
    sides: dict[str, Turn] = {name: _child(place, words) for name, words in commands.items()}
    timings = in_rounds(sides, counts=1, rounds=rounds, cpu=_cpu_of_children)
    packages = _packages()
    return Result(
        name="start",
        title="from nothing to an answer",
        how=[
            (
                f"{rounds} rounds, every command a process of its own, byte code compiled and files "
                "in the page cache; CPU of the child, in user mode and in the kernel."
            ),
            (
                f"requirements/core.txt pins {packages} packages (one of them for Windows only). The "
                f"limit is {PACKAGES_TARGET} for the whole core, its server and its commands among it; "
                "what recall needs is to stay within 30."
            ),
        ],
        tables=[_table(timings)],
        verdicts=_verdicts(timings, packages),
        silent=["The first start after a boot or an install, which reads from the disk."],
        timings=timings,
        facts={"packages": packages},
    )


def _recall(size: int) -> str:
    return f"holdfast recall, {size:,} messages"


def _memory_of(path: Path, size: int) -> str:
    texts = messages(size, seed=4)
    with Memory.open(path, worker=False) as memory:
        for first in range(0, size, 1000):
            memory.add("mei", texts[first : first + 1000])
    return str(path)


def _child(place: Path, words: list[str]) -> Turn:
    @contextmanager
    def turn(_round: int) -> Iterator[Callable[[], object]]:
        yield lambda: subprocess.run(words, cwd=place, check=True, stdout=subprocess.DEVNULL)

    return turn


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _packages() -> int:
    return len(re.findall(r"^[\w.-]+==", _PINS.read_text(), flags=re.MULTILINE))


def _over_bare(timings: dict[str, Timing], name: str) -> Spread:
    pairs = zip(timings[name].cpu, timings[BARE].cpu, strict=True)
    return Spread.of(ours - bare for ours, bare in pairs)


def _table(timings: dict[str, Timing]) -> Table:
    head = ("command", "CPU ms (middle half)", "wall ms (middle half)", "CPU ms over bare Python")
    rows = [
        (
            name,
            timing.cpu_each().shown(1e3, ".0f"),
            timing.wall_each().shown(1e3, ".0f"),
            "" if name == BARE else _over_bare(timings, name).shown(1e3, ".0f"),
        )
        for name, timing in timings.items()
    ]
    return Table(head, rows)


def _verdicts(timings: dict[str, Timing], packages: int) -> list[Verdict]:
    verdicts = []
    for name in (PACKAGE, MEMORY):
        extra = _over_bare(timings, name).median
        target = f"<= {IMPORT_TARGET} s"
        what = f"{name}: CPU over bare"
        verdicts.append(Verdict(what, f"{extra:.3f} s", target, extra <= IMPORT_TARGET))
    for size in SIZES:
        took = timings[_recall(size)].cpu_each().median
        target = f"<= {RECALL_TARGET} s"
        what = f"{_recall(size)}: CPU in all"
        verdicts.append(Verdict(what, f"{took:.3f} s", target, took <= RECALL_TARGET))
    few = packages <= PACKAGES_TARGET
    verdicts.append(Verdict("packages installed", str(packages), f"<= {PACKAGES_TARGET}", few))
    return verdicts
