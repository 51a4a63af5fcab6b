"""How the tests of the command line call it: in this process, as a person would."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from holdfast.entrypoints.cli.program import program


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(program, arguments, input=text)


def ok(*arguments: str, text: str | bytes | None = None) -> str:
    """What a command that succeeds says."""
    answer = run(*arguments, text=text)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def ok_json(*arguments: str, text: str | bytes | None = None) -> Any:
    return json.loads(ok(*arguments, "--json", text=text))


def ok_lines(*arguments: str) -> list[Any]:
    return [json.loads(line) for line in ok(*arguments, "--json").splitlines()]


def refused(*arguments: str, status: int, text: str | bytes | None = None) -> str:
    """The one line that a refusal is, on stderr; nothing on stdout."""
    answer = run(*arguments, text=text)
    assert answer.exit_code == status, answer.output
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert answer.stderr.startswith("holdfast: ")
    return answer.stderr


def texts() -> list[str]:
    return [message["text"] for message in ok_lines("history")]
