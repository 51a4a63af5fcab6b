"""Tokens, estimated. Without a model's own table nobody can count them; this errs upward."""

from __future__ import annotations

import re

COUNTED_BY = "estimate"

_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|\n|[^\S\n]+|.", re.DOTALL)
_LETTERS_PER_TOKEN = 4
_DIGITS_PER_TOKEN = 3
_SPACES_PER_TOKEN = 8


def estimate(text: str) -> int:
    """About how many tokens a text takes: four letters, three digits, or one other character.

    A text of several lines takes as many as its lines, and one for each break between them.
    """
    return sum(_weight(piece) for piece in _PIECE.findall(text))


def _weight(piece: str) -> int:
    first = piece[0]
    if first.isascii() and first.isalpha():
        return -(-len(piece) // _LETTERS_PER_TOKEN)
    if first.isascii() and first.isdigit():
        return -(-len(piece) // _DIGITS_PER_TOKEN)
    if first == "\n":
        return 1
    if first.isspace():
        return len(piece) // _SPACES_PER_TOKEN
    return 1 if ord(first) < 0x10000 else 2
