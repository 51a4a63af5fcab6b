"""What `ModelServer` can be told to do instead of answering well."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Well:
    """Answer as a good server would; for a script in which only later requests fail."""


@dataclass(frozen=True, slots=True)
class Status:
    """Answer with a status; without a body of its own, with an error in OpenAI's shape."""

    code: int
    message: str = "scripted"
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """Answer 200 with a body that is not what was asked for."""

    body: bytes
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Chunks:
    """Answer with a body piece by piece, as it was recorded, with a pause after each.

    `cut`: the connection ends before the body does.
    """

    pieces: tuple[bytes, ...]
    content_type: str = "text/event-stream"
    code: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Hang:
    """Say nothing for so long, or until the server is closed; then close the connection."""

    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Trickle:
    """Send the answer, headers included, one byte at a time with a pause after each."""

    pause: float = 0.05


@dataclass(frozen=True, slots=True)
class Truncated:
    """Promise the whole answer, send a part of it and close; `chunked` by transfer coding."""

    share: float = 0.5
    chunked: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """Close the connection without a word."""


@dataclass(frozen=True, slots=True)
class Huge:
    """Send a body of so many bytes; without a length it ends with the connection."""

    size: int = 10_000_000
    tell_length: bool = True


@dataclass(frozen=True, slots=True)
class Twisted:
    """Embeddings that are wrong: too many or too few, of another length, not finite, misnumbered.

    `ragged` makes the last one shorter than the others.
    """

    count: int = 0
    dimensions: int = 0
    not_finite: bool = False
    ragged: bool = False
    same_index: bool = False


@dataclass(frozen=True, slots=True)
class Spoken:
    """Say something else than the right answer, or the right one in a wrong way.

    `alter` makes it of what would have been said; `ended` is the reason given for the end.
    """

    name: str
    alter: Callable[[str], str] = field(repr=False)
    ended: str = "stop"


Fault = (
    Well | Status | Body | Chunks | Hang | Trickle | Truncated | Closed | Huge | Twisted | Spoken
)


def _bare_list(says: str) -> str:
    """The values of an object without it: a list of changes, or of the one text."""
    values = list(_object(says).values())
    return json.dumps(values[0] if values and isinstance(values[0], list) else values)


def _wrong_types(says: str) -> str:
    return json.dumps(dict.fromkeys(_object(says), 7) or [7])


def _object(says: str) -> dict[str, object]:
    try:
        found = json.loads(says)
    except ValueError:
        return {"text": says}
    return found if isinstance(found, dict) else {"text": says}


FENCED = Spoken("fenced", lambda says: f"```json\n{says}\n```")
IN_PROSE = Spoken("in prose", lambda says: f"Sure! Here you are:\n\n{says}\n\nAnything else?")
THINKING = Spoken("thinking", lambda says: f"<think>Hm, {{what}} [now]?</think>\n\n{says}")
BARE_LIST = Spoken("bare list", _bare_list)
"""Still the answer: those who read well lose nothing."""

ENDLESS_THOUGHT = Spoken("endless thought", lambda _: "<think>Hm, what now? Let me", "length")
WRONG_TYPES = Spoken("wrong types", _wrong_types)
EMPTY = Spoken("empty", lambda _: "")
GARBAGE = Spoken("garbage", lambda _: '}{"]: \ufffd\ufffd \x00 lorem {{{')
REFUSAL = Spoken("refusal", lambda _: "I'm sorry, but I can't help with that request.")
REFUSAL_ZH = Spoken("refusal in Chinese", lambda _: "抱歉，我无法满足这个请求。")
CUT_OFF = Spoken("cut off", lambda says: says[: len(says) // 8], "length")
"""Nothing of the answer is left."""

DRESSED = (FENCED, IN_PROSE, THINKING, BARE_LIST)
"""The right answer, in ways that models have."""

SPOILT = (
    Status(429, "slow down", {"Retry-After": "0"}),
    Status(500),
    Truncated(),
    Body(b"<html>Bad gateway</html>", "text/html"),
    ENDLESS_THOUGHT,
    WRONG_TYPES,
    EMPTY,
    GARBAGE,
    REFUSAL,
    REFUSAL_ZH,
    CUT_OFF,
)
"""No answer. Left out are hanging, which costs those who wait for it time, and closing, which a
client takes for the end of an idle connection and makes good at once."""
