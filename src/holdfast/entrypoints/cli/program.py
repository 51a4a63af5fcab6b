"""The program `holdfast`: finds the command, loads it, and turns what goes wrong into one line.

A command's module is imported when the command is called (and, for their summaries, by --help),
so asking for one thing never pays for another.
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

import click

from holdfast import __version__
from holdfast.entrypoints.cli.terminal import one_line, prepare_streams, print_json
from holdfast.errors import HoldfastError

INTERRUPTED = 130
BROKEN_PIPE = 141

SECTIONS = {
    "Begin": ("init", "doctor"),
    "Remember": ("add", "correct", "import"),
    "Ask": ("recall", "replay", "context", "recent", "history", "sessions", "users"),
    "Know": ("profile", "facts", "events", "disputes", "buffers"),
    "Take along, take away": ("export", "archive", "forget"),
    "Serve": ("serve", "keys", "mcp"),
    "Look after": ("audit", "worker", "jobs", "preferences", "reindex", "bench"),
}
# New in click 8.2; before, the help came by itself.
_NO_ARGUMENTS: type[click.ClickException] | tuple[()] = getattr(
    click.exceptions, "NoArgsIsHelpError", ()
)

# What a newcomer looks for under another name, or a level too high.
_ELSEWHERE = {
    "ask": "recall",
    "backup": "export",
    "delete": "forget",
    "query": "recall",
    "remember": "add",
    "reopen": "sessions reopen",
    "restore": "import",
    "seal": "sessions seal",
    "search": "recall",
    "settle": "disputes settle",
    "version": "--version",
}
_ALIKE = 0.7

MODULES = {name: name for names in SECTIONS.values() for name in names} | {"import": "import_"}


class Program(click.Group):
    """A group of commands that live in modules of their own, named in MODULES."""

    # ARG002: the arguments that are not read are click's.
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All commands, in the order a newcomer meets them."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load a command; None if there is none of that name."""
        if cmd_name not in MODULES:
            return None
        module = import_module(f"holdfast.entrypoints.cli.{MODULES[cmd_name]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with; a near miss is answered with a suggestion."""
        if args[0] not in MODULES and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], [*MODULES, *_ELSEWHERE], 1, _ALIKE)
            meant = _ELSEWHERE.get(near[0], near[0]) if near else ""
            hint = f" Did you mean `holdfast {meant}`?" if meant else ""
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by section, each with its summary."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                commands = [(name, self.get_command(ctx, name)) for name in names]
                formatter.write_dl(
                    [
                        (name, command.get_short_help_str(80))
                        for name, command in commands
                        if command
                    ],
                    col_max=11,
                )

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments, and answer those that ask for help."""
        with _ended_by_reader():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _ended_by_reader():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: ARG002 - always its own programme
        windows_expand_args: bool = True,  # noqa: ARG002 - a `*` or `%` in a memory is text
        **extra: Any,
    ) -> NoReturn:
        """Run and exit. Expected errors become one line (or one JSON document) on stderr."""
        prepare_streams()
        arguments = list(sys.argv[1:] if args is None else args)
        as_json = "--json" in _before_dashes(arguments)
        try:
            status = super().main(arguments, prog_name, complete_var, False, **extra)
        except HoldfastError as error:
            status = _refuse(error.code, error.message, error.remedy, error.exit_status, as_json)
        except click.ClickException as error:
            status = _refuse_usage(error, as_json)
        except (click.Abort, KeyboardInterrupt):
            status = INTERRUPTED
        except OSError as error:
            refuse = _refuse_output if error.filename is None else _refuse_file
            status = refuse(error, as_json)
        sys.exit(_flushed(status if isinstance(status, int) else 0, as_json))


def _before_dashes(arguments: list[str]) -> list[str]:
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def _refuse(code: str, message: str, remedy: str, status: int, as_json: bool) -> int:
    if as_json:
        error = {"code": code, "message": message, "remedy": remedy}
        print_json({"error": error}, file=sys.stderr)
    else:
        print(f"holdfast: {one_line(f'{message} {remedy}')}", file=sys.stderr)
    return status


def _refuse_usage(error: click.ClickException, as_json: bool) -> int:
    context = getattr(error, "ctx", None)
    remedy = f"Try `{context.command_path} --help`." if context else "Try `holdfast --help`."
    if isinstance(error, _NO_ARGUMENTS):
        print(error.format_message(), file=sys.stderr)
        return error.exit_code
    return _refuse("usage", error.format_message(), remedy, error.exit_code, as_json)


def _refuse_file(error: OSError, as_json: bool) -> int:
    """What the system says of a file that is looked for before anything else looks into it."""
    message = f"{os.fsdecode(error.filename)}: {error.strerror}."
    remedy = "Check the path, and that this account may use it."
    return _refuse("system", message, remedy, 1, as_json)


def _refuse_output(error: OSError, as_json: bool) -> int:
    """What the store and files say is told by their own; this is what the output said."""
    message = f"The output cannot be written: {error.strerror or error}."
    remedy = "Check the disk that it goes to; what was acknowledged is safe."
    status = _refuse("output", message, remedy, 1, as_json)
    _silence()
    return status


def _flushed(status: int, as_json: bool) -> int:
    """Write out what is buffered while a failure can still be told from success."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        _silence()
        return BROKEN_PIPE
    except OSError as error:
        return _refuse_output(error, as_json)
    return status


@contextmanager
def _ended_by_reader() -> Iterator[None]:
    """A reader that went away ends it quietly, as it ends any Unix tool."""
    try:
        yield
    except BrokenPipeError:
        _silence()
        sys.exit(BROKEN_PIPE)


def _silence() -> None:
    """Let the interpreter's last flush go nowhere: nobody reads any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        print(f"holdfast {__version__}")
        ctx.exit()


@click.command(
    name="holdfast",
    cls=Program,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def program() -> None:
    """A memory for AI companions and agents: one file, no key, no service.

    \b
    holdfast add --user mei "My sister moved to Chengdu in March."
    holdfast recall --user mei "Where does my sister live?"
    holdfast add --user mei "我妹妹养了一只猫，叫年糕。"
    holdfast recall --user mei "我妹妹的猫叫什么？"

    Every command explains itself: holdfast recall --help
    """
