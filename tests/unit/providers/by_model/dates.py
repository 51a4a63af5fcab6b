"""Moments, shortly written."""

from __future__ import annotations

from datetime import UTC, datetime


def at(year: int, month: int = 1, day: int = 1, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)
