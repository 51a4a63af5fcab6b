"""What the options that all commands share said, and the memory that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from holdfast.entrypoints.cli.options import shared_options
from holdfast.entrypoints.cli.terminal import note
from holdfast.errors import InvalidInput, StoreMissing
from holdfast.settings import Settings, from_home, load_settings, named_space

if TYPE_CHECKING:
    from holdfast.memory import Memory


@dataclass(frozen=True, kw_only=True)
class Call:
    """One use of the command line: its shared options, read when they are needed."""

    named_user: str | None = None
    session: str | None = None
    agent: str | None = None
    named_space: str | None = None
    db: str | None = None
    url: str | None = None
    key_file: Path | None = None
    config: Path | None = None
    archives: Path | None = None
    json: bool = False

    @property
    def settings_path(self) -> Path | None:
        """The settings file that was named, if one was."""
        return from_home(self.config) if self.config else None

    @cached_property
    def settings(self) -> Settings:
        """The settings; SettingsRefused where the file or the environment is wrong."""
        return load_settings(self.settings_path)

    @property
    def path(self) -> str:
        """The memory's file: --db, else the setting."""
        return str(from_home(self.db)) if self.db else self.settings.db

    @property
    def far(self) -> bool:
        """Whether a server is asked, rather than the file opened here. A file that is named wins."""
        return self.url is not None and self.db is None

    @property
    def place(self) -> str:
        """Where the memory is, as it is shown to a person."""
        return self.url if self.far and self.url else self.path

    @property
    def space(self) -> str:
        """The space: --space, else the setting."""
        return self.named_space or self.settings.space

    @property
    def agent_or_default(self) -> str:
        """The agent: --agent, else the one that is meant where none is named."""
        from holdfast.domain.message import DEFAULT

        return self.agent or DEFAULT

    @property
    def user(self) -> str:
        """Whose memory it is; a usage error where nobody is named."""
        if not self.named_user:
            raise click.UsageError(
                "Whose memory? Name the user with --user NAME, or set HOLDFAST_USER.",
                click.get_current_context(silent=True),
            )
        return self.named_user

    def has_file(self) -> bool:
        """Whether the memory's file is there. Where that cannot be seen, opening it says why."""
        try:
            return Path(self.path).exists()
        except OSError:
            return True

    def open(self, *, read_only: bool = False, create: bool = False) -> Memory:
        """The memory, without a worker. One that is not there is only made if `create`.

        A server's memory has the same methods, but that no jobs can be run on it.
        """
        if self.far:
            return self._open_far()
        settings = self.settings
        if self.archives is not None:
            settings = replace(settings, archive_dir=str(self.archives))
        if not create and not self.has_file():
            raise StoreMissing(f"There is no memory at {self.path}.")
        from holdfast.memory import Memory
        from holdfast.stores.files.running import running_on

        if server := running_on(self.path):
            note(f"A server has {self.path} open ({server.url}); this works on the file beside it.")
        return Memory.open(
            self.path, space=self.space, settings=settings, read_only=read_only, worker=False
        )

    def _open_far(self) -> Memory:
        from holdfast.client import RemoteMemory

        space = named_space(self.settings_path) if self.named_space is None else self.named_space
        remote = RemoteMemory.open(self.url, key=self._key(), space=space, settings=self.settings)
        return cast("Memory", remote)  # a test keeps their methods equal

    def _key(self) -> str | None:
        """The key in the file that was named. InvalidInput never repeats what is in it."""
        if self.key_file is None:
            return None
        try:
            return from_home(self.key_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise InvalidInput(
                f"The key cannot be read from {self.key_file}.",
                remedy="Name a file that holds the key and nothing else.",
            ) from None

    def begin_of(self, moment: date | datetime | None) -> datetime | None:
        """The moment in its zone (else the setting `time_zone`); of a day, its beginning."""
        return None if moment is None else self._placed(moment, last=False)

    def end_of(self, moment: date | datetime | None) -> datetime | None:
        """Like `begin_of`; of a day, its last microsecond."""
        return None if moment is None else self._placed(moment, last=True)

    def here(self, moment: datetime) -> datetime:
        """A moment of no zone of its own (all such are in UTC), in the zone of the settings."""
        from zoneinfo import ZoneInfo

        return moment.astimezone(ZoneInfo(self.settings.time_zone))

    def _placed(self, moment: date | datetime, *, last: bool) -> datetime:
        if not isinstance(moment, datetime):
            moment = datetime.combine(moment, time.max if last else time.min)
        if moment.tzinfo is not None:
            return moment
        from zoneinfo import ZoneInfo

        zone = self.settings.time_zone
        return moment.replace(tzinfo=UTC if zone == "UTC" else ZoneInfo(zone))


def takes(
    *,
    user: str = "",
    session: str = "",
    agent: str = "",
    archives: str = "",
    at_home: bool = False,
) -> Callable[..., Any]:
    """Give a command the shared options, and a Call made from them as its first argument.

    Where a word is given for --user, --session, --agent or --dir (the archives), the command takes
    that option and the word is its help. With `at_home` the command is for the memory's own machine
    and takes no server. A command takes no option that it would ignore. What was typed before the
    name of a command in a group holds for that command too, unless it is typed again behind it.
    """
    options = shared_options(user, session, agent, archives, at_home=at_home)

    def decorate(run: Callable[..., None]) -> Callable[..., None]:
        @wraps(run)
        def called(**given: Any) -> None:
            shared = {name: given.pop(name) for name in _SHARED & given.keys()}
            run(_agreed(Call(**_inherited(shared))), **given)

        wrapped: Callable[..., None] = called
        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped

    return decorate


def _agreed(call: Call) -> Call:
    """The call, unless it names both a file and a server."""
    context = click.get_current_context()
    typed = [any(was_typed(name, each) for each in _chain(context)) for name in ("db", "url")]
    if all(typed):
        raise click.UsageError("--db and --url exclude each other.", context)
    return call


def _chain(context: click.Context | None) -> Iterator[click.Context]:
    while context is not None:
        yield context
        context = context.parent


def _inherited(shared: dict[str, Any]) -> dict[str, Any]:
    """The shared options, with those that were typed for the group that the command is in."""
    context = click.get_current_context()
    group = context.parent
    if group is None:
        return shared
    for name in _SHARED & group.params.keys():
        if was_typed(name, group) and not was_typed(name, context):
            shared[name] = group.params[name]
    return shared


def was_typed(name: str, context: click.Context | None = None) -> bool:
    """Whether an option stands on the command line, not just in the environment."""
    source = (context or click.get_current_context()).get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


_SHARED = frozenset(Call.__dataclass_fields__)
