"""`holdfast keys`: who may call a server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.group import Group, is_alone
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import (
    note,
    one_line,
    print_json,
    print_json_lines,
    table,
    when,
)
from holdfast.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from holdfast.domain.key import Key
    from holdfast.stores.files.keys import FileKeys

ALL_SPACES = "(all spaces)"


@click.group(name="keys", cls=Group, invoke_without_command=True)
@takes(at_home=True)
def command(call: Call) -> None:
    """List, add and revoke the keys that a server asks for.

    They are kept in a file beside the memory, and only as digests: nobody can read a key from it.
    A server that is running goes by a change at its next request.

    \b
    holdfast keys
    holdfast keys add phone
    holdfast keys revoke phone
    """
    if is_alone():
        _list(call)


@command.command(name="list")
@takes(at_home=True)
def list_(call: Call) -> None:
    """List the keys, revoked ones too.

    \b
    holdfast keys list
    """
    _list(call)


def _list(call: Call) -> None:
    found = _keys(call).all()
    if call.json:
        print_json_lines(map(_shown, found))
    elif found:
        print(table([_cells(call, key) for key in found]))
    else:
        print("No keys yet.")


def _cells(call: Call, key: Key) -> tuple[str, ...]:
    ended = f"revoked {when(call.here(key.revoked_at))}" if key.revoked_at else ""
    made = f"made {when(call.here(key.made_at))}"
    return key.id, key.name, ALL_SPACES if key.space is None else key.space, made, ended


@command.command(name="add")
@click.argument("name", type=TEXT)
@click.option("--all-spaces", is_flag=True, help="Let the key choose its space at every request.")
@click.option(
    "--project", is_flag=True, help="In the form of Memobase's keys, which names the space."
)
@takes(at_home=True)
def add(call: Call, name: str, all_spaces: bool, project: bool) -> None:
    """Make a key and print it; it is shown this once.

    It opens one space: that of --space, else that of the settings.

    \b
    holdfast keys add phone
    holdfast keys add robot --space workshop
    holdfast keys add gateway --all-spaces
    holdfast keys add app --space workshop --project
    """
    from holdfast.domain.key import new_key
    from holdfast.flow.capture.names import checked_name

    if all_spaces and call.named_space is not None:
        raise click.UsageError(
            "--space and --all-spaces exclude each other.", click.get_current_context(silent=True)
        )
    space = None if all_spaces else checked_name(call.space, "space")
    named, now = checked_name(name, "key"), datetime.now(UTC)
    key, secret = new_key(named, space=space, now=now, project=project)
    keys = _keys(call)
    keys.add(key)
    opened = "all spaces" if key.space is None else f"the space {key.space}"
    note(one_line(f"The key {key.name} opens {opened} of {call.path}."))
    note("It is shown this once and kept nowhere: put it where it is needed now.")
    if call.json:
        print_json({**_shown(key), "secret": secret})
    else:
        print(secret)


@command.command(name="revoke")
@click.argument("key", type=TEXT, metavar="ID|NAME")
@takes(at_home=True)
def revoke(call: Call, key: str) -> None:
    """End a key; a running server refuses it at once.

    \b
    holdfast keys revoke phone
    """
    keys = _keys(call)
    found = _named(keys, key)
    at = datetime.now(UTC)
    if not keys.revoke(found.id, at):
        raise _missing(key)
    if call.json:
        print_json({**_shown(found), "revoked_at": at})
    else:
        print(one_line(f"The key {found.name} ({found.id}) opens nothing any more."))


def _named(keys: FileKeys, text: str) -> Key:
    """The key that is not revoked and has this id or, if none has, this name."""
    live = [key for key in keys.all() if key.revoked_at is None]
    for attribute in ("id", "name"):
        for key in live:
            if getattr(key, attribute) == text:
                return key
    raise _missing(text)


def _missing(text: str) -> NotFound:
    from holdfast.domain.key import PREFIX, PROJECT

    # Someone may name a key by its secret, which is not to be repeated.
    shown = "like that" if PREFIX in text or text.startswith(PROJECT) else repr(text)
    return NotFound(
        f"There is no key {shown} that could be revoked.", remedy="See them with `holdfast keys`."
    )


def _shown(key: Key) -> dict[str, Any]:
    """A key without its digest."""
    return {
        "id": key.id,
        "name": key.name,
        "space": key.space,
        "made_at": key.made_at,
        "revoked_at": key.revoked_at,
    }


def _keys(call: Call) -> FileKeys:
    from holdfast.stores.files.keys import FileKeys, keys_path

    if call.path.startswith(":"):
        raise InvalidInput(
            "A memory that is in no file has no keys.", remedy="Name its file with --db."
        )
    return FileKeys(keys_path(call.path))
