"""The program: every command explains itself and loads only what it needs."""

from __future__ import annotations

import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from holdfast.entrypoints.cli.program import MODULES, SECTIONS, program

COMMANDS = sorted(MODULES)


def run(*arguments: str):
    return CliRunner().invoke(program, arguments)


def test_help_names_every_command():
    answer = run("--help")
    assert answer.exit_code == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", answer.stdout, re.MULTILINE)
    assert "..." not in answer.stdout.partition("Begin:")[2], "a summary was too long"


def test_no_arguments_is_a_call_for_help():
    answer = run()
    assert answer.exit_code == 2
    assert "Usage: holdfast" in answer.stderr
    assert "recall" in answer.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches(name):
    answer = run(name, "--help")
    assert answer.exit_code == 0
    assert f"holdfast {name}" in answer.stdout.partition("\n")[2], "there is an example"
    command = program.get_command(click.Context(program), name)
    assert command is not None
    assert command.name == name
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def under() -> list[tuple[str, str]]:
    """Every command under a command."""
    groups = {name: program.get_command(click.Context(program), name) for name in COMMANDS}
    return [
        (name, inner)
        for name, group in groups.items()
        if isinstance(group, click.Group) and name != "bench"
        for inner in group.commands
    ]


@pytest.mark.parametrize(("name", "inner"), under())
def test_every_command_under_a_command_teaches_too(name, inner):
    answer = run(name, inner, "--help")
    assert answer.exit_code == 0
    assert f"  holdfast {name} {inner}" in answer.stdout.partition("\n")[2], "there is an example"
    group = program.get_command(click.Context(program), name)
    assert isinstance(group, click.Group)
    options = {option for parameter in group.commands[inner].params for option in parameter.opts}
    assert {"--db", "--space", "--config", "--json"} <= options
    for parameter in group.commands[inner].params:
        assert not isinstance(parameter, click.Option) or parameter.help, parameter.name


@pytest.mark.parametrize("name", sorted({name for name, _ in under()}))
def test_a_group_lists_its_commands_whole_and_in_the_order_they_are_met(name):
    listed = run(name, "--help").stdout.partition("Commands:\n")[2]
    assert "..." not in listed, "a summary was too long"
    names = [line.split()[0] for line in listed.splitlines()]
    assert names == [inner for outer, inner in under() if outer == name]


@pytest.mark.parametrize(
    "name", ["add", "correct", "recall", "context", "forget", "export", "init", "sessions"]
)
def test_examples_in_both_languages(name):
    assert re.search("[\u4e00-\u9fff]", run(name, "--help").stdout)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "bench"])
def test_every_command_can_answer_programs_and_be_pointed_at_a_file(name):
    command = program.get_command(click.Context(program), name)
    assert command is not None
    options = {option for parameter in command.params for option in parameter.opts}
    assert {"--db", "--space", "--config", "--json"} <= options


def test_what_is_measured_is_a_memory_of_its_own():
    """Recall's answers programs too, and none can be pointed at anybody's file."""
    command = program.get_command(click.Context(program), "bench")
    assert isinstance(command, click.Group)
    for name, each in command.commands.items():
        options = {option for parameter in each.params for option in parameter.opts}
        assert "--json" in options or name != "recall"
        assert not {"--db", "--space", "--config"} & options


def test_a_near_miss_is_answered_with_a_suggestion():
    answer = run("recal")
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    assert "Did you mean `holdfast recall`?" in answer.stderr


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("seal", "sessions seal"),
        ("serach", "recall"),
        ("remember", "add"),
        ("version", "--version"),
    ],
)
def test_what_is_called_otherwise_here_is_led_to(typed, meant):
    answer = run(typed)
    assert answer.exit_code == 2
    assert f"Did you mean `holdfast {meant}`?" in answer.stderr
    assert run(*meant.split(), "--help").exit_code == 0


def test_what_is_only_a_little_alike_is_not_suggested():
    assert "Did you mean" not in run("stats").stderr


def test_the_version():
    assert re.fullmatch(r"holdfast \d+\.\d+\.\d+\n", run("--version").stdout)


def test_every_module_of_a_command_is_listed_once():
    names = [name for section in SECTIONS.values() for name in section]
    assert len(names) == len(set(names)) == len(MODULES)


LOADED = """
import json, sys
from holdfast.entrypoints.cli import main
before = set(sys.modules)
try:
    main({arguments!r})
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded_by(*arguments: str) -> set[str]:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED.format(arguments=list(arguments))],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(re.findall(r'"([\w.]+)"', ran.stderr.splitlines()[-1]))


def test_help_loads_no_memory_and_no_driver():
    loaded = loaded_by("--help")
    assert "holdfast.entrypoints.cli.recall" in loaded
    assert not {name for name in loaded if name.startswith(("holdfast.memory", "holdfast.flow"))}
    assert not {"apsw", "asyncio", "tomllib", "zoneinfo"} & loaded


def test_a_command_loads_no_other_command():
    loaded = {name for name in loaded_by("recall", "--help") if name.startswith("holdfast.entr")}
    assert loaded == {
        "holdfast.entrypoints",
        "holdfast.entrypoints.cli",
        *(
            f"holdfast.entrypoints.cli.{name}"
            for name in ("call", "kinds", "options", "program", "recall", "terminal")
        ),
    }
