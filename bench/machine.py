"""The machine: what the figures were measured on."""

from __future__ import annotations

import os
import platform
import sqlite3
import statistics
import subprocess
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import apsw

PACKAGES = ("holdfast", "apsw", "langgraph-checkpoint-sqlite", "sqlite-vec", "orjson")
IN_MEMORY = {"tmpfs", "ramfs"}


def described(place: Path) -> dict[str, str]:
    """The machine and the software on it, in words; `place` is where the files will lie."""
    kind = file_system(place)
    return {
        "CPU": f"{_cpu_model()}, {cores()} cores",
        "kernel": f"{platform.system()} {platform.release()}",
        "Python": f"{platform.python_version()}, {platform.python_compiler()}",
        "SQLite": f"{apsw.sqlite_lib_version()} in apsw (Holdfast and bare apsw), "
        f"{sqlite3.sqlite_version} in Python's sqlite3 (LangGraph)",
        "packages": ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
        "source": _source(),
        "file system": kind + (" (in memory: nothing here was durable!)" * (kind in IN_MEMORY)),
    }


def load() -> list[float]:
    """The load averages of the last 1, 5 and 15 minutes; empty where the system keeps none."""
    return [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else []


def busy(load: Sequence[float]) -> bool:
    """Whether others want all the cores: then a figure tells as much about them as about us."""
    return bool(load) and load[0] > cores()


def sync_seconds(place: Path) -> float:
    """How long the disk takes to make a page durable, now: the median of 50."""
    sync = getattr(os, "fdatasync", os.fsync)
    took = []
    with (place / "sync").open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(bytes(4096))
            began = time.perf_counter()
            sync(file.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took)


def file_system(place: Path) -> str:
    """The kind of file system that holds a folder, if the system tells."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return "unknown"
    kinds = {}
    for line in mounts.read_text().splitlines():
        _, point, kind, *_ = line.split()
        if place.resolve().is_relative_to(point):
            kinds[len(point)] = kind
    return kinds[max(kinds)] if kinds else "unknown"


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 0


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(missing)"


def _source() -> str:
    """The commit, and whether what ran differs from it."""
    here = Path(__file__).parent
    try:
        commit = _git(here, "rev-parse", "--short=12", "HEAD")
        changed = _git(here, "status", "--porcelain", "--", "../src")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"commit {commit}" + (", with changes in src that are not committed" * bool(changed))


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
