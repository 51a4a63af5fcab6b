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


def test_commands_under_a_command_are_there():
    assert "### `holdfast bench recall [OPTIONS] FOLDER`" in draw_cli()


def test_a_default_that_is_empty_is_shown_as_not_set():
    lines = draw_settings().splitlines()
    [line] = [line for line in lines if line.startswith("| `embed_model` ")]
    assert "| not set |" in line
    assert not [line for line in lines if "``" in line and "```" not in line]
