"""Examples of all calls, for the description of the API.

They are written by ``tools/http_examples.py`` from what a server really answered.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")


@dataclass(frozen=True, slots=True)
class Example:
    """What stands in the path, what is sent beside it, and what comes back.

    Ids, times and scores are other ones each time.
    """

    path: dict[str, str]
    sent: dict[str, Any]
    answered: Any


@cache
def examples() -> dict[str, Example]:
    """The example of each call, by its name."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return {name: Example(**each) for name, each in found.items()}
