"""Importing and opening are cheap: little of the standard library is loaded, no other package."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = """
import sys
before = set(sys.modules)
{statement}
import json
print(json.dumps(sorted(set(sys.modules) - before)))
"""
STATEMENTS = (
    "import holdfast",
    "from holdfast import Memory",
    "from holdfast import Memory, Settings; Memory.open(':memory:', worker=False).close()",
)

# The one driver the default memory cannot do without.
MAY_BE_LOADED = {"apsw"}

HEAVY = {"asyncio", "click", "multiprocessing", "numpy", "pydantic", "unittest", "http", "email"}
HEAVY |= {"Stemmer", "rjieba"}


@pytest.fixture(scope="module", params=STATEMENTS)
def loaded(request: pytest.FixtureRequest) -> set[str]:
    """The top-level modules that come with a statement."""
    program = PROGRAM.format(statement=request.param)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return {name.partition(".")[0] for name in json.loads(ran.stdout)}


def test_no_other_package_is_loaded(loaded):
    others = loaded - set(sys.stdlib_module_names) - {"holdfast"} - MAY_BE_LOADED
    assert sorted(name for name in others if not name.startswith("_sysconfigdata")) == []


def test_nothing_heavy_is_loaded(loaded):
    assert sorted(loaded & HEAVY) == []


def test_the_check_above_can_fail():
    """The control: numpy is there, and is loaded when something is recalled."""
    statement = "from holdfast import Memory; m = Memory.open(':memory:', worker=False); "
    statement += "m.add('wang', 'tea'); m.recall('wang', 'tea'); m.close()"
    program = PROGRAM.format(statement=statement)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "numpy" in json.loads(ran.stdout)
