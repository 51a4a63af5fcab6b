"""Frames: the ways to say something of a topic, read from frames.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
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

    def may_match(self, signs: frozenset[str]) -> bool:
        """Whether a clause with these signs and classes of words could match."""
        return not self.signs or not self.signs.isdisjoint(signs)

    @property
    def pattern(self) -> re.Pattern[str]:
        if self._pattern is None:
            self._pattern = re.compile(_expanded(self.written))
        return self._pattern


@dataclass(frozen=True, slots=True)
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
    signs: frozenset[str]
    """Signs one of which must occur for any form to match; empty if that is not sure."""

    def may_match(self, signs: frozenset[str]) -> bool:
        """Whether a clause with these signs could match any form."""
        return not self.signs or not self.signs.isdisjoint(signs)


_CLASS = re.compile(r"\{([a-z]+)\}")


@cache
def frames() -> tuple[Frame, ...]:
    """All frames in their order: the first that claims some words has them."""
    return tuple(map(_frame, data_of("frames")["frames"]))


def _frame(row: Mapping[str, Any]) -> Frame:
    slot = re.search(r"<(place|org)>", row["forms"][0])
    forms = tuple(map(Form, row["forms"]))
    sure = all(form.signs for form in forms)
    return Frame(
        row["topic"],
        row.get("sub", ""),
        row.get("at", "core"),
        row.get("who", "any"),
        row.get("whole", ""),
        row.get("check", slot[1] if slot else ""),
        row.get("mood") == "asked",
        bool(row.get("ends")),
        forms,
        frozenset().union(*(form.signs for form in forms)) if sure else frozenset(),
    )


def _expanded(form: str) -> str:
    data = data_of("frames")
    for name, text in data["macros"].items():
        form = form.replace("{" + name + "}", text)
    for name, text in data["slots"].items():
        form = form.replace(f"<{name}>", text)
    form = form.replace("{num}", data["slots"]["num"])
    return _CLASS.sub(lambda match: f"(?:{one_of(words(match[1]))})", form)
