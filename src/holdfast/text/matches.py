"""Matches: where a text and the terms of another meet, for explaining and for highlighting."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from holdfast.text.analysis import Terms, character_id, pairs, word_id
from holdfast.text.chinese import divide
from holdfast.text.fold import plain
from holdfast.text.scripts import MARKS, UNSEEN, is_han, is_unspaced, run
from holdfast.text.words import Form, forms

Span = tuple[int, int]

_TOKEN = 24
"""A longer token is hardly a word that comes again."""

_CLUSTER = re.compile(
    rf"(?s:.)[{UNSEEN}{MARKS}\u1160-\u11ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\uff9e\uff9f]*"
)
"""A character and what belongs to it: what is folded together."""


def spans(text: str, other: Terms) -> list[Span]:
    """The places of `text` whose words are among the terms of another text, in order.

    Single Chinese characters are shown only where no word is found at all: next to words they are
    chance more often than not.

    >>> spans("Lily hikes in 臺灣", terms("hiking, 台湾"))
    [(5, 10), (14, 16)]
    """
    folded, starts, ends = _aligned(text)
    wanted = frozenset(other.word_ids)
    found = [form for form in words(folded) if word_id(form.text) in wanted]
    if not found:
        characters = frozenset(other.character_ids)
        found = [
            Form(one, at, at + 1)
            for at, one in enumerate(folded)
            if character_id(one) in characters
        ]
    return _joined([(starts[form.start], ends[form.end - 1]) for form in found])


def matched(text: str, other: Terms) -> list[str]:
    """The words of `text`, as it writes them, that are among the terms of another; each once.

    >>> matched("Where did Lily hike?", terms("Lily went hiking"))
    ['Lily', 'hike']
    """
    return list(dict.fromkeys(text[start:end] for start, end in spans(text, other)))


def words(text: str) -> Iterator[Form]:
    """The forms of a folded text with their places: what `terms` makes its words from."""
    for match in run().finditer(text):
        stretch, start = match[0], match.start()
        if is_han(stretch):
            yield from _chinese(stretch, start)
        elif is_unspaced(stretch):
            for at, pair in enumerate(pairs(stretch), start):
                yield Form(pair, at, at + len(pair))
        else:
            for form in _forms(stretch) if len(stretch) <= _TOKEN else forms(stretch):
                yield Form(form.text, start + form.start, start + form.end)


@lru_cache(maxsize=8_192)
def _forms(token: str) -> tuple[Form, ...]:
    """The forms of what stands between two spaces: most tokens are common words."""
    return tuple(forms(token))


def _chinese(stretch: str, at: int) -> Iterator[Form]:
    for word in divide(stretch):
        yield Form(word, at, at + len(word))
        at += len(word)


def _aligned(text: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """The text folded, except for case; for each of its characters where it came from, and to."""
    if text.isascii():
        return text, range(len(text)), range(1, len(text) + 1)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        piece = plain(cluster[0])
        pieces.append(piece)
        starts += [cluster.start()] * len(piece)
        ends += [cluster.end()] * len(piece)
    return "".join(pieces), starts, ends


def _joined(found: list[Span]) -> list[Span]:
    """Overlapping places as one."""
    joined: list[Span] = []
    for start, end in sorted(found):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
