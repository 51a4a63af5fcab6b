"""`holdfast mcp` where the package for it is missing."""

from __future__ import annotations

from holdfast.entrypoints.cli import mcp
from tests.journeys.command_line import refused


def test_the_command_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(mcp, "PACKAGE", "a_package_that_nobody_has")
    told = refused("mcp", "--user", "anna", "--db", str(tmp_path / "m.db"), status=2)
    assert "pip install 'holdfast[mcp]'" in told
    assert not (tmp_path / "m.db").exists()
