"""Verify: the lines of an export, read with suspicion."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from holdfast.errors import HoldfastError, ImportRefused
from holdfast.flow.maintain.glance import glanced
from holdfast.flow.maintain.lines import BUILDERS, FORMAT, READABLE, Line, usual_name

_decode = json.JSONDecoder().raw_decode
_SURROGATE = re.compile("[\ud800-\udfff]")

MOST_UNSEALED = 5_000
"""More lines than any export leaves between two seals."""


class Verified(NamedTuple):
    """One row of an export. What `row` is depends on its kind."""

    number: int
    kind: str
    user: str
    row: Any


_verified = partial(tuple.__new__, Verified)
"""A Verified of its fields in order, made in half the time that its own constructor takes."""


class LineFault(NamedTuple):
    """A line of an export that cannot be taken in, and why; line 0 is the export as a whole."""

    line: int
    why: str


def lines_of(stream: object) -> Iterable[str]:
    """The lines of an export, or ImportRefused for what has none."""
    if isinstance(stream, Iterable) and not isinstance(stream, str | bytes | bytearray):
        return stream
    raise ImportRefused(
        f"An export is given line by line, not as {type(stream).__name__}.",
        remedy="Open the file, with encoding='utf-8', and give it as it is.",
    )


def find_faults(lines: Iterable[str], *, most: int = 10) -> list[LineFault]:
    """What is wrong with an export, line by line, the first few only; none: it can be taken in.

    A seal tells nothing new of lines that are wrong by themselves, so they are looked for first.
    """
    found: list[LineFault] = []
    seals, ended, number = _Seals(), False, 0
    for number, text in enumerate(lines, start=1):
        try:
            ended = _look_at(text, number, seals, ended=ended, sealed=not found)
        except ImportRefused as error:
            found.append(LineFault(number, _without_number(error.message, number)))
            if number == 1 or ended or len(found) >= most:  # it is no export, or no longer one
                return found
    if not ended and not found:
        found.append(LineFault(0, _cut_short(number)))
    return found


def _look_at(text: str, number: int, seals: _Seals, *, ended: bool, sealed: bool) -> bool:
    """Whether the export has ended with this line; ImportRefused where the line is wrong."""
    line = _parsed(text, number)
    if line is None:
        return ended
    if ended:
        raise ImportRefused(f"Line {number}: there is more behind the end of the export.")
    if number == 1:
        _require_header(line)
    elif line["kind"] in ("seal", "end"):
        if sealed:
            seals.check(line, number)
        return bool(line["kind"] == "end")
    else:
        _built(line, number)
        if sealed:
            seals.waiting.append((number, text))
            if len(seals.waiting) > MOST_UNSEALED:
                raise _unsealed(number)
    return False


def _unsealed(number: int) -> ImportRefused:
    return ImportRefused(f"Line {number}: no seal closes the lines before it.")


def _without_number(message: str, number: int) -> str:
    return message.removeprefix(f"Line {number}: ")


def _cut_short(number: int) -> str:
    return f"The export ends at line {number}, before its end: it was cut short."


def verified(lines: Iterable[str]) -> Iterator[Verified]:
    """The rows of an export, each once the seal behind it was found right.

    The first line that is wrong raises ImportRefused with its number; nothing that follows the
    last good seal comes out. Only the end tells that nothing was cut off.
    """
    waiting: list[Verified] = []
    seals, ended, number = _Seals(), False, 0
    for number, text in enumerate(lines, start=1):
        if number > 1 and not ended and (message := glanced(text)) is not None:
            row = _verified((number, "message", message.user, message))
        elif (line := _parsed(text, number)) is None:
            continue
        elif ended:
            raise ImportRefused(f"Line {number}: there is more behind the end of the export.")
        elif number == 1:
            _require_header(line)
            continue
        elif line["kind"] in ("seal", "end"):
            seals.check(line, number)
            ended = line["kind"] == "end"
            yield from waiting
            waiting = []
            continue
        else:
            row = _built(line, number)
        waiting.append(row)
        seals.waiting.append((number, text))
        if len(waiting) > MOST_UNSEALED:
            raise _unsealed(number)
    if not ended:
        raise ImportRefused(_cut_short(number))


class _Seals:
    """What the seals must say of the lines before them. Lines are summed up when a seal comes."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._count = 0
        self.waiting: list[tuple[int, str]] = []
        """The lines that wait for a seal, with their numbers."""

    def check(self, line: Line, number: int) -> None:
        """How lines end does not matter. Nearly always they end as they were written."""
        texts = [text for _, text in self.waiting]
        self._count += len(texts)
        for each in (texts, map(_ended, texts)):
            digest = self._digest.copy()
            digest.update(self._encoded(each))
            if (line.get("lines"), line.get("sha256")) == (self._count, digest.hexdigest()):
                self._digest = digest
                self.waiting.clear()
                return
        raise ImportRefused(f"Line {number}: the export was changed or damaged before here.")

    def _encoded(self, texts: Iterable[str]) -> bytes:
        try:
            return "".join(texts).encode()
        except UnicodeEncodeError as error:
            where = next(at for at, text in self.waiting if _SURROGATE.search(text))
            raise ImportRefused(f"Line {where}: it holds half a character.") from error


def _ended(text: str) -> str:
    return text.rstrip("\r\n") + "\n"


def _parsed(text: str, number: int) -> Line | None:
    """The line as a mapping; None for a blank one."""
    if (usual := _usual(text)) is not None:
        return usual
    if not isinstance(text, str):
        raise ImportRefused(
            f"Line {number}: lines of text are expected, not {type(text).__name__}.",
            remedy="Open the file in text mode, with encoding='utf-8'.",
        )
    if not text or text.isspace():
        return None
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportRefused(f"Line {number}: this is not JSON ({error}).") from error
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
        raise ImportRefused(f"Line {number}: this is not a line of a Holdfast export.")
    return line


def _usual(text: str) -> Line | None:
    """A line as our exports have them, read without ado; None for what wants a closer look."""
    try:
        line, end = _decode(text)
    except (TypeError, ValueError, RecursionError):
        return None
    if type(line) is dict and type(line.get("kind")) is str and text[end:] in ("\n", ""):
        return line
    return None


def _require_header(line: Line) -> None:
    if line["kind"] != "holdfast":
        raise ImportRefused("Line 1: this is not a Holdfast export.")
    if line.get("format") not in READABLE:
        raise ImportRefused(
            f"Line 1: format {line.get('format')} is not known; this Holdfast reads up to {FORMAT}.",
            remedy="Upgrade Holdfast.",
        )


def _built(line: Line, number: int) -> Verified:
    kind = line["kind"]
    build = BUILDERS.get(kind)
    if build is None:
        raise ImportRefused(f"Line {number}: a line of kind {kind!r} is not known.")
    try:
        return _verified((number, kind, usual_name(line.get("user"), "user"), build(line)))
    except HoldfastError as error:
        raise ImportRefused(f"Line {number}: {error.message}") from error
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise ImportRefused(f"Line {number}: a field is missing or wrong ({what}).") from error
