"""Cutting: a few words of a text, where there is no room for a whole clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from holdfast.providers.rules.cues import cues_of
from holdfast.providers.rules.pieces import Piece
from holdfast.text.fold import fold


def fitting(found: Iterable[Piece], room: int) -> Iterator[Piece]:
    """The pieces that fit into a room, and of each sentence that does not its richest words.

    A sentence that denies something, or binds it, is not cut: it would say something else.
    """
    for piece in found:
        if len(piece.text) <= room:
            yield piece
        elif piece.part == 0 and not _is_delicate(piece.text):
            yield _cut(piece, room)


def cut(found: Iterable[Piece], room: int) -> str:
    """The richest words of all pieces, whatever they say: for when nothing else can be told."""
    made = (_cut(piece, room) for piece in found)
    return max(made, key=lambda piece: sum(word.weight for word in piece.words)).text


def _is_delicate(text: str) -> bool:
    cues, folded = cues_of(text), fold(text)
    return cues.denial.search(folded) is not None or cues.bound.match(folded) is not None


def _cut(piece: Piece, room: int) -> Piece:
    """The words in a row that weigh most in the room; one alone may have to be cut itself."""
    words = piece.words
    best, most = (0, 0), 0.0
    first, weight = 0, 0.0
    for last, word in enumerate(words):
        weight += word.weight
        while first < last and word.end - words[first].start > room:
            weight -= words[first].weight
            first += 1
        fits = word.end - words[first].start <= room
        worth = weight if fits else weight / 4
        if worth > most:
            best, most = (first, last), worth
    kept = words[best[0] : best[1] + 1]
    text = piece.text[kept[0].start : kept[-1].end][:room].strip() or piece.text[:room]
    return replace(piece, text=text, words=kept)
