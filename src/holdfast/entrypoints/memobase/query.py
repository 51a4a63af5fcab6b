"""Queries, as the clients of this API write them: unescaped.

``a=1&&a=2``, JSON as it is, an ``&`` in the middle of a chat, and a ``#`` that cuts off all that
follows. So a query is read piece by piece: what does not begin with a name that we know belongs to
what stood before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote, unquote_plus

from holdfast.errors import InvalidInput

JSON = ("chats_str", "topic_limits_json")
FORM = "customize_context_prompt"
TEXTS = frozenset(
    {*JSON, FORM, "search", "prefer_topics", "only_topics", "query", "tags", "tag_values"}
)
"""What may hold anything, an ampersand too."""

WORDS = frozenset(
    {
        *("wait_process", "status", "page", "page_size", "last_days", "limit", "offset"),
        *("order_by", "order_desc", "topk", "max_token_size", "max_subtopic_size"),
        *("need_summary", "similarity_threshold", "time_range_in_days", "profile_event_ratio"),
        *("require_event_summary", "event_similarity_threshold", "fill_window_with_events"),
        "full_profile_and_only_search_event",
    }
)
"""What is one word or number, and ends where the next ampersand stands."""

_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")
_ENDS = ("", '"', '"}', '"}]', "}", "}]", "]")
_CONTENT = re.compile(r'"content"\s*:\s*"((?:[^"\\]|\\.)*)')
_PLUS_ALONE = re.compile(r"(?<!\+)\+(?!\+|$)")
_LARGEST = 1_000_000_000
_WORD = re.compile(r"[\w.+-]*")


class Query:
    """The values of a query, each in the form that is asked for."""

    def __init__(self, raw: bytes) -> None:
        self._values: dict[str, list[str]] = {}
        for name, value in _pairs(raw.decode("latin-1")):
            self._values.setdefault(name, []).append(value)

    def text(self, name: str, usual: str = "") -> str:
        """The last one of that name."""
        return self._values.get(name, [usual])[-1]

    def texts(self, name: str) -> list[str]:
        """All of that name that are not empty."""
        return [value for value in self._values.get(name, []) if value.strip()]

    def flag(self, name: str, *, usual: bool = False) -> bool:
        """Whether it is set. Raises InvalidInput."""
        written = self.text(name).strip().lower()
        if not written:
            return usual
        if written not in (*_TRUE, *_FALSE):
            raise InvalidInput(f"{name} must be true or false.")
        return written in _TRUE

    def whole(self, name: str, usual: int | None = None, *, least: int = 0) -> int | None:
        """A whole number; None where there is none. Raises InvalidInput."""
        written = self.text(name).strip()
        if not written or written == "None":
            return usual
        try:
            value = int(written)
        except ValueError:
            value = least - 1
        if not least <= value <= _LARGEST:
            raise InvalidInput(f"{name} must be a whole number, {least} or more.")
        return value

    def number(self, name: str, usual: float) -> float:
        """A number. Raises InvalidInput."""
        written = self.text(name).strip()
        try:
            value = float(written or usual)
        except ValueError:
            value = float("nan")
        if not -_LARGEST <= value <= _LARGEST:
            raise InvalidInput(f"{name} must be a number.")
        return value

    def limits(self) -> dict[str, int]:
        """How many rows each topic may have; nothing where that cannot be read."""
        found = _parsed(self.text("topic_limits_json"))
        if not isinstance(found, dict):
            return {}
        return {str(k): v for k, v in found.items() if isinstance(v, int)}

    def chats(self) -> list[str]:
        """What was said in the chats, as far as it has arrived."""
        written = self.text("chats_str")
        found = _salvaged(written) if written.strip() else []
        return [text for text in found if text.strip()]


def _pairs(raw: str) -> Iterator[tuple[str, str]]:
    pieces = raw.split("&")
    while pieces:
        name, is_known, value = _opened(pieces.pop(0))
        if not is_known:
            continue
        if name in JSON:
            value = _whole_json(value, pieces)
        while pieces and not _opened(pieces[0])[1]:
            more = pieces.pop(0)
            value += f"&{more}" if name in TEXTS else ""
        yield name, _decoded(name, value.rstrip("&"))


def _opened(piece: str) -> tuple[str, bool, str]:
    """Name and value, and whether one of ours begins here."""
    name, equals, value = piece.partition("=")
    begins = name in TEXTS or (name in WORDS and _WORD.fullmatch(value) is not None)
    return name, bool(equals) and begins, value


def _whole_json(value: str, pieces: list[str]) -> str:
    """The value up to where it is whole, even if a name of ours stands in the middle of it."""
    longer = value
    for taken in range(len(pieces) + 1):
        if taken:
            longer += "&" + pieces[taken - 1]
        if longer.rstrip().endswith(("]", "}", "%5D", "%7D", "%5d", "%7d")):
            try:
                json.loads(_decoded("chats_str", longer))
            except ValueError:
                continue
            del pieces[:taken]
            return longer
    return value


def _decoded(name: str, value: str) -> str:
    """Without its escapes. A plus is a space only where the rest shows that it was written so."""
    if name == FORM:
        return unquote_plus(value)
    literal = "%20" in value or (name in JSON and ":" in value)
    return unquote(value if literal else _PLUS_ALONE.sub(" ", value))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _salvaged(text: str) -> list[str]:
    """The contents of chats that were cut off somewhere."""
    for end in _ENDS:
        found = _parsed(text.rstrip("\\") + end)
        if isinstance(found, list):
            return [*_contents(found)]
    pieces = _CONTENT.findall(text)
    return [str(_parsed(f'"{piece}"') or piece) for piece in pieces]


def _contents(chats: Iterable[Any]) -> Iterator[str]:
    for chat in chats:
        if isinstance(chat, dict) and isinstance(chat.get("content"), str):
            yield chat["content"]
