"""`import holdfast` is cheap: it loads little of the standard library and no other package."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = """
import sys
before = set(sys.modules)
import holdfast
import json
print(json.dumps(sorted(set(sys.modules) - before)))
"""

# The one driver the default memory cannot do without.
MAY_BE_LOADED = {"apsw"}

HEAVY = {"asyncio", "click", "multiprocessing", "numpy", "pydantic", "unittest", "http", "email"}


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The top-level modules that come with a plain `import holdfast`."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return {name.partition(".")[0] for name in json.loads(ran.stdout)}


def test_no_other_package_is_loaded(loaded):
    others = loaded - set(sys.stdlib_module_names) - {"holdfast"} - MAY_BE_LOADED
    assert sorted(others) == []


def test_nothing_heavy_is_loaded(loaded):
    assert sorted(loaded & HEAVY) == []
