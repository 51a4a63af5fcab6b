"""``python -m bench [NAME ...] [--quick] [--out FOLDER] [--on FOLDER]``: measure and write it down."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from bench import machine
from bench.page import Page
from bench.result import Result

PEERS = "peers"
NAMES = ("add", "group", "bulk", "start", "recall", "thread", "learning", "serve", "proxy", PEERS)
MODULES = {PEERS: "bench.beside.measure"}
"""Where a measurement is not in the module of its name."""

RESULTS = Path(__file__).parent / "results"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was named, or everything. A missed target is a finding, not a failure."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if unknown := {*given.names} - {*NAMES}:
        parser.error(f"not a measurement: {', '.join(sorted(unknown))}")
    names = [name for name in NAMES if name in given.names] or [*NAMES]
    for some in _pages(names):
        _run(some, given)
    return 0


def _pages(names: Sequence[str]) -> list[list[str]]:
    """What goes on one page: `peers` has its own, with its plots."""
    others = [name for name in names if name != PEERS]
    return [some for some in (others, [PEERS] * (PEERS in names)) if some]


def _run(names: Sequence[str], given: argparse.Namespace) -> None:
    """Measure what goes on one page, and write it."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=given.on) as folder:
        place = Path(folder)
        about = machine.described(place)
        before = machine.load()
        results = [_measured(name, place, quick=given.quick) for name in names]
    about["load average"] = f"{_words(before)} before, {_words(machine.load())} after"
    page = Page(_command(names, given.quick), about, results, given.quick)
    written = page.save(given.out, _file_name(names, given.quick))
    if page.summary().rows:
        print("\n".join([*page.summary().lines(), ""]))
    print("\n".join(f"{what}: {how}" for what, how in about.items()))
    print("written:", *written)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Holdfast.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of: {', '.join(NAMES)}")
    parser.add_argument(
        "--quick", action="store_true", help="fewer rounds, smaller stores: minutes"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the results go")
    parser.add_argument("--on", type=Path, help="a folder on the disk that is to be measured")
    return parser


def _measured(name: str, place: Path, *, quick: bool) -> Result:
    folder = place / name
    folder.mkdir()
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    load, sync, began = machine.load(), machine.sync_seconds(folder), time.monotonic()
    result: Result = import_module(MODULES.get(name, f"bench.{name}")).measure(folder, quick=quick)
    result.load, result.busy, result.sync = load, machine.busy(load), round(sync, 6)
    result.seconds = round(time.monotonic() - began, 1)
    print("\n".join(result.lines()), flush=True)
    return result


def _command(names: Sequence[str], quick: bool) -> str:
    words = [*(() if _whole(names) else names), *(["--quick"] if quick else [])]
    return f'make bench ARGS="{" ".join(words)}"' if words else "make bench"


def _file_name(names: Sequence[str], quick: bool) -> str:
    """Only a whole, unhurried run is called `speed`, and only an unhurried one `peers`."""
    if [*names] == [PEERS] and not quick:
        return PEERS
    return "-".join(["speed", *(() if _whole(names) else names), *(["quick"] if quick else [])])


def _whole(names: Sequence[str]) -> bool:
    return {*names} == {*NAMES} - {PEERS}


def _words(load: Sequence[float]) -> str:
    return " ".join(f"{each:.2f}" for each in load) or "unknown"


if __name__ == "__main__":
    sys.exit(main())
