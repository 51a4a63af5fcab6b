"""`holdfast profile sections` and `holdfast profile scheme`: how a profile is laid out."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from holdfast.domain.claim import USER
from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.incoming import opened
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.entrypoints.cli.terminal import print_json, print_json_lines, table
from holdfast.entrypoints.cli.unknown import NOTHING_OF_THAT, nothing_yet
from holdfast.errors import InvalidInput


@click.command(name="sections")
@click.option("--about", type=TEXT, default=USER, metavar="NAME", help="Of somebody else.")
@click.option("--as-of", type=MOMENT, help="What held then (a day: at its end).")
@takes(user="Whose memory it is.")
def sections(call: Call, about: str, as_of: date | None) -> None:
    """Show the profile as the scheme lays it out.

    Topics and sub-topics in short: what is too long is cut to the newest values, and a topic that
    has grown too wide is drawn together.

    \b
    holdfast profile sections --user mei
    """
    user = call.user
    with call.open(read_only=True) as memory:
        found = memory.profile.sections(user, about=about, as_of=call.end_of(as_of))
        narrowed = about != USER or as_of is not None
        none = NOTHING_OF_THAT if found or narrowed else nothing_yet(memory, user)
    if call.json:
        print_json_lines(found)
    else:
        rows = [(each.topic, each.sub, each.content) for each in found]
        print(table(rows) if rows else none)


@click.command(name="scheme")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--usual", is_flag=True, help="Lay profiles out as usual again.")
@takes()
def scheme(call: Call, file: Path | None, usual: bool) -> None:
    """See how profiles are laid out, or say so with a FILE of YAML.

    FILE may be `-` for stdin. It holds for all users of the space, and may have `language` (en or
    zh), `profile_strict_mode`, `profile_validate_mode`, `overwrite_user_profiles`,
    `additional_user_profiles`, `event_theme_requirement` and `event_tags`. Nothing is learned anew:
    what is known is only shown otherwise. New events get the tags.

    \b
    holdfast profile scheme
    holdfast profile scheme profile.yaml
    holdfast profile scheme --usual
    """
    if file is not None and usual:
        raise click.UsageError("A FILE and --usual exclude each other.")
    text = "" if file is None else _text(file)
    with call.open(read_only=file is None and not usual) as memory:
        if file is not None or usual:
            memory.profile.set_scheme(text)
        found = memory.profile.scheme()
    if call.json:
        print_json({"scheme": found})
    else:
        print(found.rstrip("\n") or "Profiles are laid out as usual.")


def _text(file: Path) -> str:
    with opened(file) as stream:
        data = stream.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file} is not text in UTF-8.", remedy="Save it as UTF-8.") from error
