"""How long, how often and how much: what bounds every request."""

from __future__ import annotations

from dataclasses import dataclass, fields

from holdfast.errors import SettingsRefused


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds of a client's requests. Seconds, counts and bytes; each more than zero."""

    connect_seconds: float = 5.0
    read_seconds: float = 60.0
    """The longest silence of a server that is answering."""
    total_seconds: float = 120.0
    """From the first try to the end of the last, the waits between them included."""
    attempts: int = 3
    first_wait_seconds: float = 0.5
    longest_wait_seconds: float = 30.0
    """A server that asks to be left alone for longer than this is not tried again in this call."""
    answer_bytes: int = 64 * 1024 * 1024
    connections: int = 4
    """Idle connections that are kept open for the next request."""
    failures_to_open: int = 5
    """Calls that must fail in a row before further ones fail at once."""
    cool_down_seconds: float = 30.0
    """How long they do."""

    def __post_init__(self) -> None:
        for limit in fields(self):
            if not 0 < getattr(self, limit.name) < float("inf"):
                raise SettingsRefused(f"Limits({limit.name}=...) must be a number above zero.")
