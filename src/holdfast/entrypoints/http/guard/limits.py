"""Limits: how much one caller, and all of them, may ask of a server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is let in. The defaults are those of the settings that begin with `serve_`."""

    body_bytes: int = 1024 * 1024
    roomy_bytes: int = 16 * 1024 * 1024
    """As large as a body may be where a whole conversation comes in one."""
    depth: int = 64
    rate: float = 1000.0
    """Requests a second and key (or address, where there is no key); 0: as many as they like."""
    wait_seconds: float = 30.0
    """How long a body, or the head of a request, may take to arrive; and how long a caller may
    leave an answer unread."""
    in_flight: int = 256
    """Requests under way at the same time; one key may have half of them."""
    failures: int = 20
    """Wrong keys a minute and address, until keys from there are not looked at any more."""
    head_bytes: int = 64 * 1024
