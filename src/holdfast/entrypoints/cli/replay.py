"""`holdfast replay`: ask a kept question again, and see what has changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.incoming import read_whole
from holdfast.entrypoints.cli.terminal import plain, print_json
from holdfast.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.domain.recall import Explanation, Hit


@click.command(name="replay")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@takes()
def command(call: Call, file: Path) -> None:
    """Ask a kept question again, as of then, and see what has changed.

    FILE is what `holdfast recall --explain --json` printed, or `-` for stdin. The same user, words
    and filters; "last week" is the week before it was first asked. Exits with 1 if other things
    are found, or in another order.

    \b
    holdfast recall --user mei "Where does my sister live?" --explain --json > run.json
    holdfast replay run.json
    """
    from holdfast.entrypoints.cli.entries import hit_entry

    before = _kept(file)
    with call.open(read_only=True) as memory:
        replay = memory.replay(before)
    if call.json:
        answer = {"same": replay.same, "came": plain(replay.came), "went": plain(replay.went)}
        print_json(answer | {"hits": plain(replay.found.hits)})
    elif replay.same:
        print(f"The same {len(replay.found)} as before.")
    else:
        parts: Sequence[tuple[str, Sequence[Hit]]] = (
            ("Found now and not then:", replay.came),
            ("Found then and not now:", replay.went),
        )
        for title, hits in parts:
            if hits:
                print("\n".join([title, *map(hit_entry, hits)]))
        if not replay.came and not replay.went:
            print("The same things, in another order:")
            print("\n".join(map(hit_entry, replay.found)))
    if not replay.same:
        raise click.exceptions.Exit(1)


def _kept(file: Path) -> Explanation:
    """The run that was kept in a file."""
    from pydantic import TypeAdapter, ValidationError
    from pydantic_core import from_json

    from holdfast.domain.recall import Explanation

    try:
        told = from_json(read_whole(file))
        told = told.get("explanation", told) if isinstance(told, dict) else told
        return TypeAdapter(Explanation).validate_python(told)
    except (ValueError, ValidationError) as error:
        raise InvalidInput(
            f"{file} holds no run that was kept.",
            remedy="Keep one with: holdfast recall --explain --json QUESTION > run.json",
        ) from error
