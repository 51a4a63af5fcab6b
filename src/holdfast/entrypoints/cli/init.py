"""`holdfast init`: a memory and a settings file that explains itself."""

from __future__ import annotations

from pathlib import Path

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.terminal import print_json
from holdfast.errors import HoldfastError, InvalidInput
from holdfast.settings import FILE_NAME, commented_toml, from_home


@click.command(name="init")
@takes(at_home=True)
def command(call: Call) -> None:
    """Make a memory here, and a settings file.

    The settings file shows every setting with its default, commented out and explained. What
    is there already is kept: neither a memory nor a settings file is ever overwritten.

    \b
    holdfast init
    holdfast init --db 小美的记忆.db
    """
    file = call.settings_path or Path(FILE_NAME)
    chosen = {"db": _seen_from(file, call.db), "space": call.named_space}
    wrote_file = _written(file, commented_toml(chosen))
    try:
        there = call.has_file()
        call.open(create=True).close()
    except HoldfastError:
        if wrote_file:
            file.unlink()
        raise
    if call.json:
        answer = {"db": call.path, "made_db": not there, "file": str(file), "made_file": wrote_file}
        print_json(answer)
        return
    print(f"{'Kept' if there else 'Made'} the memory   {call.path}")
    print(f"{'Made' if wrote_file else 'Kept'} the settings {file}")
    print('Next: holdfast add --user YOUR-NAME "Something worth remembering."')


def _seen_from(file: Path, db: str | None) -> str | None:
    """The path as the settings file must say it: there, it is relative to the file."""
    if db is None or file.parent.resolve() == Path.cwd():
        return db
    return str(from_home(db).absolute())


def _written(file: Path, text: str) -> bool:
    """Write a file that is not there yet; False where one is."""
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        return False
    except OSError as error:
        raise InvalidInput(
            f"{file} cannot be written: {error.strerror}.", remedy="Choose another folder."
        ) from error
    return True
