"""`holdfast preferences`: what may change while running, and where each value comes from."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

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
)
from holdfast.errors import NotFound

if TYPE_CHECKING:
    import holdfast.domain.preference
    from holdfast.memory import Memory

OWN = "preference"
_SWITCHES = {"on": True, "yes": True, "off": False, "no": False}


class Held(NamedTuple):
    """A preference that Holdfast goes by: its value, and whether it is set or falls back."""

    name: str
    value: Any
    where: str


@click.group(name="preferences", cls=Group, invoke_without_command=True)
@takes()
def command(call: Call) -> None:
    """List what may change while running, and where it comes from.

    A preference is kept in the memory, for its space, and holds at once in every process. Where
    none is set, the setting of the same name holds.

    \b
    holdfast preferences
    holdfast preferences set session_idle_seconds 600
    holdfast preferences unset session_idle_seconds
    """
    if is_alone():
        _list(call)


@command.command(name="list")
@takes()
def list_(call: Call) -> None:
    """List those that Holdfast goes by.

    \b
    holdfast preferences list
    """
    _list(call)


def _list(call: Call) -> None:
    with call.open(read_only=True) as memory:
        found = _held(call, memory)
    if call.json:
        print_json_lines(each._asdict() for each in found)
    else:
        print(table([(each.name, f"({each.where})", _text(each.value)) for each in found]))


def _held(call: Call, memory: Memory) -> list[Held]:
    from holdfast.domain.preference import KNOWN
    from holdfast.flow.maintain.archive.habits import Habits, habits_json
    from holdfast.flow.maintain.archive.request import COMPACTION
    from holdfast.settings import origins

    if call.far:
        return [Held(each.name, each.value, _where(each)) for each in _far(memory)]
    settings = {origin.name: origin for origin in origins(call.settings_path)}
    found = []
    for name, known in KNOWN.items():
        value = memory.admin.preference(name)
        if known.fits(value):
            found.append(Held(name, value, OWN))
        elif name not in settings:
            found.append(Held(name, known.usual, "default"))
        else:
            origin = settings[name]
            where = origin.where if origin.where == "default" else f"setting, {origin.where}"
            found.append(Held(name, origin.value, where))
    habits = memory.admin.preference(COMPACTION)
    usual = Held(COMPACTION, habits_json(Habits()), "default")
    return [*found, usual if habits is None else Held(COMPACTION, habits, OWN)]


def _far(memory: Memory) -> list[holdfast.domain.preference.Held]:
    """What a server goes by; what is kept there for other programs is not among it."""
    return [each for each in memory.admin.held() if each.wanted]


def _where(held: holdfast.domain.preference.Held) -> str:
    if held.source != "setting":
        return str(held.source)
    return f"the server's setting, {held.where}" if held.where else "the server's setting"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@command.command(name="get")
@click.argument("name", type=TEXT)
@takes()
def get(call: Call, name: str) -> None:
    """Print one, as JSON.

    \b
    holdfast preferences get memo_window
    """
    with call.open(read_only=True) as memory:
        held = {each.name: each for each in _held(call, memory)}
        missing = object()
        own = memory.admin.preference(name, missing)
    if name in held:
        found = held[name]
    elif own is missing:
        raise NotFound(f"There is no preference {name!r}.{_near(name)}", remedy=_SEE)
    else:
        found = Held(name, own, OWN)
    if call.json:
        print_json(found._asdict())
    else:
        print(_text(found.value))


@command.command(name="set")
@click.argument("name", type=TEXT)
@click.argument("value", type=TEXT)
@takes()
def set_(call: Call, name: str, value: str) -> None:
    """Set one; it holds at once.

    In every process that has the memory open, that is. The value is JSON; what is no JSON is taken
    as text. Names that Holdfast does not know are kept for your own programs.

    \b
    holdfast preferences set session_idle_seconds 600
    holdfast preferences set memo_review off
    holdfast preferences set archive_compaction '{"archive_compact_enabled": false}'
    """
    from holdfast.domain.preference import KNOWN
    from holdfast.flow.maintain.archive.request import COMPACTION

    with call.open() as memory:
        revision = memory.admin.set_preference(name, _read(name, value))
        kept = memory.admin.preference(name)
    if name not in KNOWN and name != COMPACTION:
        note(one_line(f"Kept, but Holdfast itself does not go by {name!r}.{_near(name)}"))
    if call.json:
        print_json({"name": name, "value": kept, "revision": revision})
    else:
        print(one_line(f"{name} is {_text(kept)} from now on."))


@command.command(name="unset")
@click.argument("name", type=TEXT)
@takes()
def unset(call: Call, name: str) -> None:
    """Have the setting hold again, at once.

    One that was not set stays as it is.

    \b
    holdfast preferences unset session_idle_seconds
    """
    with call.open() as memory:
        was_set = memory.admin.unset_preference(name)
        held = {each.name: each for each in _held(call, memory)}.get(name)
    if held is None and not was_set:
        raise NotFound(f"There is no preference {name!r}.{_near(name)}", remedy=_SEE)
    if call.json:
        now = held._asdict() if held else {"name": name}
        print_json({**now, "was_set": was_set})
    elif held is None:
        print(one_line(f"{name} is not set any more."))
    else:
        again = "again" if was_set else "as before"
        print(one_line(f"{name} is {_text(held.value)} {again} ({held.where})."))


def _read(name: str, text: str) -> Any:
    from holdfast.domain.preference import KNOWN

    known = KNOWN.get(name)
    if known is not None and known.kind is bool and text.strip().lower() in _SWITCHES:
        return _SWITCHES[text.strip().lower()]
    try:
        return json.loads(text)
    except ValueError:
        return text


_SEE = "See them with `holdfast preferences`."


def _near(name: str) -> str:
    from holdfast.domain.preference import KNOWN
    from holdfast.flow.maintain.archive.request import COMPACTION

    near = difflib.get_close_matches(name, [*KNOWN, COMPACTION], n=1)
    return f" Did you mean {near[0]}?" if near else ""
