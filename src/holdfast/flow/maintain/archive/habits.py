"""Habits: when archives are compacted. A preference, written as the names the field knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from holdfast.domain.message import Json
from holdfast.errors import InvalidInput

PREFIX = "archive_compact_"
_LARGEST = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """When the conversations of a day go into one file, and whether their own files go then.

    A day is due once so many lines or megabytes wait, or in the night, from the first hour up to
    the last (a window may run over midnight; two equal hours mean no window). No day is looked at
    twice within `interval_sec`. Values of the wrong kind or size raise InvalidInput.
    """

    enabled: bool = True
    lines_threshold: int = 2000
    size_mb_threshold: int = 64
    interval_sec: int = 180
    delete_shards: bool = True
    window_start_hour: int = 2
    window_end_hour: int = 5

    def __post_init__(self) -> None:
        for name in ("enabled", "delete_shards"):
            if not isinstance(getattr(self, name), bool):
                raise InvalidInput(f"{PREFIX}{name} must be true or false.")
        self._whole("lines_threshold", 1, _LARGEST)
        self._whole("size_mb_threshold", 1, _LARGEST)
        self._whole("interval_sec", 0, _LARGEST)
        self._whole("window_start_hour", 0, 23)
        self._whole("window_end_hour", 0, 24)

    def _whole(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidInput(f"{PREFIX}{name} must be a whole number from {least} to {most}.")


def habits_from(value: Json) -> Habits:
    """The habits that a preference says; what it does not name stays at its default.

    Raises InvalidInput for an unknown name or a wrong value.
    """
    if not isinstance(value, Mapping):
        raise InvalidInput("The habits of compaction must be a mapping.")
    known = {PREFIX + each.name for each in fields(Habits)}
    if unknown := sorted(str(name) for name in value if name not in known):
        raise InvalidInput(f"Compaction has no setting called {unknown[0]!r}.")
    return Habits(**{name.removeprefix(PREFIX): each for name, each in value.items()})


def habits_json(habits: Habits) -> dict[str, Json]:
    """The habits as a preference holds them; `habits_from` reads it."""
    return {PREFIX + name: value for name, value in asdict(habits).items()}
