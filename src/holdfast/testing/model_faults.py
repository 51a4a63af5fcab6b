"""What `ModelServer` can be told to do instead of answering well."""

from __future__ import annotations

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


Fault = Well | Status | Body | Hang | Trickle | Truncated | Closed | Huge | Twisted
