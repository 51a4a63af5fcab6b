"""A new analysis of text, as an upgrade of Holdfast would bring it."""

from __future__ import annotations

import sys

import pytest

from holdfast.memory import Memory
from holdfast.text import analysis

NEWER = "3"


def upgrade(monkeypatch: pytest.MonkeyPatch, *running: Memory) -> None:
    """From now on a kitten is a cat, under another version's name; also in memories that run."""
    original, before = analysis._both, analysis.ANALYSIS
    assert before != NEWER
    monkeypatch.setattr(analysis, "_both", lambda text: original(text.replace("kitten", "cat")))
    for name, module in list(sys.modules.items()):
        if name.startswith("holdfast") and vars(module).get("ANALYSIS") == before:
            monkeypatch.setattr(module, "ANALYSIS", NEWER)
    for memory in running:
        marker = memory._parts.marker
        monkeypatch.setattr(marker, "by", marker.by._replace(analysis=NEWER))
