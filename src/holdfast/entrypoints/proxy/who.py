"""Who: whose memory a request is about, in which session, with which agent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from holdfast.domain.message import DEFAULT
from holdfast.entrypoints.proxy.shapes import Asked
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name

USER, SESSION, AGENT = b"holdfast-user", b"holdfast-session", b"holdfast-agent"
SWITCH = b"holdfast-memory"
"""A request whose header says so (`Holdfast-Memory: off`) is passed on as it is."""

_USERS = ("user", "metadata.user_id", "metadata.user", "safety_identifier")
_SESSIONS = (
    *("metadata.session_id", "metadata.conversation_id", "metadata.thread_id"),
    *("metadata.session", "conversation"),
)
_AGENTS = ("metadata.agent_id", "metadata.agent")


class Who(NamedTuple):
    """The names that a turn is kept under. `narrow` is the agent to recall from; None: all."""

    user: str
    session: str
    agent: str
    narrow: str | None


def who_of(asked: Asked, headers: Mapping[bytes, bytes], usual_user: str) -> Who | None:
    """Those whom the request names, its headers first; None where it names no user and none is usual.

    Without a session of its own a talk is that of the user with the agent. InvalidInput for what
    cannot be a name.
    """
    user = _header(headers, USER) or asked.named(*_USERS) or usual_user
    if not user:
        return None
    agent = _header(headers, AGENT) or asked.named(*_AGENTS)
    session = _header(headers, SESSION) or asked.named(*_SESSIONS) or _conversation(asked)
    return Who(
        checked_name(user, "user"),
        checked_name(session or agent or DEFAULT, "session"),
        checked_name(agent or DEFAULT, "agent"),
        agent or None,
    )


def _conversation(asked: Asked) -> str:
    """The id of a conversation that the provider keeps."""
    found = asked.value("conversation")
    named = found.get("id") if isinstance(found, Mapping) else None
    return named if isinstance(named, str) else ""


def _header(headers: Mapping[bytes, bytes], name: bytes) -> str:
    given = headers.get(name, b"")
    try:
        return unquote_to_bytes(given).decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"The header {name.decode()} is not UTF-8.", remedy="Percent-encode it."
        ) from error
