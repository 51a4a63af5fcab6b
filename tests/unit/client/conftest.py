"""What every test of this folder has."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def a_clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the person who runs the tests is read, or written to."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state-home"))
    for name in ("HOLDFAST_URL", "HOLDFAST_KEY", "HOLDFAST_SPACE", "HOLDFAST_CONFIG"):
        monkeypatch.delenv(name, raising=False)
