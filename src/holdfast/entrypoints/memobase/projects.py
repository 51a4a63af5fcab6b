"""Projects: a space each. Their layout of profiles, and what was told to them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from holdfast.domain.usage import Usage
from holdfast.entrypoints.memobase.ask import Ask, Data, Route
from holdfast.errors import Forbidden, InvalidInput
from holdfast.flow.capture.buffers import DAYS_KEPT
from holdfast.memory import Memory


def healthy(_ask: Ask) -> Data:
    """Whether the server answers."""
    return None


def status(ask: Ask) -> Data:
    """Whether it can do its work; for the root project alone."""
    if not ask.whole:
        raise Forbidden("Only the root project may ask this.")
    ask.memory.admin.preference("ready")
    return None


def scheme(ask: Ask) -> Data:
    """How profiles are laid out; empty where nothing was said of it."""
    return {"profile_config": ask.memory.profile.scheme()}


def set_scheme(ask: Ask) -> Data:
    """Lay profiles out otherwise."""
    text = ask.fields().get("profile_config")
    if not isinstance(text, str | None):
        raise InvalidInput("profile_config must be YAML, as text, or null.")
    ask.memory.profile.set_scheme(text or "")
    return None


def usage(ask: Ask) -> Data:
    """What was told on each of the last days, today first."""
    days = ask.query.whole("last_days", 7, least=1) or 7
    counted = ask.memory.buffers.usage(min(days, DAYS_KEPT))
    return [_day(each) for each in reversed(counted)]


def billing(ask: Ask) -> Data:
    """What this month has taken. There is nothing that could run out."""
    now = today(ask.memory)
    counted = ask.memory.buffers.usage(now.day)
    return {
        "token_left": None,
        "next_refill_at": _next_month(now),
        "project_token_cost_month": sum(each.tokens + each.written for each in counted),
    }


def _day(each: Usage) -> dict[str, Any]:
    return {
        "date": each.day.isoformat(),
        "total_insert": each.told,
        "total_success_insert": each.kept,
        "total_input_token": each.tokens,
        "total_output_token": each.written,
    }


def today(memory: Memory) -> date:
    """The day, by the clock of the memory."""
    return memory.buffers.usage(1)[0].day


def _next_month(now: date) -> datetime:
    first = (now.replace(day=1) + timedelta(days=32)).replace(day=1)
    return datetime.combine(first, time.min, UTC)


HEALTH = "/healthcheck"

ROUTES = (
    Route("GET", HEALTH, healthy),
    Route("GET", "/admin/status_check", status),
    Route("GET", "/project/profile_config", scheme),
    Route("POST", "/project/profile_config", set_scheme),
    Route("GET", "/project/billing", billing),
    Route("GET", "/project/usage", usage),
)
