"""Fragments: what is said piece by piece, kept as it came and read as whole utterances."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from holdfast.text.scripts import SIGNS, undivided

_ENDS_WORDS = re.compile(r"[)\]}%]|[,.!?;:]+(?!\w)")
_BEGINS_WORDS = "([{"


class Piece(NamedTuple):
    """What was said in one go. A `glued` one brings its own spaces and is joined as it is.

    `fresh`: the first of its role in a turn, so that it goes on from nothing.
    """

    role: str
    text: str
    glued: bool = False
    fresh: bool = False


class Fragment(NamedTuple):
    """What one role said until another spoke. `continues`: it goes on where that role broke off."""

    role: str
    text: str
    continues: bool = False


class Fragments:
    """What was said since a moment, in order. Not safe between threads: its owner has the lock.

    The pieces are never changed and never moved, so that a count of them is a bookmark: what stands
    before it and what stands behind it are the whole, without loss or doubling, even where an
    utterance was half said.
    """

    def __init__(self, since: datetime) -> None:
        self.since = since
        self._pieces: list[Piece] = []
        self._turn, self._turn_at = 0, since
        self._voices: set[str] = set()

    def __len__(self) -> int:
        return len(self._pieces)

    def add(self, role: str, text: str, *, delta: bool = False) -> Piece | None:
        """Keep a piece; None for one that says nothing. A role's first in a turn is never glued."""
        if not (text if delta else text.strip()):
            return None
        fresh = role not in self._voices
        piece = Piece(role, text, delta and not fresh, fresh)
        self._pieces.append(piece)
        self._voices.add(role)
        return piece

    def end_turn(self, now: datetime) -> None:
        """Remember that a turn ends here."""
        self._turn, self._turn_at = len(self._pieces), now
        self._voices.clear()

    def forget_past(self) -> None:
        """Let go of all that was said before the last turn's end."""
        del self._pieces[: self._turn]
        self._turn, self.since = 0, self._turn_at

    def texts(self) -> list[str]:
        """All that was said, by nobody in particular."""
        return [piece.text for piece in self._pieces]

    def merged(self, start: int = 0) -> list[Fragment]:
        """The pieces behind a bookmark, those of the same role in a row joined."""
        pieces = self._pieces[start:]
        if not pieces or start == 0 or pieces[0].fresh:
            return merged(pieces)
        last, first = self._pieces[start - 1], pieces[0]
        if last.role != first.role:
            return merged(pieces)
        before = last.text
        rest = joined(before, first)[len(before if first.glued else before.rstrip()) :]
        found = merged([Piece(first.role, rest), *pieces[1:]])
        return [found[0]._replace(continues=True), *found[1:]]


def merged(pieces: Iterable[Piece]) -> list[Fragment]:
    """The pieces as fragments: those of the same role in a row joined."""
    found: list[Fragment] = []
    for piece in pieces:
        if found and found[-1].role == piece.role:
            found[-1] = found[-1]._replace(text=joined(found[-1].text, piece))
        else:
            found.append(Fragment(piece.role, piece.text, piece.glued))
    return found


def joined(left: str, piece: Piece) -> str:
    """A text and the piece that goes on from it.

    >>> joined("I like ", Piece("user", "green tea"))
    'I like green tea'
    >>> joined("我喜欢", Piece("user", " 绿茶"))
    '我喜欢绿茶'
    >>> joined("Hel", Piece("user", "lo", glued=True))
    'Hello'
    """
    if piece.glued:
        return left + piece.text
    left, right = left.rstrip(), piece.text.lstrip()
    return f"{left}{_gap(left, right)}{right}"


def _gap(left: str, right: str) -> str:
    """The space between two texts: none in or beside Chinese signs, else one between words."""
    if not left or not right or left[-1] in _BEGINS_WORDS or _ENDS_WORDS.match(right):
        return ""
    last, first = left[-1], right[0]
    if _is_wide_sign(last) or _is_wide_sign(first) or _stands_close(last, first):
        return ""
    return " "


def _stands_close(last: str, first: str) -> bool:
    return all(each in SIGNS or _is_unspaced(each) for each in (last, first))


def _is_unspaced(character: str) -> bool:
    """Whether no space stands between words of its script. Korean has them."""
    return not "\uac00" <= character <= "\ud7a3" and undivided().match(character) is not None


def _is_wide_sign(character: str) -> bool:
    wide = unicodedata.east_asian_width(character) in ("W", "F")
    return wide and unicodedata.category(character).startswith("P")
