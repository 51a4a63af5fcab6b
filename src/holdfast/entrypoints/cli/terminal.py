"""What a person or a program reads: safe, wide characters counted right, in any encoding.

Stored text never reaches the terminal as it is: control characters, which could move the cursor,
change colours or rename the window, are shown as pictures of themselves.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, TextIO

_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_PICTURES |= dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
# Marks that reorder what is shown, so that a line can read as something it is not.
_PICTURES |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
_PICTURES |= {0x2028: 0x0A, 0x2029: 0x0A}
_LINES = _PICTURES | {0x0A: 0x0A, 0x09: 0x09}

_NOT_IN_JSON = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def prepare_streams() -> None:
    """Let no character fail to print: what the terminal cannot show becomes a question mark.

    A stream that was closed before we began leads nowhere.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def safe(text: str) -> str:
    """The text with its lines and tabs, and no other control character."""
    return text.replace("\r\n", "\n").translate(_LINES)


def one_line(text: str) -> str:
    """The text on one line, without control characters."""
    return " ".join(safe(text).split())


def width(text: str) -> int:
    """How many columns the text takes: a Chinese character two, a combining mark none."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or character in "\u200b\u200c\u200d\ufe0e\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, columns: int) -> str:
    """The beginning of the text on one line that fits the columns, with … if some was cut."""
    text = one_line(text)
    if width(text) <= columns:
        return text
    taken, room = [], columns - 1
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        taken.append(character)
    return "".join(taken).rstrip() + "…"


def indented(text: str, indent: int) -> str:
    """The text in lines that begin after `indent` columns and, on a terminal, end with it."""
    room = shutil.get_terminal_size().columns - indent if sys.stdout.isatty() else 0
    lines = (
        line for written in safe(text).expandtabs(4).split("\n") for line in _folded(written, room)
    )
    return "\n".join((" " * indent + line).rstrip() for line in lines)


def _folded(line: str, room: int) -> Iterator[str]:
    if room < 20 or width(line) <= room:
        yield line
        return
    taken, used = "", 0
    for piece in _pieces(line):
        columns = width(piece)
        if used and used + width(piece.rstrip()) > room:
            yield taken.rstrip()
            taken, used = "", 0
        taken, used = taken + piece, used + columns
    yield taken


def _pieces(line: str) -> list[str]:
    """Where a line may be broken: behind spaces, and around every wide character."""
    pieces, start = [], 0
    for index in range(1, len(line)):
        if line[index - 1] == " " or _columns(line[index]) == 2 or _columns(line[index - 1]) == 2:
            pieces.append(line[start:index])
            start = index
    return [*pieces, line[start:]]


def table(rows: Sequence[Sequence[str]], indent: int = 0) -> str:
    """The rows with their columns lined up; cells are one line each."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        (" " * indent + "  ".join(_padded(c, w) for c, w in zip(row, widths, strict=True))).rstrip()
        for row in cells
    )


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def when(moment: datetime) -> str:
    """A moment for people: its own day and minute, in the zone it was said in."""
    return moment.strftime("%Y-%m-%d %H:%M")


def number_of(count: int, noun: str) -> str:
    """`3 messages`, `1 message`, `2 memories`, `2 stretches`."""
    plural = (
        noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun[-2:] == "ch" else "s")
    )
    return f"{count:,} {noun if count == 1 else plural}"


def note(text: str) -> None:
    """Say something beside the answer, on stderr."""
    print(text, file=sys.stderr, flush=True)


def print_json(value: object, file: TextIO | None = None) -> None:
    """One JSON document on one line, with nothing in it that a terminal would act on."""
    file = file or sys.stdout
    wide = (file.encoding or "").lower().replace("-", "").startswith("utf")
    text = json.dumps(plain(value), ensure_ascii=not wide)
    print(escaped(text), file=file)


def escaped(text: str) -> str:
    """JSON text with the control characters that JSON itself would let through written as \\u."""
    return _NOT_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def print_json_lines(values: Iterable[object]) -> None:
    """One JSON document a line."""
    for value in values:
        print_json(value)


def plain(value: Any) -> Any:
    """The value as JSON has it: nouns become objects, moments and days ISO 8601, the rest is itself."""
    if is_dataclass(value) and not isinstance(value, type):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [plain(part) for part in value]
    return value


class Progress:
    """A count that renews itself on stderr, for a person at a terminal. Elsewhere it is silent."""

    def __init__(self, wording: str, *, wanted: bool = True) -> None:
        self._wording = wording
        self._live = wanted and sys.stderr.isatty()
        self._next = 0.0
        self._shown = False

    def __call__(self, done: int) -> None:
        """Show how far it is, at most ten times a second."""
        now = time.monotonic()
        if self._live and now >= self._next:
            self._next, self._shown = now + 0.1, True
            print(f"\r{self._wording} {done:,}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take the count off the screen."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
