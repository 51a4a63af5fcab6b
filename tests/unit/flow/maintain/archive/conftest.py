"""Archives in files, and the same in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.ports.archives import Archives
from holdfast.stores.files.archives import FileArchives
from holdfast.stores.inmemory.archives import InMemoryArchives


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "archives"


@pytest.fixture(params=["files", "inmemory"])
def archives(request: pytest.FixtureRequest, root: Path) -> Archives:
    return FileArchives(root) if request.param == "files" else InMemoryArchives()
