"""Sets to measure recall by: conversations, and questions with the messages that answer them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from holdfast.errors import InvalidInput

MESSAGES, QUESTIONS = "messages.jsonl", "questions.jsonl"


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a set. `time` is ISO 8601, or None where the set does not know."""

    id: str
    session: str
    speaker: str | None
    role: str
    time: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a set."""

    id: str
    question: str
    asked_at: str | None
    evidence: tuple[str, ...]
    category: str
    answer: str = ""
    """The right answer in words, where the set tells it."""


@dataclass(slots=True)
class Conversation:
    """One user's memory, and what is asked of it."""

    name: str
    said: list[Said] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RecallSet:
    """A folder with messages.jsonl and questions.jsonl."""

    name: str
    conversations: tuple[Conversation, ...]

    @property
    def questions(self) -> int:
        """How many questions it has."""
        return sum(len(each.asked) for each in self.conversations)

    @property
    def messages(self) -> int:
        """How many messages it has."""
        return sum(len(each.said) for each in self.conversations)


def found_in(folder: Path, only: tuple[str, ...] = ()) -> list[RecallSet]:
    """The sets in a folder, by name. InvalidInput if there is none, or not one that is asked for."""
    places = {each.parent.name: each.parent for each in folder.glob(f"*/{QUESTIONS}")}
    places |= {each.stem: each for each in folder.glob("*.jsonl")}
    lacking = [name for name in only if name not in places]
    if lacking or not places:
        raise InvalidInput(
            f"{folder} holds no set {', '.join(lacking)}."
            if places
            else f"{folder} holds no sets.",
            remedy=f"A set is a folder with {MESSAGES} and {QUESTIONS}, or one file of both kinds.",
        )
    return [_read(name, places[name]) for name in sorted(places) if not only or name in only]


def _read(name: str, place: Path) -> RecallSet:
    conversations: dict[str, Conversation] = {}
    for where, row in _all_rows(place):
        told = _text(row, "conversation", where)
        of = conversations.setdefault(told, Conversation(told))
        if row.get("kind") == "message":
            of.said.append(_said(row, where))
        elif row.get("kind") == "question":
            of.asked.append(_asked(row, where))
        else:
            raise InvalidInput(f"{where}: its kind must be message or question.")
    return RecallSet(name, tuple(conversations.values()))


def _said(row: dict[str, Any], where: str) -> Said:
    return Said(
        _text(row, "id", where),
        str(row.get("session") or "default"),
        row.get("speaker"),
        str(row.get("role") or "user"),
        row.get("time"),
        _text(row, "text", where),
    )


def _asked(row: dict[str, Any], where: str) -> Asked:
    return Asked(
        _text(row, "id", where),
        _text(row, "question", where),
        row.get("asked_at"),
        tuple(row.get("evidence") or ()),
        row.get("category") or "",
        str(row.get("answer") or ""),
    )


def _text(row: dict[str, Any], field_name: str, where: str) -> str:
    value = row.get(field_name)
    if not isinstance(value, str):
        raise InvalidInput(f"{where}: {field_name} is missing, or is not text.")
    return value


def _all_rows(place: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row, with its kind."""
    if place.is_file():
        yield from _rows(place)
        return
    for name, kind in ((MESSAGES, "message"), (QUESTIONS, "question")):
        for where, row in _rows(place / name):
            yield where, {**row, "kind": kind}


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            where = f"{path.parent.name}/{path.name}, line {number}"
            try:
                row = json.loads(line)
            except ValueError as error:
                raise InvalidInput(f"{where}: this is not JSON.") from error
            if not isinstance(row, dict):
                raise InvalidInput(f"{where}: an object is expected.")
            yield where, row
