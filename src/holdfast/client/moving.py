"""Moving: exports and imports as streams of lines. Does no I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pydantic import TypeAdapter

from holdfast.client.answers import error_of, is_good, not_ours
from holdfast.client.tries import Answer, Request
from holdfast.domain.report import ImportReport
from holdfast.errors import ImportRefused
from holdfast.flow.capture.names import optional_name
from holdfast.providers.openai_compatible.endpoint import Endpoint

LINES = "application/x-ndjson"
PIECE = 64 * 1024

Progress = Callable[[int], None] | None

_REPORT = TypeAdapter(ImportReport)


def export_request(user: str | None, space: str) -> Request:
    """What asks for an export."""
    user = optional_name(user, "user")
    query = {} if user is None else {"user": user}
    return Request("GET", "/v1/export", query, space=space, patient=True)


def import_request(space: str) -> Request:
    """What an import goes with."""
    return Request("POST", "/v1/import", space=space, patient=True, kind=LINES)


class Lines:
    """Whole lines of pieces that may end anywhere. Only a line feed ends one: JSON may hold others."""

    def __init__(self) -> None:
        self._rest = b""

    def of(self, piece: bytes) -> Iterator[str]:
        """The lines that a piece ends, each with its line feed."""
        *whole, self._rest = (self._rest + piece).split(b"\n")
        return (f"{line.decode()}\n" for line in whole)

    def last(self) -> Iterator[str]:
        """What is left when no more pieces come."""
        return iter([self._rest.decode()] if self._rest else [])


def pieces(stream: Iterable[str], progress: Progress) -> Iterator[bytes]:
    """The lines of an export, packed into pieces worth sending. Tells how many lines are gone."""
    held, count = bytearray(), 0
    for line in stream:
        if not isinstance(line, str):
            raise ImportRefused(f"Line {count + 1} is not text.")
        held += line.rstrip("\r\n").encode("utf-8", "replace") + b"\n"
        count += 1
        if len(held) >= PIECE:
            yield bytes(held)
            held.clear()
            if progress is not None:
                progress(count)
    yield bytes(held)
    if progress is not None:
        progress(count)


def report_of(answer: Answer, endpoint: Endpoint) -> ImportReport:
    """What an import brought, or the error it ended with."""
    if not is_good(answer):
        raise error_of(answer, endpoint)
    try:
        return _REPORT.validate_json(answer.body)
    except ValueError:
        raise not_ours(answer, endpoint) from None
