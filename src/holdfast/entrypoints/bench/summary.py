"""What survives a summary: conversations shortened to a tenth, their questions' evidence sought.

Two measures, neither of which knows how a summary was made. A question's evidence is sought in the
summaries of the passages that hold it, and nowhere else.

answer    of the answer's words that its evidence has and the question has not, at least half stand
          in the summaries. Questions without such words are left out.
sentence  of each message of the evidence, the sentence that shares most words with the question
          and the answer is the key. It survives if at least half of its words stand in the
          summary of its passage. The figure is the share of the keys that do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from holdfast.entrypoints.bench.baselines import at_random, lead, text_rank
from holdfast.entrypoints.bench.sets import Asked, Conversation, RecallSet, Said
from holdfast.ports.summariser import Line, Summariser
from holdfast.text.analysis import terms
from holdfast.text.sentences import sentences

Shorten = Callable[[Sequence[Line], int], str]

SEGMENT = 9
"""Messages of a passage where sessions are shortened piece by piece."""

SHARE = 10
"""A summary has at most one tenth of the characters of its passage."""

BASELINES: Mapping[str, Shorten] = {"lead": lead, "random": at_random, "TextRank": text_rank}
HALVES = ("seen", "unseen")
"""Weights may be chosen on the seen half: every other conversation, the first among them."""


@dataclass(slots=True)
class Survival:
    """Counts over questions, their keys and the summaries; as shares by `row`."""

    asked: int = 0
    answered: int = 0
    keys: int = 0
    kept: int = 0
    summaries: int = 0
    too_long: int = 0

    def row(self) -> dict[str, float]:
        """The shares in per cent."""
        return {
            "answer": round(100 * self.answered / max(1, self.asked), 1),
            "sentence": round(100 * self.kept / max(1, self.keys), 1),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """How one way of shortening did on one set, by half."""

    set: str
    passage: str
    maker: str
    halves: Mapping[str, Survival] = field(default_factory=lambda: {h: Survival() for h in HALVES})

    def as_json(self) -> dict[str, object]:
        """For programs: the shares, and how many questions, keys and summaries they are of."""
        halves = {
            half: {
                **each.row(),
                "questions": each.asked,
                "keys": each.keys,
                "summaries": each.summaries,
                "too_long": each.too_long,
            }
            for half, each in self.halves.items()
        }
        return {"set": self.set, "passage": self.passage, "maker": self.maker, **halves}


def measured(
    given: RecallSet, summariser: Summariser, *, without: tuple[str, ...] = ()
) -> list[Row]:
    """The summariser and the baselines on a set, by segments and by whole sessions."""
    makers: dict[str, Shorten] = {
        summariser.identity: lambda lines, limit: summariser.summarise(lines, limit=limit).text
    }
    makers |= BASELINES
    rows: list[Row] = []
    for passage, size in (("segment", SEGMENT), ("session", 0)):
        for maker, shorten in makers.items():
            row = Row(given.name, passage, maker)
            for number, conversation in enumerate(given.conversations):
                tally = row.halves[HALVES[number % len(HALVES)]]
                _take(tally, conversation, shorten, size, without)
            rows.append(row)
    return rows


def cells(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """The rows as a table, with its head."""
    measures = [f"{half}: {name}" for half in HALVES for name in Survival().row()]
    table = [("set", "passage", "maker", *measures)]
    for row in rows:
        shares = [share for half in HALVES for share in row.halves[half].row().values()]
        table.append((row.set, row.passage, row.maker, *(f"{share:.1f}" for share in shares)))
    return table


def page(rows: Sequence[Row]) -> str:
    """The rows as a table in Markdown."""
    head, *body = (f"| {' | '.join(each)} |" for each in cells(rows))
    return "\n".join([head, "|---" * len(cells([])[0]) + "|", *body]) + "\n"


def passages(conversation: Conversation, size: int) -> Iterator[list[Said]]:
    """What is shortened at once: `size` messages of a session in turn, or with 0 the session."""
    for _, said in groupby(conversation.said, key=lambda each: each.session):
        messages = list(said)
        step = size or len(messages)
        for first in range(0, len(messages), step):
            yield messages[first : first + step]


def _take(
    tally: Survival,
    conversation: Conversation,
    shorten: Shorten,
    size: int,
    without: tuple[str, ...],
) -> None:
    said: dict[str, str] = {}
    kept: dict[str, frozenset[int]] = {}
    for passage in passages(conversation, size):
        limit = max(1, sum(len(each.text) for each in passage) // SHARE)
        summary = shorten([_line(each) for each in passage], limit)
        tally.summaries += 1
        tally.too_long += len(summary) > limit
        stands = _words(summary)
        for each in passage:
            said[each.id], kept[each.id] = each.text, stands
    for asked in conversation.asked:
        if asked.category not in without:
            _count(tally, asked, said, kept)


def _count(
    tally: Survival, asked: Asked, said: Mapping[str, str], kept: Mapping[str, frozenset[int]]
) -> None:
    evidence = [id_ for id_ in asked.evidence if id_ in said]
    wanted = _words(asked.answer) - _words(asked.question)
    wanted &= _words("\n".join(said[id_] for id_ in evidence))
    if wanted:
        found = frozenset[int]().union(*(kept[id_] for id_ in evidence))
        tally.asked += 1
        tally.answered += 2 * len(wanted & found) >= len(wanted)
    for id_ in evidence:
        key = _words(key_sentence(said[id_], asked))
        if key:
            tally.keys += 1
            tally.kept += 2 * len(key & kept[id_]) >= len(key)


def key_sentence(text: str, asked: Asked) -> str:
    """The sentence of a message that shares most words with a question and its answer."""
    sought = _words(f"{asked.question}\n{asked.answer}")
    return max(sentences(text), key=lambda each: len(_words(each) & sought), default="")


def _words(text: str) -> frozenset[int]:
    return frozenset(terms(text).word_ids)


def _line(said: Said) -> Line:
    moment = datetime.fromisoformat(said.time) if said.time else None
    voice = said.speaker or said.role
    return Line(id=said.id, text=said.text, voice=voice, role=said.role, said_at=moment)
