"""Every keeper of archives passes the whole suite."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.ports.archives import Archives
from holdfast.stores.files.archives import FileArchives
from holdfast.stores.inmemory.archives import InMemoryArchives
from holdfast.testing.conformance.archives import TestArchives  # noqa: F401  the suite


@pytest.fixture(params=["inmemory", "files"])
def archives(request: pytest.FixtureRequest, tmp_path: Path) -> Archives:
    """Fresh archives of every kind."""
    return InMemoryArchives() if request.param == "inmemory" else FileArchives(tmp_path / "kept")
