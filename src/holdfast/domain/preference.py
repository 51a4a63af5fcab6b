"""Preference: a value that may change while running, kept per space."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from holdfast.domain.message import Json


@dataclass(frozen=True, slots=True)
class Preference:
    """A named value. `revision` counts its changes from 1."""

    name: str
    value: Json
    revision: int


class Source(StrEnum):
    """Where a value comes from that holds."""

    PREFERENCE = "preference"
    SETTING = "setting"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Held:
    """A preference with the value that holds, and where it comes from.

    `where` names the settings file or the variable of a setting; it is empty for the others, and
    where a program gave the setting itself. `usual` is what holds once the preference is not set,
    `wanted` what a value must be; both are empty for those that Holdfast does not go by. `revision`
    is 0 where the preference is not set.
    """

    name: str
    value: Json
    source: Source
    where: str = ""
    usual: Json = None
    wanted: str = ""
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """A preference that Holdfast itself goes by. Others are the caller's own business."""

    name: str
    kind: type
    wanted: str
    least: float = 0
    most: float = float("inf")
    usual: Json = None
    """What holds where neither it nor a setting of the same name says anything."""

    def fits(self, value: Json) -> bool:
        """Whether a value can be gone by; one that cannot counts as not set."""
        if self.kind is bool:
            return isinstance(value, bool)
        kinds = (int,) if self.kind is int else (int, float)
        return type(value) in kinds and self.least <= value <= self.most


IDLE_SECONDS = Known("session_idle_seconds", float, "seconds, more than 0", 0.001, 1e9)
WINDOW = Known("memo_window", int, "a whole number of messages from 2 to 10,000", 2, 10_000)
REVIEW = Known("memo_review", bool, "true or false")
LEARNING = Known("learning", bool, "true or false")
BUFFER_TOKENS = Known(
    "buffer_tokens", int, "a whole number of tokens from 0 to 1,000,000", 0, 1_000_000, usual=1024
)
BUFFER_SECONDS = Known(
    "buffer_flush_interval", float, "seconds, more than 0", 0.001, 1e9, usual=3600.0
)
MEMORY = Known("memory_enabled", bool, "true or false", usual=True)
SYNC = Known("sync_enabled", bool, "true or false", usual=True)

_ALL = (
    *(IDLE_SECONDS, WINDOW, REVIEW, LEARNING, BUFFER_TOKENS, BUFFER_SECONDS),
    *(MEMORY, SYNC),
)
KNOWN = {each.name: each for each in _ALL}
