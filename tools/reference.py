"""Draw the pages of docs/reference from the commands, the settings and the server's routes.

``python tools/reference.py`` writes them; with ``--check`` it only says whether they are stale.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from holdfast.entrypoints.cli.program import SECTIONS, program
from holdfast.settings import TABLE, Row, commented_toml
from tools.http_reference import draw_http

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "reference"

CLI_HEAD = """\
# The command line

*Drawn by `make docs` from the commands themselves.*

Answers go to stdout, everything else to stderr. With `--json` the answer is one JSON document, or
one a line where it is a list (`history`, `sessions`, `users`, `jobs`, `archive`, `preferences`,
`recent reviews`); moments are ISO 8601. An expected error is one line on stderr, `holdfast: what
happened and what to do`, or with `--json` `{"error": {"code", "message", "remedy"}}`.

Some commands are groups: `holdfast sessions` alone lists, `holdfast sessions show NAME` looks into
one. What is typed before the second word holds for it too.

| exit status | meaning |
|---|---|
| 0 | done; finding nothing is an answer too |
| 1 | something is wrong (`doctor` found something to do, sealing failed, an archive is damaged, the output could not be written) |
| 2 | the call or its input cannot be accepted; nothing was changed |
| 3 | the message, session or user named is not there |
| 4 | somebody else changed it first |
| 6 | the store failed: missing, busy, full, damaged or unsuitable |
| 7, 8 | a model gave no answer, or refuses to; rules do the work wherever they can |
| 9 | the server cannot have the address it was told to listen on |
| 10, 11, 12 | a server that is asked (`--url`) cannot be reached, knows no such key, or forbids it |
| 130 | interrupted |
| 141 | the reader of the output went away |
"""

SETTINGS_HEAD = """\
# Settings

*Drawn by `make docs` from the table in `src/holdfast/settings.py`.*

A setting is looked for in the environment, then in one settings file, then the default holds. The
file is the one named by `--config` or `HOLDFAST_CONFIG`, else `./holdfast.toml`, else
`holdfast/holdfast.toml` in the configuration folder of the user (`$XDG_CONFIG_HOME` or `~/.config`;
`~/Library/Application Support` on macOS, `%APPDATA%` on Windows). An empty variable counts as not
set. A name that does not exist in the file and a value of the wrong kind are refused, and no
complaint repeats a value. `holdfast doctor` lists every setting and where it comes from;
`holdfast init` writes the file below.

`HOLDFAST_USER` names the user on the command line; it is no setting.
"""


def draw_cli() -> str:
    """The page of the command line, in the order of `holdfast --help`."""
    parts = [CLI_HEAD]
    with click.Context(program, info_name="holdfast", **program.context_settings) as context:
        for title, names in SECTIONS.items():
            parts.append(f"## {title}\n")
            for name in names:
                command = program.get_command(context, name)
                assert command is not None
                parts += _commands(command, click.Context(command, context, name))
    return "\n".join(parts)


def _commands(command: click.Command, context: click.Context) -> Iterator[str]:
    """A command, and those that it has under it."""
    yield _command(command, context)
    if isinstance(command, click.Group):
        for name, under in command.commands.items():
            yield from _commands(under, click.Context(under, context, name))


def _command(command: click.Command, context: click.Context) -> str:
    pieces = " ".join(command.collect_usage_pieces(context))
    parts = [f"### `{context.command_path} {pieces}`", *_paragraphs(command.help or "")]
    rows = [
        record for each in command.get_params(context) if (record := each.get_help_record(context))
    ]
    table = "\n".join(f"| `{_cell(names)}` | {_cell(about)} |" for names, about in rows)
    return "\n\n".join([*parts, f"| option | |\n|---|---|\n{table}"]) + "\n"


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        lines = paragraph.removeprefix("\b\n").splitlines()
        if lines == paragraph.splitlines():
            yield " ".join(paragraph.split())
        elif any(line.startswith("holdfast ") for line in lines):
            yield "\n".join(["```sh", *lines, "```"])
        else:
            yield "\n".join(f"- {' '.join(line.split())}" for line in lines)


def draw_settings() -> str:
    """The page of the settings: the table, then the file that `holdfast init` writes."""
    rows = "\n".join(map(_setting, TABLE))
    head = "| setting | environment | default | what it is | explanation |\n|---|---|---|---|---|"
    example = f"## The file\n\n```toml\n{commented_toml()}```\n"
    return "\n".join([SETTINGS_HEAD, f"{head}\n{rows}\n", example])


def _setting(row: Row) -> str:
    return (
        f"| `{row.name}` | `{row.environment}` | {_default(row)} | {_cell(row.wanted)} "
        f"| {_cell(row.explanation)} |"
    )


def _default(row: Row) -> str:
    if row.default == "":
        return "not set"
    return f"`{str(row.default).lower() if row.kind is bool else row.default}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _description() -> dict[str, Any]:
    """What a server says of itself."""
    from holdfast.entrypoints.http.app import described
    from holdfast.memory import Memory

    with Memory.open(":memory:", worker=False) as memory:
        return described(memory)


def main(arguments: list[str]) -> int:
    """Write the pages that changed, or with --check name those that are stale."""
    pages = {
        FOLDER / "cli.md": draw_cli(),
        FOLDER / "http.md": draw_http(_description()),
        FOLDER / "settings.md": draw_settings(),
    }
    stale = [
        page for page, text in pages.items() if not page.exists() or page.read_text("utf-8") != text
    ]
    for page in stale:
        if "--check" in arguments:
            print(f"{page.relative_to(ROOT)} is stale: run `make docs`", file=sys.stderr)
        else:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(pages[page], "utf-8")
    return int("--check" in arguments and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
