"""A reader who tries a page out, from the top to the bottom, in an empty folder."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import click

from holdfast.entrypoints.cli.program import program
from holdfast.settings import load_settings
from tests.docs.pages import ROOT, BadPage, Block, blocks

RUN = {"holdfast", "python", "curl"}
"""What a transcript may call."""

PORT = "48912"
"""The port that the pages show. What is tried out uses another, which is free."""

KNOWN = {"cat", "curl", "gzip", "zcat"}
"""What may stand in a pipe with us."""

_CONTROL = {"|", "||", "&&", ";"}
_REDIRECTION = {"<", ">", ">>"}
_TARGET = re.compile(r"^(?P<name>[a-z][a-z-]*):", re.MULTILINE)


class Differs(AssertionError):
    """What happened is not what the page says."""


def try_out(page: str, text: str, folder: Path) -> int:
    """Try every block of a page; how many there were. The first that is wrong raises.

    The caller has made `folder` the working directory, and taken our own variables out of the
    environment.
    """
    found = blocks(page, text)
    with contextlib.closing(Reader(folder)) as reader:
        for block in found:
            getattr(reader, block.language)(block)
    return len(found)


class Reader:
    """One attempt at a page. Each method tries a block of the language it is named after."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[str, Any] = {"__name__": "__main__"}
        self._environment = dict(os.environ) | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONUTF8": "1",
            "PYTHONUNBUFFERED": "1",  # stdout and stderr in the order they were written
            "XDG_STATE_HOME": str(folder),
        }
        self._port = free_port()
        self._behind: list[subprocess.Popen[bytes]] = []

    def close(self) -> None:
        """End what was left running."""
        for process in self._behind:
            process.terminate()
            process.communicate(timeout=60)

    def python(self, block: Block) -> None:
        text = block.text.replace(PORT, self._port)
        code = compile("\n" * block.line + text, block.page, "exec", dont_inherit=True)
        printed = io.StringIO()
        ours = {k: v for k, v in self._environment.items() if k.startswith(("HOLDFAST_", "XDG_"))}
        with contextlib.redirect_stdout(printed), mock.patch.dict(os.environ, ours):
            exec(code, self._names)
        require_same(block.place, block.shown, printed.getvalue())

    def console(self, block: Block) -> None:
        for command, shown in transcript(block):
            status, answer = self._answer(command, block.place)
            require_same(f"{block.place}: $ {command}", shown, answer)
            if (status != 0) != shown.startswith("holdfast: "):
                raise Differs(f"{block.place}: $ {command}\nended with status {status}\n{answer}")

    def sh(self, block: Block) -> None:
        for line in block.text.splitlines():
            if line.strip():
                check_command(line, block.place)

    def toml(self, block: Block) -> None:
        file = self._folder / "a-settings-file.toml"
        file.write_text(block.text, "utf-8")
        load_settings(file, environ={})
        file.unlink()

    def json(self, block: Block) -> None:
        json.loads(block.text)

    def _answer(self, command: str, place: str) -> tuple[int, str]:
        if command.startswith("export "):
            return self._export(command)
        first, *_ = shlex.split(command)
        if first not in RUN:
            raise BadPage(f"{place}: a transcript calls {' or '.join(sorted(RUN))}, not {first!r}")
        if command.endswith("&"):
            return self._leave_running(command.removesuffix("&"))
        return self._shell(command)

    def _leave_running(self, command: str) -> tuple[int, str]:
        """Start it, and read its first line; it runs until the page is done."""
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command.strip()} --port {self._port}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self._folder,
            env=self._environment,
        )
        self._behind.append(process)
        assert process.stdout is not None
        said = process.stdout.readline().decode().replace(self._port, PORT)
        return process.poll() or 0, said

    def _export(self, command: str) -> tuple[int, str]:
        """Set a variable for the rest of the page."""
        status, answer = self._shell(f"{command} && env -0")
        if status:
            return status, answer
        self._environment = dict(line.split("=", 1) for line in answer.split("\0") if line)
        return 0, ""

    def _shell(self, command: str) -> tuple[int, str]:
        ran = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command.replace(PORT, self._port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self._folder,
            env=self._environment,
            timeout=60,
            check=False,
        )
        return ran.returncode, ran.stdout.decode().replace(self._port, PORT)


def free_port() -> str:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def require_same(place: str, shown: str, happened: str) -> None:
    """Raise Differs unless what happened is what is shown, ``...`` standing for anything."""
    if not _pattern(shown).fullmatch(_trimmed(happened)):
        raise Differs(f"{place}\nthe page shows:\n{shown}\nwhat happened:\n{happened}")


def _pattern(shown: str) -> re.Pattern[str]:
    parts = []
    for line in _trimmed(shown).splitlines():
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*")
        else:
            parts.append(r"[^\n]*".join(map(re.escape, line.split("..."))) + r"\n")
    return re.compile("".join(parts))


def _trimmed(text: str) -> str:
    """The lines without spaces at their ends, and without empty lines at the end of all."""
    lines = "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n")
    return f"{lines}\n" if lines else ""


def transcript(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block, and what is shown below it."""
    before, *rest = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    if before.strip() or not rest:
        raise BadPage(f"{block.place}: a transcript begins with `$ ` and a command")
    for piece in rest:
        lines = piece.splitlines(keepends=True)
        ends = next(n for n, line in enumerate(lines, 1) if not line.rstrip().endswith("\\"))
        yield "".join(lines[:ends]).strip(), "".join(lines[ends:])


def check_command(line: str, place: str) -> None:
    """Raise unless the command exists and would accept its arguments."""
    for words in simple_commands(line):
        match words:
            case ["make", target]:
                if target not in make_targets():
                    raise Differs(f"{place}: there is no `make {target}`")
            case ["pip", "install", "."]:
                if not (ROOT / "pyproject.toml").is_file():
                    raise Differs(f"{place}: there is nothing to install")
            case ["holdfast", *arguments]:
                parse(arguments, f"{place}: {line.strip()}")
            case [tool, *_] if tool in KNOWN:
                pass
            case _:
                raise BadPage(f"{place}: nothing is known about the command {' '.join(words)!r}")


def simple_commands(line: str) -> Iterator[list[str]]:
    """The commands of a line of shell, without comments and redirections."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>&;")
    lexer.whitespace_split = True  # else every character that it does not know is a word
    words: list[str] = []
    for word in lexer:
        if word in _CONTROL:
            yield words
            words = []
        elif word in _REDIRECTION:
            lexer.get_token()
        else:
            words.append(word)
    if words:
        yield words


def make_targets() -> set[str]:
    """The targets that the Makefile has by name."""
    return {match["name"] for match in _TARGET.finditer((ROOT / "Makefile").read_text("utf-8"))}


def parse(arguments: list[str], place: str) -> Mapping[str, Any]:
    """The parameters that our command line reads from the arguments; Differs if it refuses them."""
    with click.Context(program, info_name="holdfast", **program.context_settings) as context:
        command = program.get_command(context, arguments[0]) if arguments else None
        if command is None:
            raise Differs(f"{place}\nthere is no such command")
        try:
            return command.make_context(arguments[0], arguments[1:], parent=context).params
        except click.UsageError as error:
            raise Differs(f"{place}\n{error.format_message()}") from error
