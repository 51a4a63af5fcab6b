"""Who: whose memory a view is about, and with which agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.responses import Response

from holdfast.domain.message import DEFAULT
from holdfast.entrypoints.web.visit import HOME, Visit

NAMES = 20
_LAST = "\U0010ffff"


class Who(NamedTuple):
    """The user and agent that are looked at; empty names where there is nobody yet."""

    user: str
    agent: str
    agents: Sequence[str]


def chosen(visit: Visit, *, any_agent: bool = False) -> Who:
    """Those that the query names; else whoever spoke last, and an agent that the user talks with.

    With `any_agent` no agent is taken unless one is named.
    """
    user, agent = visit.asked("user"), visit.asked("agent")
    if not user:
        last = visit.memory.sessions.lately(limit=1)
        user, agent = (last[0].user, agent or last[0].agent) if last else ("", agent)
        agent = visit.asked("agent") if any_agent else agent
    agents = visit.memory.sessions.agents(user) if user else []
    if not any_agent and agent not in agents:  # another user has other agents
        agent = agents[0] if agents else agent or DEFAULT
    return Who(user, agent, agents)


def suggest(visit: Visit) -> Response:
    """Names of users that begin with what is being typed."""
    begun = visit.asked("user")
    before = begun[:-1] + chr(ord(begun[-1]) - 1) + _LAST if begun and begun[-1] > "\0" else ""
    names = visit.memory.admin.users(after=before, limit=NAMES)
    return visit.page("partials/names.html", names=[n for n in names if n.startswith(begun)])


ROUTES = (("GET", f"{HOME}/names", suggest),)
