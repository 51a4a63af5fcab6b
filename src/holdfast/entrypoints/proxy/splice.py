"""Splice: text put into a JSON document, with not another byte of it changed.

A request is the client's. To read it and to write it again would keep its meaning, mostly: numbers
would be written otherwise, names that come twice would be lost, and a provider's prompt cache knows
bytes. So what is added is put between the characters that are there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

_SPACE = re.compile(r"[ \t\n\r]*")
_decode = json.JSONDecoder(strict=False).raw_decode


class Piece(NamedTuple):
    """A value of a document, and where it begins and ends."""

    value: Any
    start: int
    end: int


class Insertion(NamedTuple):
    """Something to be put in at a place."""

    at: int
    text: str


def members(text: str, at: int = 0, opened: Collection[str] = ()) -> dict[str, Piece]:
    """The members of the object that begins there. Of a name that comes twice, the last holds.

    A list under a name in `opened` has its elements as pieces for its value. ValueError where the
    text is not such an object.
    """
    found: dict[str, Piece] = {}
    at = _after(text, at, "{")
    while not _stands(text, at, "}"):
        if found:
            at = _after(text, at, ",")
        name, end = _decode(text, _begin(text, at))
        if not isinstance(name, str):
            raise ValueError("a name is not text")
        start = _begin(text, _after(text, end, ":"))
        opens = name in opened and _stands(text, start, "[")
        found[name] = _elements(text, start) if opens else Piece(*_value(text, start))
        at = found[name].end
    return found


def spliced(text: str, insertions: Iterable[Insertion]) -> str:
    """The document with everything put in."""
    pieces, last = [], 0
    for at, added in sorted(insertions):
        pieces += [text[last:at], added]
        last = at
    return "".join([*pieces, text[last:]])


def quoted(text: str) -> str:
    """A text as JSON has it."""
    return json.dumps(text, ensure_ascii=False)


def lengthened(piece: Piece, added: str, part: str) -> Insertion | None:
    """What makes a content longer: a text by what is added, a list by a part of that type.

    None where it is neither.
    """
    if isinstance(piece.value, str):
        glue = "\n\n" if piece.value else ""
        return Insertion(piece.end - 1, quoted(glue + added)[1:-1])
    if isinstance(piece.value, list):
        comma = "," if piece.value else ""
        return Insertion(piece.end - 1, f'{comma}{{"type":{quoted(part)},"text":{quoted(added)}}}')
    return None


def _elements(text: str, start: int) -> Piece:
    found: list[Piece] = []
    at = _after(text, start, "[")
    while not _stands(text, at, "]"):
        if found:
            at = _after(text, at, ",")
        found.append(Piece(*_value(text, _begin(text, at))))
        at = found[-1].end
    return Piece(found, start, _begin(text, at) + 1)


def _value(text: str, start: int) -> tuple[Any, int, int]:
    value, end = _decode(text, start)
    return value, start, end


def _begin(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _stands(text: str, at: int, sign: str) -> bool:
    return text.startswith(sign, _begin(text, at))


def _after(text: str, at: int, sign: str) -> int:
    at = _begin(text, at)
    if not text.startswith(sign, at):
        raise ValueError(f"there is no {sign}")
    return at + 1
