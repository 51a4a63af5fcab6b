"""The reviewer that needs no model: repetition, contradiction and empty talk, by rules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from holdfast.ports.reviewer import Action, Change, Review
from holdfast.ports.summariser import Line
from holdfast.providers.rules.contradiction import contradictions
from holdfast.providers.rules.cues import cues_of
from holdfast.providers.rules.pieces import TOLD
from holdfast.providers.rules.repetition import Again, repetitions
from holdfast.providers.rules.signs import signs
from holdfast.providers.rules.statements import Statement, statements
from holdfast.text.fold import fold
from holdfast.text.greetings import is_greeting
from holdfast.text.language import is_chinese
from holdfast.text.traits import asks

IDENTITY = "rules/1"

_QUOTED = 60
"""So much of another line is quoted in a reason."""

_EDGE = " \t\r\n\u3000,;，；、:："
_LEFT_OVER = re.compile(r"^(?:and|but|so)\s+", re.IGNORECASE)


class RulesReviewer:
    """Finds what it is sure of and leaves the rest. Holds nothing; threads may share it."""

    @property
    def identity(self) -> str:
        """Changes with the rules."""
        return IDENTITY

    def review(self, lines: Sequence[Line]) -> Review:
        """What to drop or to cut in these lines, oldest first.

        A line goes only if nothing else is in it; else what is wrong is cut out of it.
        """
        return Review(_Reading(lines).changes(), by=IDENTITY)


class _Reading:
    """One review: what is to be cut from each line, and why."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._cuts: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._reasons: dict[int, list[str]] = defaultdict(list)
        self._completed: dict[int, tuple[Statement, str]] = {}

    def changes(self) -> tuple[Change, ...]:
        """Every change, in the order of the lines."""
        found = statements(self._lines)
        self._contradicted(found)
        self._repeated(found)
        self._empty()
        made = (self._change(number) for number in range(len(self._lines)))
        return tuple(change for change in made if change)

    def _contradicted(self, found: Sequence[Statement]) -> None:
        for older, newer, completed in contradictions(found):
            self._cut(older, "contradicts", newer)
            if completed:
                self._completed[newer.line] = newer, completed
                self._reason(newer, "completes", older)

    def _repeated(self, found: Sequence[Statement]) -> None:
        """Of a message all sentences must come again; of a summary each one that does is cut."""
        telling: dict[int, set[int]] = defaultdict(set)
        for statement in found:
            if not is_greeting(statement.whole):
                telling[statement.line].add(statement.sentence)
        again: dict[int, list[Again]] = defaultdict(list)
        for each in repetitions(self._lines, found):
            if each.older.line not in self._cuts:
                again[each.newer[0].line].append(each)
        for line, found_again in again.items():
            repeated = {each.newer[0].sentence for each in found_again}
            if self._lines[line].voice and not telling[line] <= repeated:
                continue
            for newer, older in found_again:
                for statement in newer:
                    self._cut(statement, "repeats", older)

    def _empty(self) -> None:
        """A greeting or a yes goes, unless it may answer a question, or is all that was said."""
        if all(says_nothing(line.text) for line in self._lines):
            return  # to have forgotten a first hello would look like having no memory
        for number, line in enumerate(self._lines):
            before = self._lines[number - 1].text if number else ""
            if says_nothing(line.text) and not asks(before):
                self._cuts[number] = [(0, len(line.text))]
                self._reasons[number] = [signs(_language(line.text)).reasons["empty"]]

    def _cut(self, statement: Statement, why: str, other: Statement) -> None:
        self._cuts[statement.line].append((statement.start, statement.end))
        self._reason(statement, why, other)

    def _reason(self, statement: Statement, why: str, other: Statement) -> None:
        quoted = other.whole if len(other.whole) <= _QUOTED else other.whole[:_QUOTED] + "…"
        reason = statement.signs.reasons[why].format(other=quoted)
        if reason not in self._reasons[statement.line]:
            self._reasons[statement.line].append(reason)

    def _change(self, number: int) -> Change | None:
        line, reason = self._lines[number], "; ".join(self._reasons.get(number, []))
        if number in self._cuts:
            text = _without(line, self._cuts[number])
            if not text:
                return Change(line.id, Action.DROP, reason)
            return Change(line.id, Action.REWRITE, reason, text)
        if number in self._completed:
            newer, completed = self._completed[number]
            text = line.text.replace(newer.whole, completed, 1)
            return Change(line.id, Action.REWRITE, reason, text)
        return None


def says_nothing(text: str) -> bool:
    """Whether a line is only a greeting, a yes, a laugh or signs."""
    if not any(map(str.isalnum, text)):
        return True
    return is_greeting(text) or cues_of(text).openers.fullmatch(fold(text)) is not None


def _without(line: Line, cuts: Sequence[tuple[int, int]]) -> str:
    """A line without some places of it; empty if nothing is left that says something."""
    marked = bytearray(len(line.text))
    for start, end in cuts:
        marked[start:end] = b"\x01" * (end - start)
    kept: list[str] = []
    at = 0
    for part in line.text.split("\n"):
        rest = "".join(
            sign for sign, cut in zip(part, marked[at : at + len(part)], strict=True) if not cut
        )
        head = ""
        if not line.voice:
            told = TOLD.match(rest)
            head = told[0] if told else ""
        body = _LEFT_OVER.sub("", rest[len(head) :].strip(_EDGE))
        if body and not says_nothing(body):
            kept.append(head + body)
        at += len(part) + 1
    return "\n".join(kept)


def _language(text: str) -> str:
    return "zh" if is_chinese(text) else "en"
