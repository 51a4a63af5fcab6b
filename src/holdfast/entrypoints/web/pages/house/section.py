"""Section: what the pages of keeping house have in common."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from holdfast.entrypoints.web.pages.who import Who
from holdfast.entrypoints.web.visit import HOME, Visit

PATH = f"{HOME}/house"
SECTIONS = ("archives", "import", "export", "forget", "scheme", "preferences", "keys", "jobs")
"""In the order of their tabs."""


def page(visit: Visit, section: str, status: int = 200, **values: Any) -> Response:
    """A page of a section."""
    return visit.page(f"house/{section}.html", status, section=section, sections=SECTIONS, **values)


def number(text: str) -> int:
    """A number of the query or of a form; 0 where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def anyone(visit: Visit) -> Who:
    """The user and agent that the query names, if it names any."""
    user, agent = visit.asked("user"), visit.asked("agent")
    return Who(user, agent, visit.memory.sessions.agents(user) if user else ())
