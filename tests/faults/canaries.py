"""Canaries: words that occur nowhere else, put where a memory keeps text, and looked for in bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from holdfast.memory import Memory

FILL = "".join(random.Random(1).choices("abcdefghijklmnop 火锅成都天气 ", k=50_000))

LENGTHS = (5, 30, 100, 100, 250, 500, 1250, 2500, 10_000)
"""In characters, of about two bytes."""


@dataclass
class Nest:
    """A memory with canaries among much else. `sung` holds the canaries by the way they are to go.

    The ways are those of `Memory.forget`: message, session, agent, everything.
    """

    memory: Memory
    dice: random.Random
    messages: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    sessions: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    agents: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    users: dict[str, list[str]] = field(default_factory=dict)
    others: list[tuple[str, str]] = field(default_factory=list)

    def canary(self) -> str:
        """A word of its own, long enough to be found by its bytes, in either script."""
        word = "".join(self.dice.choices("abcdefghijklmnopqrstuvwxyz", k=20))
        if self.dice.random() < 0.3:
            word = "".join(chr(self.dice.randrange(0x4E00, 0x9FA5)) for _ in range(8))
        return word

    def text(self, *canaries: str, lengths: Sequence[int] = LENGTHS) -> str:
        """Filling of some length, from ten bytes to twenty thousand, with the canaries in it."""
        length = self.dice.choice(lengths)
        start = self.dice.randrange(len(FILL) - length)
        filling = FILL[start : start + length]
        place = self.dice.randrange(length)
        return " ".join((filling[:place], *canaries, filling[place:])).strip() or "nothing"

    def user(self) -> str:
        return f"user-{self.dice.randrange(4)}"

    def add_others(self, count: int) -> None:
        """Something that stays, or goes in the course of the churning."""
        user, texts = self.user(), [self.text() for _ in range(count)]
        ids = self.memory.add(user, texts, session=f"session-{self.dice.randrange(20)}")
        self.others += [(user, id_) for id_ in ids]

    def churn(self) -> None:
        """Add some, correct one; now and then forget one of the others."""
        self.add_others(self.dice.randint(1, 8))
        user, id_ = self.dice.choice(self.others)
        self.memory.correct(user, id_, self.text())
        if self.dice.random() < 0.05:
            self.others.remove((user, id_))
            self.memory.forget(user, message=id_)

    def add_message(self) -> None:
        """Canaries in everything a message can hold."""
        user, marks = self.user(), [self.canary() for _ in range(8)]
        text, old, part, large, speaker, extra, client, newest = marks
        said = {
            "role": "user",
            "content": [
                {"type": "text", "text": self.text(text, old)},
                {"type": "image", "url": part},
                {"type": "file", "data": self.text() * 3 + large + "x" * 5000},
            ],
            "name": speaker,
            "mood": {"of": [extra]},
            "id": client,
        }
        (id_,) = self.memory.add(user, [said], session=f"session-{self.dice.randrange(20)}")
        self.memory.correct(user, id_, self.text(newest))
        self.messages[user, id_] = marks

    def add_session(self) -> None:
        user, name, mark = self.user(), self.canary(), self.canary()
        for _ in range(self.dice.randint(1, 6)):
            self.memory.add(user, self.text(mark), session=name)
        self.sessions[user, name] = [name, mark]

    def add_agent(self) -> None:
        user, name, mark = self.user(), self.canary(), self.canary()
        for _ in range(self.dice.randint(1, 4)):
            session = self.dice.choice(("session-1", f"own-{name}"))
            self.memory.add(user, self.text(mark), session=session, agent=name)
        self.agents[user, name] = [name, mark]

    def add_user(self) -> None:
        name, mark = self.canary(), self.canary()
        for _ in range(self.dice.randint(1, 8)):
            self.memory.add(name, self.text(mark), session=self.dice.choice(("tea", "work")))
        self.users[name] = [name, mark]

    def populate(self, canaries: int, others: int) -> None:
        """At least so many of each, scattered."""
        ways = [self.add_message] * 2 + [self.add_session] * 3 + [self.add_agent] * 3
        ways += [self.add_user] * 2
        while len(self.all_canaries()) < canaries or len(self.others) < others:
            share = len(self.others) / others if others else 1
            if len(self.all_canaries()) < canaries * share:
                self.dice.choice(ways)()
            else:
                self.churn()

    def all_canaries(self) -> list[str]:
        named = (*self.messages.values(), *self.sessions.values(), *self.agents.values())
        return [mark for marks in (*named, *self.users.values()) for mark in marks]

    def forgettings(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What to call `forget` with, in random order."""
        calls: list[tuple[str, dict[str, Any]]] = [
            *((user, {"message": id_}) for user, id_ in self.messages),
            *((user, {"session": name}) for user, name in self.sessions),
            *((user, {"agent": name}) for user, name in self.agents),
            *((user, {"everything": True}) for user in self.users),
        ]
        self.dice.shuffle(calls)
        yield from calls


def found_in(folder: Path, canaries: Iterable[str]) -> dict[str, list[str]]:
    """The canaries that any file in the folder still holds, and where."""
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    found: dict[str, list[str]] = {}
    for canary in canaries:
        forms = {canary.encode(), json.dumps(canary)[1:-1].encode()}
        places = [name for name, data in files.items() if any(form in data for form in forms)]
        if places:
            found[canary] = places
    return found
