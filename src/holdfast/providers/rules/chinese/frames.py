"""Frames: the ways to say something of a topic, read from frames.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from holdfast.providers.rules.chinese.lexicon import data_of, one_of, words
from holdfast.providers.rules.chinese.needed import needed


class Form:
    """One wording of a frame. It is compiled when it is first tried."""

    __slots__ = ("_pattern", "is_open", "signs", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        self.is_open = written.endswith(("<place>", "<thing>"))
        """Whether its value ends it, so that the words tell where that ends."""
        self.signs = needed(written, data_of("words"))
        """Signs and classes of words one of which must occur, if any are sure."""
        self._pattern: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        if self._pattern is None:
            self._pattern = re.compile(_expanded(self.written))
        return self._pattern


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One way to say something. Its forms have a group "v" for the value, or it takes the clause."""

    topic: str
    sub: str
    at: str
    """Where it must begin: at the core, behind the subject (rest), or anywhere (any)."""
    who: str
    whole: str
    """The clause from here on is the value: core, rest or clause; empty for the group alone."""
    check: str
    asked: bool
    """It counts even where something is asked."""
    ends: bool
    """It says that the value holds no longer."""
    forms: tuple[Form, ...]


_CLASS = re.compile(r"\{([a-z]+)\}")


@cache
def frames() -> tuple[Frame, ...]:
    """All frames in their order: the first that claims some words has them."""
    return tuple(map(_frame, data_of("frames")["frames"]))


def _frame(row: Mapping[str, Any]) -> Frame:
    slot = re.search(r"<(place|org)>", row["forms"][0])
    return Frame(
        row["topic"],
        row.get("sub", ""),
        row.get("at", "core"),
        row.get("who", "any"),
        row.get("whole", ""),
        row.get("check", slot[1] if slot else ""),
        row.get("mood") == "asked",
        bool(row.get("ends")),
        tuple(map(Form, row["forms"])),
    )


@cache
def _listed() -> tuple[list[tuple[Frame, Form]], dict[str, list[int]], list[int]]:
    """All forms in their order; by each sign the numbers of those that need it; those that need none."""
    forms = [(frame, form) for frame in frames() for form in frame.forms]
    by_sign: dict[str, list[int]] = {}
    free: list[int] = []
    for number, (_, form) in enumerate(forms):
        for sign in form.signs:
            by_sign.setdefault(sign, []).append(number)
        if not form.signs:
            free.append(number)
    return forms, by_sign, free


def tried(signs: frozenset[str]) -> Iterator[tuple[Frame, list[Form]]]:
    """The frames that a clause with these signs could match, each with its forms that could."""
    forms, by_sign, free = _listed()
    numbers = set(free).union(*(by_sign.get(sign, ()) for sign in signs))
    for frame, group in groupby((forms[number] for number in sorted(numbers)), itemgetter(0)):
        yield frame, [form for _, form in group]


def _expanded(form: str) -> str:
    data = data_of("frames")
    for name, text in data["macros"].items():
        form = form.replace("{" + name + "}", text)
    for name, text in data["slots"].items():
        form = form.replace(f"<{name}>", text)
    form = form.replace("{num}", data["slots"]["num"])
    return _CLASS.sub(lambda match: f"(?:{one_of(words(match[1]))})", form)
