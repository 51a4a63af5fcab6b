"""Verify: the lines of an export, read with suspicion."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from holdfast.errors import HoldfastError, ImportRefused
from holdfast.flow.capture.names import checked_name
from holdfast.flow.maintain.lines import BUILDERS, FORMAT, Line


class Verified(NamedTuple):
    """One row of an export. What `row` is depends on its kind."""

    number: int
    kind: str
    user: str
    row: Any


def verified(lines: Iterable[str]) -> Iterator[Verified]:
    """The rows of an export. The first line that is wrong raises ImportRefused with its number.

    Only the footer tells that nothing was changed or cut off, so a caller who must not take in
    half an export runs through the whole of it once before storing anything.
    """
    digest, count, ended, number = hashlib.sha256(), 0, False, 0
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        line = _parsed(text, number)
        if ended:
            raise ImportRefused(f"Line {number}: there is more behind the end of the export.")
        if number == 1:
            _require_header(line)
        elif line["kind"] == "end":
            if (line.get("lines"), line.get("sha256")) != (count, digest.hexdigest()):
                raise ImportRefused(f"Line {number}: the export was changed or damaged.")
            ended = True
        else:
            digest.update((text.rstrip("\r\n") + "\n").encode())
            count += 1
            yield _built(line, number)
    if not ended:
        raise ImportRefused(f"The export ends at line {number}, before its end: it was cut short.")


def _parsed(text: str, number: int) -> Line:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportRefused(f"Line {number}: this is not JSON ({error}).") from error
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
        raise ImportRefused(f"Line {number}: this is not a line of a Holdfast export.")
    return line


def _require_header(line: Line) -> None:
    if line["kind"] != "holdfast":
        raise ImportRefused("Line 1: this is not a Holdfast export.")
    if line.get("format") != FORMAT:
        raise ImportRefused(
            f"Line 1: format {line.get('format')} is not known; this Holdfast reads {FORMAT}.",
            remedy="Upgrade Holdfast.",
        )


def _built(line: Line, number: int) -> Verified:
    kind = line["kind"]
    build = BUILDERS.get(kind)
    if build is None:
        raise ImportRefused(f"Line {number}: a line of kind {kind!r} is not known.")
    try:
        return Verified(number, kind, checked_name(line.get("user"), "user"), build(line))
    except HoldfastError as error:
        raise ImportRefused(f"Line {number}: {error.message}") from error
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise ImportRefused(f"Line {number}: a field is missing or wrong ({what}).") from error
