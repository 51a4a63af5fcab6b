"""What a request comes to: an answer, or a failure that says what is to be done about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from holdfast.errors import ModelRefused, ModelUnavailable


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's answer, whatever its status. Header names are in lower case."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer to use. `reason` is a sentence without secrets.

    `again`: the same request may succeed in a moment. `wait`: how many seconds the server asked to
    be left alone. `status`: the HTTP status, 0 if there was none. `refused`: it was understood and
    declined, so that only another request can succeed.
    """

    reason: str
    again: bool = False
    wait: float | None = None
    status: int = 0
    refused: bool = False

    def error(self) -> ModelUnavailable | ModelRefused:
        """The same as an exception."""
        return ModelRefused(self.reason) if self.refused else ModelUnavailable(self.reason)
