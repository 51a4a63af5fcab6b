"""Changes: what a review proposes, each looked at by itself, so that a bad one harms no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.ports.reviewer import Action, Change
from holdfast.ports.summariser import Line
from holdfast.providers.by_model.reading import number_in, storable
from holdfast.providers.by_model.trusting import Ground, bare, echoes, foreign, refuses
from holdfast.text.language import language_of

_ACTIONS = dict.fromkeys(("drop", "delete", "remove"), Action.DROP)
_ACTIONS |= dict.fromkeys(("rewrite", "replace", "update", "edit"), Action.REWRITE)
_REPEATS = ("repeat", "duplic", "redund", "same", "重复", "多余")
_CONTRADICTS = ("contradict", "conflict", "矛盾", "冲突")
_LONGEST_REASON = 200
_REASONS = {
    ("en", True): "contradicts “{other}”",
    ("en", False): "repeats “{other}”",
    ("zh", True): "与“{other}”矛盾",
    ("zh", False): "与“{other}”重复",
}


class Changes:
    """The changes to some lines that were accepted so far."""

    def __init__(self, lines: Sequence[Line], instructions: str) -> None:
        self.accepted: list[Change] = []
        self._lines = lines
        self._instructions = instructions
        self._places = {line.id: place for place, line in enumerate(lines)}
        self._ground = Ground(lines)
        self._stands_for: dict[int, int] = {}
        """The line that is kept for the sake of one that is dropped."""

    def spare_nothing(self, items: Sequence[Any]) -> bool:
        """Whether some proposals together would take out every line."""
        gone = {
            self._place(item.get("line", item.get("target")))
            for item in items
            if isinstance(item, dict) and _ACTIONS.get(_word(item.get("action"))) is Action.DROP
        }
        return len(gone - {None}) == len(self._lines)

    def propose(self, item: Any) -> bool:
        """Accept a change if it is one, names lines that are there, and makes nothing up."""
        change = self._read(item) if isinstance(item, dict) else None
        if change is None or any(change.target == other.target for other in self.accepted):
            return False
        self.accepted.append(change)
        return True

    def _read(self, item: Mapping[str, Any]) -> Change | None:
        line = self._place(item.get("line", item.get("target")))
        action = _ACTIONS.get(_word(item.get("action")))
        if line is None or action is None:
            return None
        other = self._place(item.get("other"))
        contradicts = _word(item.get("kind")).startswith(_CONTRADICTS)
        if action is Action.REWRITE:
            return self._rewritten(line, other, contradicts, item)
        if other is None or other == line:  # nothing would be left that says it
            return None
        if not contradicts and not _word(item.get("kind")).startswith(_REPEATS):
            return None
        return self._dropped(line, other, contradicts, item)

    def _dropped(
        self, line: int, other: int, contradicts: bool, item: Mapping[str, Any]
    ) -> Change | None:
        lines = self._lines
        if contradicts:
            line, other = sorted((line, other))  # the older one goes
        elif bare(lines[line].text) == bare(lines[other].text):
            other, line = sorted((line, other))  # the newer one goes
        elif Ground([lines[other]]).invented(lines[line].text):
            return None  # it says more than the one that would stay
        if self._kept_for(other) == line or line in self._stands_for:
            return None
        self._stands_for[line] = other
        return self._change(line, other, contradicts, Action.DROP, item)

    def _kept_for(self, line: int) -> int:
        """The line that stays in the end for the sake of this one."""
        while line in self._stands_for:
            line = self._stands_for[line]
        return line

    def _rewritten(
        self, line: int, other: int | None, contradicts: bool, item: Mapping[str, Any]
    ) -> Change | None:
        given = item.get("text")
        text = " ".join(storable(given).split()) if isinstance(given, str) else ""
        before = self._lines[line].text
        if not text or bare(text) == bare(before) or line in self._stands_for:
            return None
        if refuses(text) or echoes(text, self._instructions) or foreign(text, [before]):
            return None
        if self._ground.invented(text):
            return None
        change = self._change(line, other, contradicts, Action.REWRITE, item)
        return change._replace(text=text)

    def _change(
        self,
        line: int,
        other: int | None,
        contradicts: bool,
        action: Action,
        item: Mapping[str, Any],
    ) -> Change:
        target = self._lines[line]
        reason = _reason(item.get("reason"), target.text)
        if not reason:
            beside = self._lines[line if other is None else other].text
            form = _REASONS[language_of([target.text]), contradicts]
            reason = form.format(other=" ".join(beside.split())[:80])
        return Change(target.id, action, reason)

    def _place(self, value: Any) -> int | None:
        """The line that a number from 1 or an id stands for."""
        if isinstance(value, str) and value.strip() in self._places:
            return self._places[value.strip()]
        number = number_in(value)
        return number - 1 if number and 1 <= number <= len(self._lines) else None


def _word(value: Any) -> str:
    return value.strip().lower() if isinstance(value, str) else ""


def _reason(value: Any, line: str) -> str:
    """The reason given, if it is one for people who read the line; else empty."""
    text = " ".join(storable(value).split())[:_LONGEST_REASON] if isinstance(value, str) else ""
    return "" if refuses(text) or foreign(text, [line]) else text
