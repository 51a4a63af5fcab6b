"""Options that commands share. A command takes no option that it would ignore."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from holdfast.entrypoints.cli.kinds import TEXT

Option = Callable[[Any], Any]

SPACE = click.option(
    "--space", "named_space", type=TEXT, metavar="NAME", help="The space (tenant)."
)
DB = click.option(
    "--db", type=click.Path(), metavar="PATH", help="The memory's file (or HOLDFAST_DB)."
)
URL = click.option(
    "--url",
    envvar="HOLDFAST_URL",
    metavar="URL",
    help="Ask this server instead of a file (or HOLDFAST_URL; its key in HOLDFAST_KEY).",
)
KEY_FILE = click.option(
    "--key-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A file with the server's key (else HOLDFAST_KEY).",
)
CONFIG = click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar="HOLDFAST_CONFIG",
    metavar="FILE",
    help="The settings file (or HOLDFAST_CONFIG).",
)
JSON = click.option("--json", "json", is_flag=True, help="Answer in JSON, for programs.")


def shared_options(
    user: str, session: str, agent: str, archives: str, *, at_home: bool
) -> list[Option]:
    """Those that a command takes, in the order of its help. An empty word leaves an option out."""
    asked = [(user, _user), (session, _session), (agent, _agent), (archives, _archives)]
    place = [SPACE, DB] if at_home else [SPACE, DB, URL, KEY_FILE]
    return [*(make(word) for word, make in asked if word), *place, CONFIG, JSON]


def _user(word: str) -> Option:
    return click.option(
        "--user",
        "-u",
        "named_user",
        type=TEXT,
        envvar="HOLDFAST_USER",
        metavar="NAME",
        help=f"{word} (or HOLDFAST_USER)",
    )


def _session(word: str) -> Option:
    return click.option("--session", type=TEXT, metavar="NAME", help=word)


def _agent(word: str) -> Option:
    return click.option("--agent", type=TEXT, metavar="NAME", help=word)


def _archives(word: str) -> Option:
    return click.option(
        "--dir",
        "archives",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        help=f"{word} (or HOLDFAST_ARCHIVE_DIR)",
    )
