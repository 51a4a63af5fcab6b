"""Found: what stands in another system's export, each thing with its place in the file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from holdfast.flow.capture.names import storable

LONGEST = 100_000
"""Of a longer memory only the beginning is looked over."""

TIMES = ("updated_at", "at", "created_at", "time", "timestamp", "date", "said_at")
SOURCES = ("sources", "source", "message_ids", "message_id", "source_id", "episode_id", "run_id")
ELSEWHERE = "elsewhere"
"""The field of a message that keeps what the other system told of it beside its words."""

_MILLIS = 100_000_000_000


class Form(StrEnum):
    """Whose export it is."""

    MEM0 = "mem0"
    MCP = "mcp"
    MEMOBASE = "memobase"
    LANGGRAPH = "langgraph"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    JSONL = "jsonl"


class Damage(NamedTuple):
    """A place that could not be read, or was left out, and why."""

    place: str
    why: str


class Happening(NamedTuple):
    """What another system tells of something that happened: a line for each gist, its tags, its time.

    `own` is what it keeps with it beside these.
    """

    id: str
    lines: tuple[str, ...]
    at: datetime | None = None
    tags: tuple[tuple[str, str], ...] = ()
    own: Mapping[str, Any] = {}


class Found(NamedTuple):
    """One message to be. `user` and `agent` are there where the file names them.

    A memory that another system drew from talk is marked as such: nobody said it in these words,
    so it comes in as a document, and an audit looks it over. `about` is whom it is about.
    `project` is the one of several in the file that it belongs to. `event` is there where what it
    says is kept as an event as well.
    """

    place: str
    session: str
    message: dict[str, Any]
    user: str | None = None
    agent: str | None = None
    memory: bool = False
    about: str = ""
    project: str = ""
    event: Happening | None = None

    @property
    def text(self) -> str:
        """Its words; those of a list of parts are not looked at here."""
        content = self.message.get("content")
        return content if isinstance(content, str) else ""


class Known(NamedTuple):
    """One value of a profile, as another system has it."""

    place: str
    user: str | None
    topic: str
    sub: str
    value: str
    at: datetime | None = None
    id: str = ""
    project: str = ""


class Kept(NamedTuple):
    """A user, and what an app kept beside the memory of that one."""

    place: str
    user: str | None
    fields: Mapping[str, Any]
    project: str = ""


Thing = Found | Known | Kept | Damage


def memory(
    value: Mapping[str, Any],
    place: str,
    text: object,
    *,
    form: Form,
    session: str = "",
    user: str | None = None,
    agent: str | None = None,
    about: str = "",
) -> Found | Damage:
    """A memory of another system as a document; what else the file tells of it goes along."""
    if not isinstance(text, str) or not text.strip():
        return Damage(place, "no text in it")
    id_ = value.get("id", value.get("key"))
    named = isinstance(id_, str | int) and not isinstance(id_, bool) and str(id_).strip()
    message: dict[str, Any] = {
        ELSEWHERE: {key: kept for key, kept in value.items() if key in _ALONG},
        "id": clean(str(id_))[:200] if named else digest(form, about, text),
        "role": "document",
        "speaker": str(form),
        "content": clean(text),
    }
    if at := first_time(value):
        message["at"] = at
    whole = f"{about}: {message['content']}" if about else message["content"]
    return Found(
        place, session or str(form), message | {"content": whole}, user, agent, True, about
    )


_ALONG = frozenset(
    ["created_at", "updated_at", "metadata", "categories", "hash", "namespace"]
).union(SOURCES)
"""What is kept beside the text of a memory."""


def first_time(value: Mapping[str, Any]) -> datetime | None:
    """The first moment that an entry names, under one of the usual names."""
    return next((at for key in TIMES if (at := moment(value.get(key)))), None)


def moment(given: Any) -> datetime | None:
    """A moment in ISO 8601 or in seconds; None where it is neither, or out of all calendars."""
    try:
        if isinstance(given, str):
            at = datetime.fromisoformat(given.strip())
            return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
        if isinstance(given, int | float) and not isinstance(given, bool):
            return datetime.fromtimestamp(given / 1000 if given > _MILLIS else given, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def named(value: Mapping[str, Any], *names: str) -> str | None:
    """The first of these that holds a name."""
    for name in names:
        given = value.get(name)
        if isinstance(given, str) and given.strip():
            return clean(given)
        if isinstance(given, int) and not isinstance(given, bool):
            return str(given)
    return None


def clean(text: str) -> str:
    """The text without halves of characters and control characters, which nothing can store."""
    return storable(text.encode("utf-8", "replace").decode("utf-8"))


def digest(*parts: object) -> str:
    """An id for what has none: the same words in the same place have the same."""
    text = json.dumps([str(part) for part in parts], ensure_ascii=False)
    return "import-" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
