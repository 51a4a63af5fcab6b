"""Contradiction: what a voice takes back, puts right or changes of what it said before."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.ports.pace import breathe
from holdfast.providers.rules.claims import Claim, claim_of, differ
from holdfast.providers.rules.content import content
from holdfast.providers.rules.statements import Statement, spelled_out
from holdfast.providers.rules.values import Value, form_of, values

_BACK = 8
"""So many statements back a bare "no, at four" may point."""

_FAR = 64
"""And so many back one that names what it takes back."""

_VALUE_HERE = "#"
_MOST_NUMBERS = 4
_ONE_WORD = 2
"""The size of what is said in one word: the word, and whom it is about."""


class Contradiction(NamedTuple):
    """A statement that a newer one of the same voice excludes.

    `completed` is the newer one in full, where it names only the value: "no, at four" of a meeting
    at three is a meeting at four.
    """

    older: Statement
    newer: Statement
    completed: str = ""


class Voice:
    """What one voice has said so far. Two voices never contradict each other."""

    def __init__(self) -> None:
        self._said: list[Statement] = []
        self._claims: dict[tuple[str, str], list[tuple[Statement, Claim]]] = defaultdict(list)
        self._words: dict[frozenset[str], list[Statement]] = defaultdict(list)
        self._frames: dict[tuple[str, ...], tuple[Statement, str]] = {}

    def hear(self, new: Statement, *, answers: bool) -> Iterator[Contradiction]:
        """What a statement contradicts. `answers` says that it may answer somebody's question."""
        if not new.is_real:
            return
        claim = claim_of(new)
        if not new.signs.also.search(new.signs.change.sub(" ", new.plain)):
            yield from self._instead(new)
            yield from self._claimed(new, claim)
            yield from self._denied(new)
            yield from self._moved(new)
            yield from self._exchanged(new)
            if not answers:
                yield from self._pointed(new)
        self._keep(new, claim)

    def _keep(self, new: Statement, claim: Claim | None) -> None:
        self._said.append(new)
        if claim:
            self._claims[claim.subject, claim.attribute].append((new, claim))
        if said := _said_of(new):
            self._words[said].append(new)
        for frame, value in _frames(new):
            self._frames[frame] = new, value

    def _claimed(self, new: Statement, claim: Claim | None) -> Iterator[Contradiction]:
        """Another value for the same attribute of the same subject."""
        if claim is None:
            return
        changes = new.corrects or claim.pattern.change or bool(new.signs.change.search(new.plain))
        several = claim.pattern.cue or new.signs.many.search(claim.subject) is not None
        if several and not changes:
            return
        if claim.subject:
            earlier = self._claims[claim.subject, claim.attribute]
        elif new.corrects:
            earlier = self._only_other(claim.attribute)
        else:
            return
        if not earlier or not differ(earlier[-1][1].value, claim.value):
            return
        for old, other in earlier:
            if old.line != new.line:
                full = "" if claim.subject else _exchanged(old, other.written, new, claim.written)
                yield Contradiction(old, new, full)
        earlier.clear()

    def _only_other(self, attribute: str) -> list[tuple[Statement, Claim]]:
        """The claims about the only other subject that has this attribute; a pronoun means it."""
        subjects = [who for who, what in self._claims if what == attribute and who not in ("", "i")]
        named = [who for who in subjects if self._claims[who, attribute]]
        return self._claims[named[0], attribute] if len(named) == 1 else []

    def _denied(self, new: Statement) -> Iterator[Contradiction]:
        """The same words with a denial, or without it."""
        said = _said_of(new)
        changed = new.signs.change.search(new.plain) or (new.chinese and new.plain.endswith("了"))
        if len(said) == _ONE_WORD and not changed:
            return  # "I'm tired" and "I'm not tired" may both be true, each in its hour
        earlier = self._words.get(said)
        if earlier and earlier[-1].is_denied != new.is_denied:
            yield from (Contradiction(old, new) for old in earlier if old.line != new.line)
            earlier.clear()

    def _moved(self, new: Statement) -> Iterator[Contradiction]:
        """Something is moved to another time."""
        moved = new.signs.moved.search(new.plain)
        if moved is None:
            return
        to = next((v for v in new.values if v.start >= moved.end() - 1), None)
        if to is None:
            return
        about = {w for w in new.words if w not in new.cues.weak}
        about -= {w.form for w in content(new.plain[moved.start() :], new.cues)}
        for old in reversed(self._said[-_FAR:]):
            if old.line == new.line or not about & set(old.words):
                continue
            if _other_value(old, to, new.values):
                yield Contradiction(old, new)
                return

    def _exchanged(self, new: Statement) -> Iterator[Contradiction]:
        """A correction that says the same with another number; a firm one, with another last word."""
        if not new.corrects:
            return
        firmly = new.signs.firmly.match(spelled_out(new.whole)) is not None
        for frame, value in _frames(new):
            if not firmly and _VALUE_HERE not in frame:
                continue
            old, other = self._frames.get(frame, (new, value))
            if old.line != new.line and other != value:
                yield Contradiction(old, new)
                return

    def _pointed(self, new: Statement) -> Iterator[Contradiction]:
        """A correction that is nothing but a value."""
        pointing = new.signs.pointing.fullmatch(new.plain)
        if not new.corrects or pointing is None:
            return
        found = new.values
        if len(found) != 1 or found[0].end - found[0].start != len(pointing["value"]):
            return
        for old in reversed(self._said[-_BACK:]):
            other = _other_value(old, found[0], found)
            if old.line != new.line and other:
                stood = old.plain[other.start : other.end]
                yield Contradiction(old, new, _exchanged(old, stood, new, pointing["value"]))
                return

    def _instead(self, new: Statement) -> Iterator[Contradiction]:
        """Not this but that, and this was said before."""
        whole = spelled_out(new.whole).strip(" .。!！")
        opening = new.signs.correction.match(whole)
        for pattern in new.signs.instead:
            match = pattern.fullmatch(whole) or (
                pattern.fullmatch(whole, opening.end()) if opening else None
            )
            if match is None or match["old"].startswith(("不", "not ", "没")):
                continue
            about = {w.form for w in content(match["subject"], new.cues)}
            for old in reversed(self._said[-_FAR:]):
                if (
                    old.line != new.line
                    and _ends_with(old, match["old"])
                    and _same(old, new, about)
                ):
                    named = bool(about) or new.subject == "i"
                    full = "" if named else _exchanged(old, match["old"], new, match["now"])
                    yield Contradiction(old, new, full)
                    return


def contradictions(found: Sequence[Statement]) -> Iterator[Contradiction]:
    """Every statement that a newer one of the same voice excludes, as the newer ones come."""
    voices: dict[str, Voice] = defaultdict(Voice)
    before = last = None
    for new in found:
        breathe()
        if last is not None and last.line != new.line:
            before = last
        answers = before is not None and before.voice != new.voice and before.asks
        yield from voices[new.voice].hear(new, answers=answers)
        last = new


def _frames(statement: Statement) -> Iterator[tuple[tuple[str, ...], str]]:
    """A statement without one of its numbers, or without its last word; and what was there."""
    words, cues = statement.words, statement.cues
    if len(words) < 2:
        return
    numbers = [at for at, word in enumerate(words) if values(word)]
    for at in numbers[:_MOST_NUMBERS]:
        yield (statement.subject, *words[:at], _VALUE_HERE, *words[at + 1 :]), words[at]
    if not cues.weak.issuperset(words[:-1]):
        yield (statement.subject, *words[:-1]), words[-1]


def _said_of(statement: Statement) -> frozenset[str]:
    """The words of a statement and whom it is about, without denials and signs of change.

    Empty where so little is said, or of somebody so vague, that it may mean another thing each time.
    """
    cues, text = statement.cues, statement.plain
    if statement.subject not in ("", "i") or cues.second.search(text):
        return frozenset()
    for sign in (statement.signs.change, cues.denial, cues.first):
        text = sign.sub(" ", text)
    words = frozenset(word.form for word in content(text, cues))
    if words <= cues.weak:
        return frozenset()
    return words | {f"={statement.subject}"}


def _other_value(old: Statement, to: Value, beside: Sequence[Value]) -> Value | None:
    """The value of that kind in an older statement, if it is another and all else agrees."""
    found = old.values
    same = [value for value in found if value.kind == to.kind]
    if len(same) != 1 or same[0].form == to.form:
        return None
    rest = {(v.kind, v.form) for v in beside if v.kind != to.kind}
    for value in found:
        if value.kind != to.kind and any(
            kind == value.kind and form != value.form for kind, form in rest
        ):
            return None
    return same[0]


def _same(old: Statement, new: Statement, about: set[str]) -> bool:
    """Whether both speak of the same: the same words, or the same person, or only a pointer."""
    if about:
        return bool(about & set(old.words))
    if new.subject == "i" or old.subject == "i":
        return old.subject == new.subject or new.subject in (
            "",
            "it",
            "this",
            "that",
            "这",
            "那",
            "它",
        )
    return True


def _ends_with(old: Statement, value: str) -> bool:
    wanted = form_of(value)
    if old.is_denied or not wanted:
        return False
    ends = form_of(old.plain).rstrip("了的啦")
    return ends.endswith(wanted) or any(found.form == wanted for found in old.values)


def _exchanged(old: Statement, stood: str, new: Statement, stands: str) -> str:
    """The older text with the newer value in it; empty if the old value is spelled otherwise."""
    there = re.search(re.escape(stood.strip()), old.text, re.IGNORECASE)
    here = re.search(re.escape(stands.strip()), new.whole, re.IGNORECASE)
    if there is None or here is None:
        return ""
    return old.text[: there.start()] + here[0] + old.text[there.end() :]
