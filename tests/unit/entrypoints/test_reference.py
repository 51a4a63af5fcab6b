"""The reference pages are drawn from the code, and what is drawn is what stands in docs/."""

from __future__ import annotations

from holdfast.entrypoints.cli.program import MODULES
from holdfast.settings import TABLE
from tools.reference import draw_cli, draw_settings, main


def test_the_pages_are_up_to_date(capsys):
    assert main(["--check"]) == 0, capsys.readouterr().err


def test_every_command_and_every_setting_is_there():
    commands, settings = draw_cli(), draw_settings()
    assert [name for name in MODULES if f"### `holdfast {name} " not in commands] == []
    assert [
        row.name for row in TABLE if f"| `{row.name}` | `{row.environment}`" not in settings
    ] == []
    assert "\b" not in commands
